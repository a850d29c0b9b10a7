"""A player of Coaster Clash who plans both cards of a round together, and redraws a hand that is poor."""

from itertools import permutations
from random import Random
from typing import Any

from companion.rehearsal.coaster_clash.phones import has_phone
from companion.rehearsal.coaster_clash.valuing import best_place, layout_worth, rounds_left
from companion.rehearsal.playing import Seen
from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.knowing import candidates
from companion.rules.coaster_clash.state import (
    CARDS_DOWN,
    Assigning,
    Committing,
    Flipping,
    Redrawing,
    State,
    area_of,
    area_of_flip,
    sides_in_order,
)
from companion.rules.contract import Seat
from companion.rules.hidden import Hidden

TRIES = 16
"""Pairs of cards that a player imagines to draw, before a hand is discarded for them."""

PATIENCE = 0.5
"""How much better, in points, the imagined hands must be."""


class ClashPlayer:
    """Chooses what makes the four coasters of this seat most exciting."""

    def choose(self, seen: Seen, random: Random) -> Any:
        """The command that suits this seat best; layouts are told by the table."""
        if not seen.asks:
            return None
        match seen.state.stage:
            case Assigning():
                return _assigned(seen)
            case Redrawing():
                return c.Redraw(seen.seat, Hidden((seen.seat,), _is_poor(seen, random)))
            case Committing():
                return _committed(seen)
            case Flipping():
                return _flipped(seen)
            case _:
                return None


PLAYER = ClashPlayer()


def _assigned(seen: Seen) -> c.Assign:
    """The two best of the three layouts; who has no phone leaves them unseen, as they were dealt."""
    own = (seen.seat,)
    if not has_phone(seen.temper()):
        return c.Assign(seen.seat, Hidden(own), Hidden(own))
    best = sorted(seen.secrets, key=lambda layout: -layout_worth(seen.state, layout))
    return c.Assign(seen.seat, Hidden(own, best[0]), Hidden(own, best[1]))


def plan(state: State, seat: Seat, hand: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    """The cards to put down in the two areas of this round, in order, and what they gain together."""
    rounds = rounds_left(state)
    areas = [area_of(len(state.players), seat, side) for side in sides_in_order(state.turn)]
    gains = [{card: best_place(state, area, card, rounds)[0] for card in hand} for area in areas]
    best: tuple[float, tuple[str, ...]] = (-1.0, hand[:CARDS_DOWN])
    for cards in permutations(sorted(hand), CARDS_DOWN):
        total = sum(gained[card] for gained, card in zip(gains, cards, strict=True))
        if total > best[0]:
            best = (total, cards)
    return best


def _is_poor(seen: Seen, random: Random) -> bool:
    """Whether two cards from the pile would likely gain more than this hand."""
    unknown = [card for card in candidates(seen.state, seen.seat) if card not in seen.secrets]
    imagined = [plan(seen.state, seen.seat, tuple(random.sample(unknown, 2)))[0] for _ in range(TRIES)]
    return sum(imagined) / TRIES > plan(seen.state, seen.seat, seen.secrets)[0] + PATIENCE


def _committed(seen: Seen) -> c.Commit:
    """The next card of the plan; who has no phone puts it down unseen."""
    state, seat = seen.state, seen.seat
    down = len(state.players[seat].down)
    card = plan(state, seat, seen.secrets)[1][down] if has_phone(seen.temper()) else None
    return c.Commit(seat, sides_in_order(state.turn)[down], Hidden((seat,), card))


def _flipped(seen: Seen) -> Any:
    """The card that was planned, or the place where it does most now."""
    state: State = seen.state
    player = state.players[seen.seat]
    if player.up == "":
        hand = (*seen.secrets, *player.shown)
        return c.TurnUp(seen.seat, plan(_as_planned(seen), seen.seat, hand)[1][_flip(state) - 1])
    if not player.up:
        return None
    area = area_of_flip(state, seen.seat, _flip(state))
    _, place = best_place(state, area, player.up, rounds_left(state))
    return c.DiscardElement(seen.seat) if place is None else c.PlaceElement(seen.seat, place)


def _as_planned(seen: Seen) -> State:
    """The table as it lay when the cards of this round were put down."""
    for told in reversed(seen.history()):
        for before, _, _ in reversed(told.steps):
            if before is not None and isinstance(before.stage, Committing):
                planned: State = before
                return planned
    raise LookupError("nobody has put a card down yet")


def _flip(state: State) -> int:
    """Whether the first or the second cards are turned up."""
    return state.stage.flip if isinstance(state.stage, Flipping) else 1
