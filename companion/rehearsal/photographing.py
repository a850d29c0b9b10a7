"""Pretend photographs of cards on a table, and the truth about each: the same for the same seed.

photographer = Photographer(printed("coaster_park"))
photo = photographer.row(("launch-01", "standard-03"), seed=7)
photo.picture, photo.cards          # pixels, and which card lies where, from the left
"""

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards import Quad
from companion.rehearsal.cloths import CLOTHS, PX_PER_MM, SIDE_MM, cloth
from companion.rehearsal.lens import Pose, bend, bent, homography, projected
from companion.rehearsal.lighting import USUAL, Trouble, glare, grainy, lit, moved
from companion.scenes.cutting import cut_out
from companion.scenes.drawing import Picture
from companion.scenes.faces import Face, Printed

FINENESSES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
"""How finely faces are drawn, in px a millimetre: a picture takes the next that is no coarser than itself."""

SLEEVE_MM = 1.5
"""How far a sleeve reaches over its card."""

SHADOW_MM = 2.5

FILM, FILM_ALPHA = (225, 228, 230), 90
"""The colour of a sleeve's rim, and how little it hides."""

Matrix = NDArray[np.float64]


class Laid(Struct, frozen=True):
    """A card as it lies in a picture: corners clockwise from its own upper left, and the share in sight."""

    card: str
    quad: Quad
    visible: float


class Photo(Struct, frozen=True):
    """A picture and the cards that lie in it face up, in the order in which they were laid."""

    picture: Picture
    cards: tuple[Laid, ...]


class Lying(Struct, frozen=True):
    """A card on the table: its middle in mm, how far it is turned clockwise in degrees; or only its back."""

    card: str
    x: float
    y: float
    turn: float = 0.0
    face_down: bool = False


class Photographer:
    """Takes pictures of one game's faces."""

    def __init__(self, printed: Printed) -> None:
        self._printed = printed
        self._faces = {id_: face for face in printed.faces for id_ in (face.id, *face.also)}
        self._cut: dict[tuple[str, float, bool, bool], Picture] = {}

    @property
    def cards(self) -> tuple[str, ...]:
        """All faces that are printed, by their id."""
        return tuple(face.id for face in self._printed.faces)

    def row(
        self,
        cards: Sequence[str],
        seed: int | str,
        trouble: Trouble = USUAL,
        size: tuple[int, int] = (1280, 720),
        table: str = "",
    ) -> Photo:
        """Cards laid side by side, from the left, as tidily as people do."""
        random = Random(f"row {seed}")
        x, laid = 0.0, []
        for card in cards:
            width, height = self._faces[card].size
            over = random.uniform(-trouble.overlap, 0.1) if trouble.overlap else random.uniform(0.05, 0.2)
            x += width / 2
            turn = random.gauss(0, 3) + (180 if random.random() < trouble.turned else 0)
            laid.append(Lying(card, x, random.gauss(0, 0.04) * height, turn))
            x += width / 2 + over * width
        return self.take(laid, seed, trouble, size, table)

    def heap(
        self,
        cards: Sequence[str],
        seed: int | str,
        trouble: Trouble = USUAL,
        size: tuple[int, int] = (1280, 720),
        table: str = "",
    ) -> Photo:
        """Cards thrown on the table, turned any way."""
        random = Random(f"heap {seed}")
        widest = max(max(self._faces[card].size) for card in cards)
        step = widest * (1.15 - trouble.overlap)
        columns = max(1, round((len(cards) * size[0] / size[1]) ** 0.5))
        laid = [
            Lying(
                card,
                place % columns * step + random.uniform(-0.05, 0.05) * step,
                place // columns * step + random.uniform(-0.05, 0.05) * step,
                random.uniform(0, 360),
            )
            for place, card in enumerate(cards)
        ]
        return self.take(laid, seed, trouble, size, table)

    def take(
        self,
        laid: Sequence[Lying],
        seed: int | str,
        trouble: Trouble = USUAL,
        size: tuple[int, int] = (1280, 720),
        table: str = "",
    ) -> Photo:
        """A picture of cards that lie just so, each over those before it; `table` names the cloth."""
        random = Random(f"take {seed}")
        corners = [_corners(self._faces[each.card].size, each) for each in laid]
        everything = np.concatenate(corners) if corners else np.array([[0.0, 0.0], [300.0, 200.0]])
        pose = Pose(
            random.uniform(0, trouble.tilt),
            random.gauss(0, 30) + random.choice((0, 0, 180)),
            random.uniform(-trouble.roll, trouble.roll),
            random.uniform(0.7, 0.92),
        )
        bending = round(random.uniform(-trouble.bend / 2, trouble.bend), 2)
        map_ = homography(pose, everything, size)
        canvas = self._ground(map_, everything, random, size, table, trouble)
        sleeved = random.random() < trouble.sleeves
        for each in laid:
            self._lay(canvas, map_, each, random, trouble, sleeved=sleeved)
        straight = [projected(map_, points) for points in corners]
        shares = _shares(straight, size)
        canvas = bend(canvas, bending, size)
        canvas = grainy(moved(lit(canvas, trouble, random), trouble, random), trouble, random)
        cards = tuple(
            Laid(each.card, _quad(bent(points, bending, size)), share)
            for each, points, share in zip(laid, straight, shares, strict=True)
            if not each.face_down
        )
        return Photo(canvas, cards)

    def _ground(
        self,
        map_: Matrix,
        everything: Matrix,
        random: Random,
        size: tuple[int, int],
        table: str,
        trouble: Trouble,
    ) -> Any:
        """The cloth with what people leave on it."""
        name = table or random.choice(tuple(CLOTHS))
        woven = cloth(name, random.randrange(3))
        middle = everything.mean(axis=0)
        turn = random.uniform(0, 2 * pi)
        place = _placed(turn, middle, 1 / PX_PER_MM, (SIDE_MM / 2 * PX_PER_MM, SIDE_MM / 2 * PX_PER_MM))
        canvas = cv2.warpPerspective(
            woven, map_ @ place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        low, high = everything.min(axis=0) - 30, everything.max(axis=0) + 30
        for _ in range(random.randint(0, trouble.clutter)):
            x, y = random.uniform(low[0], high[0]), random.uniform(low[1], high[1])
            _disc(canvas, map_, (x, y), random)
        return canvas

    def _lay(
        self,
        canvas: Any,
        map_: Matrix,
        each: Lying,
        random: Random,
        trouble: Trouble,
        *,
        sleeved: bool,
    ) -> None:
        face = self._faces[each.card]
        fine = _fineness(map_, _corners(face.size, each))
        texture = self._texture(face, fine, face_down=each.face_down, sleeved=sleeved)
        _shadow(canvas, map_, face.size, each, random)
        if sleeved and random.random() < trouble.glare:
            texture = _shining(texture, random)
        middle = (texture.shape[1] / 2, texture.shape[0] / 2)
        place = _placed(each.turn * pi / 180, np.array([each.x, each.y]), 1 / fine, middle)
        _blend(canvas, texture, map_ @ place)

    def _texture(self, face: Face, fine: float, *, face_down: bool, sleeved: bool) -> Picture:
        key = (face.id, fine, face_down, sleeved)
        if key not in self._cut:
            scene = self._printed.backs[face.back] if face_down else face.scene
            cut = cut_out(face, fine, scene)
            self._cut[key] = _sleeved(cut, fine) if sleeved else cut
        return self._cut[key]


def _fineness(map_: Matrix, corners: Matrix) -> float:
    """How finely a face must be drawn that lies there, in px a millimetre: as the picture shows it."""
    seen = projected(map_, corners)
    sides = np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1)
    wanted = float((sides / np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)).max())
    return next((fine for fine in FINENESSES if fine >= wanted), FINENESSES[-1])


def _placed(turn: float, middle: Matrix, scale: float, own: tuple[float, float]) -> Matrix:
    """From a texture's pixels to mm on the table, its point `own` at `middle`."""
    c, s = cos(turn) * scale, sin(turn) * scale
    x, y = own
    return np.array([[c, -s, middle[0] - c * x + s * y], [s, c, middle[1] - s * x - c * y], [0, 0, 1]])


def _corners(size: tuple[float, float], each: Lying) -> Matrix:
    half = np.array(size) / 2
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    c, s = cos(each.turn * pi / 180), sin(each.turn * pi / 180)
    corners: Matrix = around @ np.array([[c, s], [-s, c]]) + np.array([each.x, each.y])
    return corners


def _window(canvas: Any, seen: Matrix) -> tuple[int, int, int, int] | None:
    """The part of the canvas around these points, as left, top, right, bottom; None if it is out of sight."""
    height, width = canvas.shape[:2]
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 3, (width, height))
    return (int(left), int(top), int(right), int(bottom)) if right > left and bottom > top else None


def _blend(canvas: Any, texture: Picture, map_: Matrix) -> None:
    """Lay a texture with alpha onto the canvas, in the one window that it can touch."""
    height, width = texture.shape[:2]
    edges = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    window = _window(canvas, projected(map_, edges))
    if window is None:
        return
    left, top, right, bottom = window
    shift = np.array([[1.0, 0.0, -left], [0.0, 1.0, -top], [0.0, 0.0, 1.0]])
    warped = cv2.warpPerspective(texture, shift @ map_, (right - left, bottom - top), flags=cv2.INTER_AREA)
    _mix(canvas[top:bottom, left:right], warped[:, :, :3], warped[:, :, 3])


def _mix(part: Any, colours: Any, alpha: Any) -> None:
    """Put colours over a part of the canvas, as far as alpha says."""
    cover = cv2.merge([alpha, alpha, alpha])
    over = cv2.multiply(colours, cover, scale=1 / 255)
    under = cv2.multiply(part, 255 - cover, scale=1 / 255)
    cv2.add(over, under, dst=part)


def _shadow(canvas: Any, map_: Matrix, size: tuple[float, float], each: Lying, random: Random) -> None:
    """The dark rim of a card that does not lie quite flat."""
    turn, far = random.uniform(0, 2 * pi), random.uniform(0.3, SHADOW_MM)
    moved_ = Lying(each.card, each.x + far * cos(turn), each.y + far * sin(turn), each.turn)
    seen = projected(map_, _corners(size, moved_))
    window = _window(canvas, np.concatenate([seen - 8, seen + 8]))
    if window is None:
        return
    left, top, right, bottom = window
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round(seen - (left, top)).astype(np.int32), random.randint(60, 130))
    soft = cv2.blur(mask, (9, 9))
    part = canvas[top:bottom, left:right]
    cv2.multiply(part, cv2.merge([255 - soft] * 3), dst=part, scale=1 / 255)


def _sleeved(texture: Picture, fine: float) -> Picture:
    """The card in a sleeve that is a little larger and greys it."""
    rim = round(SLEEVE_MM * fine)
    height, width = texture.shape[0] + 2 * rim, texture.shape[1] + 2 * rim
    sleeve = np.full((height, width, 4), (*FILM, FILM_ALPHA), np.uint8)
    inside = texture[:, :, 3] > 127
    greyed = cv2.addWeighted(texture, 0.93, np.full_like(texture, 235), 0.07, 0.0)
    greyed[:, :, 3] = 255
    sleeve[rim:-rim, rim:-rim][inside] = greyed[inside]
    return sleeve


def _shining(sleeve: Picture, random: Random) -> Picture:
    """The sleeve with a lamp mirrored in it."""
    white = glare((sleeve.shape[0], sleeve.shape[1]), random)
    keep = cv2.merge([255 - white] * 4)
    return np.asarray(cv2.add(cv2.multiply(sleeve, keep, scale=1 / 255), cv2.merge([white] * 4)))


_DISCS = ((60, 200, 240), (215, 220, 225), (70, 70, 200), (90, 160, 60), (200, 130, 50), (40, 40, 46))


def _disc(canvas: Any, map_: Matrix, middle: tuple[float, float], random: Random) -> None:
    """A coin, a bead or a coaster for a drink."""
    radius = random.choice((9.0, 12.0, 12.0, 46.0))
    colour, ring = random.sample(_DISCS, 2)
    for share, paint in ((1.0, ring), (0.9, colour), (0.5, ring), (0.42, colour)):
        turns = np.linspace(0, 2 * pi, 48, endpoint=False)
        around = np.array(middle) + radius * share * np.column_stack([np.cos(turns), np.sin(turns)])
        cv2.fillPoly(canvas, [np.round(projected(map_, around)).astype(np.int32)], paint, cv2.LINE_AA)


def _shares(quads: Sequence[Matrix], size: tuple[int, int]) -> list[float]:
    """How much of each quad is in the frame and not under a later one."""
    scale = 0.5
    owner = np.zeros((round(size[1] * scale), round(size[0] * scale)), np.uint8)
    for place, quad in enumerate(quads, 1):
        cv2.fillConvexPoly(owner, np.round(quad * scale).astype(np.int32), place)
    counted = np.bincount(owner.ravel(), minlength=len(quads) + 1)
    return [
        min(
            1.0,
            round(float(counted[place]) / max(1.0, cv2.contourArea((quad * scale).astype(np.float32))), 3),
        )
        for place, quad in enumerate(quads, 1)
    ]


def _quad(points: Matrix) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d
