"""From the rules' state to what is drawn: rides with their cards, and whose move is being looked at."""

from functools import lru_cache

from companion.rules.coaster_clash.components import Components, Element, index
from companion.rules.coaster_clash.placing import in_force
from companion.rules.coaster_clash.scoring import layout_bonuses, theme_bonuses
from companion.rules.coaster_clash.state import (
    PLACES,
    Assigning,
    Coaster,
    Flipping,
    Place,
    State,
    area_of_flip,
    coasters,
)
from companion.rules.contract import Seat
from companion.scenes.coaster_clash import ids
from companion.scenes.coaster_clash.outlook import outlook
from companion.scenes.coaster_clash.panel import Preview, Ride, Scales
from companion.scenes.coaster_clash.tracks import POINTS, SPEEDS
from companion.scenes.telling import Look


def ride(state: State, area: int, place: Place) -> Ride | None:
    """A coaster as it is drawn; None where a seat left before it laid its layout (CC38)."""
    found = state.areas[area].at(place)
    id_ = ids.coaster(area, place)
    if found is None:
        owner = area if place == "upper" else (area + 1) % len(state.players)
        gone = state.players[owner].left or not isinstance(state.stage, Assigning)
        return None if gone else Ride(id_, None, laid=state.players[owner].layouts is not None)
    if not found.layout:
        return Ride(id_, None, laid=True)
    return Ride(
        id_,
        index(state.components).layout[found.layout],
        _elements(state.components, tuple(laid.card for laid in found.row)),
        found.speed,
        found.excitement,
        _scores(state, found),
        theme_bonuses(state)[area, place].points if (area, place) in theme_bonuses(state) else 0,
    )


@lru_cache(maxsize=512)
def _elements(components: Components, cards: tuple[str, ...]) -> tuple[Element, ...]:
    where = index(components).element
    return tuple(where[card] for card in cards)


def _scores(state: State, coaster: Coaster) -> tuple[int, ...]:
    return layout_bonuses(state, coaster)


def rides(state: State, area: int) -> tuple[Ride | None, ...]:
    """Both coasters of an area, the upper one first."""
    return tuple(ride(state, area, place) for place in PLACES)


def scales(state: State) -> Scales:
    """Scales on which every coaster of the table finds room."""
    found = [coaster for _, _, coaster in coasters(state)]
    return Scales(
        max([SPEEDS, *(coaster.speed for coaster in found)]),
        max([POINTS, *(coaster.excitement + 9 for coaster in found)]),
    )


def mover(state: State, look: Look) -> Seat | None:
    """The seat whose flip is being entered, by the step that is taken for it."""
    for seat in range(len(state.players)):
        if ids.seat(seat) in look.chosen:
            return seat
    return None


def area_in_play(state: State, look: Look) -> int | None:
    """The area in which the card lies that is being entered or placed."""
    seat = mover(state, look)
    if seat is None or not isinstance(state.stage, Flipping):
        return None
    return area_of_flip(state, seat, state.stage.flip)


def card_up(state: State, seat: Seat | None) -> Element | None:
    """The card that a seat has turned up and not placed yet."""
    up = None if seat is None else state.players[seat].up
    return index(state.components).element.get(up) if up else None


def preview(state: State, seat: Seat | None, area: int, place: Place) -> Preview | None:
    """What the card that a seat turned up would do to a coaster of its area."""
    element = card_up(state, seat)
    seen = outlook(state, seat, place) if seat is not None else None
    coaster = state.areas[area].at(place)
    if element is None or seen is None or coaster is None or seen.area != area:
        return None
    vomit = in_force(state.toggles, element.vomit)
    return Preview(
        element, seen.fits, seen.speed, coaster.excitement + seen.gained, seen.perfect, seen.sick, vomit
    )


def chosen_theme(look: Look) -> str:
    """The theme that was touched on the way to a card."""
    return next((id_.removeprefix("theme.") for id_ in look.chosen if id_.startswith("theme.")), "")
