"""Cosmic Coasters is told briefly, wholly and without secrets."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from msgspec.structs import replace

import companion.rules.cosmic_coasters
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.rules.cosmic_coasters.commands import (
    Build,
    Deploy,
    Escape,
    Land,
    Move,
    Pass,
    Report,
    Roll,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Alarm, Landing, Sign, State, Verdict
from companion.rules.hidden import Hidden, redact
from companion.scenes.cosmic_coasters.wording import TELLING, explanations, refusals
from companion.scenes.narrowing import narrow
from companion.scenes.speaking import called
from tests.scenes.cosmic_coasters.evenings import LONG, SHORT, begin, entered, fold, placed, states, walk

LABEL, TITLE = 28, 30


def literals() -> set[str]:
    """All strings that the rules' code holds."""
    found = set()
    for module in Path(companion.rules.cosmic_coasters.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_violation_of_the_rules_has_words_and_no_words_are_idle():
    codes = {text for text in literals() if re.fullmatch(r"cosmic(\.[a-z-]+){2}", text)}
    assert codes == set(refusals())


def test_no_refusal_needs_a_fact_that_the_rules_do_not_give():
    given: dict[str, list[set[str]]] = {}
    for module in Path(companion.rules.cosmic_coasters.__path__[0]).glob("*.py"):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                constants = [part.value for part in call.args if isinstance(part, ast.Constant)]
                facts = {word.arg for word in call.keywords if word.arg}
                for part in call.args:
                    if isinstance(part, ast.Dict):
                        facts |= {key.value for key in part.keys if isinstance(key, ast.Constant)}
                for code in constants:
                    if isinstance(code, str) and code.startswith("cosmic."):
                        given.setdefault(code, []).append(facts)
    made = {"awaiting": "awaited", "number": "last", "spaces": "last", "start": "first"}
    for code, text in refusals().items():
        for needed in re.findall(r"{(\w+)}", text.title + text.detail):
            assert all(made.get(needed, needed) in facts for facts in given[code]), (code, needed)


def test_names_are_shortened_so_that_nobody_is_taken_for_another():
    assert called(("Alexandra Montgomery", "Alexandra Smith"), 0) == "Alexandra M."
    assert called(("Alexandra Montgomery", "Ann"), 0) == "Alexandra"
    assert called(("Wolfgangamadeusmozart", "Ann"), 0) == "Wolfgangamade…"
    assert called(("Ann", "Benedikt"), 1) == "Benedikt"


def test_every_ruling_and_heading_that_the_rules_cite_is_explained():
    cited = {text for text in literals() if re.fullmatch(r"CO\d+", text)}
    cited |= {option.section for option in RULES.options}
    cited |= {"Goal", "Players", "Symbols", "Setup", "Who Starts", "Turn Options", "Teleporting", "Building"}
    cited |= {"Movement and Combat", "Elimination", "Special Powers"}
    assert cited <= set(explanations())
    assert all(TELLING.explain(section) for section in cited)


def test_explanations_are_short_enough_for_a_card():
    assert all(30 < len(found.text) <= 360 for found in explanations().values())


def test_a_ruling_is_shown_with_the_heading_it_belongs_to_and_explained_by_both():
    shown = TELLING.refusal(
        begin(2), Violation("cosmic.build.no-spare-parts", "CO13", {"spare": 0, "in_play": 7}), SHORT
    )
    assert shown.section == "Building · CO13"
    assert TELLING.explain(shown.section) == TELLING.explain("CO13") != ""


@pytest.mark.parametrize("combat", ["hands", "result", "dice"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_offered_command_has_a_route_that_reaches_it(seats: int, combat: str):
    for state in states(seats, combat):
        for seat in {ask.seat for ask in RULES.asks(state, TABLE)}:
            asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == seat)
            start = narrow(TELLING, state, asks, SHORT)
            for ask in asks:
                for command in (*ask.options, *ask.refused):  # type: ignore[union-attr]
                    here = start
                    for touch in start.route(command):
                        here = here.tap(touch)
                    assert here.command == command
                    assert here.refused == (command not in ask.options)  # type: ignore[union-attr]


def test_what_only_the_host_may_enter_has_a_route_too():
    for state in states(3)[::2]:
        asks = tuple(ask for ask in RULES.asks(state, HOST) if ask not in RULES.asks(state, TABLE))
        start = narrow(TELLING, state, asks, SHORT)
        for ask in asks:
            for command in ask.options:  # type: ignore[union-attr]
                here = start
                for touch in start.route(command):
                    here = here.tap(touch)
                assert here.command == command


@pytest.mark.parametrize("combat", ["hands", "result", "dice"])
def test_no_path_is_the_start_of_another_and_steps_that_are_shared_are_the_same(combat: str):
    for state in states(4, combat):
        paths = [
            TELLING.path(state, command, LONG)
            for ask in RULES.asks(state, HOST)
            for command in (*ask.options, *ask.refused)  # type: ignore[union-attr]
        ]
        ids = [tuple(step.id for step in path) for path in paths]
        ends = set(ids)
        assert all(path[:length] not in ends for path in ids for length in range(len(path)))
        shared: dict[tuple[str, ...], str] = {}
        for path in paths:
            for length in range(1, len(path) + 1):
                key = tuple(step.id for step in path[:length])
                assert shared.setdefault(key, path[length - 1].label) == path[length - 1].label


@pytest.mark.parametrize("combat", ["hands", "result", "dice"])
@pytest.mark.parametrize("seats", [2, 4])
def test_labels_and_titles_are_never_longer_than_their_buttons(seats: int, combat: str):
    for state in states(seats, combat):
        asks = RULES.asks(state, HOST)
        for ask in asks:
            for command in ask.options:  # type: ignore[union-attr]
                for step in TELLING.path(state, command, LONG[:seats]):
                    assert 0 < len(step.label) <= LABEL, step
                    assert len(step.detail) <= 34, step
            prompt = TELLING.prompt(state, (ask,), LONG[:seats])
            assert 0 < len(prompt.title) <= TITLE, prompt
            assert len(prompt.detail) <= 120, prompt
        for viewer in range(seats):
            mine = RULES.asks(redact(state, Viewer(viewer)), Viewer(viewer))
            assert len(TELLING.prompt(state, mine, LONG[:seats]).title) <= TITLE
            assert len(TELLING.chip(state, viewer).small) <= 18
        assert len(TELLING.clock(state).small) <= 18


def test_refusals_tell_the_numbers():
    state = placed(2, {0: 0, 1: 0, 3: 0, 4: 0, 5: 0, 9: 1, 11: 1})
    refused = RULES.decide(state, Teleport(0, 8, 9))
    assert isinstance(refused, Violation)
    assert TELLING.refusal(state, refused, SHORT).detail == (
        "No ship stands on Ganymede’s pad that could be sent away."
    )
    state = placed(2, {0: 0, 1: 0, 3: 1, 5: 1, 8: 0, 9: 1, 11: 1})
    refused = RULES.decide(state, Teleport(0, 8, 9))
    assert isinstance(refused, Violation)
    assert TELLING.refusal(state, refused, SHORT).detail == (
        "Control points around it: you hold 1 and need 2; the strongest rival holds 2 and may hold 1."
    )
    refused = RULES.decide(state, Build(0, 2))
    assert isinstance(refused, Violation)
    told = TELLING.refusal(state, refused, SHORT)
    assert told.detail == "You hold 1 of the 2 control points beside Ganymede’s right factory."
    refused = RULES.decide(state, Pass(1))
    assert isinstance(refused, Violation)
    assert TELLING.refusal(state, refused, SHORT).title == "It is Ann’s move"


def test_every_refusal_can_be_told_with_facts_it_is_given():
    """Commands that no ask offers are drawn wildly, in every kind of state, for every seat."""
    told = set()
    for state in (*states(3), *states(3, "dice"), *states(4, "result")):
        every = [Pass(seat) for seat in range(4)]
        every += [
            Move(seat, a, b, via)
            for seat in (0, 1)
            for a in (-1, 0, 10)
            for b in (1, 8, 99)
            for via in (None, 1)
        ]
        every += [
            Teleport(seat, pad, to) for seat in (0, 1) for pad in (1, 8, 17) for to in (None, 0, 12, 99)
        ]
        every += [Build(seat, space) for seat in (0, 1) for space in (0, 1, 2, 11, 99)]
        every += [
            Land(0, 3),
            Land(1, 99),
            Escape(0, 3),
            Escape(1, 12),
            Roll(0, 9),
            Roll(1, 3),
            Report(Verdict.WIN),
        ]
        every += [Throw(seat, Hidden((seat,), sign)) for seat in range(3) for sign in (Sign.ROCK, None)]
        every += [Deploy(0, (0, 1)), Deploy(1, (9, 11))]
        for command in every:
            refused = RULES.decide(state, command)
            if isinstance(refused, Violation):
                shown = TELLING.refusal(state, refused, LONG)
                told.add(refused.code)
                assert 0 < len(shown.title) <= TITLE, shown
                assert 0 < len(shown.detail) <= 125, shown
                assert "{" not in shown.title + shown.detail
    assert len(told) >= 15


@pytest.mark.parametrize(
    "setup",
    [
        Setup("cosmic_coasters", ("Ann",)),
        Setup("cosmic_coasters", ("Ann", "Benedikt"), first=7),
        Setup("cosmic_coasters", ("Ann", "Benedikt"), options={"combat": "swords"}),
        Setup("cosmic_coasters", ("Ann", "Benedikt"), components={"moons": []}),
    ],
)
def test_a_refused_set_up_is_told_before_there_is_a_state(setup: Setup):
    refused = RULES.start(setup)
    assert isinstance(refused, Violation)
    shown = TELLING.refusal(None, refused, setup.names)
    assert shown.title
    assert "{" not in shown.detail


def said(state: State, *commands: object) -> list[str]:
    lines = []
    for command in commands:
        events = RULES.decide(state, command)  # type: ignore[arg-type]
        assert not isinstance(events, Violation), events
        for before, event, after in fold(state, events):
            lines.append(TELLING.story(before, event, after, SHORT))
            state = after
    return [line for line in lines if line]


def battle(**options: str) -> State:
    """Benedikt, of Io without its power, is about to attack Ann's ship at the top of her moon."""
    return placed(2, {0: 0, 2: 0, 4: 0, 1: 1, 9: 1, 11: 1}, active=1, powers="off", **options)


def test_a_round_is_told_in_one_line():
    hands = (Throw(1, Hidden((1,), Sign.ROCK)), Throw(0, Hidden((0,), Sign.PAPER)))
    assert said(battle(), Move(1, 1, 0), *hands) == [
        "Benedikt attacks Ann on Ganymede’s top factory",
        "Benedikt attacked Ann: paper beats rock, no one moves",
    ]
    hands = (Throw(0, Hidden((0,), Sign.PAPER)), Throw(1, Hidden((1,), Sign.SCISSORS)))
    assert (
        said(battle(), Move(1, 1, 0), *hands)[-1]
        == "Benedikt attacked Ann: scissors beat paper, the ship moves in"
    )
    hands = (Throw(0, Hidden((0,), Sign.ROCK)), Throw(1, Hidden((1,), Sign.ROCK)))
    assert (
        said(battle(), Move(1, 1, 0), *hands)[-1] == "Benedikt attacked Ann: both rock, the defender is lost"
    )


def test_a_round_with_a_die_or_by_hand_is_told_likewise():
    assert (
        said(battle(combat="dice"), Move(1, 1, 0), Roll(1, 2))[-1]
        == "Benedikt attacked Ann: rolled a 2, no one moves"
    )
    assert said(battle(combat="result"), Move(1, 1, 0), Report(Verdict.DRAW))[-1] == (
        "Benedikt attacked Ann: a draw, the defender is lost"
    )


def test_a_move_a_build_and_a_flight_are_told():
    state = placed(2, {0: 0, 1: 0, 3: 0, 8: 0, 9: 1, 11: 1}, powers="off")
    assert said(state, Move(0, 8, 6)) == ["Ann moved on Ganymede: pad to left factory"]
    assert said(state, Build(0, 2)) == ["Ann built a ship on Ganymede’s right factory"]
    assert said(state, Teleport(0, 8, 10)) == ["Ann sent a ship to Callisto’s upper right point"]
    assert said(state, Teleport(0, 8, None)) == ["Ann sent a ship into nothingness"]


def test_the_way_home_and_the_end_are_told():
    state = placed(2, {0: 0, 2: 0, 10: 0, 12: 0, 17: 0, 9: 1, 11: 1}, powers="off")
    assert said(state, Teleport(0, 17, 1)) == [
        "Ann sent a ship to Ganymede’s upper right point",
        "Ann wins: a ship is home from an enemy pad",
    ]


def test_no_line_of_the_story_is_longer_than_the_screen_is_wide():
    for seed in range(4):
        for _, _, told in walk(4, 150, seed):
            for before, event, after in told:
                assert len(TELLING.story(before, event, after, LONG)) <= 80


def test_a_put_in_hand_is_not_told_before_the_reveal():
    state = entered(battle(), Move(1, 1, 0))
    lines = {tuple(said(state, Throw(1, Hidden((1,), sign)))) for sign in Sign}
    assert lines == {()}


def test_landing_on_ones_own_ship_has_to_be_confirmed():
    state = replace(
        placed(2, {0: 0, 1: 0, 3: 0, 8: 0, 10: 0, 9: 1, 11: 1}, powers="off"),
        pending=Landing(8, 1),
    )
    assert [step.id for step in TELLING.path(state, Land(0, 10), SHORT)] == ["space.10", "sure"]
    assert [step.id for step in TELLING.path(state, Land(0, 9), SHORT)] == ["space.9"]


def test_a_warned_ship_is_offered_its_ways_out_and_to_stay():
    state = replace(placed(2, {0: 0, 1: 0, 3: 0, 8: 0, 9: 1, 11: 1}), pending=Alarm(1, 8, 9))
    start = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT)
    assert start.lit == ("space.10", "space.16", "space.17", "stay")


def test_the_greyed_build_of_a_full_fleet_tells_why():
    state = placed(2, {0: 0, 1: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 9: 1, 11: 1})
    start = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT)
    greyed = [choice.step.label for choice in start.choices if choice.refused]
    assert greyed == ["Build"]
    command = start.tap("build").command or start.tap("build").tap("space.2").command
    refused = RULES.decide(state, command)
    assert isinstance(refused, Violation)
    assert TELLING.refusal(state, refused, SHORT).title == "No spare parts"


def test_a_chip_counts_ships_and_says_where_they_are():
    at_home = {0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}
    for ships, small in (
        (at_home, "all at home"),
        ({0: 0, 1: 0, 2: 0}, "3 home · 4 spare"),
        ({0: 0, 1: 0, 10: 0}, "2 home · 1 away"),
    ):
        chip = TELLING.chip(placed(2, {**ships, 9: 1, 11: 1}), 0)
        assert (chip.big, chip.small) == (str(len(ships)), small)
    assert TELLING.chip(begin(2), 0).small == "no moon yet"


def test_every_option_and_each_of_its_choices_has_words():
    for option in RULES.options:
        assert TELLING.option(option.key)
        for choice in option.choices:
            assert 0 < len(TELLING.option(option.key, choice)) <= LABEL


def test_scores_of_every_ending_are_told_in_words():
    endings = set()
    for seats in (2, 3, 4):
        for state in states(seats):
            over = RULES.outcome(state)
            if over is None:
                continue
            endings.add(over.reason)
            assert TELLING.say(over.reason, {}) != over.reason
            for standing in over.ranking:
                for line in standing.lines:
                    assert TELLING.line(line, SHORT) != line.label
    assert "last-survivor" in endings


@pytest.mark.parametrize("names", [SHORT[:2], SHORT[:3], SHORT])
def test_the_checklist_fits_the_number_of_players(names: tuple[str, ...]):
    steps = TELLING.checklist(Setup("cosmic_coasters", names))
    back = [step for step in steps if "box" in step]
    assert len(back) == (0 if len(names) == 4 else 1)
    assert all(step.endswith(".") and len(step) <= 90 for step in steps)


def test_every_symbol_of_a_step_is_an_icon_that_the_kiosk_has():
    kivymd = find_spec("kivymd")
    assert kivymd is not None
    assert kivymd.submodule_search_locations
    listed = (Path(kivymd.submodule_search_locations[0]) / "icon_definitions.py").read_text(encoding="utf-8")
    icons = set(re.findall(r'"([a-z0-9-]+)":', listed))
    used = set()
    for combat in ("hands", "result", "dice"):
        for state in states(3, combat):
            for ask in RULES.asks(state, HOST):
                for command in ask.options:  # type: ignore[union-attr]
                    used |= {step.symbol for step in TELLING.path(state, command, SHORT) if step.symbol}
    assert len(used) >= 12
    assert used <= icons
