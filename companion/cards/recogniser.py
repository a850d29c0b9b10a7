"""From a picture to the cards in it.

Two ways lead to a card. Local features find faces with art on them, in any pose and partly covered.
Four-sided outlines find what has no features: such a quad is straightened and compared as a whole. Both end
in one question, asked of the straightened card: is what this face should show seen here, and no other's?
"""

import time
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards.aligning import Slopes, aligned
from companion.cards.calibration import ASK, CERTAIN, UNTOLD, by_cells, by_likeness
from companion.cards.deck import Deck, Kind
from companion.cards.evidence import Cells
from companion.cards.families import Likeness, families
from companion.cards.features import features_of
from companion.cards.index import Index
from companion.cards.instances import LEAST, instances, plausible
from companion.cards.known import PATCH_PX, known
from companion.cards.lookalikes import Family
from companion.cards.ordering import in_reading_order
from companion.cards.overlapping import best_of_each_place, covered, outermost
from companion.cards.pictures import Picture, fitted
from companion.cards.quads import Corners, Outline, outlines
from companion.cards.reading import Found, Quad, Reading
from companion.cards.straightening import QUARTERS, Map, Patch, Sheet, corners_of, map_of

FEATURES_PX = 1280
"""The longer side at which features are looked for."""

MOST = 1600
"""So many features of a picture are looked at."""

GLANCES = 3
"""So many likely faces of a quad are looked at closely."""


class Answer(Struct, frozen=True):
    """A face at a place, before it has a name."""

    face: int
    map: Map
    confidence: float
    rivals: tuple[int, ...] = ()

    @property
    def corners(self) -> Corners:
        """Where it lies."""
        return corners_of(self.map)


class Recogniser:
    """Knows the faces of one deck and finds them in pictures."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._entries = list(deck.entries.values())
        self._faces = known(deck)
        patches = [face.patch for face in self._faces]
        self._cells = Cells(patches)
        self._likeness = Likeness(patches)
        self._index = Index([face.features for face in self._faces])
        self._slopes: dict[int, Slopes] = {}
        self._families: list[Family | None] = [None] * len(patches)
        self._members: list[list[int]] = [[n] for n in range(len(patches))]
        for members in families(patches):
            if len(members) > 1 or self._cells.telling(members[0]) < UNTOLD:
                family = Family([patches[n] for n in members])
                for n in members:
                    self._families[n], self._members[n] = family, members
        self._bare = [_bare(patch) for patch in patches]
        self._aspects = [face.size[0] / face.size[1] for face in self._faces]

    def read(self, picture: Picture) -> Reading:
        """All cards in a picture, in reading order."""
        began = time.perf_counter()
        sheet = Sheet(picture)
        answers = best_of_each_place(list(self._by_features(sheet)))
        quads = [each for each in outlines(picture) if plausible(each.corners) and self._card_like(each)]
        left: list[Outline] = []
        for quad in quads:
            if covered(quad.corners, [each.corners for each in answers if each.confidence >= CERTAIN]):
                continue
            answer = self._by_look(sheet, quad)
            if answer is not None and answer.confidence >= ASK:
                answers = best_of_each_place([*answers, answer])
            else:
                left.append(quad)
        cards = [each for each in answers if self._entries[each.face].kind is not Kind.BACK]
        backs = [each.corners for each in answers if self._entries[each.face].kind is Kind.BACK]
        unknown = outermost(left, [each.corners for each in answers])
        return Reading(
            tuple(in_reading_order([self._found(each) for each in cards])),
            tuple(_quad(each) for each in [*backs, *unknown]),
            (time.perf_counter() - began) * 1e3,
        )

    def _by_features(self, sheet: Sheet) -> Iterator[Answer]:
        small, scale = fitted(sheet.picture, FEATURES_PX)
        seen = features_of(small, MOST)
        grow = np.diag([1 / scale, 1 / scale, 1])
        for votes in self._index.votes(seen, LEAST):
            face = self._faces[votes.card]
            for instance in instances(votes, face.features, face.size, seen):
                answer = self._closely(sheet, instance.card, grow @ instance.map, instance.agreeing)
                if answer.confidence >= ASK:
                    yield answer

    def _by_look(self, sheet: Sheet, quad: Outline) -> Answer | None:
        """The likeliest face under a quad, if any is likely."""
        pose = map_of(quad.corners)
        best: Answer | None = None
        tried: list[Family] = []
        for face, quarter in self._likeness.likely(sheet.straight(pose, PATCH_PX), GLANCES):
            family = self._families[face]
            if family is None:
                answer = self._closely(sheet, face, pose @ QUARTERS[quarter], 0)
            elif any(family is each for each in tried):
                continue
            else:
                tried.append(family)
                answer = self._in_family(sheet, face, family, pose, (0, 1, 2, 3))
            if best is None or answer.confidence > best.confidence:
                best = answer
        return best

    def _closely(self, sheet: Sheet, face: int, pose: Map, agreeing: int) -> Answer:
        """How sure it is that a face lies there, after its pose was refined."""
        family = self._families[face]
        if self._cells.telling(face) >= UNTOLD:
            pose = self._aligned(sheet, face, pose)
            evidence = self._cells.judge(sheet.straight(pose, PATCH_PX), face)
            confidence = by_cells(evidence, agreeing)
            if family is None or confidence < ASK:
                return Answer(face, pose, confidence)
        if family is None:
            raise ValueError("a face without telling cells has a family")
        return self._in_family(sheet, face, family, pose, (0,))

    def _in_family(
        self, sheet: Sheet, face: int, family: Family, pose: Map, quarters: tuple[int, ...]
    ) -> Answer:
        told = family.tell(sheet, pose, quarters)
        members = self._members[face]
        return Answer(
            members[told.member], told.map, by_likeness(told), tuple(members[n] for n in told.rivals)
        )

    def _aligned(self, sheet: Sheet, face: int, pose: Map) -> Map:
        if face not in self._slopes:
            self._slopes[face] = Slopes.of(self._bare[face].reshape(PATCH_PX, PATCH_PX, 3))
        target = self._bare[face].ravel()

        def look(where: Map) -> NDArray[np.float32]:
            apart = _bare(sheet.straight(where, PATCH_PX)).ravel() - target
            return np.asarray(target + np.clip(apart, -1.5, 1.5), np.float32)

        better = aligned(pose, self._slopes[face], target, look)
        return better if plausible(corners_of(better)) else pose

    def _card_like(self, quad: Outline) -> bool:
        """Whether a quad's sides are in about the proportion of some card, slants allowed for."""
        sides = np.hypot(*(np.roll(quad.corners, -1, axis=0) - quad.corners).T)
        aspect = (sides[0] + sides[2]) / (sides[1] + sides[3])
        return any(0.6 < aspect * known < 1.67 or 0.6 < aspect / known < 1.67 for known in set(self._aspects))

    def _found(self, answer: Answer) -> Found:
        corners = answer.corners
        top = corners[1] - corners[0]
        angle = float(np.degrees(np.arctan2(top[1], top[0]))) % 360
        certain = answer.confidence >= CERTAIN
        return Found(
            self._entries[answer.face].id,
            _quad(corners),
            round(angle / 90) * 90 % 360,
            angle,
            certain,
            answer.confidence,
            () if certain else tuple(self._entries[n].id for n in answer.rivals),
        )


def _bare(patch: Patch) -> NDArray[np.float32]:
    """A patch without its light: each channel about its middle, by its spread."""
    flat = patch.reshape(-1, 3)
    bare = (flat - flat.mean(axis=0)) / np.maximum(flat.std(axis=0), 0.03)
    return np.asarray(bare, np.float32)


def _quad(corners: Corners) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
