"""A sheet with what is seldom needed."""

from typing import TYPE_CHECKING, Any, ClassVar

from companion.kiosk.areas import Area
from companion.kiosk.scroller import Scroller
from companion.kiosk.sheet import Sheet

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Menu(Sheet):
    """Story and corrections, what only the host may enter, beams, settings, and the way home."""

    size: ClassVar[tuple[float, float]] = (520.0, 480.0)

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self.head("What else?")
        self._list = Scroller(self.theme)
        self.add_widget(self._list)

        def line(id_: str, label: str, detail: str, symbol: str, sheet: str = "", screen: str = "") -> Any:
            def action() -> None:
                kiosk.drop()
                if sheet:
                    kiosk.lay(sheet)
                elif screen:
                    kiosk.go(screen)
                else:
                    kiosk.stand_up()

            press = self.press(id_, label, action, "plain", symbol=symbol, detail=detail, align="start")
            self.remove_widget(press)
            return press

        self._list.fill([
            [line("menu.story", "The story so far", "and correcting an earlier entry", "book-open-page-variant", sheet="story")],
            [line("menu.host", "For the host", "adjust, a player leaves, end the game", "account-star", sheet="host")],
            [line("menu.beams", "Beams", "lamps, counts, the link", "laser-pointer", screen="beams")],
            [line("menu.settings", "Settings", "light, turning, size", "cog", screen="settings")],
            [line("menu.home", "Leave the table", "the evening is kept, and goes on when you like", "home")],
        ])  # fmt: skip

    def arrange_body(self, area: Area) -> None:
        """The lines below each other."""
        area.place(self._list)


SCREEN = Menu
