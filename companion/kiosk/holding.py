"""A control that must be held: a short touch does nothing, so that nobody uncovers a secret by accident."""

from typing import Any

from kivy.clock import Clock

from companion.kiosk.controls import Press

HOLD_S = 0.5
"""How long it must be held."""


class HoldPress(Press):
    """Acts once it has been held long enough."""

    _waiting: Any = None

    def on_touch_down(self, touch: Any) -> bool:
        """Take the finger and wait."""
        taken = super().on_touch_down(touch)
        if taken:
            self._waiting = Clock.schedule_once(lambda _dt: self._held(touch), HOLD_S)
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        """Act if it was held; the touch's own time counts."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        held = self.pressed and touch.time_end - touch.time_start >= HOLD_S
        self.let_go()
        if held and self.action is not None:
            self.action()
        return True

    def let_go(self) -> None:
        """Forget the finger."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        super().let_go()

    def _held(self, touch: Any) -> None:
        if not self.pressed:
            return
        touch.ungrab(self)
        self.let_go()
        if self.action is not None:
            self.action()
