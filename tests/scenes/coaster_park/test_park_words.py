"""Coaster Park in words: prompts, amounts, the story, scores, set-up and bonus cards."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.rules.coaster_park.commands import (
    AdjustMoney,
    AdjustPoints,
    Buy,
    Command,
    Compare,
    Count,
    Hire,
    Leave,
    Measure,
    Pass,
    TeachFlags,
)
from companion.rules.coaster_park.components import house, index
from companion.rules.coaster_park.events import Compared, Event
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import (
    Answering,
    Counting,
    Measuring,
    Pricing,
    Sale,
    State,
)
from companion.rules.contract import HOST, TABLE, Amount, Facts, Line, Pick, Setup, Violation
from companion.scenes.coaster_park.bonuses import bonus_words, term_words
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.telling import Chip, Prompt, telling
from tests.scenes.coaster_park.parks import (
    EXPERTS,
    FIVE_COASTERS,
    SHORT,
    USED,
    begin,
    by_seat,
    entered,
    evening,
    fold,
    laid_out,
)

SILENT = {
    "SecretDealt", "Peeked", "Returned", "DeckChosen", "Answered", "Placed", "CoasterTested",
    "BestChosen", "Settled", "CountingBegan",
}  # fmt: skip
ANYBODY = re.compile(r"\bNone\b|[a-z]+-[a-z]+-\d|standard-\d|launch-\d|\{|\}")
"""What no text for people contains: ids and places that were not filled."""


def test_the_telling_is_found_by_the_games_name():
    assert telling("coaster_park") is TELLING


def test_prompts_name_who_is_asked_and_what_it_is_about():
    pricing = laid_out(stage=Pricing(), sale=Sale("jump"))
    assert prompt(pricing) == Prompt("Name a price, Ann", "for the Jump")
    answering = laid_out(stage=Answering(2), sale=Sale("loop", price=9))
    assert prompt(answering) == Prompt("Chiara, buy it?", "The Loop for $9")
    assert prompt(begin(4)).title == "Card 1 of the row"


def prompt(state: State) -> Prompt:
    asks = by_seat(RULES.asks(state, TABLE))
    return TELLING.prompt(state, next(iter(asks.values())), SHORT)


def test_of_two_secret_cards_it_is_said_which_is_asked_for():
    titles, details = [], []
    state = begin(2)
    for _ in range(2):
        asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.name == "secret" and ask.seat == 1)
        said = TELLING.prompt(state, asks, SHORT)
        titles.append(said.title)
        details.append(said.detail)
        state = entered(state, asks[0].options[0])
    assert titles == ["Your first secret card, Benedikt", "Your second secret card, Benedikt"]
    assert ["first of two" in details[0], "second of two" in details[1]] == [True, True]
    three = begin(3)
    asks = tuple(ask for ask in RULES.asks(three, TABLE) if ask.name == "secret" and ask.seat == 1)
    assert TELLING.prompt(three, asks, SHORT).title == "Your secret card, Benedikt"


def test_a_price_is_offered_with_what_one_could_pay_and_in_which_coins():
    state = laid_out(stage=Pricing(), sale=Sale("jump"), experts=("launch-01",))
    (ask,) = (ask for ask in RULES.asks(state, TABLE) if isinstance(ask, Amount))
    told = TELLING.amount(state, ask, 6, SHORT)
    assert told.title == "Offer for $6"
    assert told.detail == (
        "At most $20: your $19 and $1 off from your Contract Attorney. If nobody buys, you pay 1 gold."
    )


def test_without_a_discount_one_can_offer_what_one_has():
    state = laid_out(stage=Pricing(), sale=Sale("jump"))
    (ask,) = (ask for ask in RULES.asks(state, TABLE) if isinstance(ask, Amount))
    assert TELLING.amount(state, ask, 0, SHORT).detail == "At most your $19."


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_of_an_evening_has_a_prompt_a_clock_and_chips(seats: int):
    for step in evening(seats, seats + 20):
        for asks in by_seat(step.asks).values():
            told = TELLING.prompt(step.before, asks, SHORT)
            assert told.title
            assert told.title != "For the host"
            assert not ANYBODY.search(told.title + told.detail)
        assert TELLING.clock(step.before).big
        for seat in range(seats):
            chip = TELLING.chip(step.before, seat)
            assert chip.big == f"${step.before.players[seat].money}"


def test_a_chip_shows_money_hills_out_of_seven_and_what_is_stored():
    state = laid_out(coasters=(("comet-drop", "jump"), ("meadow-drop",)), warehouse=("loop",), money=19)
    assert TELLING.chip(state, 0) == Chip("$19", "1 stored", (3, 7))
    assert TELLING.clock(state) == Chip("Turn 14", "9 standard cards left")


def test_every_event_is_told_or_known_to_be_nobodys_business():
    told: dict[str, str] = {}
    for seats in (2, 3, 4):
        for seed in range(10):
            for step in evening(seats, seed):
                for before, event, after in step.told:
                    line = TELLING.story(before, event, after, SHORT)
                    assert not ANYBODY.search(line), line
                    name = type(event).__name__
                    told[name] = told.get(name) or line
    for command in host_commands():
        state = laid_out(experts=EXPERTS, used=USED, warehouse=("jump",), coasters=FIVE_COASTERS)
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), command
        for before, event, after in fold(state, events):
            told[type(event).__name__] = TELLING.story(before, event, after, SHORT)
    told["Started"] = TELLING.story(None, RULES.start(Setup("coaster_park", SHORT))[0], begin(4), SHORT)  # type: ignore[index, arg-type]  # a legal set-up
    everything = {kind.__name__ for kind in get_args(Event)}
    quiet = {name for name in everything if not told.get(name)}
    assert quiet - {"Counted", "MeasuringBegan", "Measured", "Compared"} == SILENT


def host_commands() -> tuple[Command, ...]:
    state = laid_out(experts=EXPERTS, used=USED, warehouse=("jump",), coasters=FIVE_COASTERS)
    found: dict[type, Command] = {}
    for ask in RULES.asks(state, HOST):
        if ask.seat is None:
            command = ask.option(ask.low, "the dog") if isinstance(ask, Amount) else ask.options[0]
            found.setdefault(type(command), command)
    return tuple(found.values())


def test_the_story_says_what_happened_with_names_and_numbers():
    state = laid_out()
    assert last_line(state, Hire(0, "launch-02", "standard")) == ("Ann hires the Financier · $2 to the bank")
    answering = laid_out(stage=Answering(2), sale=Sale("loop", price=9))
    assert first_line(answering, Buy(2)) == "Chiara buys the Loop for $9"
    assert first_line(answering, Pass(2)) == "Chiara passes"
    assert first_line(state, AdjustMoney(None, 1, -3, "lost a coin")) == (
        "Table ruling: Benedikt pays $3 · lost a coin"
    )
    assert first_line(state, AdjustPoints(None, 1, 2)) == "Table ruling: Benedikt gains 2 points"
    assert first_line(state, Leave(None, 3)) == "Dov has left the table"


def first_line(state: State, command: Command) -> str:
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), events
    before, event, after = next(fold(state, events))
    return TELLING.story(before, event, after, SHORT)


def last_line(state: State, command: Command) -> str:
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), events
    return TELLING.story(*tuple(fold(state, events))[-1], SHORT)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_point_of_a_score_has_its_reason_and_rule(seats: int):
    for seed in range(3):
        *_, step = evening(seats, seed)
        outcome = RULES.outcome(step.after)
        assert outcome is not None
        assert TELLING.say(outcome.reason, {})
        for standing in outcome.ranking:
            for line in standing.lines:
                assert not ANYBODY.search(TELLING.line(line, SHORT))
                assert TELLING.group(line.group, SHORT)
                assert TELLING.explain(line.section)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Line("flags", 9, "Testing Coasters", {"hills": 5, "built": 5}), "Flags on all 5 hills"),
        (Line("flags", 4, "Testing Coasters", {"hills": 2, "built": 5}), "Flags on 2 of 5 hills"),
        (Line("removed", 0, "CP31", {"hills": 0, "built": 3}), "Fewer than two of 3 hills left"),
        (Line("jump", 1, "CP32"), "Jump: hills before it"),
        (
            Line("global", 6, "Scoring Bonus Cards", {"card": "full-till", "count": 19}),
            "Bonus for all, Full Till: 19 counted",
        ),
        (
            Line("compared", 0, "CP38", {"place": 2, "shorter": 1}),
            "Second coaster: side by side longer than 1 other",
        ),
        (Line("length", 0, "CP38", {"place": 2, "mm": 412}), "Second coaster: 412 mm"),
        (Line("table-money", 0, "Table ruling", {"amount": -3, "reason": "dog"}), "Table ruling: −$3, dog"),
    ],
)
def test_a_line_of_the_score_reads_as_a_sentence(line: Line, told: str):
    assert TELLING.line(line, SHORT) == told


def test_numbers_that_the_table_tells_are_asked_for_by_name():
    blank = replace(house().bonuses[0], terms=())
    components = replace(house(), bonuses=(blank, *house().bonuses[1:]))
    state = replace(laid_out(stage=Counting()), components=components)
    count = Amount("count", None, Count(None, 1, blank.id, 0), "points", -99, 99)
    assert TELLING.prompt(state, (count,), SHORT).title == "Count Yellow Steel for Benedikt"
    assert TELLING.amount(state, count, 3, SHORT) == Prompt("3 points", "Yellow Steel, for Benedikt")
    state = laid_out(stage=Measuring())
    length = Amount("length", None, Measure(None, 2, 1), "length", 1, 9999)
    assert TELLING.prompt(state, (length,), SHORT).title == "Measure Chiara’s longest coaster"
    assert TELLING.amount(state, length, 412, SHORT).title == "412 mm"
    order = Pick("order", None, (Compare(None, ((2,), (0, 1))),))
    assert TELLING.prompt(state, (order,), SHORT).title == "Whose coaster is longest?"
    flags = Amount("teach-flags", None, TeachFlags(None, "jump", 2), "flags", 0, 9)
    assert TELLING.amount(state, flags, 1, SHORT) == Prompt("1 flag", "on one side of the Jump")


def test_coasters_side_by_side_are_told_from_the_longest_on():
    state = laid_out(stage=Measuring())
    told = TELLING.story(state, Compared(((2,), (0, 1))), state, SHORT)
    assert told == "Side by side, from the longest coaster on: Chiara, then Ann and Benedikt"


@pytest.mark.parametrize(
    ("seats", "bank"),
    [(2, "42 gold and 63 silver"), (3, "39 gold and 54 silver"), (4, "36 gold and 45 silver")],
)
def test_the_checklist_counts_the_coins_of_purses_and_bank(seats: int, bank: str):
    steps = " ".join(TELLING.checklist(Setup("coaster_park", SHORT[:seats], first=1)))
    assert "$24: 3 gold coins and 9 silver ones" in steps
    assert bank in steps
    assert ("two secret bonus cards" in steps) is (seats == 2)
    assert "Benedikt rode a roller coaster last" in steps


def test_every_option_and_choice_has_words():
    for option in RULES.options:
        assert TELLING.option(option.key).endswith("?")
        for choice in option.choices:
            assert TELLING.option(option.key, choice)


def test_bonus_cards_say_what_they_pay_for():
    told = {bonus.id: bonus_words(house(), bonus) for bonus in house().bonuses}
    assert told["yellow-steel"] == "1 point for each yellow steel hill"
    assert told["red-timber"] == "2 points for each red wood hill"
    assert told["long-ride"] == "2 points for each coaster of 4 or more hills"
    assert told["full-staff"] == "1 point for every 2 experts"
    assert told["grand-park"] == "3 points for the most hills"
    assert told["full-till"] == "1 point for every $3"
    assert told["special-rides"] == "1 point for each special hill"


def test_any_term_of_a_bonus_card_reads_as_a_sentence():
    for term in (term for bonus in house().bonuses for term in bonus.terms):
        for change in (
            {"per": 3},
            {"smallest": 2},
            {"largest": 4},
            {"rank": "least", "ties": False},
            {"hill": "jump"},
            {"different": "colour"},
            {"expert": "crane"},
        ):
            text = term_words(house(), replace(term, **change))
            assert text.startswith(f"{term.points} point")
            assert "  " not in text


def test_a_taught_card_changes_what_is_told_of_it():
    state = laid_out()
    facts: Facts = {"card": "standard-03"}
    assert index(state.components).expert[str(facts["card"])] == "crane"
    taught = next(c for c in host_commands() if type(c).__name__ == "TeachExpert")
    after = entered(state, taught)
    assert after.components != state.components
