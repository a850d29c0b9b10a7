"""Coaster Clash's table as a picture, page by page."""

from msgspec.structs import replace

from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import State
from companion.scenes.coaster_clash import ids
from companion.scenes.coaster_clash.area_page import area_page
from companion.scenes.coaster_clash.catalogue import elements_page, layouts_page
from companion.scenes.coaster_clash.secrecy import STRIP, held, secrets_page, secrets_strip
from companion.scenes.coaster_clash.table_page import table_page
from companion.scenes.coaster_clash.view import area_in_play, chosen_theme, mover
from companion.scenes.coaster_clash.words import area_name
from companion.scenes.marks import Shapes
from companion.scenes.shapes import Scene
from companion.scenes.telling import Look

NOW, RING, AREA = "now", "ring", "area:"


def pages(state: State, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What is being done now, the whole ring, and each area in large."""
    areas = ((f"{AREA}{area}", area_name(state, area, names)) for area in range(len(state.areas)))
    return ((NOW, "Now"), (RING, "The ring"), *areas)


def scene(state: State, look: Look) -> Scene:
    """One page in its area; an unknown page is what is being done now."""
    cards = held(state, look.viewer)
    if not cards:
        shapes = _page(state, look)
    elif _idle(state, look):
        shapes = secrets_page(state, look, cards)
    else:
        shorter = replace(look, height=look.height - STRIP)
        shapes = (*_page(state, shorter), *secrets_strip(state, look, cards))
    return Scene(look.width, look.height, shapes)


def _idle(state: State, look: Look) -> bool:
    """Whether the page would show the whole table only because nothing is chosen just now."""
    other = look.page == RING or look.page.startswith(AREA)
    return not other and mover(state, look) is None and not chosen_theme(look) and not _layouts(state, look)


def _layouts(state: State, look: Look) -> tuple[str, ...]:
    """The layouts that can be chosen, and those that were."""
    shown = frozenset((*look.lit, *look.chosen))
    return tuple(card for card in index(state.components).layouts if ids.layout(card) in shown)


def _page(state: State, look: Look) -> Shapes:
    if look.page == RING:
        return table_page(state, look)
    if look.page.startswith(AREA):
        area = int(look.page.removeprefix(AREA))
        at_work = mover(state, look) if area == area_in_play(state, look) else None
        return area_page(state, look, area, at_work)
    theme = chosen_theme(look)
    if theme:
        return elements_page(state, look, theme)
    layouts = _layouts(state, look)
    if layouts:
        return layouts_page(state, look, layouts)
    here = area_in_play(state, look)
    return table_page(state, look) if here is None else area_page(state, look, here, mover(state, look))
