"""Counts of placements, beside a second set of rules that shares nothing with the first."""

import json
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli.rules import command
from companion.rules.blast_track.perft import perft, placements, sequences, to_lay
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Laying, playing
from tests.rules import laws
from tests.rules.blast_track import brute
from tests.rules.blast_track.brute import Park, cube

COUNTS = {2: (232, 13530), 3: (202, 12810), 4: (172, 10872), 5: (142, 8964), 6: (142, 8934)}
"""The sequences of one and of two placements."""


@pytest.mark.parametrize("seats", COUNTS)
def test_the_first_placements_are_counted_alike_by_both(seats):
    assert perft(seats, 1) == brute.count(Park(), list(range(seats)), 0, 1) == COUNTS[seats][0]


@pytest.mark.parametrize("seats", COUNTS)
def test_two_placements_are_counted_as_the_second_rules_did(seats):
    assert perft(seats, 2) == COUNTS[seats][1]


def test_two_placements_are_counted_alike_by_both():
    assert brute.count(Park(), list(range(6)), 0, 2) == COUNTS[6][1]


def as_park(state):
    """The board of a state in the second rules' words."""
    tiles = {laid.tile: laid for laid in state.board}
    park = Park()
    for laid in state.board:
        cell, picture = cube(laid.cell), laid.tile.partition("-")[2]
        if laid.tile == "loop":
            cells, links = brute.loop_links(cell, laid.turn)
            park = park.holding(*((part, ("tile", links, tuple(cells))) for part in cells))
        elif picture in brute.PICTURES:
            park = park.holding((cell, ("tile", brute.rail_links(cell, picture, laid.turn), (cell,))))
        elif laid.tile in PAIRS:
            leads_to = tiles[PAIRS[laid.tile]]
            opened = ("tunnel", laid.turn, cube(leads_to.cell), leads_to.turn)
            park = park.holding((cell, opened), (cube(leads_to.cell), ("exit",)))
    return park


PAIRS = {
    "tunnel-1": "exit-1", "tunnel-2": "exit-2", "tunnel-3": "exit-3", "tunnel-4": "exit-4",
    "rock-entrance": "rock-exit", "ground-entrance": "ground-exit",
}  # fmt: skip


def late_positions(seats, seed):
    """Positions of one random game in which somebody is to lay, from the fifth tile on."""
    state = laws.begin(RULES, laws.setup_of(RULES, seats))
    for moment in laws.walk(RULES, state, f"late {seats} {seed}", 300):
        if isinstance(moment.before.stage, Laying) and len(moment.before.board) >= 5:
            yield moment.before


def by_the_rules(state):
    for lay, *exits in placements(state):
        what = lay.tile.partition("-")[2] if lay.tile.startswith("rail") else lay.tile.partition("-")[0]
        leads_to = (cube(exits[0].cell), exits[0].turn) if exits else (None, None)
        yield (what, cube(lay.cell), lay.turn, *leads_to)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_on_grown_boards_both_find_the_same_placements(seats):
    dice = Random(seats)
    positions = [state for seed in range(4) for state in late_positions(seats, seed)]
    tunnels = loops = 0
    for position in dice.sample(positions, 10):
        state = to_lay(position, position.active)
        ours = list(by_the_rules(state))
        hand = state.players[state.active].hand
        theirs = [
            what
            for what, _ in brute.placements(
                as_park(state),
                list(playing(state)),
                state.active,
                brute.PICTURES,
                loops="loop-symbol" in hand,
                tunnel="tunnel-1" in hand,
            )
        ]
        assert len(ours) == len(set(ours))
        # A Loop that can be said in two turns may be named by the other one: compare what it covers.
        assert set(map(covered, ours)) == set(map(covered, theirs))
        tunnels += sum(what[0] == "tunnel" for what in ours)
        loops += sum(what[0] == "loop" for what in ours)
    assert tunnels + loops


def covered(what):
    """A Loop by its cells and rails, everything else by its own name."""
    name, cell, turn, *rest = what
    if name != "loop":
        return what
    cells, links = brute.loop_links(cell, turn)
    return ("loop", frozenset(cells), frozenset(map(frozenset, links)), *rest)


def test_a_cart_that_the_host_took_off_is_in_nobodys_way_in_either():
    state = next(late_positions(3, 9))
    gone = (state.active + 1) % 3
    players = list(state.players)
    players[gone] = replace(players[gone], cart=None, left=True)
    state = to_lay(replace(state, players=tuple(players)), state.active)
    theirs = brute.placements(
        as_park(state), list(playing(state)), state.active, brute.PICTURES, loops=False, tunnel=False
    )
    ours = [what for what in by_the_rules(state) if what[0] in brute.PICTURES]
    assert set(ours) == {what for what, _ in theirs}


def test_carts_come_to_where_a_ride_over_the_whole_board_ends():
    for position in late_positions(5, 1):
        park = as_park(position)
        for seat in range(5):
            assert park.end(seat) == cube(prospect(position, seat).cell)


def test_the_command_counts_the_sequences():
    printed = CliRunner().invoke(command, ["perft", "blast_track", "--seats", "6", "--json"])
    assert json.loads(printed.output) == {"game": "blast_track", "seats": 6, "depth": 1, "sequences": 142}


def test_no_placement_is_one_sequence_of_nothing():
    assert perft(2, 0) == sequences(to_lay(next(late_positions(2, 1)), 0), 0) == 1
