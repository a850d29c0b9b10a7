"""A sheet with what only the host may enter."""

from typing import TYPE_CHECKING, Any

from companion.kiosk.areas import Area
from companion.kiosk.prompt import Answers, PromptPanel
from companion.kiosk.session import Answer
from companion.kiosk.sheet import Sheet
from companion.rules.contract import HOST, Amount, Ask, Violation
from companion.scenes.asking import GRAVE, Group, host_asks

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kiosk.app import Kiosk


class Host(Sheet):
    """Adjusting, leaving, the agreed draw, giving the game up: the things the rules can't know."""

    def __init__(self, kiosk: "Kiosk") -> None:
        super().__init__(kiosk)
        answers = Answers(self._enter, lambda: None, self._explain, kiosk.frames.write, self._unveil)
        self._prompt = PromptPanel(self.theme, answers)
        self.add_widget(self._prompt)
        self.head("What only the host enters")

    def enter(self, **_: Any) -> None:
        """Show what the host may enter now."""
        session = self.kiosk.session
        if session is not None:
            session.look(lambda: self._found(host_asks(session.table)), self._ask)

    def _found(self, asks: tuple[Ask[Any], ...]) -> tuple[Group, ...]:
        session = self.kiosk.session
        if session is None:
            return ()
        return session.groups_of(asks, session.table.view(HOST).state)

    def _ask(self, groups: tuple[Group, ...]) -> None:
        session = self.kiosk.session
        if session is not None and session.shown is not None:
            self._prompt.ask(
                groups, session.shown.state, session.telling, session.names, empty="Nothing to adjust now."
            )

    def _enter(self, command: Any, group: Group) -> None:
        """Enter what is lightly undone at once; ask once more before the rest."""
        name = next(
            (ask.name for ask in group.asks if not isinstance(ask, Amount) and command in ask.options), ""
        )
        session = self.kiosk.session
        if name not in GRAVE or session is None or session.shown is None:
            self._submit(command, self.enter)
            return
        path = session.telling.path(session.shown.state, command, session.names)
        detail, yes = GRAVE[name]
        self.kiosk.lay(
            "confirm",
            title=f"{path[-1 if name == 'leave' else 0].label}?",
            detail=detail,
            yes=yes,
            no="Play on",
            action=lambda: self._submit(command, self.kiosk.drop),
            grave=True,
        )

    def _submit(self, command: Any, then: "Callable[[], Any]") -> None:
        """Enter it; after what is one of several, such as one thing that a card says, the next is asked."""
        session = self.kiosk.session
        if session is not None:
            session.submit(command, HOST, lambda answer: self._answered(answer, then))

    def _answered(self, answer: Answer, then: "Callable[[], Any]") -> None:
        if isinstance(answer, Violation):
            self._prompt.refuse(answer)
            if self.parent is None and self._prompt.refusal is not None:
                self.kiosk.frames.say(self._prompt.refusal.title)
        elif self.kiosk.frames.sheet is self:
            then()

    def _explain(self, section: str) -> None:
        self.kiosk.lay("rule", section=section)

    def _unveil(self, group: Group, then: "Callable[[Group], None]") -> None:
        then(group)

    def arrange_body(self, area: Area) -> None:
        """The question."""
        area.place(self._prompt)


SCREEN = Host
