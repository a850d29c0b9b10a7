"""A face as it looks once it is cut out: for the deck that the camera knows, and for pretend photographs."""

from typing import Any

import cairo
import numpy as np

from companion.scenes.drawing import Picture, outlined, picture, pixels_of, rounded
from companion.scenes.faces import DP, ROUND_MM, Face
from companion.scenes.shapes import Scene

PX_PER_MM = 6.0
"""How finely a reference picture is drawn: a camera over the table sees half of it."""


def reference(face: Face, px_per_mm: float = PX_PER_MM) -> Picture:
    """The face as a picture in blue, green, red, upright, without its bleed."""
    return picture(face.scene, px_per_mm / DP, ground="#FFFFFF")


def cut_out(face: Face, px_per_mm: float = PX_PER_MM, scene: Scene | None = None) -> Picture:
    """The face (or another scene of its size, such as its back) with alpha: nothing outside its outline."""
    scene = scene or face.scene
    colours = picture(scene, px_per_mm / DP, ground="#FFFFFF")
    height, width = colours.shape[:2]
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
    context = cairo.Context(surface)
    context.scale(width / face.size[0], height / face.size[1])
    outline(context, face)
    context.fill()
    return np.dstack([colours, pixels_of(surface)[:, :, 3]])


def outline(context: Any, face: Face) -> None:
    """Put the line along which a face is cut into a context whose unit is a millimetre."""
    if face.outline:
        outlined(context, face.outline)
    else:
        rounded(context, (0.0, 0.0), *face.size, ROUND_MM)
