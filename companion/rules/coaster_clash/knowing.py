"""Which cards something unseen can still be, as far as anybody can know (CC8, CC31-CC33)."""

from functools import lru_cache

from companion.rules.coaster_clash.state import HAND, Draw, State
from companion.rules.contract import Seat


def held(state: State, seat: Seat) -> int:
    """A seat's cards that nobody has seen: in hand, face down, or flipped and not named yet."""
    player = state.players[seat]
    return player.hand + len(player.down) + (player.up == "")


def older(state: State, seat: Seat) -> int:
    """How many of those cards must have been drawn before the pile was renewed in this round.

    What a seat has shown is taken for older cards as far as it can be.
    """
    before = _drawn_before(state.draws, state.returned_by, seat)
    shown = sum([card not in state.returned for card in state.players[seat].shown])
    return min(held(state, seat), max(0, before - shown))


@lru_cache(maxsize=256)
def _drawn_before(draws: tuple[Draw, ...], shuffle: int, seat: Seat) -> int:
    """How many cards of a seat's last hand were drawn before this shuffle."""
    shuffles = [draw.shuffle for draw in draws if draw.seat == seat for _ in range(draw.cards)]
    return sum([drawn < shuffle for drawn in shuffles[HAND:] or shuffles])


def candidates(state: State, seat: Seat) -> tuple[str, ...]:
    """The elements that a card of this seat can be, by what lies open for everybody.

    Cards drawn before the discards came back into the pile are none of those discards; and there must be
    enough others left for all the cards that were.
    """
    if not state.returned:
        return state.unseen
    before = older(state, seat)
    if 0 < before < held(state, seat):
        return state.unseen
    back, others = _parted(state.unseen, state.returned)
    if before:
        return others
    needed = sum([older(state, other) for other in range(len(state.players))])
    return state.unseen if len(others) > needed else back


@lru_cache(maxsize=64)
def _parted(unseen: tuple[str, ...], returned: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The unseen cards that came back into the pile in this round, and the others."""
    came_back = frozenset(returned)
    return (
        tuple([card for card in unseen if card in came_back]),
        tuple([card for card in unseen if card not in came_back]),
    )


def known_place(state: State, card: str) -> str:
    """Where everybody sees this card lie; empty if nobody does."""
    for number, area in enumerate(state.areas):
        for place, coaster in (("upper", area.upper), ("lower", area.lower)):
            if coaster is not None and any(element.card == card for element in coaster.row):
                return f"coaster:{number}:{place}"
    for seat, player in enumerate(state.players):
        if player.up == card:
            return f"seat:{seat}"
    return "discards" if card in state.discards else ""
