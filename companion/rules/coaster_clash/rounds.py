"""A Round: keep or redraw, commit face down, flip, place or discard (CC3-CC6, CC30, CC33, CC37)."""

from companion.rules.coaster_clash.asks import MOST_COUNTED
from companion.rules.coaster_clash.commands import (
    AllCommitted,
    AllKeep,
    Commit,
    Count,
    DiscardElement,
    PlaceElement,
    Redraw,
    TurnUp,
)
from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.events import (
    Committed,
    Counted,
    Discarded,
    Event,
    Placed,
    RedrawChosen,
    TurnedUp,
)
from companion.rules.coaster_clash.flow import with_following
from companion.rules.coaster_clash.knowing import candidates, known_place
from companion.rules.coaster_clash.placing import prospect
from companion.rules.coaster_clash.refusal import Judged, Refusal, not_now, refuse
from companion.rules.coaster_clash.scoring import to_count
from companion.rules.coaster_clash.state import (
    CARDS_DOWN,
    Committing,
    Counting,
    Flipping,
    Redrawing,
    State,
    open_seats,
    sides_in_order,
    unnamed,
)
from companion.rules.hidden import Hidden

NOBODY = -1
KEEP = False
"""The wish of a seat that does not redraw."""


def decide_redraw(state: State, command: Redraw) -> Judged:
    """A seat says once a round whether it discards all of its hand, before anything is committed (CC6)."""
    if not isinstance(state.stage, Redrawing):
        return not_now(state, command)
    if command.seat not in open_seats(state):
        return refuse(state, command, "clash.redraw.not-awaited", "CC6", seat=command.seat)
    if command.redraw.viewers != (command.seat,) or command.redraw.value is None:
        return refuse(state, command, "clash.redraw.not-secret", "CC30")
    chosen = RedrawChosen(command.seat, command.redraw)
    return with_following(state, chosen) if open_seats(state) == (command.seat,) else (chosen,)


def decide_all_keep(state: State, command: AllKeep) -> Judged:
    """All who are still awaited keep their hands."""
    if not isinstance(state.stage, Redrawing):
        return not_now(state, command)
    return with_following(state, *[RedrawChosen(seat, Hidden((seat,), KEEP)) for seat in open_seats(state)])


def decide_commit(state: State, command: Commit) -> Judged:
    """A card face down, first in the area that the round tracker shows; whatever others may have entered."""
    if not isinstance(state.stage, Committing):
        return not_now(state, command)
    seat, players = command.seat, state.players
    if not 0 <= seat < len(players) or players[seat].left or len(players[seat].down) == CARDS_DOWN:
        return refuse(state, command, "clash.commit.not-awaited", "CC4", seat=seat)
    side = sides_in_order(state.turn)[len(players[seat].down)]
    if command.side != side:
        return refuse(state, command, "clash.commit.other-side", "A Round", round=state.turn, side=side)
    if command.card.viewers != (seat,):
        return refuse(state, command, "clash.commit.not-secret", "A Round")
    if command.card.value is not None:
        fault = _card_fault(state, command, command.card.value)
        if fault:
            return fault
    committed = Committed(seat, side, command.card)
    down = sum([CARDS_DOWN if player.left else len(player.down) for player in players])
    last = down + 1 == CARDS_DOWN * len(players)
    return with_following(state, committed) if last else (committed,)


def decide_all_committed(state: State, command: AllCommitted) -> Judged:
    """All who are still awaited have their cards face down, unseen."""
    if not isinstance(state.stage, Committing):
        return not_now(state, command)
    events: list[Event] = []
    for seat in open_seats(state):
        down = len(state.players[seat].down)
        sides = sides_in_order(state.turn)[down:CARDS_DOWN]
        events += [Committed(seat, side, Hidden((seat,))) for side in sides]
    return with_following(state, *events)


def decide_turn_up(state: State, command: TurnUp) -> Judged:
    """The card that a seat flipped must be one that it can hold (CC33)."""
    if not isinstance(state.stage, Flipping):
        return not_now(state, command)
    waiting = unnamed(state)
    if command.seat not in waiting[:1]:
        awaited = waiting[0] if waiting else NOBODY
        return refuse(state, command, "clash.flip.not-awaited", "A Round", awaited=awaited)
    fault = _card_fault(state, command, command.card)
    return fault or (TurnedUp(command.seat, command.card),)


def _card_fault(state: State, command: Commit | TurnUp, card: str) -> Refusal | None:
    """Why a seat's card can't be this one, by what lies open."""
    if card not in index(state.components).element:
        return refuse(state, command, "clash.card.unknown", "Components", card=card)
    if card in candidates(state, command.seat):
        return None
    lies = known_place(state, card)
    if lies:
        return refuse(state, command, "clash.card.elsewhere", "Components", card=card, lies=lies)
    return refuse(state, command, "clash.card.not-held", "CC33", card=card)


def decide_place(state: State, command: PlaceElement) -> Judged:
    """At the right end of a coaster of the area, where the speed does not fall below 0."""
    fault = _flip_fault(state, command)
    found = None if fault else prospect(state, command.seat)
    if fault or found is None:
        return fault or not_now(state, command)
    laid = found.at(command.place)
    if laid is None:
        return refuse(state, command, "clash.place.no-coaster", "CC38", area=found.area, place=command.place)
    if not found.fits(command.place):
        return refuse(
            state,
            command,
            "clash.place.too-slow",
            "CC5" if found.forced else "Coaster Element Cards",
            card=laid.card,
            speed=laid.before,
            cost=laid.before - laid.after,
            area=found.area,
            place=command.place,
        )
    placed = Placed(
        command.seat, found.area, command.place, laid.card, laid.before, laid.after,
        laid.printed, laid.gained, laid.perfect, laid.vomit,
    )  # fmt: skip
    return _with_rest(state, placed)


def decide_discard(state: State, command: DiscardElement) -> Judged:
    """A flipped card may be discarded for any reason (CC37)."""
    fault = _flip_fault(state, command)
    found = None if fault else prospect(state, command.seat)
    if fault or found is None:
        return fault or not_now(state, command)
    return _with_rest(state, Discarded(command.seat, found.card, found.forced))


def _with_rest(state: State, event: Placed | Discarded) -> tuple[Event, ...]:
    """What follows once a card is dealt with: nothing while another one is turned up."""
    others = any(player.up is not None for seat, player in enumerate(state.players) if seat != event.seat)
    return (event,) if others else with_following(state, event)


def _flip_fault(state: State, command: PlaceElement | DiscardElement) -> Refusal | None:
    """Why this seat has no card to place now."""
    if not isinstance(state.stage, Flipping):
        return not_now(state, command)
    seat = command.seat
    up = state.players[seat].up if 0 <= seat < len(state.players) else None
    if up is None:
        return refuse(state, command, "clash.place.no-card", "A Round", seat=seat)
    return None if up else refuse(state, command, "clash.place.not-named", "CC33", seat=seat)


def decide_count(state: State, command: Count) -> Judged:
    """What the table counted for a condition that no data can express."""
    if not isinstance(state.stage, Counting):
        return not_now(state, command)
    section = "Layout Card Bonus Excitement"
    if (command.area, command.place, command.condition) not in to_count(state):
        return refuse(state, command, "clash.count.not-awaited", section)
    if not -MOST_COUNTED <= command.points <= MOST_COUNTED:
        return refuse(state, command, "clash.count.out-of-bounds", section, most=MOST_COUNTED)
    return with_following(state, Counted(command.area, command.place, command.condition, command.points))
