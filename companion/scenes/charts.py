"""How a game ended, as bars: a bar for each seat, a part of it for each group of reasons."""

from msgspec import Struct

from companion.rules.contract import Line, Outcome, Seat, Standing
from companion.scenes.lettering import fit, width
from companion.scenes.marks import Shapes, seat_mark
from companion.scenes.palette import RADIUS, SPACE, TYPE
from companion.scenes.shapes import Box, Scene, Shape, Target, Text
from companion.scenes.telling import Telling

NARROW = 560.0
"""Below this width a seat's name stands above its bar, in dp."""

LEGEND_ROW = 26.0

LEAST_STEP = TYPE["display"] + 4
"""A bar's least height with the room around it: its total is as high. A legend that takes more is left out,
for a part that is touched says what it is."""


class Part(Struct, frozen=True):
    """What one seat scored in one group of reasons."""

    seat: Seat
    key: str
    points: int
    lines: tuple[Line, ...]

    @property
    def id(self) -> str:
        """The id to tap."""
        return f"part.{self.seat}.{self.key}"


def parts(standing: Standing) -> tuple[Part, ...]:
    """A seat's lines, gathered by their group (a line without one stands alone), in their order."""
    gathered: dict[str, list[Line]] = {}
    for line in standing.lines:
        gathered.setdefault(line.group or line.label, []).append(line)
    return tuple(
        Part(standing.seat, key, sum(line.points for line in lines), tuple(lines))
        for key, lines in gathered.items()
    )


def part(outcome: Outcome, touched: str) -> Part | None:
    """The part of a bar that has this id; None for anything else."""
    every = (found for standing in outcome.ranking for found in parts(standing))
    return next((found for found in every if found.id == touched), None)


def title(telling: Telling, key: str, line: Line, names: tuple[str, ...]) -> str:
    """What a part of a bar is called."""
    return telling.group(key, names) if line.group else telling.line(line, names)


def score_chart(
    telling: Telling, outcome: Outcome, names: tuple[str, ...], area: tuple[float, float], chosen: str = ""
) -> Scene:
    """The ranking as bars in this area, best first; `chosen` is the id of the part that was tapped.

    Where there are no points at all, each bar holds the reason for its place.
    """
    legend = _Legend(telling, outcome, names, area)
    plot = _Plot(outcome, names, area[0], area[1] - legend.height, tuple(legend.titles), chosen)
    shapes: list[Shape] = []
    for row, standing in enumerate(outcome.ranking):
        shapes += plot.bar(row, standing) if legend.titles else plot.reason(row, standing, telling)
    return Scene(area[0], area[1], (*shapes, *legend.shapes(area[1] - legend.height)))


class _Legend:
    """Which colour is which group; laid out in as many rows as it takes."""

    def __init__(
        self, telling: Telling, outcome: Outcome, names: tuple[str, ...], area: tuple[float, float]
    ) -> None:
        across = area[0]
        self.titles: dict[str, str] = {}
        for standing in outcome.ranking:
            for found in parts(standing):
                if found.points:
                    self.titles.setdefault(found.key, title(telling, found.key, found.lines[0], names))
        self.places: list[tuple[float, int, str]] = []
        x, row = SPACE, 0
        for words in self.titles.values():
            shown = fit(words, min(across - 6 * SPACE, 220), TYPE["small"])
            wide = 3 * SPACE + width(shown, TYPE["small"]) + 2 * SPACE
            if x > SPACE and x + wide > across:
                x, row = SPACE, row + 1
            self.places.append((x, row, shown))
            x += wide
        self.height = (row + 1) * LEGEND_ROW + SPACE if self.places else 0.0
        if area[1] - self.height < LEAST_STEP * len(outcome.ranking):
            self.places, self.height = [], 0.0

    def shapes(self, top: float) -> Shapes:
        drawn: list[Shape] = []
        for place, (x, row, words) in enumerate(self.places):
            y = top + SPACE + (row + 0.5) * LEGEND_ROW
            drawn.append(Box((x, y - 7), 14, 14, 4, fill=f"chart{place}"))
            drawn.append(Text((x + 2.75 * SPACE, y), words, TYPE["small"], "muted", "start"))
        return tuple(drawn)


class _Plot:
    """The measures that all bars share."""

    def __init__(
        self,
        outcome: Outcome,
        names: tuple[str, ...],
        across: float,
        down: float,
        keys: tuple[str, ...],
        chosen: str,
    ) -> None:
        self.names, self.keys, self.chosen, self.across = names, keys, chosen, across
        self.step = min(84.0, down / len(outcome.ranking))
        self.above = across < NARROW and self.step >= 54
        called = max(width(name, TYPE["body"], bold=True) for name in names)
        self.named = across - 2 * SPACE if self.above else min(called + 6 * SPACE, across * 0.3)
        self.left = SPACE if self.above else self.named + 2 * SPACE
        totals = max(width(str(row.total), TYPE["display"], display=True) for row in outcome.ranking)
        lengths = (sum(abs(found.points) for found in parts(row)) for row in outcome.ranking)
        self.unit = (across - self.left - totals - 3 * SPACE) / max(1, *lengths)
        self.thick = min(44.0, self.step * (0.5 if self.above else 0.68))

    def bar(self, row: int, standing: Standing) -> Shapes:
        top = row * self.step
        middle = top + (self.step - self.thick / 2 - 4 if self.above else self.step / 2)
        shapes: list[Shape] = [Target((0, top), self.across, self.step, f"bar.{standing.seat}")]
        shapes += self._name(standing, middle - self.thick / 2 - 14 if self.above else middle)
        x = self.left
        for found in sorted(parts(standing), key=lambda each: each.points < 0):
            if found.points:
                shapes += self._part(found, x, middle) if found.points > 0 else self._loss(found, x, middle)
                x += abs(found.points) * self.unit
        total = Text(
            (x + 1.5 * SPACE, middle), str(standing.total), TYPE["display"], anchor="start", display=True
        )
        return (*shapes, total)

    def reason(self, row: int, standing: Standing, telling: Telling) -> Shapes:
        """A seat's place in a game without points, and why it has it."""
        top = row * self.step
        middle = top + (self.step - self.thick / 2 - 4 if self.above else self.step / 2)
        words = telling.line(standing.lines[0], self.names) if standing.lines else ""
        room, size = self.across - self.left - SPACE, TYPE["body"]
        first = standing.rank == 1
        return (
            Target((0, top), self.across, self.step, f"bar.{standing.seat}"),
            *self._name(standing, middle - self.thick / 2 - 14 if self.above else middle),
            Box(
                (self.left, middle - self.thick / 2),
                room,
                self.thick,
                RADIUS / 2,
                fill="accent" if first else "control",
            ),
            Text(
                (self.left + 1.5 * SPACE, middle),
                fit(words, room - 3 * SPACE, size, display=True),
                size,
                "ink" if first else "text",
                "start",
                display=True,
            ),
        )

    def _name(self, standing: Standing, y: float) -> Shapes:
        size = TYPE["body"]
        name = fit(self.names[standing.seat], self.named - 6 * SPACE, size, bold=True)
        colour = "faint" if standing.left else "text"
        return (
            Text((1.25 * SPACE, y), str(standing.rank), size, "faint", display=True),
            *seat_mark(standing.seat, 4 * SPACE, y, 20),
            Text((6 * SPACE, y), name, size, colour, "start", bold=True),
        )

    def _part(self, found: Part, x: float, middle: float) -> Shapes:
        wide = max(2.0, found.points * self.unit - 2)
        chosen = found.id == self.chosen
        box = Box(
            (x, middle - self.thick / 2),
            wide,
            self.thick,
            min(RADIUS / 2, wide / 2),
            fill=f"chart{self.keys.index(found.key)}",
            stroke="text" if chosen else "",
            stroke_width=3.0,
            id=found.id,
        )
        return (box, *self._number(str(found.points), x + wide / 2, middle, wide, "ink"))

    def _loss(self, found: Part, x: float, middle: float) -> Shapes:
        wide = max(2.0, -found.points * self.unit - 2)
        low, high = middle - self.thick / 2 + 3, self.thick - 6
        box = Box((x, low), wide, high, 4, fill="bad_panel", stroke="bad", stroke_width=2.0, id=found.id)
        return (box, *self._number(f"−{-found.points}", x + wide / 2, middle, wide, "text"))

    def _number(self, number: str, x: float, y: float, room: float, colour: str) -> Shapes:
        size = TYPE["body"]
        if width(number, size, display=True) > room - 4:
            return ()
        return (Text((x, y), number, size, colour, display=True),)
