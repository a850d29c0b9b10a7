"""Sheets of faces as a PDF, in real size: crop marks, a ruler, and what to do."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import cairo

from companion.scenes.cutting import outline
from companion.scenes.drawing import draw
from companion.scenes.faces import DP, Printed
from companion.scenes.shapes import Polyline, Scene, Shape, Text
from companion.scenes.sheets import BLEED_MM, HEAD_MM, MARGIN_MM, Paper, Sheet, Spot, cuts
from companion.whole_files import write_whole

POINTS_PER_MM = 72 / 25.4
INK = "#17172B"
MARK_MM = (1.0, 4.0)
"""How far from the bleed a crop mark begins, and how long it is at most."""

RULER_MM = 50.0


def write_pdf(file: Path, title: str, printed: Printed, pages: Sequence[Sheet], paper: Paper) -> None:
    """Write the sheets; a file that can't be written is an OSError, and leaves what was there."""
    write_whole(file, pdf(title, printed, pages, paper))


def pdf(title: str, printed: Printed, pages: Sequence[Sheet], paper: Paper) -> bytes:
    """The sheets as a PDF of upright pages."""
    out = BytesIO()
    with cairo.PDFSurface(out, paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM) as surface:
        surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
        context = cairo.Context(surface)
        for number, page in enumerate(pages):
            context.save()
            context.scale(POINTS_PER_MM, POINTS_PER_MM)
            lie(context, page)
            for spot in page.spots:
                _face(context, printed, spot, back=page.back)
            _marks(context, page)
            sheet = sum(not other.back for other in pages[: number + 1])
            _head(context, page, title, f"sheet {sheet} of {sum(not other.back for other in pages)}")
            context.restore()
            context.show_page()
    return out.getvalue()


def lie(context: Any, page: Sheet) -> None:
    """Turn a sheet that lies on its side onto upright paper: a back the other way round than its front."""
    if page.lying and page.back:
        context.translate(0.0, page.width)
        context.rotate(-_QUARTER)
    elif page.lying:
        context.translate(page.height, 0.0)
        context.rotate(_QUARTER)


_QUARTER = 1.5707963267948966


def _face(context: Any, printed: Printed, spot: Spot, *, back: bool) -> None:
    face = spot.face
    scene = printed.backs[face.back] if back else face.scene
    context.save()
    context.translate(spot.left, spot.top)
    width, height = (side + 2 * BLEED_MM for side in face.size)
    context.rectangle(-BLEED_MM, -BLEED_MM, width, height)
    context.clip()
    context.scale(1 / DP, 1 / DP)
    draw(context, scene)
    context.restore()
    if face.outline:
        context.save()
        context.translate(spot.left, spot.top)
        for grey, width in ((0, 0.3), (1, 0.12)):  # to be seen on a dark ground and on a light one
            outline(context, face)
            context.set_source_rgb(grey, grey, grey)
            context.set_line_width(width)
            context.stroke()
        context.restore()


def _marks(context: Any, page: Sheet) -> None:
    """A hair's line at either end of every straight cut."""
    faces = [(spot, spot.face.size) for spot in page.spots]
    left = min(spot.left for spot, _ in faces) - BLEED_MM
    right = max(spot.left + size[0] for spot, size in faces) + BLEED_MM
    top = min(spot.top for spot, _ in faces) - BLEED_MM
    bottom = max(spot.top + size[1] for spot, size in faces) + BLEED_MM
    gap, long = MARK_MM
    for axis, at in cuts(page):
        low, high, end = (top, bottom, page.height) if axis == "x" else (left, right, page.width)
        near = HEAD_MM - 2.5 if axis == "x" else 2.0
        for start, stop in (
            (max(low - gap - long, near), low - gap),
            (high + gap, min(high + gap + long, end - 2.0)),
        ):
            if axis == "x":
                context.move_to(at, start)
                context.line_to(at, stop)
            else:
                context.move_to(start, at)
                context.line_to(stop, at)
    context.set_source_rgb(0, 0, 0)
    context.set_line_width(0.1)
    context.stroke()


def how_to_cut(page: Sheet) -> str:
    """How to cut: along drawn lines where faces have one, else from mark to mark."""
    outlined = [bool(spot.face.outline) for spot in page.spots]
    if all(outlined):
        return "cut along the hair lines"
    return "cut along the hair lines, or from mark to mark" if any(outlined) else "cut from mark to mark"


def _head(context: Any, page: Sheet, title: str, which: str) -> None:
    """What this sheet is, what to do with it, and a ruler to see that the printer kept the size."""
    side = "backs" if page.back else "faces"
    todo = (
        "Backs: print them behind the sheet before, turned over its long edge."
        if page.back
        else f"Print at 100 %, without fitting to the page; {how_to_cut(page)}."
    )
    left, right = MARGIN_MM + 1.0, page.width - MARGIN_MM - 1.0
    start, middle = right - RULER_MM, 7.0
    shapes: list[Shape] = [
        Text((left * DP, 5.0 * DP), f"{title} · {which}, {side}", 14.0, INK, "start", display=True),
        Text((left * DP, 8.6 * DP), todo, 12.0, INK, "start"),
        Polyline(((start * DP, middle * DP), (right * DP, middle * DP)), INK, 0.8),
        Text(((start - 2) * DP, middle * DP), f"{RULER_MM:g} mm", 12.0, INK, "end"),
    ]
    for step in range(6):
        x, tall = start + step * RULER_MM / 5, 1.2 if step in (0, 5) else 0.7
        shapes.append(Polyline(((x * DP, (middle - tall) * DP), (x * DP, (middle + tall) * DP)), INK, 0.8))
    context.save()
    context.scale(1 / DP, 1 / DP)
    draw(context, Scene(page.width * DP, HEAD_MM * DP, tuple(shapes)))
    context.restore()
