"""The pictures by which the camera knows a game's cards: the owner's own, or those that we drew."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from companion.cards.pictures import Picture

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
        self._ids: dict[str, frozenset[str]] = {}

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
        return chosen or (OWN if self._begun(game) else HOUSE)

    def _begun(self, game: str) -> bool:
        """Whether the owner took pictures of this game's; a spoilt deck is told, not passed over."""
        from companion.cards.deck import DeckError, home_of

        try:
            return home_of(self.own(game)) is not None
        except DeckError:
            return True

    def enrol(self, game: str, card: str, names: dict[str, str], picture: "Picture") -> str:
        """Keep a card's picture in the owner's deck; what is to be said of it, in a line. May raise OSError.

        A picture that shows another card of the deck is not kept. `names` are what the cards are called.
        """
        from companion.cards.enrolling import EnrolError, enrol

        name = names.get(card, card)
        try:
            added = enrol(self.own(game), card, picture, name, cropped=False)
        except EnrolError as error:
            return f"No picture: {error}."
        if not added.kept:
            return f"No picture: it is the same as that of {names.get(added.same, added.same)}."
        return ". ".join((f"{name}: its picture is kept", *map(_sentence, added.warnings(names)))) + "."

    def ids(self, game: str, components: dict[str, Any]) -> frozenset[str]:
        """The cards of a game that can lie under the camera; of one whose cards we don't draw, none."""
        if game not in self._ids:
            from companion.scenes.faces import printed

            try:
                have = printed(game, components)
            except ValueError:  # what is being taught need not fit together yet
                have = printed(game)
            faces = have.faces if have is not None else ()
            self._ids[game] = frozenset(id_ for face in faces for id_ in (face.id, *face.also))
        return self._ids[game]

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


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
