"""From a picture to the cards in it."""

import time

import numpy as np

from companion.cards.deck import Deck, Kind
from companion.cards.features import Features, features_of
from companion.cards.index import Index
from companion.cards.instances import Instance, instances
from companion.cards.ordering import in_reading_order
from companion.cards.pictures import Picture, fitted
from companion.cards.reading import Found, Quad, Reading

SCALE_PX = 960


class Recogniser:
    """Knows the faces of one deck and finds them in pictures."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._entries = list(deck.entries.values())
        self._sizes: list[tuple[int, int]] = []
        references: list[Features] = []
        for entry in self._entries:
            picture, _ = fitted(deck.picture(entry.id), 480)
            self._sizes.append((picture.shape[1], picture.shape[0]))
            references.append(features_of(picture, 500))
        self._index = Index(references)

    def read(self, picture: Picture) -> Reading:
        """All cards in a picture, in reading order."""
        began = time.perf_counter()
        small, scale = fitted(picture, SCALE_PX)
        seen = features_of(small, 1500)
        votes = self._index.votes(seen)
        found: list[Instance] = []
        for card in np.unique(votes.card):
            mine = votes.card == card
            found += instances(
                int(card),
                self._index.points[votes.train[mine]],
                seen.points[votes.query[mine]],
                self._sizes[card],
            )
        cards = [each for each in found if self._entries[each.card].kind is not Kind.BACK]
        backs = [_quad(each, scale) for each in found if self._entries[each.card].kind is Kind.BACK]
        answers = in_reading_order([self._found(each, scale) for each in cards])
        return Reading(tuple(answers), tuple(backs), (time.perf_counter() - began) * 1e3)

    def _found(self, instance: Instance, scale: float) -> Found:
        top = instance.quad[1] - instance.quad[0]
        angle = float(np.degrees(np.arctan2(top[1], top[0]))) % 360
        confidence = 1 - 0.5 ** (instance.agreeing / 4)
        return Found(
            self._entries[instance.card].id,
            _quad(instance, scale),
            round(angle / 90) * 90 % 360,
            angle,
            confidence >= 0.95,
            confidence,
        )


def _quad(instance: Instance, scale: float) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in instance.quad / scale)
    return a, b, c, d
