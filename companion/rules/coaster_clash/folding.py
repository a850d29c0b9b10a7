"""The state after an event: total, and never judging."""

from bisect import insort
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.coaster_clash import events as c
from companion.rules.coaster_clash.components import Layout, index
from companion.rules.coaster_clash.placing import with_laid, without_last
from companion.rules.coaster_clash.state import (
    Area,
    Assigning,
    Coaster,
    Committing,
    Counting,
    Draw,
    Flipping,
    Grant,
    Laid,
    Move,
    Naming,
    Over,
    Place,
    Player,
    Redrawing,
    State,
    area_of,
    place_of,
)
from companion.rules.contract import Seat


def evolve(state: State | None, event: c.Event) -> State:
    """The state after an event; the first event needs none."""
    if state is not None:
        return FOLDS[type(event)](state, event)
    if isinstance(event, c.Began):
        return _began(event)
    raise ValueError(f"a game does not begin with {type(event).__name__}")


def _began(event: c.Began) -> State:
    elements = index(event.components).elements
    return State(
        components=event.components,
        toggles=event.toggles,
        first=event.first,
        players=(Player(),) * event.seats,
        areas=(Area(),) * event.seats,
        stage=Assigning(),
        unseen=elements,
        pile=len(elements),
    )


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """All players, this seat's changed."""
    players = state.players
    return (*players[:seat], player, *players[seat + 1 :])


def with_coaster(state: State, number: int, place: Place, coaster: Coaster) -> tuple[Area, ...]:
    """All areas, this coaster changed."""
    old = state.areas[number]
    area = Area(coaster, old.lower) if place == "upper" else Area(old.upper, coaster)
    return (*state.areas[:number], area, *state.areas[number + 1 :])


def coaster_at(state: State, number: int, place: Place) -> Coaster:
    """The coaster at a place; an empty one where there is none."""
    return state.areas[number].at(place) or Coaster()


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less this one, if it is among them."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def with_card(cards: Iterable[str], card: str) -> tuple[str, ...]:
    """The cards with this one, in their order."""
    found = [*cards]
    insort(found, card)
    return tuple(found)


def _assigned(state: State, event: c.Assigned) -> State:
    player = replace(state.players[event.seat], layouts=(event.left, event.right))
    return replace(state, players=with_player(state, event.seat, player))


def _layouts_revealed(state: State, event: c.LayoutsRevealed) -> State:
    count = len(state.players)
    laid = [player.layouts is not None for player in state.players]
    areas = []
    for seat in range(count):
        neighbour = (seat + 1) % count
        upper = _new_coaster(state, event.left[seat]) if laid[seat] else None
        lower = _new_coaster(state, event.right[neighbour]) if laid[neighbour] else None
        areas.append(Area(upper, lower))
    players = tuple([replace(player, layouts=None) for player in state.players])
    return replace(state, areas=tuple(areas), players=players, stage=Naming())


def _new_coaster(state: State, layout: str) -> Coaster:
    """A layout with its tracks at 0 and the starting speed."""
    return Coaster(layout, index(state.components).layout[layout].speed) if layout else Coaster()


def _layout_named(state: State, event: c.LayoutNamed) -> State:
    number = area_of(len(state.players), event.owner, event.side)
    coaster = _new_coaster(state, event.layout)
    return replace(state, areas=with_coaster(state, number, place_of(event.side), coaster))


def _round_began(state: State, event: c.RoundBegan) -> State:
    players = tuple([replace(player, shown=()) for player in state.players])
    return replace(
        state,
        turn=event.turn,
        stage=Redrawing(),
        players=players,
        returned=(),
        returned_by=0,
        draws=(),
    )


def _renewed(state: State, event: c.Renewed) -> State:
    shuffles = state.shuffles + 1
    return replace(
        state,
        pile=state.pile + event.cards,
        face_down=0,
        discards=(),
        returned=tuple(sorted({*state.returned, *state.discards})),
        returned_by=state.returned_by or shuffles,
        unseen=tuple(sorted((*state.unseen, *state.discards))),
        shuffles=shuffles,
    )


def _dealt(state: State, event: c.Dealt) -> State:
    player = state.players[event.seat]
    dealt = replace(player, hand=player.hand + event.cards)
    return replace(
        state,
        players=with_player(state, event.seat, dealt),
        pile=state.pile - event.cards,
        draws=(*state.draws, Draw(event.seat, event.cards, state.shuffles)),
    )


def _redraw_chosen(state: State, event: c.RedrawChosen) -> State:
    player = replace(state.players[event.seat], redraw=event.redraw)
    return replace(state, players=with_player(state, event.seat, player))


def _redraws_revealed(state: State, event: c.RedrawsRevealed) -> State:
    discarded = sum([state.players[seat].hand for seat in event.seats])
    players = tuple(
        [
            replace(player, redraw=None, hand=0) if seat in event.seats else replace(player, redraw=None)
            for seat, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players, stage=Committing(), face_down=state.face_down + discarded)


def _committed(state: State, event: c.Committed) -> State:
    player = state.players[event.seat]
    changed = replace(player, hand=player.hand - 1, down=(*player.down, event.card))
    return replace(state, players=with_player(state, event.seat, changed))


def _flip_revealed(state: State, event: c.FlipRevealed) -> State:
    cards = {seat: event.cards[seat] for seat, player in enumerate(state.players) if player.down}
    players = tuple(
        [replace(player, down=player.down[1:], up="") if player.down else player for player in state.players]
    )
    state = replace(state, players=players, stage=Flipping(event.flip))
    for seat, card in cards.items():
        if card:
            state = _named(state, seat, card)
    return state


def _named(state: State, seat: Seat, card: str) -> State:
    """The card that a seat flipped lies open."""
    player = state.players[seat]
    players = with_player(state, seat, replace(player, up=card, shown=(*player.shown, card)))
    return replace(state, players=players, unseen=without(state.unseen, card))


def _placed(state: State, event: c.Placed) -> State:
    coaster = with_laid(coaster_at(state, event.area, event.place), laid_by(event))
    player = replace(state.players[event.seat], up=None)
    return replace(
        state,
        areas=with_coaster(state, event.area, event.place, coaster),
        players=with_player(state, event.seat, player),
    )


def laid_by(event: c.Placed | c.ElementPutOn) -> Laid:
    """The element that lies in the row since this event."""
    return Laid(
        event.card, event.before, event.after, event.printed, event.gained, event.perfect, event.vomit
    )


def _discarded(state: State, event: c.Discarded) -> State:
    player = replace(state.players[event.seat], up=None)
    return replace(
        state,
        players=with_player(state, event.seat, player),
        discards=with_card(state.discards, event.card),
    )


def _round_ended(state: State, event: c.RoundEnded) -> State:
    players = tuple([replace(player, hand=0) for player in state.players])
    return replace(state, players=players, face_down=state.face_down + event.cards)


def _counted(state: State, event: c.Counted) -> State:
    coaster = coaster_at(state, event.area, event.place)
    counted = (*coaster.counted, (event.condition, event.points))
    changed = replace(coaster, counted=tuple(sorted(counted)))
    return replace(state, areas=with_coaster(state, event.area, event.place, changed))


def _element_taught(state: State, event: c.ElementTaught) -> State:
    elements = tuple(
        [event.element if old.id == event.element.id else old for old in state.components.elements]
    )
    return replace(state, components=replace(state.components, elements=elements))


def _layout_taught(state: State, event: c.LayoutTaught) -> State:
    old, new = index(state.components).layout[event.layout.id], event.layout
    layouts = tuple([new if layout.id == new.id else layout for layout in state.components.layouts])
    areas = state.areas
    if new.speed != old.speed:
        areas = tuple(
            [
                Area(_restarted(area.upper, new, old.speed), _restarted(area.lower, new, old.speed))
                for area in state.areas
            ]
        )
    return replace(state, components=replace(state.components, layouts=layouts), areas=areas)


def _restarted(coaster: Coaster | None, layout: Layout, speed: int) -> Coaster | None:
    """The coaster of this layout stands at its new starting speed instead of this one."""
    if coaster is None or coaster.layout != layout.id:
        return coaster
    return replace(coaster, speed=coaster.speed + layout.speed - speed)


def _points_adjusted(state: State, event: c.PointsAdjusted) -> State:
    player = state.players[event.player]
    granted = replace(player, grants=(*player.grants, Grant(event.points, event.reason)))
    return replace(state, players=with_player(state, event.player, granted))


def _speed_adjusted(state: State, event: c.SpeedAdjusted) -> State:
    coaster = coaster_at(state, event.area, event.place)
    moves = (*coaster.moves, Move("speed", event.by, event.reason))
    changed = replace(coaster, speed=coaster.speed + event.by, moves=moves)
    return replace(state, areas=with_coaster(state, event.area, event.place, changed))


def _excitement_adjusted(state: State, event: c.ExcitementAdjusted) -> State:
    coaster = coaster_at(state, event.area, event.place)
    moves = (*coaster.moves, Move("excitement", event.by, event.reason))
    changed = replace(coaster, excitement=coaster.excitement + event.by, moves=moves)
    return replace(state, areas=with_coaster(state, event.area, event.place, changed))


def _taken_off(state: State, event: c.ElementTakenOff) -> State:
    coaster = without_last(coaster_at(state, event.area, event.place))
    moved = replace(coaster, moves=(*coaster.moves, Move("taken-off", what=event.card)))
    return replace(
        state,
        areas=with_coaster(state, event.area, event.place, moved),
        discards=with_card(state.discards, event.card),
    )


def _put_on(state: State, event: c.ElementPutOn) -> State:
    coaster = with_laid(coaster_at(state, event.area, event.place), laid_by(event))
    moved = replace(coaster, moves=(*coaster.moves, Move("put-on", what=event.card)))
    return replace(
        state,
        areas=with_coaster(state, event.area, event.place, moved),
        discards=without(state.discards, event.card),
    )


def _left(state: State, event: c.Left) -> State:
    player = state.players[event.player]
    discards = with_card(state.discards, player.up) if player.up else state.discards
    gone = Player(layouts=player.layouts, left=True, grants=player.grants)
    return replace(
        state,
        players=with_player(state, event.player, gone),
        discards=discards,
        face_down=state.face_down + event.cards,
    )


FOLDS: dict[type[Struct], Callable[[State, Any], State]] = {
    c.Began: lambda _, event: _began(event),
    c.Assigned: _assigned,
    c.LayoutsRevealed: _layouts_revealed,
    c.LayoutNamed: _layout_named,
    c.RoundBegan: _round_began,
    c.Renewed: _renewed,
    c.Dealt: _dealt,
    c.RedrawChosen: _redraw_chosen,
    c.RedrawsRevealed: _redraws_revealed,
    c.Committed: _committed,
    c.FlipRevealed: _flip_revealed,
    c.TurnedUp: lambda state, event: _named(state, event.seat, event.card),
    c.Placed: _placed,
    c.Discarded: _discarded,
    c.RoundEnded: _round_ended,
    c.CountingBegan: lambda state, _: replace(state, stage=Counting()),
    c.Counted: _counted,
    c.ElementTaught: _element_taught,
    c.LayoutTaught: _layout_taught,
    c.PointsAdjusted: _points_adjusted,
    c.SpeedAdjusted: _speed_adjusted,
    c.ExcitementAdjusted: _excitement_adjusted,
    c.ElementTakenOff: _taken_off,
    c.ElementPutOn: _put_on,
    c.Left: _left,
    c.Ended: lambda state, event: replace(state, stage=Over(event.reason)),
}
"""How each event changes the state. A table, for it is looked up at every step of a game."""
