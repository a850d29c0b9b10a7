"""What is asked, and of whom: the question, its choices or its number pad, and a refusal beside them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.kiosk.areas import Area, area_of
from companion.kiosk.choices import Choices, Offer, SeatTab
from companion.kiosk.controls import Panel, Picture, Words
from companion.kiosk.holding import HoldPress
from companion.kiosk.lettering import height_of
from companion.kiosk.pad import Pad
from companion.kiosk.refusal import RefusalBox
from companion.kiosk.theme import SPACE, TOUCH, Theme
from companion.rules.contract import Amount, Seat, Violation
from companion.scenes.asking import Group, called, first_command
from companion.scenes.marks import seat_mark
from companion.scenes.narrowing import Choice, Narrowing
from companion.scenes.refusing import refusal
from companion.scenes.telling import Prompt, Refusal, Telling

MARGIN = 1.5 * SPACE
MARK = 30.0
WIDE = 380.0
"""From this width on, in dp, the question is written larger."""

UNSEEN_BY_OTHERS = "Nobody else looks, and nothing will show your answer."
"""Said to everybody once in an evening: who has lifted the veil before knows it."""

FEW = 4
"""Up to so many choices, the first one that ends the way is the main one."""


class Answers(Struct, frozen=True):
    """Whom the prompt tells: an entry chosen, a step taken, a section touched, something to be written.

    `unveil` fetches what only a seat may see, and gives it to the function: None if it was answered by now.
    """

    enter: Callable[[Any, Group], Any]
    narrowed: Callable[[], Any]
    explain: Callable[[str], Any]
    write: Callable[[str, str, Callable[[str], None]], Any]
    unveil: Callable[[Group, Callable[[Group | None], None]], Any]


class PromptPanel(Widget):
    """Shows the groups that are asked something, one at a time, and narrows down to an entry."""

    def __init__(self, theme: Theme, answers: Answers, **given: Any) -> None:
        super().__init__(**given)
        self._theme, self._answers = theme, answers
        self._words: Telling | None = None
        self._state: Any = None
        self._names: tuple[str, ...] = ()
        self._groups: tuple[Group, ...] = ()
        self._group: Group | None = None
        self.narrowing: Narrowing | None = None
        self._unveiled = False
        self._lifted: set[Seat | None] = set()
        self.refusal: Refusal | None = None
        self._repairs: tuple[Any, ...] = ()
        self._extra: tuple[Offer, ...] = ()
        self._empty, self._remark = "Nothing is asked now.", ""
        self._plate = Panel(theme, "raised")
        self._mark = Picture(theme, self._draw_mark)
        self._title = Words(theme, "", "display", display=True, valign="start")
        self._detail = Words(theme, "", "body", "muted", valign="start")
        self._box = RefusalBox(theme, self._answers.explain)
        self.choices = Choices(theme)
        self._pad = Pad(theme, self._number, self._answers.write)
        self._unveil = HoldPress(theme, "prompt.unveil", "Hold to choose", self._lift_veil, "main", "eye")
        self._tabs: list[SeatTab] = []
        for widget in (self._plate, self._mark, self._title, self._detail):
            self.add_widget(widget)
        self.bind(pos=self._arrange, size=self._arrange)

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is to answer, as shown; None for the table."""
        return self._group.seat if self._group is not None else None

    @property
    def group(self) -> Group | None:
        """What is shown as asked."""
        return self._group

    @property
    def ids(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids that lead on, and those already chosen; none while a veil is over them."""
        lit: list[str] = []
        for group in self._in_turn():
            if group is self._group and self.narrowing is not None:
                lit.extend(self.narrowing.lit)
            elif not group.secret:
                lit.extend(group.narrowing.lit)
        chosen = self.narrowing.chosen if self.narrowing is not None else ()
        return tuple(dict.fromkeys(lit)), chosen

    def ask(
        self,
        groups: tuple[Group, ...],
        state: Any,
        words: Telling,
        names: tuple[str, ...],
        extra: tuple[Offer, ...] = (),
        empty: str = "",
        remark: str = "",
        refused: Violation[Any] | None = None,
    ) -> None:
        """Show what is asked now; `extra` are choices that belong to the screen, not to the game.

        Where no group asks, `empty` is the title and `remark` stands below it. `refused` is why something is
        not allowed.
        """
        kept = self._group.seat if self._group is not None else None
        self._groups, self._state, self._words, self._names = groups, state, words, names
        self._extra, self._empty, self._remark = extra, empty or self._empty, remark
        again = next((group for group in groups if group.seat == kept), None)
        self._turn_to(again or (groups[0] if groups else None), refused)

    def _turn_to(self, group: Group | None, refused: Violation[Any] | None = None) -> None:
        self._group = group
        self._unveiled = False
        self._forgive()
        self.narrowing = group.narrowing if group is not None and not group.secret else None
        if refused is not None:
            self._hold_against(refused)
        self._fill()

    def _forgive(self) -> None:
        self.refusal, self._repairs = None, ()

    # touches

    def tap(self, id_: str) -> bool:
        """A choice or a shape of the scene was touched; whether that led anywhere."""
        for group in self._in_turn():
            if group is self._group and self.narrowing is not None:
                here = self.narrowing
            elif group.secret:
                continue
            else:
                here = group.narrowing
            onward = here.tap(id_)
            if onward.taps != here.taps:
                refused = next((c.refused for c in here.choices if c.step.id == id_), False)
                self._go(group, onward, refused)
                return True
        return False

    def _in_turn(self) -> list[Group]:
        others = [group for group in self._groups if group is not self._group]
        return others if self._group is None else [self._group, *others]

    def _go(self, group: Group, onward: Narrowing, refused: bool) -> None:
        self._group = group
        self._forgive()
        if refused:
            self._answers.enter(first_command(onward), group)
            return
        if onward.command is not None:
            self._answers.enter(onward.command, group)
            return
        self.narrowing = onward
        self._fill()
        self._answers.narrowed()

    def _back(self) -> None:
        if self.narrowing is not None:
            self.narrowing = self.narrowing.back()
            self._forgive()
            self._fill()
            self._answers.narrowed()

    def _number(self, value: int, note: str) -> None:
        if self.narrowing is not None and self.narrowing.amount is not None and self._group is not None:
            self._answers.enter(self.narrowing.amount.option(value, note), self._group)

    def _lift_veil(self) -> None:
        if self._group is not None:
            self._answers.unveil(self._group, partial(self._show_secret, self._group))

    def _show_secret(self, asked: Group, found: Group | None) -> None:
        """Show what a seat may choose from, unless something else is asked, or somebody else, by now."""
        if found is None or self._group is not asked:
            return
        self._group, self._unveiled = found, True
        self._lifted.add(found.seat)
        self.narrowing = found.narrowing
        self._fill()
        self._answers.narrowed()

    def cover(self) -> None:
        """Lay the veil over what only one seat may see."""
        if self._unveiled:
            veiled = next((g for g in self._groups if self._group and g.seat == self._group.seat), None)
            self._turn_to(veiled)

    def refuse(self, violation: Violation[Any]) -> None:
        """Say why an entry was refused, and offer what would be allowed."""
        self._hold_against(violation)
        self._fill()

    def _hold_against(self, violation: Violation[Any]) -> None:
        if self._words is not None:
            self.refusal = refusal(self._words, self._state, violation, self._names)
            self._repairs = violation.repairs

    # what is shown

    def _fill(self) -> None:
        group = self._group
        prompt = group.prompt if group is not None else None
        self._title.say(prompt.title if prompt else self._empty)
        self._detail.say(prompt.detail if prompt else self._remark)
        self._mark.redraw()
        veiled = group is not None and group.secret and not self._unveiled
        amount = self.narrowing.amount if self.narrowing is not None else None
        if veiled and group is not None and group.seat is not None:
            self._title.say(f"Pass the screen to {self._names[group.seat]}")
            asked = _as_sentence(prompt.title) if prompt else ""
            known = group.seat in self._lifted
            self._detail.say(asked.rstrip() if known else f"{asked}{UNSEEN_BY_OTHERS}")
        elif amount is not None:
            self._ask_number(amount)
        offers = self._unseen(group) if veiled and group is not None else self._offers()
        self.choices.offer(offers, secret=bool(group and group.secret and not veiled))
        self._box.tell(self.refusal)
        self._show(self._box, self.refusal is not None)
        self._show(self._unveil, veiled)
        self._show(self._pad, amount is not None and not veiled and self.refusal is None)
        self._show(self.choices, self._pad.parent is None)
        self._fill_tabs()
        self._arrange()

    def _show(self, widget: Widget, shown: bool) -> None:
        if shown and widget.parent is None:
            self.add_widget(widget)
        elif not shown and widget.parent is not None:
            self.remove_widget(widget)

    def _ask_number(self, amount: Amount[Any]) -> None:
        words, state, names = self._words, self._state, self._names
        if words is None or self.narrowing is None:
            return

        def confirming(value: int) -> Prompt:
            return words.amount(state, amount, value, names)

        self._pad.ask(amount, self.narrowing.typical, confirming)

    def _offers(self) -> list[Offer]:
        if self.narrowing is None:
            return list(self._extra)
        offers = [self._repair(place, command) for place, command in enumerate(self._repairs)]
        if self.narrowing.amount is not None and self.refusal is not None:
            offers.append(Offer("prompt.again", "Another number", self._again, symbol="numeric"))
            return offers
        choices = self.narrowing.choices
        opening = [choice for choice in choices if not choice.refused]
        few = len(choices) <= FEW and not offers and not (self._group is not None and self._group.secret)
        main = opening[0] if opening and few and opening[0].last else None
        offers += [self._choice(choice, choice is main) for choice in choices]
        if self.narrowing.taps:
            offers.append(Offer("prompt.back", "Back", self._back, "quiet", "arrow-left"))
            return offers
        above = [offer for offer in self._extra if offer.first]
        return [*above, *offers, *(offer for offer in self._extra if not offer.first)]

    def _unseen(self, group: Group) -> list[Offer]:
        """What may be said without lifting the veil: that nobody has looked."""
        if group.unseen is None or self._words is None:
            return []
        step = self._words.path(self._state, group.unseen, self._names)[-1]
        entered = partial(self._answers.enter, group.unseen, group)
        return [Offer(step.id, step.label, entered, "quiet", step.symbol, step.detail)]

    def _again(self) -> None:
        self._forgive()
        self._fill()

    def _choice(self, choice: Choice, main: bool) -> Offer:
        step = choice.step
        look = "off" if choice.refused else "main" if main else "plain"
        return Offer(
            step.id, step.label, lambda: self.tap(step.id), look, step.symbol, step.detail, art=step.art
        )

    def _repair(self, place: int, command: Any) -> Offer:
        label = self.label(command)
        group = self._group
        return Offer(
            f"repair.{place}",
            label,
            lambda: group and self._answers.enter(command, group),
            "main" if place == 0 else "plain",
        )

    def label(self, command: Any) -> str:
        """A command in the words of the buttons that lead to it."""
        if self._words is None:
            return ""
        asks = self._group.asks if self._group is not None else ()
        return called(self._words, self._state, asks, command, self._names)

    def _fill_tabs(self) -> None:
        for tab in self._tabs:
            self.remove_widget(tab)
        if len(self._groups) < 2:
            return
        while len(self._tabs) < len(self._groups):
            self._tabs.append(SeatTab(self._theme, ""))
        for tab, group in zip(self._tabs, self._groups, strict=False):
            seat = group.seat
            name = "table" if seat is None else str(seat)
            current = self._group is not None and self._group.seat == seat
            tab.seat = seat
            tab.fill(
                f"prompt.seat.{name}",
                "",
                partial(self._choose, group),
                "chosen" if current else "plain",
                "" if seat is not None else "table-furniture",
            )
            self.add_widget(tab)

    def _choose(self, group: Group) -> None:
        self._turn_to(group)
        self._answers.narrowed()

    def _draw_mark(self, wide: float, high: float) -> Any:
        return () if self.seat is None else seat_mark(self.seat, wide / 2, high / 2, MARK - 4)

    # where it is shown

    def _arrange(self, *_: Any) -> None:
        if self.width <= 1:
            return
        whole = area_of(self)
        whole.place(self._plate)
        inner = whole.inset(MARGIN)
        tight = self._pad.parent is not None
        beside = inner.width > inner.height * 1.35
        if beside:
            text, inner = inner.cut_left(inner.width / dp(1) * 0.4, 2 * SPACE)
            self._place_text(text, tight)
        else:
            inner = self._place_text(inner, tight)
        if len(self._groups) > 1:
            gap = SPACE / 2
            most = max(int((inner.width / dp(1) + gap) // (TOUCH + gap)), 1)
            rows = -(-len(self._groups) // most)
            across = max(-(-len(self._groups) // rows), min(4, most))
            tabs, inner = inner.cut_top(rows * TOUCH + (rows - 1) * gap)
            for tab, cell in zip(self._tabs, tabs.grid(across, rows, gap), strict=False):
                cell.place(tab)
        if self._box.parent is not None:
            box, inner = inner.cut_top(self._box.height_at(inner.width / dp(1)))
            box.place(self._box)
        if self._unveil.parent is not None:
            hold, inner = inner.cut_top(1.4 * TOUCH)
            hold.place(self._unveil)
        inner.place(self.choices, self._pad)

    def _place_text(self, area: Area, tight: bool) -> Area:
        wide = area.width / dp(1)
        self._title.style = "title" if tight else "headline" if wide >= WIDE else "display"
        marked = self.seat is not None
        room = wide - (MARK + SPACE if marked else 0)
        head, rest = area.cut_top(
            max(height_of(self._title.text, room, self._title.style, display=True), MARK), SPACE / 2
        )
        if marked:
            mark, head = head.cut_left(MARK)
            mark.cut_top(MARK + 4)[0].place(self._mark)
        else:
            mark, _ = head.cut_left(0)
            mark.place(self._mark)
        head.place(self._title)
        self._title.redraw()
        if not self._detail.text or (tight and area.height < dp(420)):
            head.cut_top(0)[0].place(self._detail)
            return rest
        detail, rest = rest.cut_top(height_of(self._detail.text, wide, "body"))
        detail.place(self._detail)
        return rest


def _as_sentence(title: str) -> str:
    """A title as a sentence before another one."""
    return f"{title} " if title.endswith(("?", "!", ".")) else f"{title}. "
