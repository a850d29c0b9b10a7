"""The pretend table of Coaster Clash: layouts dealt, and elements shuffled, dealt and shuffled again."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any

from companion.marbles.physics import Ride
from companion.rehearsal.coaster_clash.phones import has_phone
from companion.rehearsal.company import company
from companion.rehearsal.playing import chance
from companion.rules.coaster_clash.commands import Assign, Commit, NameLayout, Redraw
from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import HAND, SIDES, Assigning, State
from companion.rules.contract import Amount, Observe, Seat, Setup

GAME = "coaster_clash"

LAYOUTS_EACH = 3


class World:
    """One evening's table. The seed has shuffled the layouts, and the elements once for each renewal."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def setting(self, seats: int) -> Setup:
        """Who plays, by the default options and the house values."""
        random = chance(self._seed, GAME, "setting")
        return Setup(game=GAME, names=company(seats, random), first=random.randrange(seats))

    def layouts(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The layouts dealt to a seat: for its left, its right and the box, if nobody chooses otherwise."""
        dealt = self._shuffled(index(state.components).layouts, "layouts")
        return dealt[seat * LAYOUTS_EACH : (seat + 1) * LAYOUTS_EACH]

    def secrets(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The layouts dealt to a seat; later the elements it holds or has put face down, as it drew them."""
        return self.layouts(state, seat) if isinstance(state.stage, Assigning) else self._hand(state, seat)

    def ride(self, state: State, ask: Observe[Any], random: Random) -> Ride:  # noqa: ARG002
        """No marble rolls in this game."""
        raise LookupError(f"no marble rolls for {ask.name}")

    def phone(self, state: State, command: Any) -> Seat | None:  # noqa: ARG002  # phones are the same all evening
        """Who has a phone enters on it what nobody else may see."""
        if isinstance(command, Assign | Redraw | Commit) and has_phone(
            chance(self._seed, "temper", command.seat)
        ):
            return command.seat
        return None

    def tell(self, state: State, ask: Observe[Any] | Amount[Any], random: Random) -> Any:  # noqa: ARG002
        """The layout that lies there; or a card flipped by who put it down unseen: the first of the hand."""
        if isinstance(ask, Amount):
            return ask.option(0)
        first = ask.options[0]
        if isinstance(first, NameLayout):
            card = self.layouts(state, first.owner)[SIDES.index(first.side)]
        else:
            card = self._hand(state, first.seat)[0]
        return ask.options[ask.readings.index(card)]

    def _hand(self, state: State, seat: Seat) -> tuple[str, ...]:
        """What a seat drew in this round and nobody has seen yet, in the order drawn.

        The draw pile of a shuffle is one order of all elements, from which those are left out that it never
        held. Whatever is unseen and not in it any more was drawn before, last what was drawn last.
        """
        shown = {card for player in state.players for card in player.shown}
        everything = {*state.unseen, *shown}
        hands: dict[Seat, list[str]] = {draw.seat: [] for draw in state.draws}
        pile: list[str] = []
        shuffle, dealt = -1, 0
        for draw in state.draws:
            if dealt == HAND * len(hands):
                _throw(state, hands)
            if draw.shuffle != shuffle and shuffle < 0:
                pile = self._first_pile(state, everything, draw.shuffle)
            elif draw.shuffle != shuffle:
                held = {card for hand in hands.values() for card in hand}
                pile = self._ordered(everything - held, draw.shuffle)
            shuffle = draw.shuffle
            hands[draw.seat] += pile[: draw.cards]
            pile = pile[draw.cards :]
            dealt += draw.cards
        return tuple(card for card in hands.get(seat, []) if card not in shown)

    def _first_pile(self, state: State, everything: set[str], shuffle: int) -> list[str]:
        """The pile at the start of the round; it may have been renewed since."""
        drawn = sum(draw.cards for draw in state.draws if draw.shuffle == shuffle)
        if shuffle == state.shuffles:
            return self._ordered(everything, shuffle)[-state.pile - drawn :]
        return self._ordered(everything - set(state.returned), shuffle)[-drawn:]

    def _ordered(self, cards: Iterable[str], shuffle: int) -> list[str]:
        return sorted(cards, key=lambda card: _rank(self._seed, shuffle, card))

    def _shuffled(self, cards: Iterable[str], what: str) -> tuple[str, ...]:
        return tuple(sorted(cards, key=lambda card: chance(self._seed, GAME, what, card).random()))


def _throw(state: State, hands: dict[Seat, list[str]]) -> None:
    """All who drew more than a hand have discarded their first one."""
    for seat, hand in hands.items():
        if sum(draw.cards for draw in state.draws if draw.seat == seat) > HAND and len(hand) == HAND:
            hand.clear()


@lru_cache(maxsize=4096)
def _rank(seed: int, shuffle: int, card: str) -> float:
    """Where a card lies in the pile as it was shuffled then."""
    return chance(seed, GAME, "elements", shuffle, card).random()
