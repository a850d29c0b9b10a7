"""The camera: which one looks at the cards, by which pictures it knows them, and what it sees now."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.kiosk.areas import Area
from companion.kiosk.controls import Press, Words
from companion.kiosk.decks import HOUSE, OWN
from companion.kiosk.finding import Found, cameras_here, sticks
from companion.kiosk.preview import Sight
from companion.kiosk.screen import Screen
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules import games
from companion.scenes.beheld import banner
from companion.scenes.shapes import Shape

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

LOOK_S = 2.0
"""How often it is looked what is plugged in."""

LIST_SHARE = 0.42


class DeckLine(Struct, frozen=True):
    """By which pictures a game's cards are known, and how many the owner took."""

    game: str
    uses: str
    taken: int


class CameraScreen(Screen):
    """Chooses the camera, and shows what it sees."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._found: tuple[Found, ...] = ()
        self._decks: tuple[DeckLine, ...] = ()
        self._filled: Any = None
        self._looking: Any = None
        self._back = self.press("camera.back", "", self._leave, "flat", symbol="arrow-left")
        self._title = self.words("Camera", "display", display=True)
        self._sight = Sight(self.theme, kiosk.cameras.preview, self._over)
        self._list = Scroller(self.theme)
        self._which = Words(self.theme, "What looks at the cards", "body", "muted")
        self._known = Words(self.theme, "By which pictures it knows them", "body", "muted")
        self._pool: dict[str, Press] = {}
        self.add_widget(self._sight)
        self.add_widget(self._list)

    def enter(self, **_: Any) -> None:
        """Show what there is, and look again and again."""
        self._filled = None
        self.kiosk.cameras.hold(held=True)
        self.kiosk.cameras.look(self.refresh)
        self._sight.wake()
        self._looking = Clock.schedule_interval(self._search, LOOK_S)
        self._search()
        self.refresh()

    def leave(self) -> None:
        """Look no more."""
        self.kiosk.cameras.hold(held=False)
        self._sight.sleep()
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _leave(self) -> None:
        self.kiosk.go("game" if self.kiosk.session is not None else "home")

    def _search(self, *_: Any) -> None:
        """See what is plugged in, beside everything else."""
        kiosk = self.kiosk
        chosen, own = kiosk.settings.camera, kiosk.places.journal.parent / "pictures"

        def search() -> tuple[tuple[Found, ...], tuple[DeckLine, ...]]:
            decks = kiosk.cameras.decks
            lines = (DeckLine(game, decks.uses(game), len(decks.enrolled(game))) for game in games())
            return cameras_here((own, *sticks()), chosen), tuple(lines)

        kiosk.cameras.aside(search, self._searched)

    def _searched(self, found: tuple[tuple[Found, ...], tuple[DeckLine, ...]]) -> None:
        self._found, self._decks = found
        self.refresh()

    def refresh(self) -> None:
        """Show how things stand."""
        chosen = self.kiosk.settings.camera
        now = (self._found, self._decks, chosen)
        if now != self._filled:
            self._filled = now
            cameras = [[press] for press in self._cameras(chosen)]
            decks = [[press] for press in self._deck_lines()]
            self._list.fill([[self._which], *cameras, *([[self._known]] if decks else []), *decks])
        if not self._lives:
            self._sight.blank()
        self._sight.redraw()

    @property
    def _lives(self) -> bool:
        status = self.kiosk.cameras.status()
        return status is not None and status.state.value == "live"

    def _cameras(self, chosen: str) -> Iterator[Press]:
        yield self._line(
            "camera.none", "No camera", "every card is entered by taps", "camera-off", "", chosen == ""
        )
        for place, each in enumerate(self._found):
            yield self._line(
                f"camera.use.{place}",
                each.label,
                each.detail,
                each.symbol,
                each.address,
                chosen == each.address,
            )

    def _line(self, id_: str, label: str, detail: str, symbol: str, address: str, chosen: bool) -> Press:
        press = self._press(id_)
        press.fill(
            id_,
            label,
            partial(self._take, address),
            "main" if chosen else "plain",
            "check-circle" if chosen else symbol,
            detail,
        )
        return press

    def _deck_lines(self) -> Iterator[Press]:
        for line in self._decks:
            title = games()[line.game].title
            own = f"{line.taken} {'picture' if line.taken == 1 else 'pictures'} of your own"
            used = own if line.uses == OWN else "our printed cards"
            other = "our printed cards" if line.uses == OWN else own
            detail = f"touch for {other}" if line.taken else "teach the cards to use pictures of your own"
            press = self._press(f"camera.deck.{line.game}")
            action = partial(self._use, line.game, HOUSE if line.uses == OWN else OWN) if line.taken else None
            symbol = "account-box-outline" if line.uses == OWN else "cards-outline"
            press.fill(f"camera.deck.{line.game}", f"{title}: {used}", action, "quiet", symbol, detail)
            yield press

    def _press(self, id_: str) -> Press:
        if id_ not in self._pool:
            self._pool[id_] = Press(self.theme, id_, "", None, style="body", plain_face=True, align="start")
        return self._pool[id_]

    def _take(self, address: str) -> None:
        self.kiosk.set(replace(self.kiosk.settings, camera=address))
        self.kiosk.cameras.again()
        self._sight.forget()
        self.kiosk.cameras.look(self.refresh)
        self.refresh()

    def _use(self, game: str, deck: str) -> None:
        self.kiosk.set(replace(self.kiosk.settings, decks={**self.kiosk.settings.decks, game: deck}))
        self.kiosk.cameras.again()
        self._search()

    # what is drawn

    def _over(self, wide: float, high: float) -> tuple[Shape, ...]:
        return banner(self._said(), wide, high)

    def _said(self) -> str:
        """How the camera stands, in a line: what is wrong first, then what the driver refused."""
        cameras = self.kiosk.cameras
        if not cameras.chosen:
            return "No camera is needed: every card can be tapped in."
        status = cameras.status()
        if cameras.problem or status is None:
            return cameras.problem or "The camera is being opened."
        if status.detail:
            return status.detail
        size = f"{status.size[0]}×{status.size[1]}" if status.size[0] else ""
        rate = f"{status.rate:.0f} pictures a second" if status.rate else ""
        return " · ".join(filter(None, (size, rate, *status.notes)))

    def arrange(self, area: Area) -> None:
        """What it sees beside or above what can be chosen."""
        inner = area.inset(SPACE)
        head, body = inner.cut_top(TOUCH)
        back, head = head.cut_left(TOUCH, SPACE / 2)
        back.place(self._back)
        head.place(self._title)
        if area.upright:
            sight, list_ = body.cut_top(self.kiosk.in_dp(body.width) * 0.6)
        else:
            list_, sight = body.cut_right(self.kiosk.in_dp(body.width) * LIST_SHARE)
        sight.place(self._sight)
        list_.place(self._list)


SCREEN = CameraScreen
