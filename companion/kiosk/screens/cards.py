"""Cards under the camera: what it sees is drawn over its picture, entered once it lies still, or corrected.

The question stays beside the picture with its buttons, so that a finger can answer at any time.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.kiosk.areas import Area
from companion.kiosk.cameras import cards_alone
from companion.kiosk.choices import Offer
from companion.kiosk.preview import Sight
from companion.kiosk.prompt import Answers, PromptPanel
from companion.kiosk.screen import Screen
from companion.kiosk.session import Answer, Session, Shown
from companion.kiosk.theme import SPACE, TOUCH
from companion.rules.contract import TABLE, Violation
from companion.scenes.asking import Group
from companion.scenes.beheld import banner, beheld, place_of
from companion.scenes.refusing import refusal
from companion.scenes.shapes import Shape
from companion.scenes.telling import Refusal
from companion.table.in_view import Phase, Progress, Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kiosk.app import Kiosk

STATUS = 24.0
"""The height of the line that says what is awaited, in dp."""

PANEL_SHARE = 0.34
PANEL_LEAST, PANEL_MOST = 300.0, 420.0
"""The width of the question beside the picture, in dp."""

TAKEN_S = 0.8
"""How long it is shown that cards were taken."""

SURE = {
    "cards": (
        "Are these right?",
        "Touch those with a question mark and say what they are, or confirm all.",
    ),
    "which": ("Which card is meant?", "Touch it in the picture, or here."),
    "turn": ("Does it lie like this?", "Confirm, or say how it lies."),
    "again": ("These were taken back", "They still lie there. Enter them again, or lay others."),
}
"""What is asked for each reason that something is doubtful."""


class CardsInView(Screen):
    """Watches the cards that are asked for, and asks where the camera is not sure."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._picked: int | None = None
        self._asked: Any = None
        self._leaving: Any = None
        self.sight = Sight(self.theme, kiosk.cameras.preview, self._over, self._tapped)
        answers = Answers(self._enter, lambda: None, self._explain, kiosk.frames.write, self._unveil)
        self.prompt = PromptPanel(self.theme, answers)
        for widget in (self.sight, self.prompt):
            self.add_widget(widget)
        self._back = self.press("story.take_back", "", self._ask_back, symbol="undo")
        self._status = self.words("", "body", "muted", align="middle")
        self._taps = self.press(
            "cards.taps", "By taps", self._by_taps, "quiet", symbol="gesture-tap", style="body"
        )
        self._more = self.press("more", "", lambda: kiosk.lay("menu"), symbol="dots-vertical")

    @property
    def _session(self) -> Session | None:
        return self.kiosk.session

    @property
    def _progress(self) -> Progress:
        return self.kiosk.cameras.progress() or Progress()

    def enter(self, **_: Any) -> None:
        """Look through the camera."""
        self._picked = self._asked = None
        self.sight.wake()
        self.refresh()

    def leave(self) -> None:
        """Nothing is drawn where nobody looks."""
        self.sight.sleep()
        self._stay()

    def refresh(self) -> None:
        """Show the cards as they lie; once none are asked for, the table again."""
        session = self._session
        shown = session.shown if session is not None else None
        if session is None or shown is None:
            return
        progress = self._progress
        if self._over_for(shown, progress):
            return
        if self._picked is not None and self._picked >= len(progress.seen):
            self._picked = None
        alone = cards_alone(shown)
        label, symbol = ("By taps", "gesture-tap") if alone else ("The table", "table-furniture")
        if self._taps.label != label:
            self._taps.fill("cards.taps", label, self._by_taps, "quiet", symbol)
        self._ask(session, shown, progress)
        self._back.show("plain" if shown.before_last is not None else "off")
        self._say(progress)
        if progress.phase is Phase.BLIND and not progress.seen and not self._live:
            self.sight.blank()
        self.sight.redraw()

    @property
    def _live(self) -> bool:
        status = self.kiosk.cameras.status()
        return status is not None and status.state.value == "live"

    def _over_for(self, shown: Shown, progress: Progress) -> bool:
        """Whether nothing is to be seen here any more; that cards were taken is shown for a moment."""
        if self.kiosk.cameras.shows(shown):
            self._stay()
            return False
        if progress.phase is Phase.ENTERED and shown.outcome is None:
            if self._leaving is None:
                self._leaving = Clock.schedule_once(lambda _dt: self.kiosk.go("game"), TAKEN_S)
            return False
        self.kiosk.go("game")
        return True

    def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    # what is asked

    def _ask(self, session: Session, shown: Shown, progress: Progress) -> None:
        """Ask anew only when something else is asked: a finger that is on its way stays on its way."""
        refused = next((seen for seen in progress.seen if seen.standing is Standing.REFUSED), None)
        told = refused is not None and progress.phase is Phase.REFUSED
        violation = refused.violation if refused is not None and told else None
        doubtful = progress.phase is Phase.DOUBTFUL
        picked = progress.seen[self._picked].card if self._picked is not None else ""
        names = tuple(seen.card for seen in progress.seen) if doubtful else ()
        now = (shown, self._picked, picked, progress.phase, progress.why, names, progress.entering, violation)
        if now == self._asked:
            return
        self._asked = now
        words, names_of = session.telling, session.names
        if self._picked is not None:
            title, detail, offers = self._correcting(progress, self._picked)
            self.prompt.ask((), shown.state, words, names_of, offers, title, detail)
        elif doubtful:
            title, detail = SURE[progress.why]
            offers = self._confirming(shown, progress)
            groups = shown.groups if progress.why == "turn" else ()
            self.prompt.ask(groups, shown.state, words, names_of, offers, title, detail)
        else:
            nothing = "Nothing is asked now."
            self.prompt.ask(shown.groups, shown.state, words, names_of, empty=nothing, refused=violation)

    def _correcting(self, progress: Progress, place: int) -> tuple[str, str, tuple[Offer, ...]]:
        """Which card lies at this place: the likeliest first."""
        cards = self.kiosk.cameras.cards
        seen = progress.seen[place]
        by_name: dict[str, str] = {}
        for card in cards.choices(place) if cards is not None else ():
            by_name.setdefault(self._named(card), card)  # cards that look alike are one to choose
        offers = [
            Offer(f"cards.is.{card}", name, partial(self._correct, place, card))
            for name, card in by_name.items()
        ]
        back = Offer("cards.back", "Back", partial(self._pick, None), "quiet", "arrow-left")
        sure = "" if seen.found.certain else ", but is not sure"
        detail = f"The camera sees {self._named(seen.card)}{sure}."
        return "Which card lies here?", detail, (back, *offers)

    def _confirming(self, shown: Shown, progress: Progress) -> tuple[Offer, ...]:
        if progress.why == "which":
            return tuple(
                Offer(f"cards.take.{place}", self._named(seen.card), partial(self._take, place))
                for place, seen in enumerate(progress.seen)
                if seen.standing in (Standing.NEW, Standing.DOUBTFUL)
            )
        labels = {"again": "Enter them again", "turn": "Yes, like this"}
        label = labels.get(progress.why, "All are right")
        detail = self._called(shown, progress.entering[0]) if progress.why == "turn" else ""
        confirm = Offer("cards.confirm", label, self._confirm, "main", "check", detail, first=True)
        unsure = tuple(
            Offer(f"cards.ask.{place}", f"{self._named(seen.card)}?", partial(self._pick, place))
            for place, seen in enumerate(progress.seen)
            if seen.standing is Standing.DOUBTFUL
        )
        return (confirm, *unsure)

    def _called(self, shown: Shown, command: Any) -> str:
        session = self._session
        path = session.telling.path(shown.state, command, session.names) if session is not None else ()
        return path[-1].label if path else ""

    def _named(self, card: str) -> str:
        return self.kiosk.cameras.known.names.get(card, card)

    # what is touched

    def _tapped(self, id_: str) -> None:
        place = place_of(id_)
        progress = self._progress
        if place is None or place >= len(progress.seen):
            return
        if progress.phase is Phase.DOUBTFUL and progress.why == "which":
            self._take(place)
        else:
            self._pick(place)

    def _pick(self, place: int | None) -> None:
        self.kiosk.frames.taken()
        self._picked = place
        self.refresh()

    def _correct(self, place: int, card: str) -> None:
        if self.kiosk.cameras.cards is not None:
            self.kiosk.cameras.cards.correct(place, card)
        self._pick(None)

    def _take(self, place: int) -> None:
        self.kiosk.frames.taken()
        if self.kiosk.cameras.cards is not None:
            self.kiosk.cameras.cards.take(place)

    def _confirm(self) -> None:
        self.kiosk.frames.taken()
        if self.kiosk.cameras.cards is not None:
            self.kiosk.cameras.cards.confirm()

    def _by_taps(self) -> None:
        """Nothing but cards is asked: then they are tapped in; else the table is shown beside the camera."""
        shown = self._session.shown if self._session is not None else None
        if shown is not None and cards_alone(shown):
            self.kiosk.cameras.by_taps(taps=True)
        else:
            self.kiosk.cameras.leave()

    def _enter(self, command: Any, group: Group) -> None:
        session = self._session
        if session is not None and not group.secret:
            self.kiosk.frames.taken()
            session.submit(command, TABLE, self._answered)

    def _answered(self, answer: Answer) -> None:
        if isinstance(answer, Violation):
            self.prompt.refuse(answer)

    def _explain(self, section: str) -> None:
        self.kiosk.lay("rule", section=section)

    def _unveil(self, _group: Group, _then: "Callable[[Group | None], None]") -> None:
        """What only one seat may see is entered at the table's picture."""
        self._by_taps()

    def _ask_back(self) -> None:
        shown = self._session.shown if self._session is not None else None
        if shown is not None and shown.before_last is not None:
            self.kiosk.ask_back(shown.before_last, "Take the last entry back?", shown.last)

    # what is drawn

    def _say(self, progress: Progress) -> None:
        match progress.phase:
            case Phase.ENTERED:
                self._status.say("Taken", "good")
            case Phase.BLIND:
                self._status.say("Cards can be entered here meanwhile", "muted")
            case Phase.REFUSED:
                self._status.say("Put that right, or touch the card", "bad")
            case Phase.DOUBTFUL:
                self._status.say("Touch a card to say which it is", "muted")
            case _ if not progress.seen:
                self._status.say("Lay the cards so that the camera sees them", "muted")
            case _:
                more = f"{progress.missing} more" if progress.missing else ""
                still = "" if progress.steady else "hold still"
                self._status.say(" · ".join(filter(None, (more, still))) or "Looking", "muted")

    def _refusal(self, progress: Progress) -> Refusal | None:
        session = self._session
        refused = next((seen.violation for seen in progress.seen if seen.violation is not None), None)
        if refused is None or progress.phase is not Phase.REFUSED or session is None or session.shown is None:
            return None
        return refusal(session.telling, session.shown.state, refused, session.names)

    def _over(self, wide: float, high: float) -> tuple[Shape, ...]:
        progress = self._progress
        names = self.kiosk.cameras.known.names
        cards = beheld(progress, names, wide, high, self._refusal(progress), self._picked)
        return (*cards, *banner(progress.problem, wide, high))

    def arrange(self, area: Area) -> None:
        """The picture, the question beside or below it, and what can be done at the foot."""
        inner = area.inset(SPACE)
        foot, body = inner.cut_bottom(TOUCH)
        if area.upright:
            prompt, body = body.cut_bottom(self.kiosk.in_dp(body.height) * 0.42)
        else:
            wide = self.kiosk.in_dp(area.width) * PANEL_SHARE
            prompt, body = body.cut_right(max(PANEL_LEAST, min(wide, PANEL_MOST)))
        prompt.place(self.prompt)
        body.place(self.sight)
        back, foot = foot.cut_left(TOUCH)
        back.place(self._back)
        more, foot = foot.cut_right(TOUCH)
        more.place(self._more)
        taps, status = foot.cut_right(150)
        taps.place(self._taps)
        status.place(self._status)


SCREEN = CardsInView
