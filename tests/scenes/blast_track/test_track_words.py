"""Blast Track in words: prompts, amounts, the story, chips, scores, options and set-up."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.rules.blast_track.commands import (
    AdjustPoints,
    AdjustRow,
    Command,
    Discard,
    Leave,
    TeachPlus,
    UseSite,
)
from companion.rules.blast_track.components import house, plain
from companion.rules.blast_track.events import Event
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.scoring import lines as score_lines
from companion.rules.blast_track.state import State, Track, Variant
from companion.rules.contract import HOST, TABLE, Amount, Line, Setup, Violation
from companion.scenes.blast_track.wording import TELLING
from companion.scenes.speaking import called, listed
from companion.scenes.telling import Chip, Prompt, telling
from tests.rules.blast_track.arranged import enter, park
from tests.rules.blast_track.test_sites import FACED
from tests.scenes.blast_track.tables import LONG, SHORT, begin, by_seat, evening, fold, moments

SILENT = {"Tallied", "PileChosen", "TurnEnded"}
IDS = re.compile(r"\bNone\b|\{|\}|rail-|slope-|tunnel-|exit-|loop-symbol|-entrance|Track\.|\bseat\b")
"""What no text for people contains: ids and places that were not filled."""


def test_the_telling_is_found_by_the_games_name():
    assert telling("blast_track") is TELLING


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_moment_of_an_evening_has_a_prompt_a_clock_and_chips(seats: int):
    for step in evening(seats, seats + 1):
        for seat, asks in by_seat(step.asks).items():
            told = TELLING.prompt(step.before, asks, SHORT[:seats])
            assert told.title
            assert told.title != "For the host"
            assert not IDS.search(told.title + told.detail)
            if seat is not None:
                assert SHORT[seat] in told.title
        assert TELLING.clock(step.before).big
        for seat in range(seats):
            assert TELLING.chip(step.before, seat).big


def test_every_rare_moment_has_a_prompt_that_says_what_to_tap():
    for state in moments(6).values():
        for asks in by_seat(RULES.asks(state, TABLE)).values():
            told = TELLING.prompt(state, asks, SHORT)
            assert len(told.title) < 48
            assert 10 < len(told.detail) < 130


def test_prompts_name_who_is_asked_and_what_it_is_about():
    state = moments(4)["Taking"]
    name = SHORT[state.active]
    assert TELLING.prompt(state, RULES.asks(state, TABLE), SHORT[:4]) == Prompt(
        f"Take a tile, {name}", "Tap one in the market. Then you lay one of your two."
    )
    assert TELLING.prompt(state, (), SHORT[:4]).title == f"{name}’s turn"
    host = tuple(ask for ask in RULES.asks(state, HOST) if ask not in RULES.asks(state, TABLE))
    assert TELLING.prompt(state, host, SHORT[:4]).title == "For the host"
    over = evening(2, 1)[-1].after
    assert TELLING.prompt(over, (), SHORT[:2]) == Prompt("The last tile has been played")


def test_who_is_stuck_is_told_of_the_tiles_held_and_of_what_a_site_costs():
    def told(state: State) -> Prompt:
        return TELLING.prompt(state, RULES.asks(state, TABLE), SHORT[:2])

    one = park(*FACED, hand=("rail-star",))
    two = park(*FACED, hand=("rail-star", "rail-star"))
    assert told(one).detail == "Your last tile fits nowhere. Show it and put it out of the game."
    assert told(two).detail == "Neither tile fits. Show one and put it out of the game."
    sites = "Use the Fresh Ground Site or Rock Site"
    lost = told(enter(two, Discard(0, "rail-star"))).detail
    assert lost == f"{sites} and lose a point, or stay where you are."
    rides = enter(park(*FACED, hand=("rail-star",), variant="ride-only"), Discard(0, "rail-star"))
    assert told(rides).detail == f"{sites}, or stay where you are."
    (step, *_) = TELLING.path(rides, UseSite(0, "rock-entrance", 0), SHORT[:2])
    assert (step.label, step.detail) == ("Rock Site", "")


def test_every_event_is_told_or_known_to_be_nobodys_business():
    told: dict[str, str] = {}
    for seats in (2, 4, 6):
        for seed in range(8):
            for step in evening(seats, seed):
                for before, event, after in step.told:
                    line = TELLING.story(before, event, after, SHORT[:seats])
                    assert not IDS.search(line), line
                    name = type(event).__name__
                    told[name] = told.get(name) or line
    chosen = evening(3, 1, (("colours", "chosen"),))
    steps = [*chosen, *evening(2, 45)]
    for step in steps:
        for before, event, after in step.told:
            told.setdefault(type(event).__name__, TELLING.story(before, event, after, SHORT))
    for state, command in host_commands():
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), command
        for before, event, after in fold(state, events):
            told[type(event).__name__] = TELLING.story(before, event, after, SHORT)
    told["Began"] = TELLING.story(None, RULES.start(Setup("blast_track", SHORT))[0], begin(6), SHORT)  # type: ignore[index, arg-type]  # a legal set-up
    quiet = {kind.__name__ for kind in get_args(Event) if not told.get(kind.__name__)}
    assert quiet - {"TileTaught", "NothingToLose"} == SILENT


def host_commands() -> list[tuple[object, Command]]:
    found: dict[type, tuple[object, Command]] = {}
    states = [moments(6)["SettingUp"], begin(6), moments(6)["Taking"]]
    for state in states:
        for ask in RULES.asks(state, HOST):
            if ask in RULES.asks(state, TABLE):
                continue
            command = ask.option(max(ask.low, 1), "the dog") if isinstance(ask, Amount) else ask.options[0]
            found.setdefault(type(command), (state, command))
    return list(found.values())


def lines(state: object, command: Command) -> list[str]:
    events = RULES.decide(state, command)  # type: ignore[arg-type]
    assert not isinstance(events, Violation)
    told = [TELLING.story(before, event, after, SHORT) for before, event, after in fold(state, events)]  # type: ignore[arg-type]
    return [line for line in told if line]


def test_the_story_says_what_happened_with_names_and_numbers():
    state = moments(6)["Taking"]
    assert lines(state, AdjustPoints(1, -3, "the cat")) == ["Table ruling: Benedikt loses 3 points · the cat"]
    assert lines(state, AdjustRow(2, Track.LOOP, 4, "miscounted")) == [
        "Table ruling: Chiara’s Loop is 4 · miscounted"
    ]
    assert lines(state, Leave(3))[0] == "Dov has left the table"
    slid = next(
        s for s in evening(6, 1) if any(type(e).__name__ == "Slid" and e.helped for _, e, _ in s.told)
    )  # type: ignore[union-attr]
    assert any(" is taken along over " in line for line in lines(slid.before, slid.command))


def test_a_track_that_turns_back_is_told_as_turning_back():
    for seed in range(8):
        for step in evening(2, seed):
            for before, event, after in step.told:
                if type(event).__name__ == "Gained" and event.arrow:  # type: ignore[union-attr]
                    line = TELLING.story(before, event, after, SHORT)
                    assert "turns back to 4" in line
                    return
    raise LookupError("no track went overboard")


def test_amounts_say_what_they_would_do_and_for_whom():
    state = moments(4)["Taking"]
    asks = [ask for ask in RULES.asks(state, HOST) if isinstance(ask, Amount)]
    points = next(ask for ask in asks if ask.command == AdjustPoints(1, 0))
    assert TELLING.amount(state, points, 1, SHORT) == Prompt("Give 1 point", "for Benedikt", "+1")
    assert TELLING.amount(state, points, -4, SHORT) == Prompt("Take 4 points", "for Benedikt", "\u22124")
    row = next(ask for ask in asks if isinstance(ask.command, AdjustRow) and ask.command.player == 2)
    shown = TELLING.amount(state, row, 3, SHORT)
    assert shown.title == "Tunnel: 3"
    assert shown.detail == f"Chiara’s track stands at {state.players[2].rows[0].value}."
    fresh = [ask for ask in RULES.asks(begin(2), HOST) if isinstance(ask, Amount)]
    plus = next(ask for ask in fresh if isinstance(ask.command, TeachPlus))
    assert TELLING.amount(begin(2), plus, 1, SHORT).title == "1 copy with a +"
    assert TELLING.amount(begin(2), plus, 2, SHORT) == Prompt("2 copies with a +", "of the Three Curves", "2")


def test_chips_show_points_and_ride_and_the_clock_what_is_left():
    state = moments(4)["Laying"]
    for seat in range(4):
        shown = TELLING.chip(state, seat)
        assert shown.big == str(sum(row.value for row in state.players[seat].rows))
        assert shown.small.startswith("ride ")
    assert TELLING.chip(begin(2), 0) == Chip("0", "no first tile yet")
    assert TELLING.clock(begin(2)) == Chip("Set-up", "0 of 3 market tiles")
    piled = sum(pile.unseen + len(pile.under) for pile in evening(4, 1)[30].before.piles)
    assert TELLING.clock(evening(4, 1)[30].before).small == f"{piled} tiles in the piles"
    left = replace(state, players=(replace(state.players[0], left=True, cart=None), *state.players[1:]))
    assert TELLING.chip(left, 0) == Chip("\u2013", "left")


def test_playing_for_the_ride_alone_shows_rides_in_place_of_points():
    state = evening(3, 2, (("variant", Variant.RIDE_ONLY.value),))[-1].after
    for seat in range(3):
        assert TELLING.chip(state, seat).small == "tiles"
        scored = next(each for each in RULES.outcome(state).ranking if each.seat == seat)  # type: ignore[union-attr]
        assert TELLING.chip(state, seat).big == str(scored.total)


def test_every_line_of_every_score_is_in_words():
    for seats in (2, 6):
        for seed in range(4):
            outcome = RULES.outcome(evening(seats, seed)[-1].after)
            assert outcome is not None
            assert TELLING.say(outcome.reason, {}) == "The last tile has been played"
            for standing in outcome.ranking:
                for line in standing.lines:
                    assert TELLING.line(line, SHORT)
                    assert not IDS.search(TELLING.line(line, SHORT) + TELLING.group(line.group, SHORT))


def test_score_lines_give_their_reasons():
    def said(label: str, points: int, **facts: int | str) -> str:
        return TELLING.line(Line(label, points, "", facts), SHORT)

    assert said("slope", 3) == "Slope"
    assert said("slope", 3, arrow="yes") == "Slope, turned back"
    assert said("longest-ride", 3, tiles=17) == "Ride of 17 tiles, the longest"
    assert said("longest-ride", 0, tiles=1) == "Ride of 1 tile"
    assert said("ride", 9, tiles=9) == "Ride of 9 tiles"
    assert said("adjusted", 2, turn=7, reason="the cat") == "Turn 7, a ruling of the table: the cat"
    assert said("tie", 0, ride=9, loops=1) == "Equal points: ride of 9 tiles, 1 loop passed"
    assert TELLING.group("slope", SHORT) == "Slope"
    assert TELLING.say("points", {"points": 1}) == "1 point"


def test_every_track_is_a_part_of_the_score_by_itself():
    state = park(hand=(), rows={0: {"slope": (3, True), "help": (2, False)}})
    found = {line.group: line.points for line in score_lines(state, 0)}
    assert found == {"tunnel": 0, "slope": 3, "loop": 0, "help": 2, "connection": 0, "ride": 3}
    titles = [TELLING.group(group, SHORT) for group in found]
    assert titles == ["Tunnel", "Slope", "Loop", "Help", "Connection", "Longest ride"]


def test_every_option_and_each_of_its_choices_is_in_words():
    for option in RULES.options:
        assert TELLING.option(option.key).endswith("?")
        said = {TELLING.option(option.key, choice) for choice in option.choices}
        assert len(said) == len(option.choices)
        assert all(len(words) <= 26 for words in said)


@pytest.mark.parametrize(
    ("seats", "plus", "piles"),
    [(2, True, "13, 13 and 12"), (4, True, "12, 12 and 12"), (6, False, "16, 15 and 15")],
)
def test_the_checklist_counts_tiles_and_piles(seats: int, plus: bool, piles: str):
    steps = TELLING.checklist(Setup("blast_track", SHORT[:seats], first=1))
    assert any("with a +" in step for step in steps) == plus
    assert f"Make three piles of {piles} tiles, the highest on the left." in steps
    assert steps[-1] == "Benedikt screams the loudest and begins."
    assert any("pink and orange, clockwise from Ann" in step for step in steps) == (seats == 2)


def test_the_checklist_goes_by_the_boxs_own_tiles():
    own = plain(house())
    for tile in own["tiles"]:
        tile.pop("plus", None)
    steps = TELLING.checklist(Setup("blast_track", SHORT[:2], components=own))
    assert not any("with a +" in step for step in steps)
    assert any("17, 17 and 16" in step for step in steps)


def test_long_names_are_short_in_sentences_and_still_told_apart():
    short = [called(LONG, seat) for seat in range(len(LONG))]
    assert len(set(short)) == len(LONG)
    assert all(len(name) <= 14 for name in short)
    assert called(SHORT, 1) == "Benedikt"
    assert listed(["a", "b", "c"]) == "a, b and c"
