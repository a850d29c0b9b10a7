"""A camera that sees what a test says, and a table of a real game that is looked at through it."""

from typing import Any

from companion.cards import Found
from companion.cards.watching import Sighting
from companion.journal import Journal, Source
from companion.rules.contract import HOST, Setup
from companion.table import Confirmed, Table
from companion.table.cards import Cards

SIZE = (1280, 720)


def found(place: int, card: str, *, certain: bool = True, rivals: tuple[str, ...] = ()) -> Found:
    """A card in a row of them, from the left."""
    left = 20.0 + 200 * place
    quad = ((left, 100.0), (left + 180, 100.0), (left + 180, 350.0), (left, 350.0))
    return Found(card, quad, 0, 0.0, certain, 0.99 if certain else 0.6, rivals)


class Eyes:
    """Looks where it is told to, and tells whoever listens."""

    def __init__(self) -> None:
        self.listeners: list[Any] = []
        self.n = 0

    def subscribe(self, listener: Any) -> Any:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def show(self, *cards: str | Found, steady: bool = True, problem: str = "") -> None:
        self.n += 1
        seen = tuple(
            card if isinstance(card, Found) else found(place, card) for place, card in enumerate(cards)
        )
        for listener in tuple(self.listeners):
            listener(Sighting(self.n, seen, (), SIZE, steady, 100.0, problem))


class Watched:
    """A table, its cards and the eyes, owned by the test: nothing happens but in `see`."""

    def __init__(self, journal: Journal, setup: Setup, twins: Any = None) -> None:
        table = Table.begin(journal, setup, by=HOST)
        assert isinstance(table, Table)
        self.table = table
        self.eyes = Eyes()
        self.cards = Cards(table, self.eyes, twins)
        table.subscribe(self.cards.entered)
        self.cards.look()
        self.cards.settle()

    def see(self, *cards: str | Found, steady: bool = True) -> Any:
        """The camera sees these cards; the progress afterwards."""
        self.eyes.show(*cards, steady=steady)
        return self.settled()

    def settled(self) -> Any:
        self.cards.settle()
        return self.cards.progress()

    def enter(self, *commands: Any) -> None:
        """Somebody enters these by touch."""
        for command in commands:
            answer = self.table.submit(command)
            assert isinstance(answer, Confirmed), answer
        self.cards.settle()

    def entries(self) -> list[tuple[Any, Source]]:
        """What was entered so far, and how."""
        entries = [self.table.entry(n) for n in range(1, self.table.n + 1)]
        return [(entry.command, entry.source) for entry in entries]
