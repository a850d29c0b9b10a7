"""A sheet with what is seldom needed."""

from functools import partial
from typing import TYPE_CHECKING

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press
from companion.kiosk.scroller import Scroller
from companion.kiosk.sheet import Sheet

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Menu(Sheet):
    """Story and corrections, what only the host may enter, beams, settings, and the way home."""

    most: tuple[float, float] = (520.0, 480.0)

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self.head("What else?")
        self._list = Scroller(self.theme)
        self.add_widget(self._list)
        lines = (
            ("story", "The story so far", "and correcting an earlier entry", "book-open-page-variant"),
            ("host", "For the host", "adjust, a player leaves, end the game", "account-star"),
            ("beams", "Beams", "lamps, counts, the link", "laser-pointer"),
            ("teach", "Teach the cards", "what your box’s cards say", "cards-outline"),
            ("camera", "Camera", "what looks at the cards", "camera"),
            ("phones", "Phones and tablets", "a code to scan", "cellphone"),
            ("settings", "Settings", "light, turning, size", "cog"),
            ("home", "Leave the table", "the evening is kept, and goes on when you like", "home"),
        )
        self._list.fill([[self._line(*line)] for line in lines])

    def _line(self, name: str, label: str, detail: str, symbol: str) -> Press:
        action = partial(self._open, name)
        return Press(self.theme, f"menu.{name}", label, action, symbol=symbol, detail=detail, align="start")

    def _open(self, name: str) -> None:
        self.kiosk.drop()
        if name in {"story", "host"}:
            self.kiosk.lay(name)
        elif name == "home":
            self.kiosk.stand_up()
        else:
            self.kiosk.go(name)

    def arrange_body(self, area: Area) -> None:
        """The lines below each other."""
        area.place(self._list)


SCREEN = Menu
