"""A sheet on which an earlier entry is entered anew, as it truly was."""

from typing import TYPE_CHECKING, Any

from companion.journal.judge import Broken
from companion.kiosk.areas import Area
from companion.kiosk.prompt import Answers, PromptPanel
from companion.kiosk.session import Answer
from companion.kiosk.sheet import Sheet
from companion.rules.contract import Violation
from companion.scenes.asking import Group, asked_before, dropped_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kiosk.app import Kiosk


class Correct(Sheet):
    """Asks again what was asked at an earlier entry; where later ones don't fit, the table chooses."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        self._n = 0
        answers = Answers(self._enter, lambda: None, self._explain, kiosk.frames.write, self._unveil)
        self.prompt = PromptPanel(self.theme, answers)
        self.add_widget(self.prompt)
        self.head("What was it really?")

    def enter(self, n: int | None = None, **_: Any) -> None:
        """Ask entry `n` again."""
        session = self.kiosk.session
        if session is None or n is None:
            return
        self._n = n
        session.look(lambda: asked_before(session.table, session.telling, session.names, n), self._ask)

    def _ask(self, found: tuple[Any, tuple[Group, ...]]) -> None:
        session = self.kiosk.session
        if session is not None:
            state, groups = found
            self.prompt.ask(
                groups, state, session.telling, session.names, empty="This entry can only be taken back."
            )

    def _enter(self, command: Any, _group: Group) -> None:
        self._submit(command, keep=False)

    def _submit(self, command: Any, keep: bool) -> None:
        session = self.kiosk.session
        if session is None:
            return
        table, n = session.table, self._n
        session.enter(
            lambda: table.correct(n, command, keep=keep), lambda answer: self._answered(answer, command)
        )

    def _answered(self, answer: Answer, command: Any) -> None:
        match answer:
            case Violation():
                self.prompt.refuse(answer)
            case Broken(n):
                self._ask_to_drop(n, command)
            case _:
                self.kiosk.drop()

    def _ask_to_drop(self, n: int, command: Any) -> None:
        """Say which entry does not fit, and ask whether it and those after it may go."""
        session = self.kiosk.session
        if session is None:
            return

        def ask(found: tuple[str, int]) -> None:
            line, dropped = found
            gone = "This entry is" if dropped == 1 else f"This and what came after it, {dropped} entries, are"
            self.kiosk.lay(
                "confirm",
                title="A later entry does not fit",
                detail=f"{line or f'Entry {n}'}\n{gone} dropped if you keep the correction.",
                yes="Keep the correction",
                no="Leave as it was",
                action=lambda: self._submit(command, keep=True),
                grave=True,
            )

        session.look(lambda: dropped_from(session.table, session.telling, session.names, n), ask)

    def _explain(self, section: str) -> None:
        self.kiosk.lay("rule", section=section)

    def _unveil(self, group: Group, then: "Callable[[Group], None]") -> None:
        then(group)

    def arrange_body(self, area: Area) -> None:
        """The question."""
        area.place(self.prompt)


SCREEN = Correct
