"""A demo's cards are laid before a pretend camera: what it recognises sets the row up."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.cards import Deck, DeckError, Recogniser
from companion.cli._ahead import Ahead
from companion.cli._evening import DemoError
from companion.cli._playing import Entering
from companion.rehearsal import Move, Rehearsal
from companion.rehearsal.looking import Look
from companion.rehearsal.photographing import Photographer
from companion.rules.contract import TABLE, Observe
from companion.scenes.decks import own_deck
from companion.scenes.faces import printed
from companion.table import Table
from companion.table.cards import Cards
from companion.table.laying import card_asks


class Laying:
    """Enters what lies in a row as the camera sees it, and all else as it would be entered anyway.

    What the camera is not sure of is left to the other way in. `entered` is called after what it entered.
    """

    def __init__(
        self,
        entering: Entering,
        table: Table,
        rehearsal: Rehearsal,
        entered: Callable[[], None] = lambda: None,
    ) -> None:
        self._entering, self._table, self._rehearsal = entering, table, rehearsal
        self._entered = entered
        self._looked_at = 0
        self._sight: tuple[Photographer, Recogniser] | None = None

    def enter(self, move: Move) -> None:
        """Enter this move, by the camera with those that follow it in the same row."""
        cards = tuple(self._row(move)) if move.n > self._looked_at else ()
        if len(cards) > 1:
            self._looked_at = self._table.n + len(cards)
            if self._by_camera(cards, move):
                return
        self._entering.enter(move)

    def _row(self, move: Move) -> Iterator[str]:
        """The cards that are told from this move on, as long as each lies open."""
        commands: tuple[Any, ...] = ()
        following: Move | None = move
        while following is not None:
            card = self._card(following, Ahead(self._table, commands))
            if not card:
                return
            yield card
            commands = (*commands, following.command)
            following = self._rehearsal.next(Ahead(self._table, commands))

    def _card(self, move: Move, table: Ahead) -> str:
        """The card that a move tells, if it lies open for all."""
        ask = move.ask
        if not isinstance(ask, Observe) or ask not in card_asks(self._table.rules, table.view(TABLE).state):
            return ""
        return ask.readings[ask.options.index(move.command)]

    def _by_camera(self, cards: tuple[str, ...], move: Move) -> bool:
        """Lay the cards, look, and enter what is seen; whether this move was."""
        sight = self._sight = self._sight or _sight(self._table)
        if sight is None:
            return False
        look = Look(*sight)
        owner = Cards(self._table, look)
        owner.look()
        owner.settle()
        look.at_row(cards, f"demo {self._rehearsal.seed} {move.n}")
        owner.settle()
        self._entered()
        return self._table.n >= move.n


def _sight(table: Table) -> tuple[Photographer, Recogniser] | None:
    """What takes pictures of this table's cards, and what knows them; None for a game without any."""
    game = table.rules.name
    have = printed(game, table.setup.components)
    if have is None:
        return None
    try:
        return Photographer(have), Recogniser(Deck.open(own_deck(game, have)))
    except (DeckError, OSError) as error:
        raise DemoError(
            f"the cards' faces can't be kept ({error}): make room, or set XDG_CACHE_HOME"
        ) from error
