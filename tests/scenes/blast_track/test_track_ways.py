"""Every command can be reached by taps, no way is the start of another, and an ordinary turn is short."""

from itertools import pairwise
from typing import get_args

import pytest

from companion.rules.blast_track.commands import HOST_COMMANDS, Command, Lay, LayExit, Take, TurnUp
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Exiting, State
from companion.rules.contract import HOST, TABLE
from companion.scenes.blast_track.hexes import extent
from companion.scenes.blast_track.parts import ROOM, bearings, parts
from companion.scenes.blast_track.paths import exit_parts
from companion.scenes.blast_track.wording import TELLING
from companion.scenes.lettering import WIDEST, width
from companion.scenes.narrowing import narrow
from companion.scenes.shapes import Scene
from companion.scenes.telling import ART, Step
from companion.scenes.touching import bounds
from tests.scenes.blast_track.tables import SHORT, Asks, by_seat, commands_of, evening, moments

UNDER = (2, 45)
"""Seats and seed of an evening in which an extra tile fits nowhere."""


def inside(area: tuple[float, float, float, float], scene: Scene) -> bool:
    left, top, right, bottom = area
    return left >= -0.5 and top >= -0.5 and right <= scene.width + 0.5 and bottom <= scene.height + 0.5


def ways(state: State, asks: Asks) -> dict[tuple[str, ...], Command]:
    """Each command by the ids of its way, once they are found to be sound."""
    found: dict[tuple[str, ...], Command] = {}
    steps: dict[tuple[str, ...], Step] = {}
    for command in commands_of(asks):
        way = TELLING.path(state, command, SHORT)
        assert way, command
        touched = tuple(step.id for step in way)
        assert found.setdefault(touched, command) == command, touched
        for place, step in enumerate(way):
            assert step.label
            assert all(width(letter, WIDEST) < WIDEST for letter in step.label + step.detail), step
            assert steps.setdefault(touched[: place + 1], step) == step, "a shared step has one label"
    for one, following in pairwise(sorted(found)):
        assert following[: len(one)] != one, "no way is the start of another"
    return found


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_command_of_an_evening_has_a_way_of_its_own(seats: int):
    for step in evening(seats, seats)[::2]:
        for asks in by_seat(step.asks).values():
            ways(step.before, asks)


def test_every_rare_moment_has_ways_too():
    for seats in (2, 6):
        for state in moments(seats).values():
            for asks in by_seat(RULES.asks(state, TABLE)).values():
                ways(state, asks)


def test_every_command_of_the_host_has_a_way_of_its_own():
    reached: set[type] = set()
    states = [moments(3)["Laying"], moments(3)["SettingUp"]]
    states += [step.before for step in evening(3, 5)[::25]]
    states += [step.before for step in evening(6, 1) if type(step.before.stage).__name__ == "Refilling"][-4:]
    for state in states:
        reached |= {type(command) for command in ways(state, by_seat(RULES.asks(state, HOST))[None]).values()}
    missing = set(HOST_COMMANDS) - reached
    assert {kind.__name__ for kind in missing} <= {"TeachDrawn"}, "only where a house count ran out"


def test_the_evenings_reach_every_kind_of_command_that_players_enter():
    reached: set[type] = set()
    for seats in (2, 4, 6):
        for seed in range(8):
            reached |= {type(step.command) for step in evening(seats, seed)}
    reached |= {type(step.command) for step in evening(3, 1, (("colours", "chosen"),))}
    reached |= {type(step.command) for step in evening(*UNDER)}
    assert set(get_args(Command)) - reached - set(HOST_COMMANDS) == set()


def test_taps_lead_to_what_was_entered():
    for step in evening(4, 3)[::5]:
        asks = by_seat(step.asks)[step.command.seat]
        way = narrow(TELLING, step.before, asks, SHORT)
        for touched in way.route(step.command):
            way = way.tap(touched)
        assert way.command == step.command


def test_an_ordinary_turn_takes_five_touches():
    taken, told, laid = 0, 0, 0
    for step in evening(4, 4):
        kind = type(step.command)
        if kind not in (Take, TurnUp, Lay) or len(step.before.board) < 3:
            continue
        asks = by_seat(step.asks)[step.command.seat]
        touches = len(narrow(TELLING, step.before, asks, SHORT).route(step.command))
        if kind is Take:
            taken = max(taken, touches)
        elif kind is TurnUp:
            told = max(told, touches)
        elif step.command.tile in step.before.players[step.before.active].hand:  # type: ignore[union-attr]
            laid = max(laid, touches)
    assert (taken, told, laid) == (1, 1, 3)


def test_an_exit_takes_four_touches_at_most():
    for seats in (2, 6):
        state = moments(seats)["Exiting"]
        asks = by_seat(RULES.asks(state, TABLE))[state.active]
        start = narrow(TELLING, state, asks, SHORT)
        for command in commands_of(asks):
            assert isinstance(command, LayExit)
            assert len(start.route(command)) <= 4


def test_the_parts_of_a_large_board_hold_every_cell_once_and_fit_under_fingers():
    for seats in (2, 3, 4, 5, 6):
        state = moments(seats)["Exiting"]
        assert isinstance(state.stage, Exiting)
        divided = exit_parts(state)
        cells = [cell for part in divided for cell in part]
        assert len(cells) == len(set(cells))
        assert {
            command.cell for command in commands_of(RULES.asks(state, TABLE)) if isinstance(command, LayExit)
        } == set(cells)
        for part in divided:
            left, top, right, bottom = extent(part)
            assert right - left <= ROOM[0]
            assert bottom - top <= ROOM[1]


def test_parts_are_named_by_the_numbers_in_the_picture_and_by_where_they_lie():
    left, right = ((0, 0), (1, 0)), ((40, -20),)
    assert bearings((left, right)) == ("Left", "Right")
    assert bearings((right, left)) == ("Right", "Left")
    assert bearings((left,)) == ("In the middle",)
    assert bearings(()) == ()
    corners = (((0, 0),), ((40, -20),), ((0, 40),), ((40, 20),), ((20, 10),), ((20, -10),), ((20, 30),))
    assert bearings(corners) == (
        "Upper left", "Upper right", "Lower left", "Lower right", "In the middle", "At the top",
        "At the bottom",
    )  # fmt: skip
    state = moments(6)["Exiting"]
    labels = {
        way[0].label
        for command in commands_of(RULES.asks(state, TABLE))
        if isinstance(command, LayExit) and len(way := TELLING.path(state, command, SHORT)) > 3
    }
    assert len(labels) > 1
    assert {label.partition(":")[0] for label in labels} == {str(place + 1) for place in range(len(labels))}


def test_a_tile_that_is_chosen_is_drawn_on_its_button_within_its_square():
    drawn = set()
    for state in moments(3).values():
        for command in commands_of(RULES.asks(state, TABLE)):
            for step in TELLING.path(state, command, SHORT):
                if isinstance(command, Take):
                    assert step.art
                if step.art:
                    drawn.add(step.label)
                    scene = Scene(ART, ART, step.art)
                    assert all(inside(bounds(shape), scene) for shape in scene.shapes)
    assert len(drawn) > 5


def test_cells_that_lie_together_are_one_part_and_far_ones_are_not():
    assert parts([(0, 0), (1, 0), (2, -1)]) == (((0, 0), (1, 0), (2, -1)),)
    assert parts([(0, 0), (40, 0)]) == (((0, 0),), ((40, 0),))
    assert parts([]) == ()
