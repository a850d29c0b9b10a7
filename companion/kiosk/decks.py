"""The pictures by which the camera knows a game's cards: the owner's own, or those that we drew."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

OWN, HOUSE = "own", "house"


class Known(Struct, frozen=True):
    """A deck's folder, what its cards are called, and further ids of cards that look alike."""

    folder: Path | None = None
    names: dict[str, str] = {}
    twins: dict[str, tuple[str, ...]] = {}
    own: bool = False


class Decks:
    """Finds a game's deck; `folder` holds the owner's own, one folder a game.

    `choice` gives what the owner chose for each game; where nothing was chosen, own pictures are used if
    there are any.
    """

    def __init__(self, folder: Path, choice: Callable[[], dict[str, str]]) -> None:
        self._folder, self._choice = folder, choice

    def own(self, game: str) -> Path:
        """Where the owner's own pictures of a game's cards are kept."""
        return self._folder / game

    def enrolled(self, game: str) -> frozenset[str]:
        """The cards of which the owner took a picture; a deck that can't be read has none."""
        from companion.cards.deck import Deck, DeckError

        try:
            return frozenset(Deck.open(self.own(game)).cards)
        except DeckError:
            return frozenset()

    def uses(self, game: str) -> str:
        """Whether a game's own or the house's pictures are used."""
        chosen = self._choice().get(game, "")
        return chosen or (OWN if self.enrolled(game) else HOUSE)

    def names(self, game: str, components: dict[str, Any]) -> dict[str, str]:
        """What a game's cards are called, by their ids; nothing for a game whose cards we don't draw."""
        from companion.scenes.faces import printed

        try:
            have = printed(game, components)
        except ValueError:  # what is being taught need not fit together yet
            have = printed(game)
        faces = have.faces if have is not None else ()
        return {id_: face.name for face in faces for id_ in (face.id, *face.also)}

    def of(self, game: str, components: dict[str, Any]) -> Known:
        """The deck to look for; house pictures are drawn if they are not there. May raise OSError."""
        from companion.scenes.faces import printed

        have = printed(game, components)
        faces = have.faces if have is not None else ()
        names = {id_: face.name for face in faces for id_ in (face.id, *face.also)}
        if self.uses(game) == OWN:
            enrolled = self.enrolled(game)
            twins: dict[str, tuple[str, ...]] = {}
            for face in faces:
                here = [id_ for id_ in (face.id, *face.also) if id_ in enrolled]
                if here:
                    others = tuple(id_ for id_ in (face.id, *face.also) if id_ not in enrolled)
                    twins |= {here[0]: others} if others else {}
            return Known(self.own(game), names, twins, own=True)
        if have is None:
            return Known(names=names)
        from companion.scenes.decks import own_deck

        twins = {face.id: face.also for face in faces if face.also}
        return Known(own_deck(game, have), names, twins)
