"""From a picture to the cards in it.

Two ways lead to a card. Local features find faces with art on them, in any pose and partly covered.
Four-sided outlines find what has no features: such a quad is straightened and compared as a whole. Both end
in one question, asked of the straightened card: is what this face should show seen here, and no other's?
"""

import time
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.cards.aligning import Target
from companion.cards.calibration import ASK, CERTAIN, SPOKEN, by_cells, by_likeness, by_margin
from companion.cards.deck import Deck, Kind
from companion.cards.evidence import Cells
from companion.cards.families import Likeness, families, grouped
from companion.cards.features import Features, features_of
from companion.cards.index import Index
from companion.cards.instances import LEAST, instances, plausible
from companion.cards.known import PATCH_PX, known
from companion.cards.lookalikes import Family
from companion.cards.markers import markers_in
from companion.cards.ordering import in_reading_order
from companion.cards.overlapping import best_of_each_place, covered, outermost
from companion.cards.pictures import SMALLEST_PX, Grey, Picture, grey_of
from companion.cards.quads import Corners, Outline, outlines
from companion.cards.reading import Found, Quad, Reading
from companion.cards.straightening import QUARTERS, Map, Patch, Sheet, corners_of, map_of

LOOK_PX = 1280
"""The longer side at which features and markers are looked for."""

MOST = 1600
WHOLE = 1280 * 960
"""So many features are looked at in a picture of so many pixels, and fewer in a smaller one."""

SLANT = 1.67
"""A slanted view makes a card so many times as long or as slim at most."""

LIKE, CLOSE_BY = 0.5, 0.1
"""A face with art that correlates less, or so much less than another, is not the one under a quad."""

REFINED = ((PATCH_PX,), (24, PATCH_PX))
"""A pose is refined at these sizes: close by, and if little of the face is seen then, from further off."""

SURE = 0.97
"""With more confidence in a face no better pose is looked for."""

LITTLE = 0.2
"""Where less of a face is seen than this share, no better pose is looked for."""

AGAIN = 3
"""A pose that is not good enough yet is refined so many more times, as long as that helps."""

STEPS = 4
"""A pose that features gave is refined so often at most, at each size."""

GLANCES = 3
"""So many likely faces of a quad are looked at closely."""


class Answer(Struct, frozen=True):
    """A face at a place, before it has a name."""

    face: int
    corners: Corners
    confidence: float
    rivals: tuple[int, ...] = ()


class Posed(Struct, frozen=True):
    """A refined pose, how sure it makes of a face, and which share of the face is seen in it."""

    pose: Map
    confidence: float
    share: float


class LookAlikes(Struct, frozen=True):
    """Faces that look alike, by their numbers; plain ones have too little on them for features."""

    members: list[int]
    family: Family
    plain: bool


class Recogniser:
    """Knows the faces of one deck and finds them in pictures."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._entries = list(deck.entries.values())
        self._faces = known(deck)
        patches = [face.patch for face in self._faces]
        shapes = [face.shape for face in self._faces]
        self._cells = Cells(patches, shapes)
        self._likeness = Likeness(patches, shapes)
        self._families = _families(patches, self._cells)
        art = [not family.plain if family else True for family in self._families]
        self._kin = _kin(
            self._cells, [face.size if has else None for face, has in zip(self._faces, art, strict=True)]
        )
        self._index = Index(
            [face.features if has else Features.none() for face, has in zip(self._faces, art, strict=True)],
            self._kin,
        )
        self._targets: dict[tuple[int, int], Target] = {}
        self._aspects = {round(face.size[0] / face.size[1], 2) for face in self._faces}

    def read(self, picture: Picture) -> Reading:
        """All cards in a picture, in reading order."""
        began = time.perf_counter()
        if min(picture.shape[:2]) < SMALLEST_PX:
            return Reading((), (), (time.perf_counter() - began) * 1e3)
        grey, scale = grey_of(picture, LOOK_PX)
        marked = [_grown(each, 1 / scale) for each in markers_in(grey, self.deck.cards)]
        taken = [np.array(each.quad) for each in marked]
        answers, left = self._faces_in(Sheet(picture), grey, taken)
        cards = [each for each in answers if self._entries[each.face].kind is not Kind.BACK]
        backs = [each.corners for each in answers if self._entries[each.face].kind is Kind.BACK]
        unknown = outermost(left, [*(each.corners for each in answers), *taken])
        return Reading(
            tuple(in_reading_order([*marked, *(self._found(each) for each in cards)])),
            tuple(_quad(each) for each in [*backs, *unknown]),
            (time.perf_counter() - began) * 1e3,
        )

    def _faces_in(
        self, sheet: Sheet, grey: Grey, marked: Sequence[Corners]
    ) -> tuple[list[Answer], list[Outline]]:
        """The faces in a picture but for the marked ones, and the outlines in which none was found."""
        answers = best_of_each_place(
            [each for each in self._by_features(sheet, grey) if not covered(each.corners, marked)]
        )
        left: list[Outline] = []
        for quad in outlines(sheet.picture):
            if not plausible(quad.corners) or not self._card_like(quad) or covered(quad.corners, marked):
                continue
            if covered(quad.corners, [each.corners for each in answers if each.confidence >= CERTAIN]):
                continue
            answer = self._by_look(sheet, quad)
            if answer is not None and answer.confidence >= ASK:
                answers = best_of_each_place([*answers, answer])
            else:
                left.append(quad)
        return answers, left

    def _by_features(self, sheet: Sheet, grey: Grey) -> Iterator[Answer]:
        if self._index.empty:
            return
        scale = grey.shape[1] / sheet.picture.shape[1]
        share = np.sqrt(grey.size / WHOLE)
        seen = features_of(grey, round(MOST * min(float(share), 1.0)))
        grow = np.diag([1 / scale, 1 / scale, 1])
        for votes in self._index.votes(seen, LEAST):
            kin = self._kin[votes.kin]
            for instance in instances(votes, self._index.known, self._faces[kin[0]].size, seen):
                answer = self._among(sheet, kin, [grow @ each for each in instance.maps], instance.agreeing)
                if answer.confidence >= ASK:
                    yield answer

    def _by_look(self, sheet: Sheet, quad: Outline) -> Answer | None:
        """The likeliest face under a quad, if any is likely."""
        pose = map_of(quad.corners)
        best: Answer | None = None
        tried: list[LookAlikes] = []
        glances = self._likeness.likely(sheet.straight(pose, PATCH_PX), GLANCES)
        enough = max(LIKE, glances[0].close - CLOSE_BY)
        for likely in glances:
            alike = self._families[likely.face]
            if alike is None or not alike.plain:
                if likely.close < enough or (best is not None and best.confidence >= CERTAIN):
                    continue
                answer = self._closely(sheet, likely.face, [pose @ QUARTERS[likely.quarters[0]]], 0)
            elif any(alike is each for each in tried):
                continue
            else:
                tried.append(alike)
                answer = _told(alike, sheet, pose, likely.quarters)
            if best is None or answer.confidence > best.confidence:
                best = answer
        return best

    def _among(self, sheet: Sheet, kin: Sequence[int], poses: Sequence[Map], agreeing: int) -> Answer:
        """How sure it is that a certain one of some kin lies there: its features are the others' as well."""
        if len(kin) == 1:
            return self._closely(sheet, kin[0], poses, agreeing)
        pose = self._aligned(sheet, kin[0], poses[0], REFINED[-1])
        straight = sheet.straight(pose, PATCH_PX)
        likely = max(kin, key=lambda face: by_cells(self._cells.judge(straight, face), 1))
        return self._closely(sheet, likely, [pose, *poses[1:]], 1)

    def _closely(self, sheet: Sheet, face: int, poses: Sequence[Map], agreeing: int) -> Answer:
        """How sure it is that a face with art lies there, and none of its twins, in the best pose refined."""
        pose, confidence = self._best(sheet, face, poses, agreeing)
        alike = self._families[face]
        if alike is None or confidence < ASK:
            return Answer(face, corners_of(pose), confidence)
        told = alike.family.told(sheet, pose)
        rivals = tuple(alike.members[n] for n in told.rivals)
        return Answer(alike.members[told.member], corners_of(pose), min(confidence, by_margin(told)), rivals)

    def _best(self, sheet: Sheet, face: int, poses: Sequence[Map], agreeing: int) -> tuple[Map, float]:
        """The pose of those, refined, in which a face with art is seen best, and how surely."""
        best = self._posed(sheet, face, poses[0], REFINED[0], agreeing)
        for sizes, pose in list(product(REFINED, poses))[1:]:
            if best.confidence > SURE or (sizes != REFINED[0] and best.share < LITTLE and agreeing < SPOKEN):
                break
            posed = self._posed(sheet, face, pose, sizes, agreeing)
            best = posed if posed.confidence >= best.confidence else best
        for _ in range(AGAIN):
            if best.confidence > SURE or best.share < LITTLE:
                break
            posed = self._posed(sheet, face, best.pose, REFINED[-1], agreeing)
            if posed.confidence <= best.confidence:
                break
            best = posed
        return best.pose, best.confidence

    def _posed(self, sheet: Sheet, face: int, pose: Map, sizes: tuple[int, ...], agreeing: int) -> Posed:
        """A pose refined at some sizes, and what speaks for a face in it."""
        refined = self._aligned(sheet, face, pose, sizes)
        evidence = self._cells.judge(sheet.straight(refined, PATCH_PX), face)
        return Posed(refined, by_cells(evidence, agreeing), evidence.share)

    def _aligned(self, sheet: Sheet, face: int, pose: Map, sizes: tuple[int, ...]) -> Map:
        """A pose refined until the face fits, at each of some sizes."""
        for size in sizes:
            if (face, size) not in self._targets:
                self._targets[face, size] = Target.of(self._faces[face].patch, self._faces[face].shape, size)
            better = self._targets[face, size].aligned(sheet, pose, STEPS)
            pose = better if plausible(corners_of(better)) else pose
        return pose

    def _card_like(self, quad: Outline) -> bool:
        """Whether a quad's sides are in about the proportion of some card, slants allowed for."""
        sides = np.hypot(*(np.roll(quad.corners, -1, axis=0) - quad.corners).T)
        aspect = (sides[0] + sides[2]) / (sides[1] + sides[3])
        return any(
            max(aspect * each, 1 / (aspect * each)) < SLANT or max(aspect / each, each / aspect) < SLANT
            for each in self._aspects
        )

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


def _families(patches: Sequence[Patch], cells: Cells) -> list[LookAlikes | None]:
    """For each face the faces that it could be taken for, and itself; None where it stands out."""
    twins = cells.twins()
    alike: list[LookAlikes | None] = [None] * len(patches)
    for members in families(patches):
        plain = any(cells.plain(n) for n in members)
        parts = (
            [members]
            if plain
            else [[members[n] for n in part] for part in grouped(twins[np.ix_(members, members)])]
        )
        for part in parts:
            if plain or len(part) > 1:
                family = LookAlikes(part, Family([patches[n] for n in part]), plain)
                for n in part:
                    alike[n] = family
    return alike


def _kin(cells: Cells, sizes: Sequence[tuple[int, int] | None]) -> list[list[int]]:
    """All faces in groups of one picture and one size; those without a size have no features and no kin."""
    alike = cells.kin()
    for n, one in enumerate(sizes):
        alike[n] &= [one is not None and one == other for other in sizes]
    return grouped(alike)


def _told(alike: LookAlikes, sheet: Sheet, pose: Map, quarters: tuple[int, ...]) -> Answer:
    told = alike.family.tell(sheet, pose, quarters)
    rivals = tuple(alike.members[n] for n in told.rivals)
    return Answer(alike.members[told.member], corners_of(told.map), by_likeness(told), rivals)


def _grown(found: Found, by: float) -> Found:
    return replace(found, quad=_quad(np.array(found.quad) * by))


def _quad(corners: Corners) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
