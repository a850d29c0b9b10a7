"""The board's geometry: cells and ends, tiles and where their rails lead, and how far a cart slides.

Hexagons stand on axial coordinates (q, r), the Starting Tile at (0, 0). Sides are counted 0 to 5
clockwise, side 0 towards (0, -1); side k meets side k+3 (BT32). A side has one rail end or more, counted
clockwise: end e lies on side e // ends. A turn is a step of one side clockwise.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from companion.rules.blast_track.components import (
    SIDES,
    TOWARDS,
    Components,
    Footprint,
    Kind,
    Tile,
    exits_of,
    tiles_of,
)
from companion.rules.contract import Seat

Cell = tuple[int, int]
"""A hexagon of the board, as (q, r)."""

End = int
"""A rail end of a cell, counted clockwise."""

START: Cell = (0, 0)
"""Where the Starting Tile lies."""

TURNS = range(SIDES)


class Spot(Struct, frozen=True, cache_hash=True):
    """An end of a cell; a cart stands at one and faces outwards, towards the cell ahead."""

    cell: Cell
    end: End


class Laid(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A tile on the board; a Loop lies with its first cell on `cell`."""

    tile: str
    cell: Cell
    turn: int = 0


Board = tuple[Laid, ...]
"""The tiles on the board without the Starting Tile, in the order in which they were laid."""


class Passage(Struct, frozen=True, omit_defaults=True):
    """A ride over one tile: the board's tile of this number, where the cart came in and went out."""

    tile: int
    enters: Spot
    leaves: Spot


class Slide(Struct, frozen=True, omit_defaults=True):
    """One cart's way to the end of its path."""

    seat: Seat
    passages: tuple[Passage, ...]
    to: Spot


class Fault(Struct, frozen=True):
    """Why a slide is illegal: this cart would come to the start, another cart or an exit (BT4-BT6)."""

    seat: Seat
    kind: str
    cell: Cell
    end: End
    other: Seat = -1


def neighbour(cell: Cell, side: int) -> Cell:
    """The cell over a side."""
    dq, dr = TOWARDS[side]
    return (cell[0] + dq, cell[1] + dr)


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The six cells around, clockwise from side 0."""
    q, r = cell
    for dq, dr in TOWARDS:
        yield (q + dq, r + dr)


def rotated(cell: Cell, turn: int) -> Cell:
    """The cell's place after so many turns around (0, 0)."""
    q, r = cell
    for _ in range(turn % SIDES):
        q, r = -r, q + r
    return (q, r)


def ahead(spot: Spot, ends: int = 1) -> Cell:
    """The cell that lies over the side of a spot."""
    return neighbour(spot.cell, spot.end // ends)


def facing(end: End, ends: int = 1) -> End:
    """The end that an end meets over its side."""
    return (end // ends + 3) % SIDES * ends + ends - 1 - end % ends


class Pose(NamedTuple):
    """A Loop's footprint in one turn: its cells from the first one's place on, and where its ends lead.

    `distinct` is false where a smaller turn covers the same cells with the same rails.
    """

    turn: int
    cells: tuple[Cell, ...]
    leads: tuple[dict[End, tuple[int, End]], ...]
    distinct: bool = True

    def joins(self) -> frozenset[tuple[Cell, End, Cell, End]]:
        """Every rail from end to end, wherever the footprint lies."""
        q, r = min(self.cells)
        near = [(one - q, two - r) for one, two in self.cells]
        return frozenset(
            (near[cell], end, near[to], out)
            for cell, leads in enumerate(self.leads)
            for end, (to, out) in leads.items()
        )


class Plan:
    """All that the components say about the ways over the board, made ready once."""

    def __init__(self, components: Components, shape: str) -> None:
        self.components = components
        self.ends = components.board.ends
        self.all_ends = SIDES * self.ends
        self.tiles: dict[str, Tile] = tiles_of(components)
        self.exits: dict[str, str] = exits_of(components)
        self.entrances: dict[str, str] = {exit_: entrance for entrance, exit_ in self.exits.items()}
        self.kinds: dict[str, Kind] = {name: tile.kind for name, tile in self.tiles.items()}
        footprint = next(each for each in components.loops if each.id == shape)
        self.poses: tuple[Pose, ...] = self._poses(footprint)
        self.loop: str = next(tile.id for tile in components.tiles if tile.kind == "loop")
        self.symbol: str = next(tile.id for tile in components.tiles if tile.kind == "symbol")
        self.starts: tuple[Spot, ...] = tuple(Spot(START, end) for end in components.board.points)
        self.meets = tuple(
            (*TOWARDS[end // self.ends], facing(end, self.ends)) for end in range(self.all_ends)
        )
        self._through = {
            (entrance, turn, exit_turn): tuple(
                self.opening(leads_to, exit_turn, self.number(entrance, turn, end))
                for end in range(self.all_ends)
            )
            for entrance, leads_to in self.exits.items()
            for turn in TURNS
            for exit_turn in TURNS
        }
        self._partners = {
            (name, turn): self._partners_of(tile, turn)
            for name, tile in self.tiles.items()
            if tile.rails
            for turn in TURNS
        }

    def partners(self, tile: str, turn: int) -> tuple[End, ...]:
        """For each end of a turned rail tile or slope, the end that a rail joins it with."""
        return self._partners[tile, turn]

    def number(self, tile: str, turn: int, end: End) -> int:
        """The number of the opening at this end of a turned entrance or exit (BT35)."""
        return self.tiles[tile].openings[(end - turn * self.ends) % self.all_ends]

    def opening(self, tile: str, turn: int, number: int) -> End:
        """The end at which a turned entrance or exit has the opening of this number (BT35)."""
        return (self.tiles[tile].openings.index(number) + turn * self.ends) % self.all_ends

    def through(self, entrance: str, turn: int, exit_turn: int) -> tuple[End, ...]:
        """For each end of a turned entrance, the end of its turned exit with the same number (BT12)."""
        return self._through[entrance, turn, exit_turn]

    def over(self, cell: Cell, end: End) -> tuple[Cell, End]:
        """The cell and end on the other side of an end."""
        dq, dr, end = self.meets[end]
        return (cell[0] + dq, cell[1] + dr), end

    def cells(self, laid: Laid) -> tuple[Cell, ...]:
        """The cells that a tile covers."""
        if laid.tile != self.loop:
            return (laid.cell,)
        q, r = laid.cell
        return tuple([(q + dq, r + dr) for dq, dr in self.poses[laid.turn].cells])

    def rail(self, tile: str, turn: int, end: End) -> int:
        """Which of its rails, counted from 0, a turned tile has at this end."""
        plain = (end - turn * self.ends) % self.all_ends
        return next(number for number, rail in enumerate(self.tiles[tile].rails) if plain in rail)

    def _partners_of(self, tile: Tile, turn: int) -> tuple[End, ...]:
        found = [0] * self.all_ends
        for rail in tile.rails:
            one, two = ((end + turn * self.ends) % self.all_ends for end in rail)
            found[one], found[two] = two, one
        return tuple(found)

    def _poses(self, shape: Footprint) -> tuple[Pose, ...]:
        found: list[Pose] = []
        for turn in TURNS:
            pose = self._pose(shape, turn)
            same = any(pose.joins() == other.joins() for other in found)
            found.append(pose._replace(distinct=not same))
        return tuple(found)

    def _pose(self, shape: Footprint, turn: int) -> Pose:
        leads: tuple[dict[End, tuple[int, End]], ...] = tuple({} for _ in shape.cells)
        for one, two in shape.rails:
            for start, goal in ((one, two), (two, one)):
                cell, end = shape.ends[start]
                to, out = shape.ends[goal]
                leads[cell][self._turned(end, turn)] = (to, self._turned(out, turn))
        return Pose(turn, tuple(rotated(cell, turn) for cell in shape.cells), leads)

    def _turned(self, end: End, turn: int) -> End:
        return (end + turn * self.ends) % self.all_ends


@lru_cache(maxsize=64)
def plan_of(components: Components, shape: str) -> Plan:
    """The plan of these components, made once."""
    return Plan(components, shape)


class Way(NamedTuple):
    """What lies on a cell: the number of its tile on the board, and where each end leads.

    `leads` is None for an exit, which nobody may slide into.
    """

    number: int
    leads: Mapping[End, tuple[Cell, End]] | None


Ways = dict[Cell, Way]


class Grid:
    """A board with all that can be asked of it, made from the board before its last tile.

    `open` are the empty cells that touch the board, and with how many sides; `by_exits` the cells beside
    exits of any kind.
    """

    def __init__(self, plan: Plan, board: Board, before: "Grid | None") -> None:
        self.plan = plan
        self.board = board
        self.ways: Ways = dict(before.ways) if before else {}
        self.open: dict[Cell, int] = dict(before.open) if before else dict.fromkeys(neighbours(START), 1)
        self.by_exits: frozenset[Cell] = before.by_exits if before else frozenset()
        if board:
            self._lay(len(board) - 1, board[-1])

    def taken(self, cell: Cell) -> bool:
        """Whether anything lies on a cell."""
        return cell in self.ways or cell == START

    def _lay(self, number: int, laid: Laid) -> None:
        plan, kind = self.plan, self.plan.kinds[laid.tile]
        if kind in ("exit", "site-exit"):
            self._cover({laid.cell: Way(number, None)})
            self.by_exits = self.by_exits.union(neighbours(laid.cell))
            entrance = plan.entrances[laid.tile]
            for place, other in enumerate(self.board):
                if other.tile == entrance:
                    self.ways[other.cell] = Way(place, tunnel(plan, other, laid))
        elif kind == "loop":
            self._cover(loop_ways(plan, number, laid.cell, laid.turn))
        elif kind in ("rail", "slope"):
            self._cover({laid.cell: Way(number, rails(plan, laid.tile, laid.cell, laid.turn))})
        else:
            self._cover({laid.cell: Way(number, None)})

    def _cover(self, ways: Ways) -> None:
        self.ways.update(ways)
        for cell in ways:
            self.open.pop(cell, None)
        for cell in ways:
            for near in neighbours(cell):
                if not self.taken(near):
                    self.open[near] = self.open.get(near, 0) + 1


@lru_cache(maxsize=512)
def grid_of(plan: Plan, board: Board) -> Grid:
    """The grid of a board, made once."""
    return Grid(plan, board, grid_of(plan, board[:-1]) if board else None)


@lru_cache(maxsize=4096)
def rails(plan: Plan, tile: str, cell: Cell, turn: int) -> dict[End, tuple[Cell, End]]:
    """Where the ends of a rail tile or slope lead: to other ends of its own cell."""
    return {end: (cell, other) for end, other in enumerate(plan.partners(tile, turn))}


def tunnel(plan: Plan, entrance: Laid, leads_to: Laid) -> dict[End, tuple[Cell, End]]:
    """Where the openings of an entrance lead: to those of the same numbers of its exit (BT12, BT35)."""
    ends = plan.through(entrance.tile, entrance.turn, leads_to.turn)
    return {end: (leads_to.cell, out) for end, out in enumerate(ends)}


@lru_cache(maxsize=4096)
def loop_ways(plan: Plan, number: int, cell: Cell, turn: int) -> Ways:
    """The ways of a Loop's cells."""
    pose = plan.poses[turn]
    cells = [(cell[0] + dq, cell[1] + dr) for dq, dr in pose.cells]
    return {
        here: Way(number, {end: (cells[to], out) for end, (to, out) in leads.items()})
        for here, leads in zip(cells, pose.leads, strict=True)
    }


Carts = Mapping[tuple[Cell, End], Seat]
"""Whose cart stands at which end, before anything moves."""


def follow(
    grid: Grid, laid: Ways, carts: Carts, seat: Seat, spot: Spot, ridden: list[Passage] | None = None
) -> Spot | Fault:
    """Where a cart comes to over the board with `laid` on it, or why it must not; linear in the path (BT34).

    What it rides over is added to `ridden`.
    """
    ways, meets = grid.ways, grid.plan.meets
    here, out = spot.cell, spot.end
    while True:
        dq, dr, end = meets[out]
        cell = (here[0] + dq, here[1] + dr)
        if (cell, end) in carts:
            return Fault(seat, "collision", cell, end, carts[cell, end])
        if cell == START:
            return Fault(seat, "start", cell, end)
        way = laid.get(cell) or ways.get(cell)
        if way is None:
            return Spot(here, out)
        if way.leads is None:
            return Fault(seat, "exit", cell, end)
        here, out = way.leads[end]
        if ridden is not None:
            ridden.append(Passage(way.number, Spot(cell, end), Spot(here, out)))


def slide(grid: Grid, laid: Ways, carts: Carts, seat: Seat, spot: Spot) -> Slide | Fault:
    """One cart's whole slide, or the fault that it meets."""
    ridden: list[Passage] = []
    to = follow(grid, laid, carts, seat, spot, ridden)
    return to if isinstance(to, Fault) else Slide(seat, tuple(ridden), to)


def first_fault(grid: Grid, laid: Ways, carts: Carts, moved: Iterable[tuple[Seat, Spot]]) -> Fault | None:
    """The first fault that the slides of these carts meet, in this order (BT45); None where all are legal."""
    for seat, spot in moved:
        to = follow(grid, laid, carts, seat, spot)
        if isinstance(to, Fault):
            return to
    return None


def route(grid: Grid, spot: Spot) -> tuple[Passage, ...]:
    """The whole way over the board from a starting point (BT28)."""
    ridden: list[Passage] = []
    follow(grid, {}, {}, 0, spot, ridden)
    return tuple(ridden)
