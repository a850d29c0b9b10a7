"""A small renderer: faces laid on a table and photographed badly, by seed, with the truth beside it."""

from dataclasses import dataclass, field

import cv2
import numpy as np


@dataclass
class Laid:
    """One card on the table: where its corners are in the picture, and which share of it can be seen."""

    card: str
    quad: np.ndarray
    visible: float = 1.0


@dataclass
class Conditions:
    """How badly a picture is taken; each is a strength from 0 to 1."""

    cloth: str = "plain"
    slant: float = 0.3
    glare: float = 0.0
    shadow: float = 0.3
    blur: float = 0.2
    motion: float = 0.0
    noise: float = 0.3
    cast: float = 0.3
    lens: float = 0.2
    sleeve: float = 0.0


@dataclass
class Photograph:
    picture: np.ndarray
    laid: list[Laid] = field(default_factory=list)


def photograph(faces, places, conditions, seed, size=(1280, 960)):
    """Lay `faces` (id, picture) at `places` (x, y, turn in degrees, width in px), later ones on top."""
    random = np.random.default_rng(seed)
    width, height = size
    picture = cloth(conditions.cloth, size, random)
    tilt = _slant(size, conditions.slant, random)
    picture = cv2.warpPerspective(picture, tilt, size, borderMode=cv2.BORDER_REFLECT)
    owner = np.full((height, width), -1, np.int32)
    photo = Photograph(picture)
    for n, ((card, face), (x, y, turn, wide)) in enumerate(zip(faces, places, strict=True)):
        face = _sleeved(face, conditions.sleeve)
        move = tilt @ _placed(face, x, y, turn, wide)
        _lay(photo.picture, face, move, owner, n)
        high, across = face.shape[:2]
        corners = np.array([[[0, 0], [across, 0], [across, high], [0, high]]], float)
        photo.laid.append(Laid(card, cv2.perspectiveTransform(corners, move)[0]))
    for n, laid in enumerate(photo.laid):
        whole = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(whole, laid.quad.astype(np.int32), 1)
        area = cv2.contourArea(laid.quad.astype(np.float32))
        laid.visible = float(min((whole & (owner == n)).sum() / max(area, 1), 1))
    photo.picture = spoilt(photo.picture, conditions, random)
    if conditions.lens:
        photo.picture, bend = _bent(photo.picture, conditions.lens)
        for laid in photo.laid:
            laid.quad = bend(laid.quad)
    return photo


def cloth(kind, size, random):
    """A table from above: plain, dark, white, wood, checked or flowered."""
    width, height = size
    base = {"plain": (90, 120, 70), "dark": (30, 30, 34), "white": (225, 228, 230), "wood": (70, 110, 160)}
    image = np.full((height, width, 3), base.get(kind, (180, 170, 120)), np.float32)
    if kind == "wood":
        grain = cv2.resize(random.normal(0, 1, (height // 2, 6)), size, interpolation=cv2.INTER_CUBIC)
        image += 18 * grain[..., None]
    elif kind == "checked":
        pitch = int(random.integers(24, 70))
        rows, columns = np.mgrid[0:height, 0:width]
        image -= 70 * ((rows // pitch + columns // pitch) % 2)[..., None]
    elif kind == "flowered":
        for _ in range(260):
            ink = [float(each) for each in random.integers(30, 255, 3)]
            place = (int(random.integers(0, width)), int(random.integers(0, height)))
            axes = (int(random.integers(4, 46)), int(random.integers(4, 46)))
            cv2.ellipse(
                image, place, axes, float(random.integers(0, 180)), 0, 360, ink, int(random.choice([-1, 2]))
            )
    image += random.normal(0, 5, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def _slant(size, strength, random):
    width, height = size
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    pull = random.uniform(-0.5, 1, 2) * strength * 0.22
    seen = square.copy()
    seen[0] += (width * pull[0] / 2, height * pull[1] / 2)
    seen[1] += (-width * pull[0] / 2, height * pull[1] / 4)
    return cv2.getPerspectiveTransform(square, seen)


def _placed(face, x, y, turn, wide):
    high, across = face.shape[:2]
    scale = wide / across
    cos, sin = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    rotate = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return (
        np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
        @ rotate
        @ np.array([[1, 0, -across / 2], [0, 1, -high / 2], [0, 0, 1]])
    )


def _sleeved(face, strength):
    if not strength:
        return face
    rim = round(face.shape[1] * 0.03 * strength)
    return cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(190, 190, 195))


def _lay(picture, face, move, owner, n):
    size = (picture.shape[1], picture.shape[0])
    inside = np.full(face.shape[:2], 255, np.uint8)
    _round(inside, face.shape[1] // 20)
    shrink = np.sqrt(abs(np.linalg.det(move[:2, :2])))
    if shrink < 0.8:
        face = cv2.GaussianBlur(face, (0, 0), 0.4 / shrink)
    warped = cv2.warpPerspective(face, move, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(inside, move, size, flags=cv2.INTER_LINEAR)
    shade = cv2.GaussianBlur(np.roll(mask, (3, 3), (0, 1)), (0, 0), 4).astype(np.float32) / 255 * 0.3
    picture[:] = (picture * (1 - shade[..., None])).astype(np.uint8)
    share = (mask.astype(np.float32) / 255)[..., None]
    picture[:] = (picture * (1 - share) + warped * share).astype(np.uint8)
    owner[mask > 127] = n


def _round(mask, radius):
    high, across = mask.shape
    for x, y in ((0, 0), (across - radius, 0), (0, high - radius), (across - radius, high - radius)):
        mask[y : y + radius, x : x + radius] = 0
    for x, y in (
        (radius, radius),
        (across - radius, radius),
        (radius, high - radius),
        (across - radius, high - radius),
    ):
        cv2.circle(mask, (x, y), radius, 255, -1)


def spoilt(picture, conditions, random):
    """What light, lens and sensor do to a picture."""
    height, width = picture.shape[:2]
    image = picture.astype(np.float32) / 255
    field_ = cv2.resize(random.normal(0, 1, (3, 4)), (width, height), interpolation=cv2.INTER_CUBIC)
    image *= np.clip(1 + 0.25 * conditions.shadow * field_, 0.3, 1.5)[..., None]
    image *= (1 + conditions.cast * random.uniform(-0.25, 0.25, 3)) * random.uniform(0.75, 1.05)
    if conditions.glare:
        rows, columns = np.mgrid[0:height, 0:width]
        for _ in range(3):
            x, y = random.uniform(0, width), random.uniform(0, height)
            far = ((columns - x) / random.uniform(40, 180)) ** 2 + ((rows - y) / random.uniform(20, 90)) ** 2
            image += (conditions.glare * 0.9 * np.exp(-far))[..., None]
    if conditions.blur:
        image = cv2.GaussianBlur(image, (0, 0), 0.3 + 1.6 * conditions.blur)
    if conditions.motion:
        long = max(int(3 + 9 * conditions.motion), 3)
        kernel = np.zeros((long, long), np.float32)
        kernel[long // 2] = 1 / long
        turn = cv2.getRotationMatrix2D((long / 2 - 0.5, long / 2 - 0.5), random.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, turn, (long, long))
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    image += random.normal(0, 0.03 * conditions.noise, image.shape)
    encoded = cv2.imencode(
        ".jpg", np.clip(image * 255, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85]
    )[1]
    return cv2.imdecode(encoded, cv2.IMREAD_COLOR)


def _bent(picture, strength):
    height, width = picture.shape[:2]
    camera = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], float)
    bend = np.array([-0.08 * strength, 0, 0, 0, 0])
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    flat = np.stack([columns.ravel(), rows.ravel()], axis=1)[:, None]
    source = cv2.undistortPoints(flat, camera, bend, P=camera).reshape(height, width, 2)
    bent = cv2.remap(picture, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    def bend_points(points):
        plane = np.column_stack([(points - (width / 2, height / 2)) / width, np.ones(len(points))])
        return cv2.projectPoints(plane, np.zeros(3), np.zeros(3), camera, bend)[0][:, 0]

    return bent, bend_points
