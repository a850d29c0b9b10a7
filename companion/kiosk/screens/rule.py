"""A sheet with our own explanation of the rule that was cited."""

from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.controls import Words
from companion.kiosk.scroller import Scroller
from companion.kiosk.sheet import Sheet
from companion.kiosk.theme import SPACE, TOUCH

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Rule(Sheet):
    """Explains a section of the rulebook, or a ruling."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._text = Words(self.theme, "", "button", valign="start")
        self._list = Scroller(self.theme)
        self.add_widget(self._list)

    @property
    def text(self) -> str:
        """The explanation that is shown."""
        return self._text.text

    def enter(self, section: str = "", game: str = "", **_: Any) -> None:
        """Explain this section."""
        from companion.scenes.refusing import explanation
        from companion.scenes.telling import telling

        session = self.kiosk.session
        words = telling(game) if game else session.telling if session is not None else None
        self.head(words.cited(section) if words is not None else section)
        self._text.say(explanation(words, section) if words is not None else "")
        self._list.fill([[self._text]])
        wide = 600.0
        self.most = (wide + 5 * SPACE, TOUCH + self._text.height_at(wide) + 8 * SPACE)
        self.kiosk.frames.arranging()

    def arrange_body(self, area: Area) -> None:
        """The text, which can be moved if it is long."""
        area.place(self._list)


SCREEN = Rule
