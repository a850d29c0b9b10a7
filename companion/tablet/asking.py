"""The question on a page: who is asked, what leads on, a number pad, a refusal with what would be allowed."""

from typing import Any

from markupsafe import Markup
from msgspec import Struct, json

from companion.rules.contract import Amount, Seat, Violation
from companion.scenes.asking import Group, called
from companion.scenes.clips import before, doubt
from companion.scenes.marks import seat_mark
from companion.scenes.narrowing import Choice, Narrowing
from companion.scenes.refusing import explanation, refusal
from companion.scenes.rolling import likely
from companion.scenes.shapes import Scene
from companion.scenes.svg import svg
from companion.scenes.telling import Refusal
from companion.table.running import Phase
from companion.tablet.amiss import BEAMS
from companion.tablet.holding import Question, chosen_group, narrowed
from companion.tablet.people import People
from companion.tablet.roles import Role
from companion.tablet.rolling import may_end
from companion.tablet.seeing import CORRECT, HOSTING, PLAY, Hand, Questions, Seen

FEW = 4
"""Up to so many choices, the first one that ends the way is the main one."""

MANY = 8
"""From more choices on, they stand closer together."""

WORDED = 300
"""For so many numbers at most, the confirming button's words are sent along."""


class Button(Struct, frozen=True):
    """Something to press: what it says to the companion, how it looks, its words."""

    do: str
    label: str
    detail: str = ""
    symbol: str = ""
    look: str = "plain"
    id: str = ""
    place: int = 0


class Tab(Struct, frozen=True):
    """One of several that are asked at once."""

    seat: Seat | None
    name: str
    mark: Markup
    chosen: bool


class Pad(Struct, frozen=True):
    """A number that is asked; `words` holds figure, confirming words and remark for each from `low` on."""

    value: int
    low: int
    high: int
    words: str
    note: bool


class Card(Struct, frozen=True):
    """The whole question. `veil` is empty, or why the choices are covered: own, pass or phone."""

    title: str
    detail: str = ""
    mark: Markup = Markup("")
    mode: str = PLAY
    asked: bool = False
    tabs: tuple[Tab, ...] = ()
    veil: str = ""
    buttons: tuple[Button, ...] = ()
    many: bool = False
    pad: Pad | None = None
    refusal: Refusal | None = None
    explanation: str = ""
    question: Question | None = None
    status: str = ""


def mark(seat: Seat | None, dark: bool, size: float = 28) -> Markup:
    """A seat's shape in its colour, as a small picture."""
    if seat is None:
        return Markup("")
    return Markup(svg(Scene(size, size, seat_mark(seat, size / 2, size / 2, size - 4)), dark))  # noqa: S704  # ours


class Asking:
    """Words the question for one page."""

    def __init__(
        self, seen: Seen, role: Role, people: People, *, dark: bool, pretending: bool, rolls: bool
    ) -> None:
        self._seen, self._role, self._people = seen, role, people
        self._dark, self._pretending, self._rolls = dark, pretending, rolls

    def card(
        self, questions: Questions, hand: Hand, refused: Violation[Any] | None, question: Question | None
    ) -> Card:
        """The question as this page is asked it."""
        group = chosen_group(questions, hand)
        if group is None or not (self._role.enters or hand.mode != PLAY):
            return self._waiting(hand)
        narrowing = narrowed(group, hand)
        veil = self._veil(group, hand)
        said = refusal(self._seen.words, questions.state, refused, self._seen.names) if refused else None
        pad = None
        if narrowing.amount is not None and said is None and not veil:
            pad = self._pad(questions.state, narrowing, narrowing.amount)
        buttons = self._buttons(questions, group, narrowing, hand, refused, veil)
        title, detail = _asked(group, narrowing, hand)
        if self._seen.guess is not None and group.run is not None and hand.mode == PLAY:
            told = self._seen.guess.reading.marks or not self._seen.guess.alike
            title, detail = doubt(self._seen.guess), _sentence(self._seen.guess.reading.story) if told else ""
        return Card(
            title,
            detail,
            mark(group.seat, self._dark),
            hand.mode,
            asked=True,
            tabs=self._tabs(questions, group),
            veil=veil,
            buttons=buttons,
            many=len(buttons) > MANY,
            pad=pad,
            refusal=said,
            explanation=explanation(self._seen.words, said.section) if said else "",
            question=question,
            status=self._status(group),
        )

    def _waiting(self, hand: Hand) -> Card:
        seen = self._seen
        if hand.mode == CORRECT:
            return Card("This entry can only be taken back.", mode=CORRECT)
        if hand.mode == HOSTING:
            return Card("Nothing to adjust now.", mode=HOSTING)
        asked = [group for group in seen.asked if group.seat is not None or self._role.seat is None]
        if not asked:
            return Card("Nobody has anything to enter.")
        first = asked[0]
        names = [seen.names[group.seat] if group.seat is not None else "the table" for group in asked]
        if self._role.enters:
            return Card(f"Waiting for {_listed(names)}", first.prompt.title, mark(first.seat, self._dark))
        rest = (
            f" {_listed(names[1:])} {'are' if len(names) > 2 else 'is'} asked as well." if names[1:] else ""
        )
        return Card(
            first.prompt.title,
            f"{first.prompt.detail}{rest}",
            mark(first.seat, self._dark),
            status=self._status(first),
        )

    def _veil(self, group: Group, hand: Hand) -> str:
        if not group.secret or group.seat is None or hand.unveiled:
            return ""
        if self._role.seat is not None:
            return "" if hand.taps else "own"  # who has begun to choose has uncovered it
        return "pass" if self._people.holder(self._seen.names[group.seat]) is None else "phone"

    def _tabs(self, questions: Questions, chosen: Group) -> tuple[Tab, ...]:
        if len(questions.groups) < 2:
            return ()
        return tuple(
            Tab(
                group.seat,
                "The table" if group.seat is None else self._seen.names[group.seat],
                mark(group.seat, self._dark, 24),
                group is chosen or group.seat == chosen.seat,
            )
            for group in questions.groups
        )

    def _buttons(
        self,
        questions: Questions,
        group: Group,
        narrowing: Narrowing,
        hand: Hand,
        refused: Violation[Any] | None,
        veil: str,
    ) -> tuple[Button, ...]:
        if veil in ("pass", "phone"):
            return ()
        buttons: list[Button] = []
        for place, command in enumerate(refused.repairs if refused else ()):
            label = called(self._seen.words, questions.state, group.asks, command, self._seen.names)
            buttons.append(Button("Repair", label, look="plain" if place else "main", place=place))
        if refused is not None and narrowing.amount is not None:
            return (*buttons, Button("Back", "Another number", symbol="numeric"))
        choices = narrowing.choices
        opening = [choice for choice in choices if not choice.refused]
        few = len(choices) <= FEW and not buttons and not group.secret
        main = opening[0] if opening and few and opening[0].last else None
        own = [self._choice(choice, choice is main) for choice in choices]
        if hand.taps:
            return (*buttons, *own, Button("Back", "Back", symbol="arrow-left", look="quiet"))
        return (*self._first(group, hand), *buttons, *own, *self._beside(group, hand))

    def _choice(self, choice: Choice, main: bool) -> Button:
        step = choice.step
        look = "off" if choice.refused else "main" if main else "plain"
        return Button("Tap", step.label, step.detail, step.symbol, look, step.id)

    def _first(self, group: Group, hand: Hand) -> list[Button]:
        """What stands above the choices: what the beams guess, what the pretend table would say."""
        found: list[Button] = []
        guess = self._seen.guess
        if hand.mode != PLAY:
            return found
        if guess is not None and group.run is not None:
            for place, possible in enumerate(guess.possible[:4]):
                way = self._seen.words.path(self._seen.state, possible.command, self._seen.names)
                label, where = (way[-1].label, way[-1].detail) if way else (possible.sensed, "")
                detail = " · ".join(part for part in (where, likely(possible.confidence)) if part)
                found.append(Button("Guess", label, detail, look="plain" if place else "main", place=place))
            return found
        if group.run is not None and self._rolls and self._seen.progress.phase is Phase.ARMED:
            found.append(Button("Launch", "Launch", "let the pretend marble roll", "play", "main"))
        if self._role.shared and self._pretending and self._seen.facts:
            found.append(Button("Fall", "As it falls", "the pretend table says it", "dice-multiple", "quiet"))
        if group.run is not None and may_end(self._seen.progress):
            unseen = self._seen.progress.phase is Phase.ARMED
            label = "No clip saw it" if unseen else "It fell off"
            found.append(Button("Fell", label, "the run is over", "arrow-down-circle", "quiet"))
        return found

    def _beside(self, group: Group, hand: Hand) -> list[Button]:
        """What may be chosen besides, once for several."""
        passing = self._seen.passes
        if hand.mode != PLAY or not self._role.shared or len(passing) < 2 or group.secret:
            return []
        names = [self._seen.names[command.seat] for command in passing]
        return [Button("PassAll", "All pass", _listed(names), "account-multiple-remove")]

    def _pad(self, state: Any, narrowing: Narrowing, amount: Amount[Any]) -> Pad:
        words, names = self._seen.words, self._seen.names
        few = amount.high - amount.low <= WORDED
        worded = []
        for value in range(amount.low, amount.high + 1) if few else ():
            prompt = words.amount(state, amount, value, names)
            worded.append((prompt.figure or str(value), prompt.title, prompt.detail))
        return Pad(
            narrowing.typical, amount.low, amount.high, json.encode(worded).decode(), bool(amount.note)
        )

    def _status(self, group: Group) -> str:
        progress = self._seen.progress
        if group.run is None:
            return ""
        if progress.problem:
            return BEAMS
        match progress.phase:
            case Phase.ARMED:
                return before(progress)
            case Phase.RUNNING:
                return f"The marble is on its way: {progress.passed} passed so far."
            case Phase.BY_HAND:
                return "Tested without beams: say how far it ran."
            case Phase.DOUBTFUL:
                return "Choose what it was, or say how far it ran."
            case _:
                return ""


def _asked(group: Group, narrowing: Narrowing, hand: Hand) -> tuple[str, str]:
    """What is asked; on the way to an entry, what was touched to get there: the rest is about that."""
    prompt = group.prompt
    step = next((each for each in narrowing.taken if hand.taps and each.id == hand.taps[-1]), None)
    if step is None or not step.label or narrowing.amount is not None:
        return prompt.title, prompt.detail
    return step.label, step.detail or prompt.title


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def _sentence(story: str) -> str:
    return f"{story[:1].upper()}{story[1:]}." if story else ""
