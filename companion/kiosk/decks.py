"""The pictures by which the camera knows a game's cards: the owner's own, or those that we drew."""

import os
import re
import tomllib
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.table.plain import to_toml

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

    def _begun(self, game: str) -> Path | None:
        """Where the owner's pictures of this game lie, if any do; a spoilt deck is told, not passed over."""
        from companion.cards.deck import ENDINGS

        own = self.own(game)
        for folder in (own, own / "reference"):
            if folder.is_dir() and any(each.suffix.lower() in ENDINGS for each in folder.iterdir()):
                return folder
        return None

    def enrol(self, game: str, card: str, name: str, picture: "Picture") -> str:
        """Keep a card's picture in the owner's deck; what is to be said of it, in a line. May raise OSError.

        A picture that shows another card of the deck is not kept.
        """
        from companion.cards.deck import DeckError
        from companion.cards.portrait import alike, card_in, cut_out

        quad = card_in(picture)
        if quad is None:
            return "No picture: no card was seen by itself."
        cut = cut_out(picture, quad)
        try:
            named = self._listed(game)
            found = alike(self.own(game), card, cut)
        except DeckError as error:
            return f"No picture: {error}."
        twin = next((each for each in found if not each.where), None)
        if twin is not None:
            return f"No picture: it is the same as that of {named.get(twin.card, twin.card)}."
        self._keep(game, card, name, cut)
        if not found:
            return f"{name}: its picture is kept."
        others = ", ".join(named.get(each.card, each.card) for each in found[:2])
        return f"Much like {others}: it differs at the {found[0].where}. Keep them flat and near."

    def _listed(self, game: str) -> dict[str, str]:
        """What the cards of the owner's deck are called in it; DeckError if it is spoilt."""
        from companion.cards.deck import Deck

        return (
            {card.id: card.name for card in Deck.open(self.own(game)).entries.values()}
            if self._begun(game)
            else {}
        )

    def _keep(self, game: str, card: str, name: str, picture: "Picture") -> None:
        """Write the picture, and name it in the deck's list; what that says of others stays."""
        import cv2

        from companion.cards.deck import LIST, Deck

        folder, begun = self.own(game), self._begun(game)
        folder.mkdir(parents=True, exist_ok=True)
        entries = Deck.open(folder).entries if begun else {}
        listing = (
            tomllib.loads((folder / LIST).read_text("utf-8")) if entries and (folder / LIST).is_file() else {}
        )
        spelt = re.sub(r"[^A-Za-z0-9_-]+", "-", card)
        taken = {each.file.name for each in entries.values() if each.id != card}
        free = (f"{spelt}-{n}.png" if n > 1 else f"{spelt}.png" for n in count(1))
        file = (begun or folder) / next(each for each in free if each not in taken)
        done, data = cv2.imencode(".png", picture)
        if not done:
            raise OSError(f"{file}: the picture could not be encoded")
        whole(file, data.tobytes())
        cards = listing.get("cards", {})
        cards[card] = cards.get(card, {}) | {"name": name, "picture": str(file.relative_to(folder))}
        whole(folder / LIST, to_toml({"name": game} | listing | {"cards": cards}).encode())

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


def whole(file: Path, data: bytes) -> None:
    """Write a file so that it is the old one or the new one at every moment."""
    half = file.with_name(f".{file.name}.half")
    try:
        with half.open("wb") as written:
            written.write(data)
            written.flush()
            os.fsync(written.fileno())
        half.replace(file)
    except OSError:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise
