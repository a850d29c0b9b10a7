"""The laws of conservation: every tile in one place, every cart at the end of its own path."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from companion.rules.blast_track.board import START, Board, Cell, Plan, ahead, follow, neighbours
from companion.rules.blast_track.components import DRAWN, in_play
from companion.rules.blast_track.state import TOP, Exiting, Sliding, State, drawn_tiles, open_tiles


def audit(state: State) -> Iterator[str]:
    """Each law that is broken."""
    yield from _drawn(state)
    yield from _yellow(state)
    yield from _board(state.plan, state.board)
    if not isinstance(state.stage, Sliding):
        yield from _carts(state)
    for seat, player in enumerate(state.players):
        for row in player.rows:
            if not 0 <= row.value <= TOP:
                yield f"a row of seat {seat} stands at {row.value}"


def _drawn(state: State) -> Iterator[str]:
    """As many purple tiles as came out of the box (BT31, BT48)."""
    drawn = drawn_tiles(state.components, state.seats)
    seen = open_tiles(state)
    for tile, count in drawn.items():
        if seen.get(tile, 0) > count:
            yield f"{seen[tile]} tiles {tile} of {count} lie open"
    lie_open = sum([seen.get(tile, 0) for tile in drawn])
    face_down = sum([pile.unseen for pile in state.piles])
    first = sum([player.first is not None or not player.dealt for player in state.players])
    if lie_open + face_down + first != sum(drawn.values()):
        yield f"{lie_open} open, {face_down + first} face down, of {sum(drawn.values())} tiles"
    if min([pile.unseen for pile in state.piles]) < 0:
        yield "a pile has less than no tiles"


def _yellow(state: State) -> Iterator[str]:
    """As many face-up tiles, on the board or beside it; a Loop for each discarded symbol at most (BT17)."""
    plan = state.plan
    yellow = [*state.spare, *[laid.tile for laid in state.board]]
    if isinstance(state.stage, Exiting):
        yellow.append(state.stage.entrance)
    lie = Counter(yellow)
    for tile, count in in_play(state.components, state.seats).items():
        if plan.kinds[tile] not in DRAWN and lie[tile] != count:
            yield f"{lie[tile]} yellow tiles {tile} of {count}"
    loops = lie[plan.loop] - state.spare.count(plan.loop)
    if loops > state.discarded.count(plan.symbol):
        yield f"{loops} Loops for {state.discarded.count(plan.symbol)} discarded symbols"


@lru_cache(maxsize=16)
def _board(plan: Plan, board: Board) -> tuple[str, ...]:
    """One tile a cell; pairs whole; no exit beside another (BT10, BT38)."""
    covered = Counter([START, *[cell for laid in board for cell in plan.cells(laid)]])
    exits: set[Cell] = {laid.cell for laid in board if laid.tile in plan.entrances}
    names = {laid.tile for laid in board}
    return (
        *[f"{tiles} tiles lie on {cell}" for cell, tiles in covered.items() if tiles > 1],
        *[
            f"only one of {entrance} and {leads_to} is on the board"
            for entrance, leads_to in plan.exits.items()
            if (entrance in names) != (leads_to in names)
        ],
        *[f"the exit on {cell} touches another" for cell in exits if exits.intersection(neighbours(cell))],
    )


def _carts(state: State) -> Iterator[str]:
    """Each cart at the end of the path from its own starting point, before an empty cell (BT33)."""
    plan, grid = state.plan, state.grid
    points = [player.point for player in state.players if player.point >= 0]
    if len(set(points)) != len(points):
        yield "two seats have one starting point"
    for seat, player in enumerate(state.players):
        if player.cart is None:
            continue
        if grid.taken(ahead(player.cart, plan.ends)):
            yield f"a tile lies ahead of the cart of seat {seat}"
        elif follow(grid, {}, {}, seat, plan.starts[player.point]) != player.cart:
            yield f"the cart of seat {seat} is not at the end of its path"
