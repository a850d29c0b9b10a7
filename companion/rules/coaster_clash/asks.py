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
from companion.rules.coaster_clash.placing import laid
from companion.rules.coaster_clash.scoring import to_count
from companion.rules.coaster_clash.state import (
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
    Toggles,
    area_of_flip,
    open_seats,
    sides_in_order,
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
            return _flips(state, state.stage)
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
        side = sides_in_order(state.turn)[len(down)]
        found.append(_commit(state.components, seat, side, candidates(state, seat), own))
    return (*found, ALL_COMMITTED)


@lru_cache(maxsize=512)
def _commit(
    components: Components, seat: Seat, side: Side, cards: tuple[str, ...], but: str | None
) -> Pick[Command]:
    """Any card that this seat can hold, or one unseen; not the one that its owner put down before."""
    every = _every_commit(components, seat, side)
    return Pick("commit", seat, (every[""], *[every[card] for card in cards if card != but]))


@lru_cache(maxsize=64)
def _every_commit(components: Components, seat: Seat, side: Side) -> dict[str, Command]:
    """A seat's commits of all cards to an area, and of one unseen."""
    named = {card: Commit(seat, side, Hidden((seat,), card)) for card in index(components).elements}
    return {"": Commit(seat, side, Hidden((seat,))), **named}


def _flips(state: State, stage: Flipping) -> Asks:
    """The first card still to be named, and for each that is the coasters it fits, or the discard."""
    found: list[Ask[Command]] = []
    first_unnamed = True
    for seat, player in enumerate(state.players):
        if player.up:
            area = state.areas[area_of_flip(state, seat, stage.flip)]
            upper, lower = area.upper, area.lower
            found.append(
                _place(
                    state.components,
                    state.toggles,
                    seat,
                    player.up,
                    (upper.speed, upper.excitement) if upper else None,
                    (lower.speed, lower.excitement) if lower else None,
                )
            )
        elif player.up == "" and first_unnamed:
            first_unnamed = False
            found.insert(0, _turn_up(state.components, seat, candidates(state, seat)))
    return tuple(found)


@lru_cache(maxsize=512)
def _turn_up(components: Components, seat: Seat, cards: tuple[str, ...]) -> Observe[Command]:
    """Any card that this seat can hold."""
    every = _every_turn_up(components, seat)
    options = tuple([every[card] for card in cards])
    return Observe("flip", seat, Sensed.CARD, options, cards, ("elements",))


@lru_cache(maxsize=32)
def _every_turn_up(components: Components, seat: Seat) -> dict[str, Command]:
    return {card: TurnUp(seat, card) for card in index(components).elements}


@lru_cache(maxsize=4096)
def _place(
    components: Components,
    toggles: Toggles,
    seat: Seat,
    card: str,
    upper: tuple[int, int] | None,
    lower: tuple[int, int] | None,
) -> Pick[Command]:
    """By the coasters' speeds and excitements, None for no coaster; one that does not fit is shown greyed."""
    options: list[Command] = []
    greyed: list[Command] = []
    places: tuple[tuple[Place, tuple[int, int] | None], ...] = (("upper", upper), ("lower", lower))
    for place, tracks in places:
        if tracks is not None:
            fits = laid(components, toggles, card, *tracks).after >= 0
            (options if fits else greyed).append(PlaceElement(seat, place))
    return Pick("place", seat, (*options, DiscardElement(seat)), tuple(greyed))
