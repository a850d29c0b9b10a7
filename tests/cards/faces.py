"""Faces for the tests, drawn by seed: illustrated ones in one shared frame, and symbols that look alike."""

import cv2
import numpy as np

SIZE = (252, 352)

SHAPES = ("drop", "hexagon", "bow")
INKS = {"teal": (120, 130, 10), "brick": (40, 60, 190), "violet": (140, 50, 110)}
FILLS = ("solid", "hatched", "outline")
NUMBERS = (1, 2, 3)

PALETTE = [(60, 90, 200), (60, 170, 90), (190, 110, 50), (40, 190, 220), (150, 70, 150)]


def illustrated(seed, frame=True):
    """A card with random art above random words, in a frame that all of them share."""
    random = np.random.default_rng(seed)
    width, height = SIZE
    face = np.full((height, width, 3), (225, 235, 240), np.uint8)
    tint = PALETTE[seed % len(PALETTE)] if frame else (200, 200, 200)
    cv2.rectangle(face, (0, 0), (width, height), (30, 30, 30), 14)
    cv2.rectangle(face, (10, 10), (width - 11, height - 11), tint, 12)
    face[40:200, 22 : width - 22] = _art(random, width - 44, 160)
    words = ["".join(random.choice(list("abcdefghiklmnorstuw"), random.integers(3, 8))) for _ in range(16)]
    cv2.putText(face, words[0].title(), (24, 35), cv2.FONT_HERSHEY_DUPLEX, 0.55, (20, 20, 20), 1, cv2.LINE_AA)
    for line in range(5):
        text = " ".join(words[1 + 3 * line : 4 + 3 * line])
        place = (26, 225 + 22 * line)
        cv2.putText(face, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (30, 30, 30), 1, cv2.LINE_AA)
    return face


def _art(random, width, height):
    corners = random.integers(30, 225, (2, 3, 3)).astype(np.uint8)
    art = cv2.resize(corners, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(random.integers(8, 22)):
        ink = [int(each) for each in random.integers(0, 255, 3)]
        x, y = (int(each) for each in (random.integers(0, width), random.integers(0, height)))
        reach = int(random.integers(6, 45))
        match random.integers(0, 4):
            case 0:
                cv2.circle(art, (x, y), reach, ink, -1, cv2.LINE_AA)
            case 1:
                spread = np.add(random.integers(-reach, reach, (5, 2)), (x, y))
                cv2.fillPoly(art, [spread.astype(np.int32)], ink, cv2.LINE_AA)
            case 2:
                end = (int(random.integers(0, width)), int(random.integers(0, height)))
                cv2.line(art, (x, y), end, ink, int(random.integers(1, 6)), cv2.LINE_AA)
            case _:
                axes = (reach, int(random.integers(4, 30)))
                cv2.ellipse(art, (x, y), axes, float(random.integers(0, 180)), 0, 360, ink, 2, cv2.LINE_AA)
    grain = cv2.resize(random.normal(0, 14, (height // 3, width // 3)), (width, height))
    return np.clip(art + grain[..., None], 0, 255).astype(np.uint8)


def symbols():
    """All 81 faces that differ only in number, ink, fill and shape, by their ids."""
    return {
        f"{ink}-{number}-{fill}-{shape}": symbol(number, ink, fill, shape)
        for ink in INKS
        for number in NUMBERS
        for fill in FILLS
        for shape in SHAPES
    }


def symbol(number, ink, fill, shape):
    """One white card with so many of one shape side by side."""
    face = np.full((200, 300, 3), 222, np.uint8)
    for n in range(number):
        middle = 150 + (n - (number - 1) / 2) * 84
        _draw(face, _outline(shape) * (34, 66) + (middle, 100), INKS[ink], fill)
    return face


def _draw(face, outline, ink, fill):
    points = np.round(outline * 16).astype(np.int32)
    if fill == "solid":
        cv2.fillPoly(face, [points], ink, cv2.LINE_AA, 4)
    if fill == "hatched":
        inside = np.zeros(face.shape[:2], np.uint8)
        cv2.fillPoly(inside, [points], 255, cv2.LINE_AA, 4)
        lines = face.copy()
        for y in range(0, face.shape[0], 5):
            cv2.line(lines, (0, y), (face.shape[1], y), ink, 1, cv2.LINE_AA)
        face[inside > 127] = lines[inside > 127]
    cv2.polylines(face, [points], isClosed=True, color=ink, thickness=3, lineType=cv2.LINE_AA, shift=4)


def _outline(shape):
    round_ = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    match shape:
        case "hexagon":
            corners = np.linspace(0, 2 * np.pi, 7) + np.pi / 2
            return np.stack([np.cos(corners), np.sin(corners)], axis=1)[:6]
        case "drop":
            wide = np.sin(round_) * (0.55 + 0.45 * np.cos(round_ + np.pi))
            return np.stack([wide, -np.cos(round_)], axis=1)
        case _:
            wide = np.cos(round_) * (0.55 + 0.45 * np.abs(np.sin(round_)))
            return np.stack([wide, np.sin(round_)], axis=1)
