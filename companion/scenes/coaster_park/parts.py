"""What lies before a seat beside its coasters, as a strip of tiles that wraps."""

from collections import Counter

from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import Placing, State, stage_of
from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.cards import Place
from companion.scenes.coaster_park.pieces import expert_tile, flow, hill_tile, open_secret, secret_back, slot
from companion.scenes.coaster_park.view import drawn_hill, storage
from companion.scenes.palette import SPACE
from companion.scenes.shapes import Box, Shape, Text
from companion.scenes.telling import Look

TILE = 60.0
HILL_WIDTH = 92.0
EXPERT_WIDTH = 84.0
SECRET_WIDTH = 64.0


def spot(look: Look, left: float, top: float, width: float, height: float, id_: str) -> Place:
    """A place that glows when it leads on, and is ringed when it was touched."""
    return Place(left, top, width, height, id_, id_ in look.lit, id_ in look.chosen)


Tile = tuple[str, tuple[str, int], float]
"""A tile's kind, what it shows and how often, and its width."""


def strip_width(tiles: tuple[Tile, ...]) -> float:
    """The width of these tiles in one row."""
    return sum(wide for _, _, wide in tiles) + SPACE * (len(tiles) - 1)


def strip_height(tiles: tuple[Tile, ...], width: float) -> float:
    """The height of a strip of these tiles in this width."""
    places = flow(0.0, width, [wide for _, _, wide in tiles], SPACE)
    return (1 + max((row for _, row in places), default=0)) * (TILE + SPACE) - SPACE


def strip(
    state: State, seat: Seat, look: Look, tiles: tuple[Tile, ...], left: float, top: float, width: float
) -> tuple[Shape, ...]:
    """Bought and stored hills, free places of the warehouse, experts face up and used, secret cards."""
    shapes: list[Shape] = []
    places = flow(left, width, [wide for _, _, wide in tiles], SPACE)
    for tile, (x, row) in zip(tiles, places, strict=True):
        shapes += _tile(state, look, tile, seat, x, top + row * (TILE + SPACE))
    return tuple(shapes)


def _tile(state: State, look: Look, tile: Tile, seat: Seat, left: float, top: float) -> tuple[Shape, ...]:
    kind, (name, count), wide = tile
    place = spot(look, left, top, wide, TILE, _id(seat, tile))
    match kind:
        case "bought":
            rim = Box((left, top), wide, TILE, 8.0, stroke="accent", stroke_width=2.0)
            return (*hill_tile(place, drawn_hill(state.components, name), fill="control"), rim)
        case "stored":
            return hill_tile(place, drawn_hill(state.components, name), count)
        case "free":
            return slot(place, "room for 1")
        case "secret":
            shown = index(state.components).bonus.get(name)
            return open_secret(place, shown.name) if shown else secret_back(place, "secret")
        case _:
            return expert_tile(place, name, count, used=kind == "used")


def tiles_of(state: State, seat: Seat, *, secrets: bool = False) -> tuple[Tile, ...]:
    """All that lies before a seat beside its coasters; secret cards only where they are wanted."""
    player = state.players[seat]
    experts = index(state.components).expert
    stage = stage_of(state)
    tiles: list[Tile] = []
    if isinstance(stage, Placing) and stage.seat == seat and stage.hill:
        tiles.append(("bought", (stage.hill, 1), HILL_WIDTH))
    tiles += [("stored", kept, HILL_WIDTH) for kept in Counter(player.warehouse).items()]
    free = storage(state, player) - len(player.warehouse)
    tiles += [("free", ("", 1), HILL_WIDTH)] if free > 0 else []
    tiles += [
        ("expert", hired, EXPERT_WIDTH) for hired in Counter(experts[card] for card in player.experts).items()
    ]
    tiles += [("used", gone, EXPERT_WIDTH) for gone in Counter(experts[card] for card in player.used).items()]
    if secrets:
        for number, secret in enumerate(player.secrets):
            wide = HILL_WIDTH if secret.shown else SECRET_WIDTH
            tiles.append(("secret", (secret.shown, number), wide))
    return tuple(tiles)


def tiles_that_matter(state: State, seat: Seat, look: Look) -> tuple[Tile, ...]:
    """Those tiles of a seat that lead on or were touched, and the hill that is being placed."""
    shown = {*look.lit, *look.chosen}
    return tuple(tile for tile in tiles_of(state, seat) if tile[0] == "bought" or _id(seat, tile) in shown)


def _id(seat: Seat, tile: Tile) -> str:
    kind, (name, count), _ = tile
    match kind:
        case "bought":
            return ids.bought(name)
        case "stored":
            return ids.stored(seat, name)
        case "free":
            return ids.warehouse(seat)
        case "expert":
            return ids.expert(seat, name)
        case "secret":
            return ids.secret(seat, count)
        case _:
            return ""


def house_notice(left: float, middle: float, width: float) -> Text:
    """The small reminder that flags and cards are ours, not those of the box on the table."""
    return Text((left + width, middle), "house values", 13.0, "faint", "end")
