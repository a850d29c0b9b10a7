"""The laws of conservation: every tile in one place, every cart at the end of its own path."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.blast_track.board import START, Cell, ahead, follow, neighbours
from companion.rules.blast_track.components import DRAWN, in_play
from companion.rules.blast_track.state import TOP, Exiting, Sliding, State, drawn_tiles, open_tiles


def audit(state: State) -> Iterator[str]:
    """Each law that is broken."""
    yield from _tiles(state)
    yield from _board(state)
    if not isinstance(state.stage, Sliding):
        yield from _carts(state)
    for seat, player in enumerate(state.players):
        for row in player.rows:
            if not 0 <= row.value <= TOP:
                yield f"a row of seat {seat} stands at {row.value}"


def _tiles(state: State) -> Iterator[str]:
    """As many tiles as came out of the box (BT31, BT48)."""
    drawn = drawn_tiles(state.components, state.seats)
    seen = {tile: count for tile, count in open_tiles(state).items() if tile in drawn}
    for tile, count in seen.items():
        if count > drawn[tile]:
            yield f"{count} tiles {tile} of {drawn[tile]} lie open"
    face_down = sum(pile.unseen for pile in state.piles)
    first = sum(player.first is not None or not player.dealt for player in state.players)
    if sum(seen.values()) + face_down + first != sum(drawn.values()):
        yield f"{sum(seen.values())} open, {face_down + first} face down, of {sum(drawn.values())} tiles"
    if any(pile.unseen < 0 for pile in state.piles):
        yield "a pile has less than no tiles"
    yellow = Counter(state.spare)
    yellow.update(laid.tile for laid in state.board if state.plan.kinds[laid.tile] not in DRAWN)
    if isinstance(state.stage, Exiting) and state.plan.kinds[state.stage.entrance] not in DRAWN:
        yellow[state.stage.entrance] += 1
    for tile, count in in_play(state.components, state.seats).items():
        if state.plan.kinds[tile] not in DRAWN and yellow[tile] != count:
            yield f"{yellow[tile]} yellow tiles {tile} of {count}"
    loops = sum(laid.tile == state.plan.loop for laid in state.board)
    if loops > state.discarded.count(state.plan.symbol):
        yield f"{loops} Loops for {state.discarded.count(state.plan.symbol)} discarded symbols"


def _board(state: State) -> Iterator[str]:
    """One tile a cell; pairs whole; no exit beside another (BT10, BT38)."""
    covered: Counter[Cell] = Counter([START])
    exits: set[Cell] = set()
    for laid in state.board:
        covered.update(state.plan.cells(laid))
        if laid.tile in state.plan.entrances:
            exits.add(laid.cell)
    for cell, tiles in covered.items():
        if tiles > 1:
            yield f"{tiles} tiles lie on {cell}"
    names = {laid.tile for laid in state.board}
    for entrance, leads_to in state.plan.exits.items():
        if (entrance in names) != (leads_to in names):
            yield f"only one of {entrance} and {leads_to} is on the board"
    for cell in exits:
        if any(near in exits for near in neighbours(cell)):
            yield f"the exit on {cell} touches another"


def _carts(state: State) -> Iterator[str]:
    """Each cart at the end of the path from its own starting point, before an empty cell (BT33)."""
    points = [player.point for player in state.players if player.point >= 0]
    if len(set(points)) != len(points):
        yield "two seats have one starting point"
    for seat, player in enumerate(state.players):
        if player.cart is None:
            continue
        if state.grid.taken(ahead(player.cart, state.plan.ends)):
            yield f"a tile lies ahead of the cart of seat {seat}"
        elif follow(state.grid, {}, {}, seat, state.plan.starts[player.point]) != player.cart:
            yield f"the cart of seat {seat} is not at the end of its path"
