"""All that may be entered now.

Commands are made once for each components and seat; an ask picks those that are legal.
"""

from functools import lru_cache
from itertools import permutations

from companion.rules.coaster_clash.commands import (
    AllAssigned,
    AllCommitted,
    AllKeep,
    Assign,
    Command,
    Commit,
    Count,
    DiscardElement,
    NameLayout,
    PlaceElement,
    Redraw,
    TurnUp,
)
from companion.rules.coaster_clash.components import Components, index
from companion.rules.coaster_clash.knowing import candidates
from companion.rules.coaster_clash.placing import fitting, prospect
from companion.rules.coaster_clash.scoring import to_count
from companion.rules.coaster_clash.state import (
    PLACES,
    Assigning,
    Committing,
    Counting,
    Flipping,
    Naming,
    Over,
    Place,
    Redrawing,
    Side,
    State,
    open_seats,
    sides_in_order,
    unnamed,
    unnamed_layouts,
)
from companion.rules.contract import Amount, Ask, Observe, Pick, Seat, Sensed, Viewer
from companion.rules.hidden import Hidden

Asks = tuple[Ask[Command], ...]

MOST_COUNTED = 99
"""The most excitement, up or down, that the table can count for one condition."""


def awaited(state: State, viewer: Viewer) -> Asks:
    """All that the players may enter, as this viewer sees it."""
    match state.stage:
        case Committing():
            return _commits(state, viewer)
        case Flipping():
            return _flips(state)
        case Redrawing():
            return (*[_redraw(seat) for seat in open_seats(state)], ALL_KEEP)
        case Assigning():
            return (*[_assign(state.components, seat) for seat in open_seats(state)], ALL_ASSIGNED)
        case Naming():
            owner, side = unnamed_layouts(state)[0]
            layouts = layouts_left(state)
            options = tuple([NameLayout(owner, side, layout) for layout in layouts])
            return (Observe("layout", None, Sensed.CARD, options, layouts, ("layouts",)),)
        case Counting():
            return tuple(
                [
                    Amount("count", None, Count(*condition, 0), "points", -MOST_COUNTED, MOST_COUNTED)
                    for condition in to_count(state)
                ]
            )
        case Over():
            return ()


def layouts_left(state: State) -> tuple[str, ...]:
    """The layouts that nobody has seen on the table."""
    seen = {coaster.layout for area in state.areas for coaster in (area.upper, area.lower) if coaster}
    return tuple([layout for layout in index(state.components).layouts if layout not in seen])


ALL_KEEP: Pick[Command] = Pick("all-keep", None, (AllKeep(),))
ALL_ASSIGNED: Pick[Command] = Pick("all-assigned", None, (AllAssigned(),))
ALL_COMMITTED: Pick[Command] = Pick("all-committed", None, (AllCommitted(),))


@lru_cache(maxsize=64)
def _assign(components: Components, seat: Seat) -> Pick[Command]:
    """Two layouts, or both unseen."""
    own = (seat,)
    pairs = permutations(index(components).layouts, 2)
    named = [Assign(seat, Hidden(own, left), Hidden(own, right)) for left, right in pairs]
    return Pick("assign", seat, (Assign(seat, Hidden(own), Hidden(own)), *named))


@lru_cache(maxsize=16)
def _redraw(seat: Seat) -> Pick[Command]:
    """Keep the hand or discard all of it."""
    return Pick("redraw", seat, tuple([Redraw(seat, Hidden((seat,), wish)) for wish in (False, True)]))


def _commits(state: State, viewer: Viewer) -> Asks:
    """The next card of each seat that has not put both down."""
    found: list[Ask[Command]] = []
    for seat in open_seats(state):
        down = state.players[seat].down
        own = down[0].value if down and seat == viewer.seat else None
        found.append(_commit(seat, sides_in_order(state.turn)[len(down)], candidates(state, seat), own))
    return (*found, ALL_COMMITTED)


@lru_cache(maxsize=512)
def _commit(seat: Seat, side: Side, cards: tuple[str, ...], but: str | None) -> Pick[Command]:
    """Any card that this seat can hold, or one unseen; not the one that its owner put down before."""
    own = (seat,)
    named = [Commit(seat, side, Hidden(own, card)) for card in cards if card != but]
    return Pick("commit", seat, (Commit(seat, side, Hidden(own)), *named))


def _flips(state: State) -> Asks:
    """The first card still to be named, and a place for each that is."""
    names = [_turn_up(seat, candidates(state, seat)) for seat in unnamed(state)[:1]]
    return (*names, *[_place(state, seat) for seat, player in enumerate(state.players) if player.up])


@lru_cache(maxsize=512)
def _turn_up(seat: Seat, cards: tuple[str, ...]) -> Observe[Command]:
    options = tuple([TurnUp(seat, card) for card in cards])
    return Observe("flip", seat, Sensed.CARD, options, cards, ("elements",))


def _place(state: State, seat: Seat) -> Pick[Command]:
    """The coasters that a seat's flipped card fits, or the discard; the other coasters are shown greyed."""
    found = prospect(state, seat)
    fits = fitting(found) if found else ()
    there = [place for place in PLACES if found and found.at(place) is not None]
    return _choice(seat, fits, tuple([place for place in there if place not in fits]))


@lru_cache(maxsize=128)
def _choice(seat: Seat, fits: tuple[Place, ...], unfit: tuple[Place, ...]) -> Pick[Command]:
    options: list[Command] = [PlaceElement(seat, place) for place in fits]
    greyed = tuple([PlaceElement(seat, place) for place in unfit])
    return Pick("place", seat, (*options, DiscardElement(seat)), greyed)
