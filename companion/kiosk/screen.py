"""What every screen is: an area it arranges its widgets in, and news that it takes."""

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.kiosk.areas import Area, area_of
from companion.kiosk.controls import Action, Press, Words

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk


class Screen(Widget):
    """A screen of the kiosk. A module of `screens` names its own in `SCREEN`."""

    def __init__(self, kiosk: "Kiosk", **given: Any) -> None:
        super().__init__(**given)
        self.kiosk = kiosk
        self.theme = kiosk.theme
        self.arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self.arranging, size=self.arranging)

    def enter(self, **what: Any) -> None:
        """It is shown now."""

    def leave(self) -> None:
        """Another screen is shown now."""

    def refresh(self) -> None:
        """The table has changed."""

    def arrange(self, area: Area) -> None:
        """Put every widget in its place."""
        raise NotImplementedError

    def _arrange(self, *_: Any) -> None:
        if self.width > 1 and self.height > 1:
            self.arrange(area_of(self))

    def press(self, touch_id: str, label: str, action: Action, look: str = "plain", **more: Any) -> Press:
        """A new control on this screen."""
        made = Press(self.theme, touch_id, label, action, look, **more)
        self.add_widget(made)
        return made

    def words(self, text: str = "", style: str = "body", colour: str = "text", **more: Any) -> Words:
        """New words on this screen."""
        made = Words(self.theme, text, style, colour, **more)
        self.add_widget(made)
        return made

    def show(self, widget: Widget, shown: bool) -> None:
        """Have a widget on this screen, or not."""
        if shown and widget.parent is None:
            self.add_widget(widget)
        elif not shown and widget.parent is self:
            self.remove_widget(widget)
