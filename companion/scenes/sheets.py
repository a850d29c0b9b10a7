"""Where faces lie on sheets of paper: as many as fit, with room to cut, backs where their fronts are."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from companion.scenes.faces import Face

MARGIN_MM = 5.0
"""What a home printer leaves white around a sheet."""

HEAD_MM = 13.0
"""Room for a sheet's title over its faces, white edge included."""

BLEED_MM = 2.0
"""How much of a face's bleed is printed: between two faces there are both of theirs."""


class Paper(Struct, frozen=True):
    """A sheet as it comes out of a printer, in mm, upright."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


class Spot(Struct, frozen=True):
    """A face on a sheet: the upper left corner of what is cut out, in mm."""

    face: Face
    left: float
    top: float


class Sheet(Struct, frozen=True):
    """One side of a sheet, as it is read: `width` and `height` are exchanged where it lies on its side.

    A back is the `side` behind the sheet before it, and holds the same faces from right to left.
    """

    width: float
    height: float
    lying: bool
    spots: tuple[Spot, ...]
    back: bool = False


class FaceTooLargeError(ValueError):
    """A face that fits on no sheet of this paper."""


def sheets(faces: Sequence[Face], paper: Paper) -> tuple[Sheet, ...]:
    """All faces as often as they are printed: each front's sheet, and behind it the sheet of its backs.

    Behind faces that have no back is no sheet.

    Faces of different sizes are on different sheets. Raises FaceTooLargeError.
    """
    wanted = [face for face in faces for _ in range(face.copies)]
    found: list[Sheet] = []
    for size, alike in groupby(wanted, key=lambda face: face.size):
        copies = list(alike)
        lying, columns, rows = _grid(size, paper)
        each = columns * rows
        for first in range(0, len(copies), each):
            front = _sheet(copies[first : first + each], paper, columns, lying=lying)
            found.append(front)
            if any(spot.face.back for spot in front.spots):
                found.append(_behind(front))
    return tuple(found)


def _grid(size: tuple[float, float], paper: Paper) -> tuple[bool, int, int]:
    """Whether the sheet lies on its side, and how many columns and rows it takes: whatever holds most."""
    ways = []
    for lying in (False, True):
        width, height = (paper.height, paper.width) if lying else (paper.width, paper.height)
        columns = int((width - 2 * MARGIN_MM) // (size[0] + 2 * BLEED_MM))
        rows = int((height - MARGIN_MM - HEAD_MM) // (size[1] + 2 * BLEED_MM))
        ways.append((columns * rows, not lying, columns, rows))
    most, upright, columns, rows = max(ways)
    if not most:
        raise FaceTooLargeError(
            f"a face of {size[0]:g} x {size[1]:g} mm does not fit on {paper.name}: choose larger paper"
        )
    return not upright, columns, rows


def _sheet(faces: Sequence[Face], paper: Paper, columns: int, *, lying: bool) -> Sheet:
    """The faces row by row, the whole in the middle of the sheet's width."""
    width, height = (paper.height, paper.width) if lying else (paper.width, paper.height)
    across, down = (side + 2 * BLEED_MM for side in faces[0].size)
    rows = -(-len(faces) // columns)
    left = (width - columns * across) / 2 + BLEED_MM
    top = HEAD_MM + max(0.0, (height - HEAD_MM - MARGIN_MM - rows * down) / 2) + BLEED_MM
    spots = tuple(
        Spot(face, left + place % columns * across, top + place // columns * down)
        for place, face in enumerate(faces)
    )
    return Sheet(width, height, lying, spots)


def _behind(front: Sheet) -> Sheet:
    """The backs, where the fronts are once the sheet is turned over its long edge."""
    spots = tuple(
        Spot(spot.face, front.width - spot.left - spot.face.size[0], spot.top) for spot in front.spots
    )
    return Sheet(front.width, front.height, front.lying, spots, back=True)


def cuts(sheet: Sheet) -> Iterator[tuple[str, float]]:
    """Where a straight cut goes through the whole sheet: `x` or `y`, and how far in."""
    for axis, side in (("x", 0), ("y", 1)):
        starts = [(spot.left, spot.top)[side] for spot in sheet.spots]
        ends = [(spot.left, spot.top)[side] + spot.face.size[side] for spot in sheet.spots]
        for place in sorted({round(place, 3) for place in (*starts, *ends)}):
            yield axis, place
