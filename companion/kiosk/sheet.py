"""A screen that lies over another one."""

from typing import TYPE_CHECKING

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel
from companion.kiosk.screen import Screen
from companion.kiosk.theme import SPACE, TOUCH

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Sheet(Screen):
    """A plate with a title and a way to close it."""

    most: tuple[float, float] = (680.0, 560.0)

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._plate = Panel(self.theme, "raised", "edge")
        self.add_widget(self._plate)
        self._title = self.words("", "display", display=True)
        self._close = self.press("sheet.close", "", kiosk.drop, "flat", symbol="close")

    def head(self, title: str) -> None:
        """Give it this title."""
        self._title.say(title)

    def arrange(self, area: Area) -> None:
        """The title above, the body below."""
        area.place(self._plate)
        head, body = area.inset(SPACE).cut_top(TOUCH, SPACE / 2)
        close, head = head.cut_right(TOUCH)
        close.place(self._close)
        head.inset(SPACE, 0).place(self._title)
        self.arrange_body(body.inset(SPACE))

    def arrange_body(self, area: Area) -> None:
        """Put everything below the title in its place."""
        raise NotImplementedError
