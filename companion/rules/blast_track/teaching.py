"""Teaching a box's own values as you play: this game's components change from there on."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.blast_track.commands import Command, TeachDrawn, TeachOpenings, TeachPlus
from companion.rules.blast_track.components import (
    DRAWN,
    FEWEST_TILES,
    Components,
    Tile,
    exits_of,
    provenance,
    tiles_of,
)
from companion.rules.blast_track.events import OpeningsTaught, PlusTaught, TileTaught
from companion.rules.blast_track.state import (
    Drawing,
    Exiting,
    Over,
    Refilling,
    SettingUp,
    State,
    unseen_tiles,
)
from companion.rules.contract import Amount, Ask, Pick

SECTION = "Components"


def asks(state: State) -> tuple[Ask[Command], ...]:
    """All that may be taught now."""
    found: list[Ask[Command]] = []
    drawn = tuple(drawn_lessons(state))
    if drawn:
        found.append(Pick("teach-drawn", None, drawn))
    for tile in plus_lessons(state):
        lesson = TeachPlus(tile.id, tile.plus)
        found.append(Amount("teach-plus", None, lesson, "plus", 0, most_plus(state, tile)))
    openings = tuple(openings_lessons(state))
    if openings:
        found.append(Pick("teach-openings", None, openings))
    return tuple(found)


def awaits_a_draw(state: State) -> bool:
    """Whether a tile of a pile is to be told."""
    match state.stage:
        case Refilling() | Drawing():
            return True
        case SettingUp():
            return None in state.market
        case _:
            return False


def drawn_lessons(state: State) -> Iterator[TeachDrawn]:
    """Every tile that no copy is left of, in place of a house copy of its kind that was not seen yet."""
    if not awaits_a_draw(state):
        return
    unseen = unseen_tiles(state)
    for tile in state.components.tiles:
        if tile.kind not in ("rail", "slope") or tile.id in unseen:
            continue
        for other in state.components.tiles:
            if other.kind == tile.kind and other.id in unseen and _replaceable(other):
                yield TeachDrawn(tile.id, other.id)


def _replaceable(tile: Tile) -> bool:
    return provenance(tile, "count") == "house" and tile.count > tile.plus


def plus_lessons(state: State) -> Iterator[Tile]:
    """The tiles whose + symbols stand at a house value, until the first pile is drawn from (BT31)."""
    if not isinstance(state.stage, SettingUp) or any(state.market):
        return
    for tile in state.components.tiles:
        if tile.kind in (*DRAWN, "site-entrance") and provenance(tile, "plus") == "house":
            yield tile


def most_plus(state: State, tile: Tile) -> int:
    """How many copies of a tile may show a + so that enough tiles are left."""
    without = sum(each.count - each.plus for each in state.components.tiles if each.kind in DRAWN)
    if tile.kind not in DRAWN:
        return tile.count
    return min(tile.count, tile.plus + without - FEWEST_TILES)


def openings_lessons(state: State) -> Iterator[TeachOpenings]:
    """Both directions of every entrance and exit that is not laid yet and stands at a house value (BT35)."""
    if isinstance(state.stage, Over):
        return
    laid = {each.tile for each in state.board}
    if isinstance(state.stage, Exiting):
        laid |= {state.stage.entrance, state.plan.exits[state.stage.entrance]}
    for tile in state.components.tiles:
        if tile.openings and tile.id not in laid and provenance(tile, "openings") == "house":
            yield TeachOpenings(tile.id, clockwise=True)
            yield TeachOpenings(tile.id, clockwise=False)


def taught(components: Components, event: TileTaught | PlusTaught | OpeningsTaught) -> Components:
    """The components after a lesson."""
    tiles = tiles_of(components)
    match event:
        case TileTaught(name, instead):
            one, two = tiles[name], tiles[instead]
            return _with(
                components,
                replace(one, count=one.count + 1, table=_entered(one, "count")),
                replace(two, count=two.count - 1),
            )
        case PlusTaught(name, plus):
            partner = _partner(components, name)
            changed = [tiles[name], *([tiles[partner]] if partner else [])]
            return _with(
                components,
                *(replace(tile, plus=plus, table=_entered(tile, "plus")) for tile in changed),
            )
        case OpeningsTaught(name, clockwise):
            tile = tiles[name]
            numbers = sorted(tile.openings)
            openings = tuple(numbers) if clockwise else (numbers[0], *reversed(numbers[1:]))
            return _with(components, replace(tile, openings=openings, table=_entered(tile, "openings")))


def _partner(components: Components, name: str) -> str:
    """The tile that goes out with another one's + (BT31)."""
    kinds = {tile.kind: tile.id for tile in components.tiles}
    if tiles_of(components)[name].kind == "symbol":
        return kinds["loop"]
    return exits_of(components).get(name, "")


def _entered(tile: Tile, field: str) -> tuple[str, ...]:
    return tile.table if field in tile.table else (*tile.table, field)


def _with(components: Components, *changed: Tile) -> Components:
    by_name = {tile.id: tile for tile in changed}
    return replace(components, tiles=tuple(by_name.get(tile.id, tile) for tile in components.tiles))
