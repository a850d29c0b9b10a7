"""Coaster Element Cards: what an element does to a coaster's speed and excitement (CC5, CC10-CC15).

What a placement would do is shown by the same functions that do it.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.coaster_clash.components import Bound, Components, index, sick
from companion.rules.coaster_clash.state import (
    Coaster,
    Flipping,
    Laid,
    Place,
    State,
    Toggles,
    area_of_flip,
)
from companion.rules.contract import Seat

PERFECT: Final = 2
"""Excitement for playing an element at its perfect speed."""

VOMIT: Final = -2
"""Excitement for playing an element at a speed that makes guests sick."""


class Prospect(Struct, frozen=True):
    """What a card would do to the two coasters of its area; None where there is no coaster."""

    card: str
    area: int
    upper: Laid | None
    lower: Laid | None

    def at(self, place: Place) -> Laid | None:
        """What it would do at one of the two places."""
        return self.upper if place == "upper" else self.lower

    def fits(self, place: Place) -> bool:
        """Whether it may be placed there: the speed must not fall below 0, exactly 0 is allowed."""
        laid = self.at(place)
        return laid is not None and laid.after >= 0

    @property
    def forced(self) -> bool:
        """Whether it must be discarded, because it fits neither coaster (CC5)."""
        return not (self.fits("upper") or self.fits("lower"))


def prospect(state: State, seat: Seat, card: str = "") -> Prospect | None:
    """What a seat's flipped card would do, or another card in its place; None while no flip goes on."""
    card = card or state.players[seat].up or ""
    if not isinstance(state.stage, Flipping) or not card:
        return None
    number = area_of_flip(state, seat, state.stage.flip)
    area = state.areas[number]
    return Prospect(card, number, _laid_on(state, area.upper, card), _laid_on(state, area.lower, card))


def _laid_on(state: State, coaster: Coaster | None, card: str) -> Laid | None:
    if coaster is None:
        return None
    return laid(state.components, state.toggles, card, coaster.speed, coaster.excitement)


@lru_cache(maxsize=8192)
def laid(components: Components, toggles: Toggles, card: str, speed: int, excitement: int) -> Laid:
    """What an element does to a coaster at this speed and excitement; it fits if `after` is not below 0.

    Remembered, for the same is asked for each coaster at each look.
    """
    element, before = index(components).element[card], speed
    after = before + element.speed
    if components.speed_maximum is not None:
        after = min(after, max(before, components.speed_maximum))
    perfect = element.perfect == before
    vomit = makes_sick(toggles, element.vomit, before)
    net = element.excitement + (PERFECT if perfect else 0) + (VOMIT if vomit else 0)
    if toggles.floor == "zero":
        net = max(net, -excitement)
    return Laid(element.id, before, after, element.excitement, net, perfect, vomit)


def makes_sick(toggles: Toggles, vomit: tuple[Bound, ...], speed: int) -> bool:
    """Whether an element played at this speed makes the guests sick (CC12)."""
    return sick(in_force(toggles, vomit), speed)


def in_force(toggles: Toggles, vomit: tuple[Bound, ...]) -> tuple[Bound, ...]:
    """The vomit speeds as this table plays them: as printed, or each in both directions (CC12)."""
    if toggles.vomit == "printed-direction":
        return vomit
    values = [bound.value for bound in vomit]
    return (*[Bound("gt", value) for value in values], *[Bound("lt", value) for value in values if value])


def with_laid(coaster: Coaster, element: Laid) -> Coaster:
    """The coaster with an element at its right end."""
    return replace(
        coaster,
        speed=element.after,
        excitement=coaster.excitement + element.gained,
        row=(*coaster.row, element),
    )


def without_last(coaster: Coaster) -> Coaster:
    """The coaster without its last element; what that did to the tracks is undone."""
    last = coaster.row[-1]
    return replace(
        coaster,
        speed=coaster.speed + last.before - last.after,
        excitement=coaster.excitement - last.gained,
        row=coaster.row[:-1],
    )
