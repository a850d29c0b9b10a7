"""A sheet that asks once more."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.sheet import Sheet
from companion.kiosk.theme import SPACE, TOUCH

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Confirm(Sheet):
    """Yes or no, before something that is not lightly undone."""

    most: tuple[float, float] = (520.0, 260.0)

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._action: Callable[[], Any] | None = None
        self._detail = self.words("", "body", "muted", valign="start")
        self._yes = self.press("confirm.yes", "", self._agree, "main")
        self._no = self.press("confirm.no", "", kiosk.drop, "quiet")

    def enter(
        self,
        title: str = "",
        detail: str = "",
        yes: str = "Yes",
        no: str = "No",
        action: Any = None,
        grave: bool = False,
        **_: Any,
    ) -> None:
        """Ask this; where a yes is `grave`, it is the no that catches the eye."""
        self.head(title)
        self._detail.say(detail)
        self._action = action
        self._yes.fill("confirm.yes", yes, self._agree, "bad" if grave else "main")
        self._no.fill("confirm.no", no, self.kiosk.drop, "main" if grave else "quiet")

    def _agree(self) -> None:
        action = self._action
        self.kiosk.drop()
        if action is not None:
            action()

    def arrange_body(self, area: Area) -> None:
        """The question, and both answers."""
        answers, body = area.cut_bottom(TOUCH, 2 * SPACE)
        no, yes = answers.columns(2)
        no.place(self._no)
        yes.place(self._yes)
        body.place(self._detail)


SCREEN = Confirm
