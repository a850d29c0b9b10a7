"""When cards lie still: the same ones in the same order for a while."""

from msgspec import Struct

from companion.cards.reading import Found

REST_S = 0.5
"""How long a row must have stayed the same to be taken."""

LEAST_READINGS = 2
"""And in how many pictures at least."""


class Lying(Struct, frozen=True):
    """The cards in view in reading order, each as sure as it was seen best; and whether they rest."""

    cards: tuple[Found, ...] = ()
    steady: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The cards' ids, in reading order."""
        return tuple(each.card for each in self.cards)


class Steady:
    """Follows what is seen from picture to picture; time is passed in, in seconds."""

    def __init__(self, rest_s: float = REST_S) -> None:
        self._rest_s = rest_s
        self._lying = Lying()
        self._since = 0.0
        self._count = 0

    def see(self, cards: tuple[Found, ...], now: float) -> Lying:
        """What lies there after this picture: a card once certain stays so while all lie still."""
        if self._count == 0 or tuple(each.card for each in cards) != self._lying.ids:
            self._since, self._count, best = now, 1, cards
        else:
            self._count += 1
            best = tuple(map(_better, self._lying.cards, cards))
        steady = now - self._since >= self._rest_s and self._count >= LEAST_READINGS
        self._lying = Lying(best, steady)
        return self._lying

    def forget(self) -> None:
        """Nothing is known of what lies there any more."""
        self._lying, self._count = Lying(), 0


def _better(before: Found, now: Found) -> Found:
    """A card as it lies now, as sure as it was seen best."""
    if before.confidence <= now.confidence:
        return now
    return Found(now.card, now.quad, now.turn, now.angle, before.certain, before.confidence, before.rivals)
