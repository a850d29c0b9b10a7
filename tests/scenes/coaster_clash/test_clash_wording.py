"""Coaster Clash is told briefly, wholly and without secrets."""

import ast
import re
from pathlib import Path

import pytest

import companion.rules.coaster_clash
from companion.rules.coaster_clash.commands import Abandon, DiscardElement, PlaceElement, Redraw, TurnUp
from companion.rules.coaster_clash.components import Condition, house
from companion.rules.coaster_clash.events import Placed
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import State
from companion.rules.contract import HOST, TABLE, Amount, Setup, Violation
from companion.rules.hidden import Hidden
from companion.scenes.coaster_clash.conditions import condition_words
from companion.scenes.coaster_clash.preparing import explanations
from companion.scenes.coaster_clash.refusals import refusals
from companion.scenes.coaster_clash.wording import TELLING
from companion.scenes.narrowing import narrow
from tests.scenes.coaster_clash.evenings import LONG, SHORT, begin, entered, states, walk
from tests.scenes.coaster_clash.test_clash_scene import flipping, up

LABEL, TITLE, DETAIL = 34, 30, 120
CODE = re.compile(r"clash(\.[a-z-]+){2}")


def trees() -> list[ast.Module]:
    modules = Path(companion.rules.coaster_clash.__path__[0]).glob("*.py")
    return [ast.parse(module.read_text(encoding="utf-8")) for module in modules]


def literals() -> set[str]:
    """All strings that the rules' code holds."""
    nodes = (node for tree in trees() for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_violation_of_the_rules_has_words_and_no_words_are_idle():
    assert {text for text in literals() if CODE.fullmatch(text)} == set(refusals())


def test_every_ruling_and_heading_that_the_rules_cite_is_explained():
    cited = {text for text in literals() if re.fullmatch(r"CC\d+", text)}
    cited |= {f"CC{number}" for number in range(1, 40)} | {option.section for option in RULES.options}
    cited |= {"Components", "Setup", "Layout Cards", "Goal of the Game", "Quick Overview", "A Round"}
    cited |= {"Coaster Element Cards", "End of the Round", "End of the Game", "Theme Bonus", "Final Scoring"}
    cited |= {"Layout Card Bonus Excitement", "Element Icons", "Other Icons", "Table ruling"}
    assert cited <= set(explanations())
    assert all(TELLING.explain(section) for section in cited)
    assert all(30 < len(found.text) <= 360 for found in explanations().values())


def test_a_ruling_is_shown_with_its_heading_and_explained_by_both():
    state, seat = up(4, forced=True)
    refused = RULES.decide(state, PlaceElement(seat, "upper"))
    assert isinstance(refused, Violation)
    shown = TELLING.refusal(state, refused, SHORT)
    assert shown.section == "Coaster Element Cards · CC5"
    assert TELLING.explain(shown.section) == TELLING.explain("CC5") != ""
    assert shown.title == "Too slow for it"
    facts = refused.facts
    assert f"costs {facts['cost']} speed" in shown.detail
    assert f"has {facts['speed']}" in shown.detail


def test_every_refusal_that_a_walk_meets_can_be_said():
    """Commands of other moments are refused, and each refusal has all the facts its sentence needs."""
    later = {type(command).__name__: command for _, command, _ in walk(3, 5)}
    said = set()
    for state in (begin(3), *states(3)):
        for command in later.values():
            answer = RULES.decide(state, command)
            if isinstance(answer, Violation):
                told = TELLING.refusal(state, answer, LONG[:3])
                said.add(answer.code)
                assert told.title
                assert told.detail.endswith(".")
                assert "{" not in told.title + told.detail
    assert {"clash.entry.not-now", "clash.game.over"} <= said


@pytest.mark.parametrize("seats", [3, 6])
def test_every_offered_command_has_a_route_that_reaches_it(seats: int):
    for state in states(seats)[::3]:
        asks = RULES.asks(state, TABLE)
        for seat in {ask.seat for ask in asks}:
            own = tuple(ask for ask in asks if ask.seat == seat)
            start = narrow(TELLING, state, own, SHORT)
            for ask in own:
                if isinstance(ask, Amount):
                    continue
                for command in (*ask.options[:40], *ask.refused):
                    here = start
                    for touch in start.route(command):
                        here = here.tap(touch)
                    assert here.command == command
                    assert here.refused == (command in ask.refused)


def test_no_path_is_the_start_of_another_and_shared_steps_are_the_same():
    state, _ = up(3)
    paths = [
        TELLING.path(state, command, LONG)
        for ask in RULES.asks(state, HOST)
        for command in ((ask.command,) if isinstance(ask, Amount) else (*ask.options, *ask.refused))
    ]
    ends = {tuple(step.id for step in path) for path in paths}
    shared: dict[tuple[str, ...], str] = {}
    for path in paths:
        ids = tuple(step.id for step in path)
        assert all(ids[:length] not in ends for length in range(len(ids)))
        for length in range(1, len(path) + 1):
            assert shared.setdefault(ids[:length], path[length - 1].label) == path[length - 1].label


@pytest.mark.parametrize("seats", [3, 6])
def test_labels_titles_and_chips_are_never_longer_than_their_room(seats: int):
    for state in states(seats)[::2]:
        asks = RULES.asks(state, HOST)
        for ask in asks:
            for command in (ask.command,) if isinstance(ask, Amount) else ask.options[:30]:
                for step in TELLING.path(state, command, LONG[:seats]):
                    assert 0 < len(step.label) <= LABEL, step
                    assert len(step.detail) <= LABEL, step
            prompt = TELLING.prompt(state, (ask,), LONG[:seats])
            assert 0 < len(prompt.title) <= TITLE, prompt
            assert len(prompt.detail) <= DETAIL, prompt
        for seat in range(seats):
            assert len(TELLING.chip(state, seat).small) <= 18
        assert len(TELLING.clock(state).small) <= 18


def test_an_ordinary_turn_takes_at_most_six_touches():
    state = flipping()
    most = 0
    for command in (TurnUp(0, "temple-cobra-roll"), PlaceElement(0, "lower")):
        asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == 0)
        most += len(narrow(TELLING, state, asks, SHORT).route(command))
        state = entered(state, command)
    assert most == 3


def test_the_story_tells_an_evening_and_no_secret():
    told = [
        TELLING.story(before, event, after, SHORT[:4])
        for _, _, steps in walk(4, 2)
        for before, event, after in steps
    ]
    lines = [line for line in told if line]
    assert len(lines) > 100
    assert max(map(len, lines)) < 100
    told_apart = {
        TELLING.chip(entered(dealt(), Redraw(0, Hidden((0,), value=wish))), 0).small for wish in (True, False)
    }
    assert told_apart == {"has decided"}


def dealt() -> State:
    state = begin(3)
    while type(state.stage).__name__ != "Redrawing":
        asks = RULES.asks(state, TABLE)
        state = entered(state, next(ask for ask in asks if ask.seat is None).options[0])  # type: ignore[union-attr]
    return state


def test_every_line_of_a_score_is_told_with_the_coaster_it_belongs_to():
    state = states(4)[-1]
    outcome = RULES.outcome(state)
    assert outcome is not None
    for standing in outcome.ranking:
        assert sum(line.points for line in standing.lines) == standing.total
        for line in standing.lines:
            assert TELLING.line(line, SHORT)
            assert TELLING.group(line.group, SHORT[:4]).endswith((", upper", ", lower"))
            assert TELLING.explain(line.section)
    assert TELLING.say(outcome.reason, {}) == "Six rounds are built"


def test_conditions_in_words():
    said = {condition_words(condition) for layout in house().layouts for condition in layout.conditions}
    assert "3 or more of one of helix or S-curve" in said, "the best one counts, not their sum"
    assert "2 or more of each of intense inversion and helix" in said
    assert "neither floater airtime nor hang time inversion" in said
    assert "no launch or no capacity" in said, "one that is missing suffices"
    assert "for each S-curve or hang time inversion, the better one, up to 8" in said
    assert "for each intense inversion and hang time inversion" in said
    assert "three with helix in a row" in said
    assert condition_words(Condition("counted")) == "as it is printed"


def test_options_and_checklist_are_in_words():
    for option in RULES.options:
        assert TELLING.option(option.key).endswith(("?", "/"))
        assert all(TELLING.option(option.key, choice) for choice in option.choices)
    steps = TELLING.checklist(Setup("coaster_clash", SHORT[:5]))
    assert "5 players" in steps[0]
    assert all(step.endswith(".") for step in steps)


def test_a_discard_is_always_offered():
    state, seat = up(5)
    asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == seat)
    assert narrow(TELLING, state, asks, SHORT).tap("discard").command == DiscardElement(seat)


def test_a_game_that_was_given_up_does_not_say_that_six_rounds_were_built():
    state = entered(begin(3), Abandon())
    assert TELLING.prompt(state, (), SHORT[:3]).detail == "The table gave the game up."
    assert TELLING.clock(state).small == "in round 1"
    over = TELLING.prompt(states(3)[-1], (), SHORT[:3])
    assert (over.detail, TELLING.clock(states(3)[-1]).small) == ("Six rounds are built.", "six rounds built")


@pytest.mark.parametrize(
    ("perfect", "vomit", "ending"),
    [
        (False, False, "+3"),
        (True, False, "+3, perfect!"),
        (False, True, "+3, the guests are sick"),
        (True, True, "+3, perfect, but the guests are sick"),
    ],
)
def test_the_story_says_what_the_speed_did_to_an_element(perfect, vomit, ending):
    state = states(3)[-1]
    placed = Placed(0, 0, "upper", "jungle-helix", 9, 7, 3, 3, perfect, vomit)
    assert TELLING.story(state, placed, state, SHORT).endswith(f": {ending}")
