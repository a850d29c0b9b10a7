"""One card of the box: its picture under the camera beside its values, and the next one by a touch."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.kiosk.areas import Area
from companion.kiosk.controls import Panel
from companion.kiosk.lessons import Lessons
from companion.kiosk.preview import Sight
from companion.kiosk.screen import Screen
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules import game as rules_of
from companion.scenes.beheld import banner, outlined
from companion.scenes.shapes import Shape
from companion.table.plain import Values
from companion.table.teachable import Item, items
from companion.table.teaching import Kept

if TYPE_CHECKING:
    from companion.cards.reading import Quad
    from companion.kiosk.app import Kiosk

SIGHT_SHARE = 0.42

FIND_S = 0.5
"""How often the card before the camera is looked for."""


class TeachCard(Screen):
    """Asks what is printed on one card; what is said is kept at once."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._game, self._at = "", 0
        self._values: Values = {}
        self._items: tuple[Item, ...] = ()
        self._known: frozenset[str] = frozenset()
        self._changed = self._keeping = self._finding = False
        self._problem = self._pictured = ""
        self._pictures = True
        self._quad: Quad | None = None
        self._size = (0, 0)
        self._looking: Any = None
        self._back = self.press("teach_card.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("", "display", display=True)
        self._count = self.words("", "body", "muted", align="end")
        self._sight = Sight(self.theme, kiosk.cameras.preview, self._over)
        self._plate = Panel(self.theme, "panel")
        self._lessons = Lessons(self.theme, kiosk.frames.write, self._touched)
        for widget in (self._sight, self._plate, self._lessons):
            self.add_widget(widget)
        self._take_it = self.press("teach_card.picture", "", self._turn_pictures, symbol="camera")
        self._before = self.press("teach_card.before", "", partial(self._go_by, -1), symbol="chevron-left")
        self._skip = self.press("teach_card.skip", "Skip", partial(self._go_by, 1), "quiet", style="body")
        self._status = self.words("", "small", "muted")
        self._next = self.press("teach_card.next", "Next card", self._teach, "main", symbol="check")

    def enter(self, game: str = "", at: int = 0, **_: Any) -> None:
        """Show this card of this game."""
        self._game, self._at, self._items = game, at, ()
        self._problem = self._pictured = ""
        self._changed = self._keeping = False
        kiosk = self.kiosk
        kiosk.cameras.hold(held=True)
        kiosk.cameras.look(self.refresh)
        self._quad, self._size = None, (0, 0)
        if kiosk.cameras.chosen:
            self._sight.wake()
            self._looking = Clock.schedule_interval(self._find, FIND_S)

        kiosk.worker.do(kiosk.teaching(game).read, self._opened)

    def leave(self) -> None:
        """Keep what was said; look no more."""
        self._sight.sleep()
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self.kiosk.cameras.hold(held=False)
        if self._changed:
            self._keep(lambda: None)

    def _leave(self) -> None:
        if self._lessons.deeper:
            self._lessons.back()
        else:
            self.kiosk.go("teach", game=self._game)

    def _opened(self, kept: Kept) -> None:
        if self.kiosk.cameras.chosen:
            game, decks = self._game, self.kiosk.cameras.decks
            self.kiosk.cameras.aside(lambda: decks.ids(game, kept.values), self._know)
        self._take(kept)
        self._show(self._at)

    def _take(self, kept: Kept) -> None:
        self._values, self._problem = kept.values, kept.problem
        self._items = items(rules_of(self._game), kept.values)

    def refresh(self) -> None:
        """Show how the camera stands."""
        self._sight.redraw()

    # its picture

    @property
    def _pictured_item(self) -> bool:
        """Whether this is something of which the camera keeps a picture."""
        item = self._items[self._at] if self._items else None
        return self.kiosk.cameras.chosen and item is not None and item.key in self._known

    def _know(self, ids: frozenset[str]) -> None:
        """What can lie under a camera: a hill of wood, say, can't."""
        self._known = ids
        self._say()

    def _turn_pictures(self) -> None:
        self._pictures = not self._pictures
        self._pictured = "" if self._pictures else "Values only: no pictures are taken."
        self._say()

    def _find(self, *_: Any) -> None:
        """Look where the card lies that is shown, beside everything else."""
        picture = self.kiosk.cameras.picture()
        if picture is None or self._finding or not (self._pictures and self._pictured_item):
            self._quad = None
            return
        from companion.cards.portrait import card_in

        self._finding = True
        size = (picture.shape[1], picture.shape[0])

        def found(quad: "Quad | None") -> None:
            self._finding = False
            self._quad, self._size = quad, size
            self._sight.redraw()

        self.kiosk.cameras.aside(lambda: card_in(picture), found)

    def _enrol(self, item: Item) -> None:
        """Keep the picture of a card in the owner's deck."""
        picture, decks = self.kiosk.cameras.picture(), self.kiosk.cameras.decks
        names = {each.key: each.title for each in self._items}
        if picture is None or self._quad is None or not (self._pictures and self._pictured_item):
            return

        def enrol() -> str:
            try:
                return decks.enrol(self._game, item.key, names, picture)
            except OSError as error:
                return f"Its picture can’t be kept: {error.strerror or error}"

        def enrolled(said: str) -> None:
            self._pictured = said
            self._say()

        self.kiosk.cameras.aside(enrol, enrolled)

    # the card

    def _show(self, at: int) -> None:
        self._at = min(at, len(self._items) - 1)
        self._changed = False
        item = self._items[self._at]
        self._title.say(item.title)
        self._lessons.show(item)
        self._say()

    def _say(self) -> None:
        taught = sum(item.taught for item in self._items)
        self._count.say(f"{taught} of {len(self._items)}")
        if self._problem:
            self._status.say(f"Kept, not played with yet: {self._problem}", "bad")
        else:
            self._status.say(self._pictured or "As printed? Then on to the next.", "muted")
        last = all(item.taught for place, item in enumerate(self._items) if place != self._at)
        self._next.fill("teach_card.next", "Done" if last else "Next card", self._teach, "main", "check")
        self._sight.redraw()
        self.arranging()

    def _touched(self) -> None:
        self._changed = True

    def _go_by(self, by: int) -> None:
        if not self._items or self._keeping:
            return
        at = (self._at + by) % len(self._items)
        if self._changed:
            self._keep(lambda: self._show(at))
        else:
            self._show(at)

    def _teach(self) -> None:
        """It is as printed: keep it, and show the next one that is not known."""
        if not self._items or self._keeping:
            return
        self.kiosk.frames.taken()
        item = self._items[self._at]
        self._enrol(item)
        self._keep(self._on)

    def _on(self) -> None:
        count = len(self._items)
        around = [(self._at + step) % count for step in range(1, count + 1)]
        following = next((place for place in around if not self._items[place].taught), None)
        if following is None:
            self.kiosk.go("teach", game=self._game)
        else:
            self._show(following)

    def _keep(self, then: Any) -> None:
        """Keep what the fields say of this card, and its picture if the camera sees it."""
        teaching, values = self.kiosk.teaching(self._game), self._values
        item, said, game = self._items[self._at], self._lessons.answer(), self._game
        self._keeping, self._changed = True, False

        def kept(found: Kept) -> None:
            self._keeping = False
            if game == self._game:
                self._take(found)
                then()

        self.kiosk.worker.do(lambda: teaching.teach(values, item, said), kept)

    # what is drawn

    def _over(self, wide: float, high: float) -> tuple[Shape, ...]:
        cameras = self.kiosk.cameras
        status = cameras.status()
        said = cameras.problem or (status.detail if status is not None else "")
        if self._pictures and self._pictured_item and not said and self._quad is None:
            said = "Lay this card alone in the middle to have its picture taken"
        outline = outlined(self._quad, self._size, wide, high) if self._quad is not None else ()
        return (*outline, *banner(said, wide, high))

    def arrange(self, area: Area) -> None:
        """The camera's picture beside or above the fields."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        count, head = head.cut_right(90)
        count.place(self._count)
        head.place(self._title)
        foot, body = body.cut_bottom(TOUCH)
        before, foot = foot.cut_left(TOUCH)
        before.place(self._before)
        symbol = "camera" if self._pictures else "camera-off"
        self._take_it.fill("teach_card.picture", "", self._turn_pictures, "plain", symbol)
        self.show(self._take_it, self.kiosk.cameras.chosen)
        if self.kiosk.cameras.chosen:
            taking, foot = foot.cut_left(TOUCH)
            taking.place(self._take_it)
        next_, foot = foot.cut_right(180)
        next_.place(self._next)
        skip, foot = foot.cut_right(90)
        skip.place(self._skip)
        foot.place(self._status)
        seen = self.kiosk.cameras.chosen
        self.show(self._sight, seen)
        if seen and area.upright:
            sight, body = body.cut_top(self.kiosk.in_dp(body.width) * 0.56)
            sight.place(self._sight)
        elif seen:
            sight, body = body.cut_left(self.kiosk.in_dp(body.width) * SIGHT_SHARE)
            sight.place(self._sight)
        body.place(self._plate)
        body.inset(SPACE).place(self._lessons)


SCREEN = TeachCard
