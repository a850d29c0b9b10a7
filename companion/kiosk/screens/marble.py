"""A marble test: the coaster in profile with its beams, the marble on its way, and what it would score."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.kiosk.areas import Area
from companion.kiosk.choices import Offer
from companion.kiosk.prompt import Answers, PromptPanel
from companion.kiosk.sceneview import SceneView
from companion.kiosk.screen import Screen
from companion.kiosk.session import Answer, Session, Shown
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules.contract import TABLE, Violation
from companion.scenes.asking import Group
from companion.scenes.clips import before, before_first, doubt
from companion.scenes.rolling import likely, seen_of
from companion.scenes.shapes import Scene
from companion.scenes.telling import Look
from companion.table.running import Guess, Phase, Progress

if TYPE_CHECKING:
    from companion.kiosk.app import Kiosk

STATUS = 24.0
"""The height of the line that says what the beams are doing, in dp."""

PANEL = 320.0
"""The width of the question beside the picture, in dp."""

FELL = ("quiet", "arrow-down-circle")


class Marble(Screen):
    """Watches a run, and asks where the beams are not sure or are not there."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._by_hand = False
        self._drawn: tuple[Shown | None, Progress | None] = (None, None)
        self._rolling: Any = None
        self._moved = (0, 0.0)
        self._scene = SceneView(self.theme, self._draw)
        answers = Answers(self._enter, lambda: None, self._explain, kiosk.frames.write, self._unveil)
        self.prompt = PromptPanel(self.theme, answers)
        self.add_widget(self._scene)
        self._back = self.press("story.take_back", "", self._ask_back, symbol="undo")
        self._fell = self.press(
            "marble.fell", "It fell off", self._over, "quiet", symbol="arrow-down-circle", style="body"
        )
        self._status = self.words("", "body", "muted", align="middle")
        self._launch = self.press(
            "marble.launch", "Launch", self._let_roll, "main", symbol="play", style="body"
        )
        self._else = self.press("marble.else", "", lambda: None, style="body")
        self._beams = self.press("marble.beams", "", self._with_or_without, "quiet", style="body")
        self._hand = self.press("marble.by_hand", "By hand", self._ask_by_hand, symbol="pencil", style="body")
        self._more = self.press("more", "", lambda: kiosk.lay("menu"), symbol="dots-vertical")

    @property
    def _session(self) -> Session | None:
        return self.kiosk.session

    @property
    def _progress(self) -> Progress:
        devices = self.kiosk.beams.devices
        return devices.progress() if devices is not None else Progress()

    @property
    def _guess(self) -> Guess | None:
        devices = self.kiosk.beams.devices
        return devices.pending() if devices is not None else None

    def enter(self, **_: Any) -> None:
        """Watch the run that is awaited."""
        self._by_hand = False
        self._drawn = (None, None)
        self.refresh()

    def leave(self) -> None:
        """Nothing moves where nobody looks."""
        self._stand_still()

    def refresh(self) -> None:
        """Show the run as it stands; once none is awaited, the table again."""
        session = self._session
        shown = session.shown if session is not None else None
        if session is None or shown is None:
            return
        progress = self._progress
        if (shown, progress) == self._drawn:
            return
        if all(group.run is None for group in shown.groups):
            self.kiosk.go("game")
            return
        if self._drawn[0] is not shown:
            self._by_hand = False
        self._drawn = (shown, progress)
        self._ask(session, shown)
        self._say(progress)
        if progress.passed != self._moved[0] or progress.phase is not Phase.RUNNING:
            self._moved = (progress.passed, time.monotonic())
        self._roll(progress)
        self._scene.redraw()
        self.arranging()

    def _ask(self, session: Session, shown: Shown) -> None:
        guess = self._guess
        watched = self.kiosk.beams.devices is not None
        self._offer_others(session, shown)
        unwatched = not watched or self._progress.phase is Phase.BY_HAND
        asked = self._by_hand or guess is not None or unwatched
        self.show(self.prompt, asked)
        if not asked:
            return
        offers = self._guesses(guess) if guess is not None else ()
        groups = shown.groups if self._by_hand or unwatched else ()
        empty = doubt(guess)
        told = guess is not None and (guess.reading.marks or not guess.alike)
        story = _sentence(guess.reading.story) if guess is not None and told else ""
        self.prompt.ask(groups, shown.state, session.telling, session.names, offers, empty, story)

    def _offer_others(self, session: Session, shown: Shown) -> None:
        """What may be done instead of a run, such as to make no more: one thing at the foot."""
        asks = tuple(ask for group in shown.groups for ask in group.asks if ask is not group.run)
        groups = session.groups_of(asks, shown.state) if asks else ()
        choices = groups[0].narrowing.choices if groups else ()
        self.show(self._else, bool(choices) and self.kiosk.beams.devices is not None)
        if choices:
            step, found = choices[0].step, groups[0].narrowing.tap(choices[0].step.id)
            alone = len(choices) == 1 and found.command is not None
            action = self._entering(found.command) if alone else self._ask_by_hand
            self._else.fill(step.id, step.label if alone else "Something else", action, "plain", step.symbol)

    def _guesses(self, guess: Guess) -> tuple[Offer, ...]:
        """The results that the beams hold possible, the likeliest first."""
        found = []
        for place, possible in enumerate(guess.possible if guess.alike else guess.possible[:4]):
            label, where = self._called(possible.command, possible.sensed)
            action = self._entering(possible.command)
            found.append(
                Offer(
                    f"marble.guess.{place}",
                    label,
                    action,
                    "plain" if place else "main",
                    "",
                    " · ".join(part for part in (where, likely(possible.confidence)) if part),
                )
            )
        return tuple(found)

    def _called(self, command: Any, sensed: str) -> tuple[str, str]:
        """A result in words, and how far that is: hills of one name are told apart by it."""
        session = self._session
        if session is None or session.shown is None:
            return sensed, ""
        path = session.telling.path(session.shown.state, command, session.names)
        return (path[-1].label, path[-1].detail) if path else (sensed, "")

    def _entering(self, command: Any) -> Callable[[], None]:
        def enter() -> None:
            session = self._session
            if session is not None:
                self.kiosk.frames.taken()
                session.submit(command, TABLE, self._answered)

        return enter

    def _say(self, progress: Progress) -> None:
        match progress.phase:
            case Phase.ARMED:
                words = before(progress)
            case Phase.BY_HAND:
                words = "Tested without beams: say how far it ran."
            case Phase.RUNNING:
                left = [place + 1 for place in range(len(progress.beams)) if not _passed(place, progress)]
                words = f"Beam {left[0]} is waiting" if left else "Past the last beam"
            case Phase.DOUBTFUL:
                words = "Choose what it was, or enter it by hand."
            case _:
                words = "No beams watch: say how far it ran." if self.kiosk.beams.devices is None else ""
        self._status.say(progress.problem or words)
        self._offer_beams(progress)
        simulated = hasattr(self.kiosk.beams.source, "launch")
        self._launch.show("main" if progress.phase is Phase.ARMED else "off")
        self.show(self._launch, simulated and self._guess is None)
        unseen = progress.phase is Phase.ARMED and before_first(progress)
        self._fell.fill("marble.fell", "No clip saw it" if unseen else "It fell off", self._over, *FELL)
        self.show(self._fell, (progress.phase is Phase.RUNNING or unseen) and self._guess is None)
        self.show(self._hand, self.kiosk.beams.devices is not None and progress.phase is not Phase.BY_HAND)
        self._hand.fill(
            "marble.by_hand", "By hand", self._ask_by_hand, "chosen" if self._by_hand else "plain", "pencil"
        )

    def _offer_beams(self, progress: Progress) -> None:
        """One touch has this coaster tested without beams, and one brings them back."""
        without = progress.phase is Phase.BY_HAND
        label, symbol = ("With beams", "laser-pointer") if without else ("No beams", "hand-back-right")
        self._beams.fill("marble.beams", label, self._with_or_without, "quiet", symbol)
        self.show(self._beams, progress.phase in (Phase.ARMED, Phase.BY_HAND))

    # the marble on the picture

    def _roll(self, progress: Progress) -> None:
        if progress.phase is Phase.RUNNING and self._rolling is None and not self.kiosk.settings.calm:
            self._rolling = Clock.schedule_interval(lambda _dt: self._scene.redraw(), 1 / 30)
        elif progress.phase is not Phase.RUNNING:
            self._stand_still()

    def _stand_still(self) -> None:
        if self._rolling is not None:
            self._rolling.cancel()
            self._rolling = None

    def _draw(self, wide: float, high: float) -> Scene:
        session = self._session
        if session is None or session.shown is None:
            return Scene(wide, high, ())
        seen = seen_of(self._progress, self._guess, time.monotonic() - self._moved[1])
        look = Look(wide, high, session.names)
        return session.draw_run(look, seen) or session.telling.scene(session.shown.state, look)

    # touches

    def _let_roll(self) -> None:
        source, progress, session = self.kiosk.beams.source, self._progress, self._session
        launch = getattr(source, "launch", None)
        if launch is not None and session is not None and progress.phase is Phase.ARMED:
            self.kiosk.frames.taken()
            seed = f"{session.table.evening}:{session.table.n}:{progress.run}"
            session.look(lambda: launch(progress.hills, seed), lambda _: None)

    def _over(self) -> None:
        devices = self.kiosk.beams.devices
        if devices is not None and self._progress.phase in (Phase.ARMED, Phase.RUNNING):
            devices.done()

    def _with_or_without(self) -> None:
        devices = self.kiosk.beams.devices
        if devices is not None and self._progress.phase is Phase.BY_HAND:
            devices.again()
        elif devices is not None:
            devices.without()

    def _ask_by_hand(self) -> None:
        self._by_hand = not self._by_hand
        self._drawn = (self._drawn[0], None)
        self.refresh()

    def _enter(self, command: Any, _group: Group) -> None:
        self._entering(command)()

    def _answered(self, answer: Answer) -> None:
        if isinstance(answer, Violation):
            self._by_hand = True
            self.prompt.refuse(answer)

    def _explain(self, section: str) -> None:
        self.kiosk.lay("rule", section=section)

    def _unveil(self, group: Group, then: Callable[[Group], None]) -> None:
        then(group)

    def _ask_back(self) -> None:
        shown = self._drawn[0]
        if shown is not None and shown.before_last is not None:
            self.kiosk.ask_back(shown.before_last, "Take the last entry back?", shown.last)

    def arrange(self, area: Area) -> None:
        """The picture, the question beside or below it, and what can be done at the foot."""
        inner = area.inset(SPACE)
        foot, body = inner.cut_bottom(TOUCH)
        if self.prompt.parent is not None:
            if area.upright:
                prompt, body = body.cut_bottom(self.kiosk.in_dp(body.height) * 0.42)
            else:
                prompt, body = body.cut_right(PANEL)
            prompt.place(self.prompt)
        status, body = body.cut_bottom(STATUS)
        status.place(self._status)
        body.place(self._scene)
        back, foot = foot.cut_left(TOUCH)
        back.place(self._back)
        more, foot = foot.cut_right(TOUCH)
        more.place(self._more)
        idle = self._progress.phase is Phase.BY_HAND or self._guess is not None
        watched = self.kiosk.beams.devices is not None and not idle
        kept = {self._fell, self._beams} if watched else set()  # nothing moves when a marble starts
        presses = (self._fell, self._launch, self._else, self._hand, self._beams)
        shown = [press for press in presses if press.parent or press in kept]
        for press, cell in zip(shown, foot.columns(max(len(shown), 1)), strict=False):
            cell.place(press)


def _passed(place: int, progress: Progress) -> bool:
    return any(passage.beam == place for passage in progress.passages)


def _sentence(story: str) -> str:
    return f"{story[:1].upper()}{story[1:]}." if story else ""


SCREEN = Marble
