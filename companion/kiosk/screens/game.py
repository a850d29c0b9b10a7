"""The game: who has what, the table's picture, what is asked, and what happened last."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from msgspec.structs import replace

from companion.journal.judge import Broken
from companion.kiosk.areas import Area
from companion.kiosk.chips import ClockChip, SeatChip, chip_rows, clock_width
from companion.kiosk.choices import Offer
from companion.kiosk.prompt import Answers, PromptPanel
from companion.kiosk.sceneview import SceneView
from companion.kiosk.screen import Screen
from companion.kiosk.session import Answer, Session, Shown
from companion.kiosk.theme import CHIP, SPACE, TOUCH
from companion.kiosk.turning import Turning
from companion.rules.contract import TABLE, Observe, Pick, Seat, Viewer, Violation
from companion.scenes.asking import Group
from companion.scenes.clips import first_to_test
from companion.scenes.shapes import Scene
from companion.scenes.telling import Look, TellingRuns
from companion.table import Confirmed

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kiosk.app import Kiosk

PANEL_SHARE = 0.34
PANEL_LEAST, PANEL_MOST = 320.0, 420.0
"""The width of the prompt beside the table's picture, in dp."""

PAGE_NAMED = 420.0
"""From this width on, in dp, the page that is shown is named beside the story."""

PROMPT_SHARE = 0.42
"""The part of an upright screen's height that the prompt takes."""


class Game(Screen):
    """The table on the screen."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._page, self._focus = "", 0
        self._followed: Seat | None = None
        self._peeked: tuple[Seat, Any] | None = None
        self._drawn: tuple[Shown, tuple[Any, ...]] | None = None
        self._chips: list[SeatChip] = []
        self._clock = ClockChip(self.theme)
        self._scene = SceneView(self.theme, self._draw, self._tapped, self._swiped)
        answers = Answers(self._enter, self._narrowed, self._explain, kiosk.frames.write, self._unveil)
        self.prompt = PromptPanel(self.theme, answers)
        self._turning = Turning(self.prompt)
        for widget in (self._clock, self._scene, self._turning):
            self.add_widget(widget)
        self._take_back = self.press("story.take_back", "", self._ask_back, symbol="undo")
        self._story = self.press(
            "story.open", "", lambda: kiosk.lay("story"), "flat", style="body", plain_face=True, align="start"
        )
        self._pages = self.press(
            "page.next", "", lambda: self._swiped(1), symbol="layers-outline", style="body", plain_face=True
        )
        self._more = self.press("more", "", lambda: kiosk.lay("menu"), symbol="dots-vertical")

    @property
    def session(self) -> Session:
        """The table that is shown."""
        session = self.kiosk.session
        if session is None:
            raise RuntimeError("there is no table")
        return session

    def enter(self, **_: Any) -> None:
        """Show the table."""
        self._page, self._focus, self._followed = "", 0, None
        self._drawn = None
        self._make_chips()
        self.refresh()

    def leave(self) -> None:
        """Cover what only one seat may see."""
        self.prompt.cover()
        self._peeked = None

    def _make_chips(self) -> None:
        for chip in self._chips:
            self.remove_widget(chip)
        self._chips = [
            SeatChip(self.theme, seat, name, partial(self._look_at, seat), self._peek)
            for seat, name in enumerate(self.session.names)
        ]
        for chip in self._chips:
            chip.calm = self.kiosk.settings.calm
            self.add_widget(chip)

    def refresh(self) -> None:
        """Show the table as it is after the newest entry."""
        shown = self.session.shown if self.kiosk.session is not None else None
        cameras = self.kiosk.cameras
        if shown is not None and cameras.shows(shown):
            self.kiosk.go("cards")
            return
        camera = cameras.wanted, cameras.set_aside, cameras.asking
        if shown is None or (shown, camera) == self._drawn:
            return
        self._drawn = shown, camera
        if shown.outcome is not None:
            self.kiosk.go("scores")
            return
        run = next((group for group in shown.groups if group.run is not None), None)
        if run is not None:
            self.kiosk.go("marble")
            return
        self.prompt.ask(
            self._hinted(shown), shown.state, self.session.telling, self.session.names, self._beside(shown),
            "Nobody has anything to enter.",
        )  # fmt: skip
        self._follow(shown)
        self._story.fill("story.open", shown.last or "The evening begins.", self._story.action, "flat")
        self._take_back.show("plain" if shown.before_last is not None else "off")
        self._say_page(shown)
        self._tell_chips(shown)
        self._scene.redraw()
        self.arranging()

    def _hinted(self, shown: Shown) -> tuple[Group, ...]:
        """What is asked; where a coaster is chosen for its test, with the one for which fewest clips move."""
        words, beams, clips = self.session.telling, self.kiosk.beams.devices, self.kiosk.settings.clips
        tests = words.coming_tests(shown.state) if isinstance(words, TellingRuns) and beams and clips else ()
        hint = first_to_test(tests, beams.progress(), len(clips)) if tests and beams else ""
        if not hint:
            return shown.groups
        return tuple(
            replace(group, prompt=replace(group.prompt, detail=f"{group.prompt.detail} {hint}"))
            if any(isinstance(ask, Pick) and tests[0].command in ask.options for ask in group.asks)
            else group
            for group in shown.groups
        )

    def _follow(self, shown: Shown) -> None:
        """Look at the things of who must act now; who was looked at by a touch stays until then."""
        asked = self.prompt.seat
        if asked is not None and asked != self._followed:
            self._focus = self._followed = asked
            self._page = ""
        if self._page not in {page for page, _ in shown.pages}:
            self._page = shown.pages[0][0] if shown.pages else ""
        sides = self.kiosk.settings.sides
        turned = self.kiosk.settings.turn and asked is not None
        self._turning.turn(sides.get(self.session.names[asked], 0) if turned and asked is not None else 0)

    def _tell_chips(self, shown: Shown) -> None:
        asked = {group.seat for group in shown.groups}
        for seat, chip in enumerate(self._chips):
            chip.tell(
                shown.chips[seat],
                seat in asked,
                shown.secrets[seat],
                seat == self._focus and len(shown.pages) > 1,
            )
        self._align_chips()
        self._clock.tell(shown.clock)

    def _align_chips(self) -> None:
        """All chips alike: where one name needs a line of its own, each has one."""
        stacks = any(chip.needs_stacking for chip in self._chips)
        for chip in self._chips:
            chip.stack(stacks)

    def _say_page(self, shown: Shown) -> None:
        room = self._story.width + self._pages.width
        title = dict(shown.pages).get(self._page, "") if self.kiosk.in_dp(room) > PAGE_NAMED else ""
        self._pages.fill("page.next", title, self._pages.action, "plain", "layers-outline")
        self.show(self._pages, len(shown.pages) > 1)

    def _beside(self, shown: Shown) -> tuple[Offer, ...]:
        """What can be chosen beside what the game asks."""
        if len(shown.passes) < 2:
            return (*self._by_camera(shown), *self._pretended(shown))
        names = [self.session.names[command.seat] for command in shown.passes]
        detail = f"{', '.join(names[:-1])} and {names[-1]}"
        every = Offer(
            "prompt.all_pass", "All pass", self._pass_all, "plain", "account-multiple-remove", detail
        )
        return (every, *self._by_camera(shown), *self._pretended(shown))

    def _by_camera(self, shown: Shown) -> tuple[Offer, ...]:
        """How a tile seems to lie, to be confirmed; and the way to the camera's picture."""
        cameras = self.kiosk.cameras
        if not cameras.wanted:
            return ()
        found: list[Offer] = []
        asking = cameras.asking
        if asking[1:2] == ("turn",) and cameras.cards is not None:
            path = self.session.telling.path(shown.state, asking[2][0], self.session.names)
            seen = " · ".join(step.label for step in path)
            yes = "As the camera sees it"
            found.append(
                Offer("cards.confirm", yes, cameras.cards.confirm, "main", "check", seen, first=True)
            )
        look = partial(cameras.by_taps, taps=False)
        asks = "it is not sure, or something is not allowed" if asking and not found else ""
        found.append(Offer("prompt.camera", "By camera", look, "quiet", "camera", asks, first=True))
        return tuple(found)

    def _pass_all(self) -> None:
        shown = self.session.shown
        if shown is not None:
            self.kiosk.frames.taken()
            self.session.submit_all(shown.passes, self._answered)

    def _pretended(self, shown: Shown) -> tuple[Offer, ...]:
        """On a pretend table, let it say the fact that is awaited."""
        facts = any(isinstance(ask, Observe) for group in shown.groups for ask in group.asks)
        if not facts or self.kiosk.pretend is None:
            return ()
        return (
            Offer(
                "prompt.pretend",
                "As it falls",
                self._let_fall,
                "quiet",
                "dice-multiple",
                "the pretend table says it",
                first=True,
            ),
        )

    def _let_fall(self) -> None:
        pretend = self.kiosk.pretend
        if pretend is None:
            return
        table = self.session.table

        def told() -> Answer:
            command = pretend.tell()
            return table.submit(command) if command is not None else Confirmed(table.n)

        self.kiosk.frames.taken()
        self.session.enter(told, self._answered)

    # what is touched

    def _tapped(self, id_: str) -> None:
        self.prompt.tap(id_)

    def _narrowed(self) -> None:
        self.kiosk.frames.taken()
        self._scene.redraw()

    def _enter(self, command: Any, group: Group) -> None:
        self.kiosk.frames.taken()
        by = Viewer(seat=group.seat) if group.secret else TABLE
        self.prompt.cover()
        self.session.submit(command, by, self._answered)

    def _answered(self, answer: Answer) -> None:
        match answer:
            case Violation():
                self.prompt.refuse(answer)
            case Broken():
                self.kiosk.frames.say("A later entry does not fit any more.")
            case Confirmed():
                pass

    def _explain(self, section: str) -> None:
        self.kiosk.lay("rule", section=section)

    def _unveil(self, group: Group, then: "Callable[[Group | None], None]") -> None:
        """Fetch what this seat alone may choose from; None where it has been answered meanwhile."""
        seat = group.seat
        table, session = self.session.table, self.session

        def fetch() -> Group | None:
            view = table.view(Viewer(seat=seat))
            own = tuple(ask for ask in view.asks if ask.seat == seat)
            return next(iter(session.groups_of(own, view.state)), None)

        session.look(fetch, then)

    def _look_at(self, seat: Seat) -> None:
        self._focus = seat
        shown = self.session.shown
        if shown is not None:
            own = [page for page, _ in shown.pages if page.endswith(str(seat))]
            self._page = own[0] if own else self._page
            self._say_page(shown)
            self._tell_chips(shown)
        self._scene.redraw()

    def _swiped(self, by: int) -> None:
        shown = self.session.shown
        if shown is None or len(shown.pages) < 2:
            return
        names = [page for page, _ in shown.pages]
        place = names.index(self._page) if self._page in names else 0
        self._page = names[(place + by) % len(names)]
        self._say_page(shown)
        self._scene.redraw()

    def _peek(self, seat: Seat, *, shown: bool) -> None:
        if not shown:
            self._peeked = None
            self._scene.redraw()
            return
        table = self.session.table
        self.session.look(
            lambda: table.view(Viewer(seat=seat)).state, lambda state: self._show_peek(seat, state)
        )

    def _show_peek(self, seat: Seat, state: Any) -> None:
        if self._chips[seat].peeking:
            self._peeked = (seat, state)
            self._focus = seat
            self._scene.redraw()

    def _ask_back(self) -> None:
        shown = self.session.shown
        if shown is None or shown.before_last is None:
            return
        self.kiosk.ask_back(shown.before_last, "Take the last entry back?", shown.last)

    # what is drawn

    def _draw(self, wide: float, high: float) -> Scene:
        shown = self.session.shown if self.kiosk.session is not None else None
        if shown is None:
            return Scene(wide, high, ())
        state, viewer = shown.state, TABLE
        lit, chosen = self.prompt.ids
        if self._peeked is not None:
            viewer, state = Viewer(seat=self._peeked[0]), self._peeked[1]
        look = Look(wide, high, self.session.names, viewer, self._page, self._focus, lit, chosen)
        return self.session.telling.scene(state, look)

    def arrange(self, area: Area) -> None:
        """Chips above, the picture and the prompt beside or below each other, the story at the foot."""
        inner = area.inset(SPACE)
        rows = chip_rows(self.kiosk.in_dp(inner.width), len(self._chips))
        chips, body = inner.cut_top(rows * CHIP + (rows - 1) * SPACE)
        self._arrange_chips(chips, rows)
        if area.upright:
            body, foot = body.cut_bottom(TOUCH)[::-1]
            prompt, scene = body.cut_bottom(self.kiosk.in_dp(area.height) * PROMPT_SHARE)
        else:
            wide = self.kiosk.in_dp(area.width)
            prompt, left = body.cut_right(max(PANEL_LEAST, min(wide * PANEL_SHARE, PANEL_MOST)))
            foot, scene = left.cut_bottom(TOUCH)
        scene.place(self._scene)
        prompt.place(self._turning)
        self._arrange_foot(foot)

    def _arrange_chips(self, area: Area, rows: int) -> None:
        seats = max(len(self._chips), 1)
        clock, rest = area.cut_right(clock_width(self.kiosk.in_dp(area.width), seats))
        clock.place(self._clock)
        for chip, cell in zip(self._chips, rest.grid(-(-seats // rows), rows), strict=False):
            cell.place(chip)
        self._align_chips()

    def _arrange_foot(self, foot: Area) -> None:
        back, rest = foot.cut_left(TOUCH)
        back.place(self._take_back)
        more, rest = rest.cut_right(TOUCH)
        more.place(self._more)
        if self._pages.parent is not None:
            room = rest.width / dp(1)
            pages, rest = rest.cut_right(170 if room > PAGE_NAMED else TOUCH)
            pages.place(self._pages)
        rest.place(self._story)


SCREEN = Game
