"""A pretend camera over the pretend table: cards are laid, photographed and recognised, without a clock."""

from collections.abc import Callable, Sequence

from companion.cards import Recogniser
from companion.cards.steady import REST_S, Steady
from companion.cards.watching import Sighting
from companion.rehearsal.lighting import USUAL, Trouble
from companion.rehearsal.photographing import Photographer

LOOKS = 6
"""How many pictures are taken at most until two, one after the other, show the same cards."""


class Look:
    """Looks at what is laid and tells its listeners what is recognised, in the caller's own time."""

    def __init__(self, photographer: Photographer, recogniser: Recogniser) -> None:
        self._photographer = photographer
        self._recogniser = recogniser
        self._listeners: list[Callable[[Sighting], None]] = []
        self._n = 0

    def subscribe(self, listener: Callable[[Sighting], None]) -> Callable[[], None]:
        """Have a listener called with each sighting, until the returned function is called."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def at_row(self, cards: Sequence[str], seed: int | str, trouble: Trouble = USUAL) -> Sighting:
        """Lay cards in a row and look until they have lain still; what was seen last."""
        steady, sighting = Steady(), Sighting()
        for look in range(LOOKS):
            picture = self._photographer.row(cards, f"{seed} {look}", trouble).picture
            reading = self._recogniser.read(picture)
            lying = steady.see(reading.cards, look * REST_S)
            self._n += 1
            size = (picture.shape[1], picture.shape[0])
            sighting = Sighting(self._n, lying.cards, reading.unknown, size, lying.steady, reading.ms)
            for listener in tuple(self._listeners):
                listener(sighting)
            if sighting.steady:
                break
        return sighting
