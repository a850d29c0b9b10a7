"""Rows of five of our own printed cards on pretend tables, whose truth is known."""

import random
import time
from collections.abc import Iterator
from typing import Any

from companion.cards import Deck, Recogniser
from companion.cli.bench._labelled import Label, Score
from companion.rehearsal.photographing import Photographer
from companion.rules import games
from companion.scenes.decks import own_deck
from companion.scenes.faces import Printed, printed

LONG = 5


def rows(count: int, seed: int) -> dict[str, Any]:
    """So many rows, shared among the games that have cards of their own."""
    decks = [(game, have) for game in sorted(games()) if (have := printed(game)) is not None]
    whole = Score()
    by_game: dict[str, Any] = {}
    for n, (game, have) in enumerate(decks):
        score = Score()
        recogniser = Recogniser(Deck.open(own_deck(game, have)))
        for picture, labels in _photos(have, range(seed + n, seed + count, len(decks))):
            began = time.process_time()
            cards = recogniser.read(picture).cards
            ms = (time.process_time() - began) * 1e3
            for each in (score, whole):
                each.add(labels, cards, ms)
        by_game[game] = score.figures(game)
    return whole.figures("rows") | {"games": by_game}


def _photos(have: Printed, seeds: range) -> Iterator[tuple[Any, list[Label]]]:
    photographer = Photographer(have)
    for seed in seeds:
        chance = random.Random(f"row {seed}")
        photo = photographer.row([chance.choice(photographer.cards) for _ in range(LONG)], seed)
        yield photo.picture, [Label(each.card, each.visible, list(each.quad)) for each in photo.cards]
