"""What screens are made of: words, panels and things to press, all drawn from shapes."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.kiosk.lettering import LEADING, Fitted, fitted, labelled
from companion.kiosk.painting import Drawable, Painter, Symbol, moved
from companion.kiosk.theme import RADIUS, SPACE, TOUCH, Theme
from companion.scenes.shapes import Box, Shape, Text
from companion.scenes.telling import ART

SYMBOL = 26.0
"""The size of a symbol before a control's words, in dp."""

ALIGNMENTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Drawn(Widget):
    """A widget that is a few shapes, counted in dp from its upper left corner."""

    def __init__(self, theme: Theme, **given: Any) -> None:
        super().__init__(**({"size": (0, 0)} | given))
        self.theme = theme
        self.clipped = False
        with self.canvas:
            PushMatrix()
            self._shift = Translate(0, 0)
        self._painter = Painter(self.canvas, theme, Metrics.density)
        with self.canvas:
            PopMatrix()
        self.redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._move, size=self.redraw)
        self.redraw()

    @property
    def wide(self) -> float:
        """Its width in dp."""
        return float(self.width / Metrics.density)

    @property
    def high(self) -> float:
        """Its height in dp."""
        return float(self.height / Metrics.density)

    def dress(self, theme: Theme) -> None:
        """Look by another theme from now on."""
        self.theme = theme
        self._painter.dress(theme)
        self.redraw()

    def shapes(self) -> Iterable[Drawable]:
        """What it looks like now."""
        raise NotImplementedError

    def _move(self, *_: Any) -> None:
        self._shift.xy = (round(self.x), round(self.y))

    def _draw(self, *_: Any) -> None:
        self.clipped = False
        self._painter.draw(self.shapes() if self.width > 1 and self.height > 1 else (), self.high)

    def fit(
        self,
        text: str,
        width: float,
        height: float,
        style: str = "body",
        *,
        display: bool = False,
        bold: bool = False,
    ) -> Fitted:
        """The text as it fits; remembered when some of it does not."""
        found = fitted(text, width, height, style, display, bold)
        self.clipped = self.clipped or found.clipped
        return found


def written(
    words: Fitted,
    x: float,
    y: float,
    colour: str = "text",
    anchor: str = "start",
    *,
    display: bool = False,
    bold: bool = False,
) -> tuple[Text, ...]:
    """Fitted lines as shapes, the upper edge of the first at `y`."""
    step = words.size * LEADING
    return tuple(
        Text((x, y + step * (row + 0.5)), line, words.size, colour, anchor, display, bold)
        for row, line in enumerate(words.lines)
        if line
    )


class Words(Drawn):
    """Some text, as large as its style and its area allow."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        style: str = "body",
        colour: str = "text",
        *,
        display: bool = False,
        bold: bool = False,
        align: str = "start",
        valign: str = "middle",
        **given: Any,
    ) -> None:
        self.text, self.style, self.colour = text, style, colour
        self.display, self.bold, self.align, self.valign = display, bold, align, valign
        super().__init__(theme, **given)

    def say(self, text: str, colour: str = "") -> None:
        """Say something else."""
        if (text, colour or self.colour) != (self.text, self.colour):
            self.text, self.colour = text, colour or self.colour
            self.redraw()

    def height_at(self, width: float) -> float:
        """The height in dp it would take at this width in dp."""
        return fitted(self.text, width, 1e9, self.style, self.display, self.bold).height

    def shapes(self) -> Iterable[Drawable]:
        """Its lines."""
        words = self.fit(self.text, self.wide, self.high, self.style, display=self.display, bold=self.bold)
        x = self.wide * ALIGNMENTS[self.align]
        y = (self.high - words.height) * ALIGNMENTS[self.valign]
        return written(words, x, y, self.colour, self.align, display=self.display, bold=self.bold)


class Panel(Drawn):
    """A plate with rounded corners, for others to lie on."""

    def __init__(self, theme: Theme, fill: str = "raised", stroke: str = "", **given: Any) -> None:
        self.fill, self.stroke = fill, stroke
        super().__init__(theme, **given)

    def shapes(self) -> Iterable[Drawable]:
        """The plate."""
        return (
            Box((0, 0), self.wide, self.high, RADIUS, self.fill, self.stroke, 2.0 if self.stroke else 1.0),
        )


class Picture(Drawn):
    """Shapes given by a function of the width and height in dp."""

    def __init__(
        self, theme: Theme, draw: Callable[[float, float], Iterable[Drawable]], **given: Any
    ) -> None:
        self._drawing = draw
        super().__init__(theme, **given)

    def shapes(self) -> Iterable[Drawable]:
        """What the function draws."""
        return self._drawing(self.wide, self.high)


Action = Callable[[], Any]

LOOKS = {
    "main": ("accent", "ink", ""),
    "plain": ("control", "text", ""),
    "quiet": ("", "text", "edge"),
    "flat": ("", "muted", ""),
    "number": ("", "text", ""),
    "chosen": ("cream", "ink", "accent"),
    "bad": ("bad_panel", "text", "bad"),
    "off": ("", "faint", "edge@60"),
}
"""The fill, the ink and the edge of a control."""


class Press(Drawn):
    """Something to press: a label, perhaps with a symbol and a second line.

    It shows in the next frame that it was taken. `touch_id` is the name a finger (or the demo) finds it by.
    """

    def __init__(
        self,
        theme: Theme,
        touch_id: str,
        label: str = "",
        action: Action | None = None,
        look: str = "plain",
        symbol: str = "",
        detail: str = "",
        *,
        style: str = "button",
        plain_face: bool = False,
        align: str = "middle",
        **given: Any,
    ) -> None:
        self.touch_id, self.label, self.look = touch_id, label, look
        self.symbol, self.detail, self.action = symbol, detail, action
        self.style, self.plain_face, self.align = style, plain_face, align
        self.art: tuple[Shape, ...] = ()
        self.pressed = self.pressed_look = False
        super().__init__(theme, **given)

    def fill(
        self,
        touch_id: str,
        label: str,
        action: Action | None,
        look: str = "plain",
        symbol: str = "",
        detail: str = "",
        art: tuple[Shape, ...] = (),
    ) -> None:
        """Become another control in the same widget; `art` is drawn in place of the symbol."""
        self.art = art
        self.touch_id, self.label, self.action = touch_id, label, action
        self.look, self.symbol, self.detail = look, symbol, detail
        self.pressed = self.pressed_look = False
        self.redraw()

    def show(self, look: str) -> None:
        """Change only how it looks."""
        if look != self.look:
            self.look = look
            self.redraw()

    def height_at(self, width: float) -> float:
        """The height in dp it wants at this width in dp; never less than a finger needs."""
        room = width - 2 * SPACE * 1.5 - self._beside
        face = {"display": not self.plain_face, "bold": self.plain_face}
        words = labelled(self.label, room, 1e9, self.style, **face)
        detail = fitted(self.detail, room, 1e9, "small")
        return max(TOUCH, words.height + detail.height + SPACE * 1.5)

    @property
    def _beside(self) -> float:
        """The room for what stands before the words."""
        return (ART if self.art else SYMBOL if self.symbol else -SPACE) + SPACE

    def shapes(self) -> Iterable[Drawable]:
        """The plate, its symbol and its words."""
        fill, ink, edge = LOOKS[self.look]
        width, height = self.wide, self.high
        if self.pressed or self.pressed_look:
            fill, edge = ("edge" if fill in {"", "control"} else f"{fill}@75"), "accent"
        if fill or edge:
            inset = 1.0 if edge else 0.0
            yield Box(
                (inset, inset),
                width - 2 * inset,
                height - 2 * inset,
                RADIUS,
                fill,
                edge,
                2.0 if edge else 1.0,
            )
        yield from self._face(width, height, ink)

    def _face(self, width: float, height: float, ink: str) -> Iterable[Drawable]:
        if not self.label and not self.detail:
            if self.symbol:
                yield Symbol((width / 2, height / 2), self.symbol, SYMBOL + 2, ink)
            return
        margin = SPACE * 1.5 if width > 2 * TOUCH else SPACE * 0.75
        beside = self._beside
        room = width - 2 * margin - beside
        face = {"display": not self.plain_face, "bold": self.plain_face}
        detail = self.fit(self.detail, room, height * 0.6, "small") if self.detail else Fitted()
        words = labelled(self.label, room, height - detail.height - 4, self.style, **face)
        self.clipped = self.clipped or words.clipped
        taken = max(words.width(**face), detail.width()) + beside
        left = margin if self.align == "start" else (width - taken) / 2
        if self.art:
            yield from moved(self.art, left, (height - ART) / 2)
        elif self.symbol:
            yield Symbol((left + SYMBOL / 2, height / 2), self.symbol, SYMBOL, ink)
        x, anchor = (
            (left + beside, "start")
            if self.align == "start"
            else (left + beside + (taken - beside) / 2, "middle")
        )
        top = (height - words.height - detail.height) / 2
        yield from written(words, x, top, ink, anchor, **face)
        yield from written(detail, x, top + words.height, f"{ink}@80", anchor)

    @property
    def touchable(self) -> bool:
        """Whether a finger can act on it."""
        return self.action is not None and bool(self.touch_id) and self.opacity > 0

    def on_touch_down(self, touch: Any) -> bool:
        """Take the finger."""
        if not self.touchable or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._press(pressed=True)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that has left lets go."""
        if touch.grab_current is not self:
            return False
        self._press(pressed=self.collide_point(*touch.pos))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Act, if the finger is still here."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        acted = self.pressed
        self._press(pressed=False)
        if acted and self.action is not None:
            self.action()
        return True

    def let_go(self) -> None:
        """Forget the finger: it moves a list."""
        self._press(pressed=False)

    def _press(self, *, pressed: bool) -> None:
        if pressed != self.pressed:
            self.pressed = pressed
            self.redraw()
