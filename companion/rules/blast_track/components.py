"""The tiles, as printed: their rails, tunnel numbers and + symbols, and the footprint of the big Loop.

No rulebook prints these values. `components.toml` ships house values; a box's owner replaces them,
and each value says where it comes from.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

SIDES = 6
MOST_ENDS = 3
SEATS = range(2, 7)

FEWEST_TILES = 12
"""Drawn tiles that must be left without those with a +, so that all can play."""

FEW = 5
"""Fewer players than this leave the tiles with a + in the box."""

Kind = Literal["rail", "slope", "symbol", "loop", "entrance", "exit", "site-entrance", "site-exit"]
"""What a tile is; those with a purple back are drawn, the others lie face up beside the board."""

DRAWN: tuple[Kind, ...] = ("rail", "slope", "symbol", "entrance")
COUNTS: dict[Kind, int] = {
    "rail": 36, "slope": 8, "symbol": 4, "loop": 4, "entrance": 4, "exit": 4,
    "site-entrance": 2, "site-exit": 2,
}  # fmt: skip
DRAW_TILES = sum(COUNTS[kind] for kind in DRAWN)
EXIT_OF: dict[Kind, Kind] = {"entrance": "exit", "site-entrance": "site-exit"}

Provenance = Literal["rulebook", "house", "table"]

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Small = Annotated[int, Meta(ge=0, le=99)]
Place = Annotated[int, Meta(ge=-9, le=9)]
Rails = tuple[tuple[Small, Small], ...]


class Board(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """Rail ends a side, and the Starting Tile: each starting point's end and colour, clockwise (BT32)."""

    ends: Annotated[int, Meta(ge=1, le=MOST_ENDS)]
    points: tuple[Small, ...]
    colours: tuple[Name, ...]
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Tile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """A type of tile, of which `count` copies exist, `plus` of them with the + symbol (BT31).

    `rulebook` and `table` name the fields whose values come from there; the others are house values.
    """

    id: Id
    name: Name
    kind: Kind
    count: Small = 1
    plus: Small = 0
    rails: Rails = ()
    marked: tuple[Small, ...] = ()
    pair: str = ""
    openings: tuple[Small, ...] = ()
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Footprint(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """The shape of a big Loop: its cells, its outer ends by cell and end, and rails between them (BT36)."""

    id: Id
    cells: tuple[tuple[Place, Place], ...]
    ends: tuple[tuple[Small, Small], ...]
    rails: Rails
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Components(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """All that is printed in a box."""

    board: Board
    tiles: tuple[Tile, ...]
    loops: tuple[Footprint, ...]


TOWARDS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Where the neighbour over each side lies, clockwise from the top (BT32)."""


@lru_cache(maxsize=64)
def tiles_of(components: Components) -> dict[str, Tile]:
    """The types of tile by their ids."""
    return {tile.id: tile for tile in components.tiles}


@lru_cache(maxsize=64)
def exits_of(components: Components) -> dict[str, str]:
    """The exit that belongs to each entrance."""
    by_pair = {(tile.kind, tile.pair): tile.id for tile in components.tiles}
    return {
        tile.id: by_pair[EXIT_OF[tile.kind], tile.pair]
        for tile in components.tiles
        if tile.kind in EXIT_OF and (EXIT_OF[tile.kind], tile.pair) in by_pair
    }


@lru_cache(maxsize=64)
def in_play(components: Components, seats: int) -> dict[str, int]:
    """How many copies of each tile are played with: without those with a + by fewer than five (BT31)."""
    left_out = dict.fromkeys((tile.id for tile in components.tiles), 0)
    if seats < FEW:
        left_out = {tile.id: tile.plus for tile in components.tiles}
        for entrance, leads_to in exits_of(components).items():
            marked = max(left_out[entrance], left_out[leads_to])
            left_out[entrance] = left_out[leads_to] = marked
        loops = max((tile.plus for tile in components.tiles if tile.kind in ("symbol", "loop")), default=0)
        left_out |= {tile.id: loops for tile in components.tiles if tile.kind in ("symbol", "loop")}
    return {tile.id: tile.count - left_out[tile.id] for tile in components.tiles}


def provenance(entry: Board | Tile | Footprint, field: str) -> Provenance:
    """Where the value of a field comes from: the rulebook, the house set, or the table's own box."""
    if field in entry.table:
        return "table"
    return "rulebook" if field in entry.rulebook else "house"


def on_house_values(components: Components) -> bool:
    """Whether anything that the rules use still stands at a house value."""
    used: Iterable[tuple[Board | Tile | Footprint, tuple[str, ...]]] = (
        (components.board, ("ends", "points", "colours")),
        *((tile, _used(tile)) for tile in components.tiles),
        *((shape, ("cells", "ends", "rails")) for shape in components.loops[:1]),
    )
    return any(provenance(entry, field) == "house" for entry, fields in used for field in fields)


def _used(tile: Tile) -> tuple[str, ...]:
    match tile.kind:
        case "rail" | "slope":
            return ("count", "plus", "rails")
        case "symbol" | "loop":
            return ("count", "plus")
        case _:
            return ("count", "plus", "openings")


@cache
def house() -> Components:
    """The components that ship with the game."""
    return msgspec.toml.decode(Path(__file__).with_name("components.toml").read_bytes(), type=Components)


def plain(components: Components) -> dict[str, Any]:
    """The components as plain values, such as a components file holds."""
    values: dict[str, Any] = msgspec.to_builtins(components)
    return values


def complaints(components: Components) -> Iterator[str]:
    """What keeps these components from being played with, a line each that begins with the field."""
    yield from _board(components.board)
    ends = SIDES * components.board.ends
    seen: set[str] = set()
    for place, tile in enumerate(components.tiles):
        if tile.id in seen:
            yield f"tiles[{place}].id: an id of its own is expected, not {tile.id} again"
        seen.add(tile.id)
        yield from _tile(f"tiles[{place}]", tile, ends)
    yield from _counts(components)
    yield from _pairs(components)
    if tuple(shape.id for shape in components.loops) != ("three-cells", "one-cell"):
        yield "loops: the shapes three-cells and one-cell are expected, in this order"
    for place, shape in enumerate(components.loops):
        yield from _footprint(f"loops[{place}]", shape, components.board.ends)
    yield from _sources(components)


def _board(board: Board) -> Iterator[str]:
    ends = SIDES * board.ends
    if len(board.points) != SIDES or len(set(board.points)) != SIDES or max(board.points) >= ends:
        yield f"board.points: six different ends from 0 to {ends - 1} are expected"
    if len(board.colours) != SIDES or len(set(board.colours)) != SIDES:
        yield "board.colours: six different colours are expected"


def _tile(path: str, tile: Tile, ends: int) -> Iterator[str]:
    if tile.plus > tile.count:
        yield f"{path}.plus: at most the count is expected, {tile.count}"
    if tile.kind in ("rail", "slope"):
        if sorted(end for rail in tile.rails for end in rail) != list(range(ends)):
            yield f"{path}.rails: pairs are expected that join the ends 0 to {ends - 1}, each once"
    elif tile.rails:
        yield f"{path}.rails: only rail tiles and slopes have rails of their own"
    if tile.marked and (tile.kind != "slope" or max(tile.marked) >= len(tile.rails)):
        yield f"{path}.marked: rails of a slope are expected, counted from 0"
    if "entrance" in tile.kind or "exit" in tile.kind:
        if sorted(tile.openings) != list(range(1, ends + 1)):
            yield f"{path}.openings: the numbers 1 to {ends} are expected, each once"
        if tile.count != 1:
            yield f"{path}.count: 1 is expected, each pair is a type of its own"
    elif tile.openings or tile.pair:
        yield f"{path}.openings: only entrances and exits have openings and a pair"


def _counts(components: Components) -> Iterator[str]:
    for kind, wanted in COUNTS.items():
        have = sum(tile.count for tile in components.tiles if tile.kind == kind)
        if have != wanted:
            yield f"tiles: {wanted} tiles of kind {kind} are expected, not {have}"
    without_plus = sum(tile.count - tile.plus for tile in components.tiles if tile.kind in DRAWN)
    if without_plus < FEWEST_TILES:
        yield f"tiles: at least {FEWEST_TILES} purple tiles without a + are expected, not {without_plus}"
    for one in ("symbol", "loop"):
        if sum(tile.kind == one for tile in components.tiles) != 1:
            yield f"tiles: one type of kind {one} is expected"


def _pairs(components: Components) -> Iterator[str]:
    """Half a pair, or a + on the half that does not lead (BT31)."""
    plus = {(tile.kind, tile.pair): tile.plus for tile in components.tiles}
    pairs = Counter((tile.kind, tile.pair) for tile in components.tiles if tile.pair)
    for place, tile in enumerate(components.tiles):
        path = f"tiles[{place}]"
        if "entrance" in tile.kind or "exit" in tile.kind:
            other = _partner(tile.kind)
            if not tile.pair or pairs[tile.kind, tile.pair] > 1 or not pairs[other, tile.pair]:
                yield f"{path}.pair: one {tile.kind} and one {other} of each pair are expected"
            elif tile.kind == "exit" and tile.plus > plus["entrance", tile.pair]:
                yield f"{path}.plus: a + is expected on its entrance, too; half a pair can't be left out"
        elif tile.kind == "loop" and tile.plus > plus.get(("symbol", ""), 0):
            yield f"{path}.plus: as many + are expected on Loop Symbols; half a pair can't be left out"


def _partner(kind: Kind) -> Kind:
    back: dict[Kind, Kind] = {leads_to: entrance for entrance, leads_to in EXIT_OF.items()}
    return EXIT_OF.get(kind) or back[kind]


def _footprint(path: str, shape: Footprint, ends: int) -> Iterator[str]:
    cells = shape.cells
    if not cells or cells[0] != (0, 0) or len(set(cells)) != len(cells):
        yield f"{path}.cells: different cells are expected, the first one [0, 0]"
        return
    outer = {
        (number, side * ends + end)
        for number, (q, r) in enumerate(cells)
        for side, (dq, dr) in enumerate(TOWARDS)
        if (q + dq, r + dr) not in cells
        for end in range(ends)
    }
    if len(shape.ends) != len(outer) or set(shape.ends) != outer:
        yield f"{path}.ends: every outer end is expected once, by cell and end"
    if sorted(end for rail in shape.rails for end in rail) != list(range(len(shape.ends))):
        yield f"{path}.rails: pairs are expected that join all outer ends, each once"


def _sources(components: Components) -> Iterator[str]:
    tables: tuple[tuple[str, Board | Tile | Footprint], ...] = (
        ("board", components.board),
        *((f"tiles[{place}]", tile) for place, tile in enumerate(components.tiles)),
        *((f"loops[{place}]", shape) for place, shape in enumerate(components.loops)),
    )
    for path, entry in tables:
        for source, named in (("rulebook", entry.rulebook), ("table", entry.table)):
            for field in named:
                if field not in entry.__struct_fields__:
                    yield f"{path}.{source}: names of fields are expected, not {field}"
