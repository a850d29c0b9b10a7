"""Where a tile can be laid: all carts that face it slide, and none may meet a fault (BT3-BT6, BT10)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.rules.blast_track.board import (
    START,
    TURNS,
    Board,
    Carts,
    Cell,
    End,
    Fault,
    Laid,
    Plan,
    Slide,
    Spot,
    Way,
    Ways,
    ahead,
    first_fault,
    grid_of,
    loop_ways,
    neighbours,
    rails,
    slide,
    tunnel,
)
from companion.rules.blast_track.commands import Lay, UseSite
from companion.rules.blast_track.components import Rails
from companion.rules.blast_track.state import State
from companion.rules.contract import Seat


class ExitFault(NamedTuple):
    """Why an exit can't lie on a cell, before any slide (BT10); `sides` touch the board."""

    kind: str
    cell: Cell
    sides: int = 0
    other: Seat = -1


class Prospect:
    """All that one seat can lay on one board, found when it is asked for and then remembered."""

    def __init__(self, plan: Plan, board: Board, carts: tuple[Spot | None, ...], seat: Seat) -> None:
        self.plan = plan
        self.seat = seat
        self.grid = grid_of(plan, board)
        order = [(seat + step) % len(carts) for step in range(len(carts))]
        self._carts = [(other, spot) for other in order if (spot := carts[other]) is not None]
        self._aheads = {other: ahead(spot, plan.ends) for other, spot in self._carts}
        self.standing: Carts = {(spot.cell, spot.end): other for other, spot in self._carts}
        self.cell: Cell = self._aheads.get(seat, START)
        self._facing = self._facing_any((self.cell,))
        self._turns: dict[Rails, tuple[int, ...]] = {}
        self._rails: dict[tuple[End, ...], Fault | None] = {}
        self._tunnels: dict[tuple[Cell, tuple[End, ...]], Fault | None] = {}
        self._exit_cells: tuple[Cell, ...] | None = None
        self._lays: dict[str, tuple[Lay, ...]] = {}
        self._readings: dict[str, tuple[str, ...]] = {}
        self._sites: dict[str, tuple[UseSite, ...]] = {}

    def lays(self, tile: str) -> tuple[Lay, ...]:
        """Every legal way to lay a tile."""
        if tile not in self._lays:
            self._lays[tile] = tuple(self._found(tile))
        return self._lays[tile]

    def readings(self, tile: str) -> tuple[str, ...]:
        """How a camera names each of the ways to lay a tile: its turn, and where a Loop lies."""
        if tile not in self._readings:
            loop = self.plan.kinds[tile] == "symbol"
            self._readings[tile] = tuple(
                [
                    f"{lay.turn}@{lay.cell[0]},{lay.cell[1]}" if loop else str(lay.turn)
                    for lay in self.lays(tile)
                ]
            )
        return self._readings[tile]

    def sites(self, site: str) -> tuple[UseSite, ...]:
        """Every legal way to lay a construction site's entrance."""
        if site not in self._sites:
            turns = [turn for turn in TURNS if self.has_exit(site, turn)]
            self._sites[site] = tuple([UseSite(self.seat, site, turn) for turn in turns])
        return self._sites[site]

    def _found(self, tile: str) -> Iterator[Lay]:
        match self.plan.kinds[tile]:
            case "rail" | "slope":
                for turn in self._legal_turns(tile):
                    yield Lay(self.seat, tile, self.cell, turn)
            case "symbol":
                for cell, turn in self._loop_places():
                    if self.loop_fault(cell, turn) is None:
                        yield Lay(self.seat, tile, cell, turn)
            case "entrance":
                for turn in TURNS:
                    if self.has_exit(tile, turn):
                        yield Lay(self.seat, tile, self.cell, turn)
            case _:
                return

    def _legal_turns(self, tile: str) -> tuple[int, ...]:
        """The turns of a rail tile or slope; those with the same rails share them."""
        rails_of_tile = self.plan.tiles[tile].rails
        if rails_of_tile not in self._turns:
            legal = [turn for turn in TURNS if self.rail_fault(tile, turn) is None]
            self._turns[rails_of_tile] = tuple(legal)
        return self._turns[rails_of_tile]

    def rail_fault(self, tile: str, turn: int) -> Fault | None:
        """The first fault that a rail tile or slope leads to."""
        partners = self.plan.partners(tile, turn)
        if partners not in self._rails:
            way = Way(-1, rails(self.plan, tile, self.cell, turn))
            self._rails[partners] = self._fault({self.cell: way}, self._facing)
        return self._rails[partners]

    def loop_cells(self, cell: Cell, turn: int) -> tuple[Cell, ...]:
        """The cells that a Loop would cover."""
        return self.plan.cells(Laid(self.plan.loop, cell, turn))

    def loop_fault(self, cell: Cell, turn: int) -> Fault | None:
        """The first fault that a Loop with its first cell here leads to."""
        ways = loop_ways(self.plan, -1, cell, turn)
        return self._fault(ways, self._facing_any(tuple(ways)))

    def _loop_places(self) -> Iterator[tuple[Cell, int]]:
        """Wherever a Loop would cover the cell ahead and else only empty cells (BT36)."""
        for pose in self.plan.poses:
            if not pose.distinct:
                continue
            for dq, dr in pose.cells:
                cell = (self.cell[0] - dq, self.cell[1] - dr)
                if not any(self.grid.taken(covered) for covered in self.loop_cells(cell, pose.turn)):
                    yield cell, pose.turn

    def has_exit(self, entrance: str, turn: int) -> bool:
        """Whether an entrance turned so has any legal exit (BT11)."""
        return next(self.exits(entrance, turn), None) is not None

    def exits(self, entrance: str, turn: int) -> Iterator[tuple[Cell, int]]:
        """The cells and turns in which the exit of an entrance may lie."""
        if self._exit_cells is None:
            self._exit_cells = tuple(self._found_exit_cells())
        for cell in self._exit_cells:
            for exit_turn in TURNS:
                if self.tunnel_fault(entrance, turn, cell, exit_turn) is None:
                    yield cell, exit_turn

    def _found_exit_cells(self) -> Iterator[Cell]:
        beside = set(neighbours(self.cell))
        once = [cell for cell, sides in self.grid.open.items() if sides == 1 and cell not in beside]
        alone = [cell for cell in neighbours(self.cell) if cell not in self.grid.open]
        for cell in (*once, *alone):
            if self.exit_fault(cell) is None:
                yield cell

    def exit_fault(self, cell: Cell) -> ExitFault | None:
        """Why an exit can't lie on a cell, whatever its turn, with its entrance on the cell ahead (BT10)."""
        if self.grid.taken(cell) or cell == self.cell:
            return ExitFault("occupied", cell)
        sides = self.grid.open.get(cell, 0) + (self.cell in neighbours(cell))
        if sides != 1:
            return ExitFault("touches-more" if sides else "touches-nothing", cell, sides)
        if cell in self.grid.by_exits:
            return ExitFault("beside-exit", cell)
        for other, before in self._aheads.items():
            if before == cell:
                return ExitFault("ahead-of-cart", cell, other=other)
        return None

    def tunnel_fault(self, entrance: str, turn: int, cell: Cell, exit_turn: int) -> Fault | None:
        """The first fault of the slides through an entrance ahead and its exit on a cell."""
        key = (cell, self.plan.through(entrance, turn, exit_turn))
        if key not in self._tunnels:
            ways = self.tunnel_ways(entrance, turn, cell, exit_turn)
            self._tunnels[key] = self._fault(ways, self._facing)
        return self._tunnels[key]

    def tunnel_ways(self, entrance: str, turn: int, cell: Cell, exit_turn: int) -> Ways:
        """What an entrance ahead and its exit add to the board."""
        opens = Laid(entrance, self.cell, turn)
        leads_to = Laid(self.plan.exits[entrance], cell, exit_turn)
        number = len(self.grid.board)
        return {
            self.cell: Way(number, tunnel(self.plan, opens, leads_to)),
            cell: Way(number + 1, None),
        }

    def slides(self, ways: Ways) -> tuple[Slide, ...]:
        """The slides of all carts that face the new tile, the placer's first, then clockwise (BT45)."""
        ridden = [
            slide(self.grid, ways, self.standing, seat, spot) for seat, spot in self._facing_any(tuple(ways))
        ]
        return tuple([each for each in ridden if isinstance(each, Slide)])

    def _facing_any(self, cells: tuple[Cell, ...]) -> list[tuple[Seat, Spot]]:
        return [(other, spot) for other, spot in self._carts if self._aheads[other] in cells]

    def _fault(self, ways: Ways, moved: list[tuple[Seat, Spot]]) -> Fault | None:
        return first_fault(self.grid, ways, self.standing, moved)


@lru_cache(maxsize=32)
def _prospect(plan: Plan, board: Board, carts: tuple[Spot | None, ...], seat: Seat) -> Prospect:
    return Prospect(plan, board, carts, seat)


def prospect(state: State, seat: Seat | None = None) -> Prospect:
    """What a seat, else the active one, can lay now."""
    return _prospect(state.plan, state.board, state.carts, state.active if seat is None else seat)


def new_ways(state: State, tile: str, cell: Cell, turn: int) -> Ways:
    """What a tile that is not an entrance adds to the board."""
    plan, number = state.plan, len(state.board)
    if plan.kinds[tile] == "symbol":
        return loop_ways(plan, number, cell, turn)
    return {cell: Way(number, rails(plan, tile, cell, turn))}
