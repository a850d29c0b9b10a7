"""What follows by itself once nothing more is awaited: reveals, deals, rounds, the end."""

from typing import Literal

from companion.rules.coaster_clash.events import (
    CountingBegan,
    Dealt,
    Ended,
    Event,
    FlipRevealed,
    LayoutsRevealed,
    RedrawsRevealed,
    Renewed,
    RoundBegan,
    RoundEnded,
    TurnedUp,
)
from companion.rules.coaster_clash.folding import evolve
from companion.rules.coaster_clash.knowing import candidates
from companion.rules.coaster_clash.scoring import to_count
from companion.rules.coaster_clash.state import (
    HAND,
    REDRAWN,
    ROUNDS,
    Assigning,
    Committing,
    Counting,
    Flipping,
    Naming,
    Over,
    Redrawing,
    State,
    from_first,
    open_seats,
    seats_in_play,
    unnamed_layouts,
)
from companion.rules.contract import Seat

FEWEST = 2
"""Seats without which the game ends (CC38)."""


def with_following(state: State, *events: Event) -> tuple[Event, ...]:
    """These events, and all that follows from them by itself.

    Only when layouts are turned up can something follow once more: no seat need be asked to name one.
    """
    for event in events:
        state = evolve(state, event)
    further = following(state)
    if further and isinstance(further[-1], LayoutsRevealed):
        further += following(evolve(state, further[-1]))
    return (*events, *further)


def following(state: State) -> tuple[Event, ...]:
    """The next events that nobody enters; none while something is awaited."""
    stage = state.stage
    if isinstance(stage, Over):
        return ()
    if len(seats_in_play(state)) < FEWEST:
        return (Ended("last-seat"),)
    match stage:
        case Assigning():
            return () if open_seats(state) else (_layouts(state),)
        case Naming():
            return () if unnamed_layouts(state) else round_begins(state, 1)
        case Redrawing():
            return () if open_seats(state) else _redraws(state)
        case Committing():
            return () if open_seats(state) else (_flipped(state, 1),)
        case Flipping():
            if any(player.up is not None for player in state.players):
                return ()
            return (_flipped(state, 2),) if stage.flip == 1 else _round_ends(state)
        case Counting():
            return () if to_count(state) else (Ended("scored"),)


def _layouts(state: State) -> LayoutsRevealed:
    """The layouts that were named, but for those that two seats named: these are looked up on the table."""
    pairs = [player.layouts or () for player in state.players]
    named = [layout.value for pair in pairs for layout in pair]
    left, right = (
        tuple(
            [pair[side].value or "" if pair and named.count(pair[side].value) == 1 else "" for pair in pairs]
        )
        for side in (0, 1)
    )
    return LayoutsRevealed(left, right)


def round_begins(state: State, turn: int) -> tuple[Event, ...]:
    """The round token moves once, and everybody gets three cards (CC32)."""
    discards = state.face_down + len(state.discards)
    return (RoundBegan(turn), *_drawn(state.pile, discards, from_first(state), HAND))


def _drawn(pile: int, discards: int, seats: tuple[Seat, ...], cards: int) -> list[Event]:
    """Seat by seat; an empty pile is renewed as soon as a card must be drawn, and not before (CC7)."""
    found: list[Event] = []
    for seat in seats:
        wanted = cards
        while wanted and pile + discards:
            if not pile:
                found.append(Renewed(discards))
                pile, discards = discards, 0
            drawn = min(wanted, pile)
            found.append(Dealt(seat, drawn))
            pile, wanted = pile - drawn, wanted - drawn
    return found


def _redraws(state: State) -> tuple[Event, ...]:
    """All who want to discard their hands do so first, then they draw in the order of the deal (CC30)."""
    players = state.players
    wishes = [player.redraw is not None and player.redraw.value is True for player in players]
    order = tuple([seat for seat in from_first(state) if wishes[seat]])
    discards = state.face_down + len(state.discards) + sum([players[seat].hand for seat in order])
    return (RedrawsRevealed(tuple(sorted(order))), *_drawn(state.pile, discards, order, REDRAWN))


def _flipped(state: State, flip: Literal[1, 2]) -> FlipRevealed:
    """The cards turned up; one that can't be what was entered, or that two seats entered, must be named."""
    entered = [player.down[0].value if player.down else None for player in state.players]
    cards = [""] * len(entered)
    if any(entered):
        state = evolve(state, FlipRevealed(flip, tuple(cards)))
    for seat, card in enumerate(entered):
        if card is not None and entered.count(card) == 1 and card in candidates(state, seat):
            cards[seat] = card
            state = evolve(state, TurnedUp(seat, card))
    return FlipRevealed(flip, tuple(cards))


def _round_ends(state: State) -> tuple[Event, ...]:
    ended = RoundEnded(state.turn, sum([player.hand for player in state.players]))
    if state.turn < ROUNDS:
        return (ended, *round_begins(evolve(state, ended), state.turn + 1))
    return (ended, CountingBegan()) if to_count(state) else (ended, Ended("scored"))
