"""What a preview gives each cart, written beside it where there is room."""

from companion.scenes.blast_track.board import Picture, View
from companion.scenes.blast_track.hexes import outward
from companion.scenes.blast_track.preview import Preview, signed
from companion.scenes.lettering import width
from companion.scenes.marks import Shapes
from companion.scenes.palette import TYPE, on_seat, seat_colour
from companion.scenes.shapes import Box, Shape, Text
from companion.scenes.touching import Bounds

SIZE = TYPE["small"]
HIGH = 20.0


def badges(found: Preview | None, shown: Picture, zoomed: View, before: Shapes) -> Shapes:
    """What each cart gains or loses, in its colour; a badge with no room of its own is left out."""
    if found is None:
        return ()
    taken = [_box(shape) for shape in before if isinstance(shape, Text)]
    shapes: list[Shape] = []
    for effect in found.effects:
        if not effect.points:
            continue
        to = effect.to
        x, y = zoomed.grid.end(to.cell, to.end, shown.plan.ends)
        words = signed(effect.points)
        wide = width(words, SIZE, bold=True) + 12
        ox, oy = outward(to.end // shown.plan.ends)
        reach = max(20.0, zoomed.radius * 0.62)
        for dx, dy in (
            (ox * reach * 1.2, oy * reach),
            (0, -24),
            (0, 24),
            (30, 0),
            (-30, 0),
            (28, -22),
            (-28, -22),
            (28, 22),
            (-28, 22),
        ):
            left, top = x + dx - wide / 2, y + dy - HIGH / 2
            box = (left, top, left + wide, top + HIGH)
            if zoomed.area.holds((left, top)) and zoomed.area.holds(box[2:]) and not _meets(box, taken):
                taken.append(box)
                seat = effect.seat
                shapes.append(
                    Box(
                        (left, top),
                        wide,
                        HIGH,
                        HIGH / 2,
                        fill=seat_colour(seat),
                        stroke="ink",
                        stroke_width=1.5,
                    )
                )
                shapes.append(Text((x + dx, y + dy), words, SIZE, on_seat(seat), bold=True))
                break
    return tuple(shapes)


def _box(text: Text) -> Bounds:
    wide = width(text.text, text.size, text.display, text.bold)
    left = text.at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return left, text.at[1] - text.size * 0.7, left + wide, text.at[1] + text.size * 0.7


def _meets(box: Bounds, others: list[Bounds]) -> bool:
    return any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in others
    )
