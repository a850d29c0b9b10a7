"""Coaster Park's table as a picture, page by page."""

from companion.rules.coaster_park.state import State
from companion.scenes.coaster_park.pages import park_page, pool_page, secrets_page
from companion.scenes.coaster_park.table import table_page
from companion.scenes.shapes import Scene
from companion.scenes.speaking import possessive
from companion.scenes.telling import Look

TABLE, POOL, SECRETS, PARK = "table", "pool", "secrets", "park:"


def pages(state: State, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The table, each seat's park, and the pool; `secrets` is drawn too, for a phone that is held to peek."""
    parks = ((f"{PARK}{seat}", f"{possessive(names[seat])} park") for seat in range(len(state.players)))
    return ((TABLE, "Table"), *parks, (POOL, "Pool and bank"))


def scene(state: State, look: Look) -> Scene:
    """One page in its area; an unknown page is the table."""
    if look.page.startswith(PARK):
        seat = int(look.page.removeprefix(PARK))
        shapes = park_page(state, look, seat)
    elif look.page == POOL:
        shapes = pool_page(state, look)
    elif look.page == SECRETS:
        shapes = secrets_page(state, look)
    else:
        shapes = table_page(state, look)
    return Scene(look.width, look.height, shapes)
