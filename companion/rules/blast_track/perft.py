"""Counting sequences of placements through the rules: a check that any other set of rules can repeat.

The seats stand at the starting points in their order and take turns, the first seat first. In each turn the
seat lays one tile: any of the five rail tiles, a Loop or the first tunnel, in every legal cell and turn, a
tunnel with every legal cell and turn of its exit. Rail tiles never run out; there are as many Loops and
tunnels as in the box. Turns that look alike count each, but for a Loop in the same place.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.blast_track.commands import Lay, LayExit
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Laying, State
from companion.rules.contract import Setup, Violation

DEPTH = 1
"""Placements that are counted if nothing else is said."""


def perft(seats: int, depth: int) -> int:
    """The number of sequences of so many placements from the start."""
    return sequences(opening(seats), depth)


def opening(seats: int) -> State:
    """The empty board with all carts at their starting points, the first seat to lay."""
    begun = RULES.start(Setup(RULES.name, tuple(f"Seat {seat + 1}" for seat in range(seats))))
    if isinstance(begun, Violation):
        raise ValueError(f"{begun.code}: {begun.facts}")  # noqa: TRY004  # the set-up's values are at fault
    return to_lay(RULES.evolve(None, begun[0]), 0)


def to_lay(state: State, seat: int) -> State:
    """The same board, with a seat to lay any tile."""
    plan, laid = state.plan, {each.tile for each in state.board}
    tiles = [tile for tile, kind in plan.kinds.items() if kind == "rail"]
    if plan.loop in state.spare:
        tiles.append(plan.symbol)
    tunnels = [tile for tile in plan.exits if plan.kinds[tile] == "entrance"]
    tiles += [tile for tile in tunnels[:1] if tile not in laid]
    player = replace(state.players[seat], hand=tuple(tiles), first=None)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, active=seat, stage=Laying(), market=(None, None, None))


def sequences(state: State, depth: int) -> int:
    """The number of sequences of so many placements from any position in which a seat is to lay."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in placements(state))
    following = (state.active + 1) % state.seats
    return sum(sequences(to_lay(_after(state, *each), following), depth - 1) for each in placements(state))


def placements(state: State) -> Iterator[tuple[Lay] | tuple[Lay, LayExit]]:
    """Every way to lay a tile of the hand, with its exit where it has one."""
    ready = prospect(state)
    for tile in state.players[state.active].hand:
        for lay in ready.lays(tile):
            if state.plan.kinds[tile] == "entrance":
                for cell, turn in ready.exits(tile, lay.turn):
                    yield lay, LayExit(state.active, cell, turn)
            else:
                yield (lay,)


def _after(state: State, lay: Lay, leads_to: LayExit | None = None) -> State:
    """The board after a placement, every cart at the end of its path."""
    for command in (lay, leads_to):
        if command is None:
            continue
        events = RULES.decide(state, command)
        if isinstance(events, Violation):
            raise ValueError(f"{command} is refused: {events.code}")  # noqa: TRY004  # the command is at fault
        for event in events:
            state = RULES.evolve(state, event)
    return state
