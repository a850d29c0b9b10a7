"""Hands at the touchscreen: they find what is to be touched, wherever it is, and count every touch."""

from collections import Counter
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.cli._evening import DemoError
from companion.kiosk.keyboard import ACCENTS
from companion.kiosk.scroller import Scroller
from companion.kiosk.touching import Fingers
from companion.rehearsal import Move
from companion.rules.contract import Amount, Seat, Viewer
from companion.scenes.asking import Group

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

FURTHEST_SWIPES = 30
"""Drags after which a list is taken to hold nothing more."""


class Hands:
    """Touches what a person would touch to make an entry, with a frame drawn after every touch."""

    def __init__(self, kiosk: "Kiosk") -> None:
        self.kiosk = kiosk
        self.fingers = Fingers(kiosk)

    @property
    def touches(self) -> int:
        """How often the screen was touched."""
        return self.fingers.touches

    def sees(self, id_: str) -> bool:
        """Whether this can be touched without looking for it."""
        return id_ in self.fingers.visible()

    def touch(self, id_: str) -> None:
        """Touch this, drawn into sight first if a list hides it."""
        for _ in range(FURTHEST_SWIPES):
            if self.sees(id_) or not self._draw_near(id_):
                break
        self.fingers.touch(id_)
        self.fingers.settle()

    def write(self, text: str) -> None:
        """Write this on the keyboard that is shown."""
        accents = False
        for letter in text.lower():
            if (letter in "".join(ACCENTS)) != accents:
                self.touch("key.accents")
                accents = not accents
            self.touch("key.space" if letter == " " else f"key.{letter}")
        self.touch("key.done")

    def answer(self, move: Move) -> None:
        """Make this entry, as its seat or the table."""
        asked = self._group(move.ask.seat)
        group = self._uncover(asked, move) if asked.secret else asked
        if group is None:
            return
        route = group.narrowing.route(move.command)
        elsewhere = self._could_mean_another(route, group) or (route and not self._reachable(route[0]))
        if elsewhere and not asked.secret:
            self.touch("prompt.seat.table" if group.seat is None else f"prompt.seat.{group.seat}")
        for step in route:
            self.touch(step)
        if isinstance(move.ask, Amount):
            self._number(move)

    def offers(self, move: Move) -> bool:
        """Whether the first touch towards this entry can be made on the screen as it is."""
        route = self._group(move.ask.seat).narrowing.route(move.command)
        return bool(route) and self._reachable(route[0])

    def _group(self, seat: Seat | None) -> Group:
        session = self.kiosk.session
        shown = session.shown if session is not None else None
        found = next((group for group in shown.groups if group.seat == seat), None) if shown else None
        if found is None:
            raise DemoError("the screen does not ask what the table asks")
        return found

    def _uncover(self, group: Group, move: Move) -> Group | None:
        """What the seat alone may choose from; None where the entry says that nobody has looked."""
        session = self.kiosk.session
        if session is None or session.shown is None:
            raise DemoError("there is no table on the screen")
        if len(session.shown.groups) > 1:
            self.touch(f"prompt.seat.{group.seat}")
        if move.command == group.unseen:
            self.touch(session.telling.path(session.shown.state, move.command, session.names)[-1].id)
            return None
        self.fingers.hold("prompt.unveil")
        self.fingers.settle()
        view = session.table.view(Viewer(seat=group.seat))
        own = tuple(ask for ask in view.asks if ask.seat == group.seat)
        return session.groups_of(own, view.state)[0]

    def _could_mean_another(self, route: tuple[str, ...], group: Group) -> bool:
        """Whether somebody else is asked something that starts with the same touch."""
        session = self.kiosk.session
        groups = session.shown.groups if session is not None and session.shown is not None else ()
        others = [other for other in groups if other.seat != group.seat]
        return bool(others) and (not route or any(other.narrowing.offers(route[0]) for other in others))

    def _reachable(self, id_: str) -> bool:
        return self.sees(id_) or self._widget(id_) is not None

    def _number(self, move: Move) -> None:
        """Bring the pad to the number, by as few touches as may be, and confirm it."""
        if not isinstance(move.ask, Amount):
            return
        wanted: int = getattr(move.command, move.ask.field)
        typical: int = getattr(move.ask.command, move.ask.field)
        start = min(max(typical, move.ask.low), move.ask.high)
        steps = wanted - start
        if abs(steps) < len(str(abs(wanted))):
            for _ in range(abs(steps)):
                self.touch("pad.plus" if steps > 0 else "pad.minus")
        elif steps:
            for digit in str(abs(wanted)):
                self.touch(f"pad.{digit}")
        self.touch("prompt.confirm")

    def _draw_near(self, id_: str) -> bool:
        """Draw the list in which this lies towards it; whether there is such a list."""
        widget = self._widget(id_)
        parent = widget.parent if widget is not None else None
        while parent is not None and not isinstance(parent, Scroller):
            parent = parent.parent if parent.parent is not parent else None
        if widget is None or parent is None:
            return False
        reach = parent.height * 0.8
        way = min(max(parent.center_y - widget.center_y, -reach), reach)
        start = parent.center_y - way / 2
        finger = self.fingers.down(parent.center_x, start)
        for part in (0.5, 1.0):
            self.fingers.move(finger, parent.center_x, start + part * way)
        self.fingers.up(finger)
        self.fingers.settle()
        return True

    def _widget(self, id_: str) -> Widget | None:
        """The control of this id, in sight or not."""
        frames = self.kiosk.frames
        return next((each for each in frames.walk() if getattr(each, "touch_id", None) == id_), None)


class TurnTouches:
    """Counts touches by turn."""

    def __init__(self) -> None:
        self._turns: Counter[int] = Counter()

    def add(self, turn: int, touches: int) -> None:
        """So many touches were made in this turn."""
        self._turns[turn] += touches

    def whole_turns(self, last: int) -> list[int]:
        """The touches of each turn but the first, which sets the table up, and the last, which scores."""
        return [self._turns[turn] for turn in range(2, last) if turn in self._turns]
