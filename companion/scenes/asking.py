"""What is asked, told and kept secret, in the words of a game: the same for the kiosk and for every phone."""

from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from companion.rules.contract import HOST, TABLE, Amount, Ask, Observe, Seat, Sensed, Viewer
from companion.rules.hidden import Hidden
from companion.scenes.ends import closing
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.telling import Prompt, Telling, story_lines
from companion.table import Table, Told

GRAVE = {
    "abandon": ("The game ends here, and nobody wins.", "End the game"),
    "leave": ("They are out of this game, and what is theirs goes.", "Yes, they leave"),
    "draw": ("The game ends here, and all who are left share the first place.", "Yes, all agree"),
}
"""What is asked once more, by the name of its ask: what follows from it, and the yes."""


class Group(Struct, frozen=True):
    """All that one seat (None: the table) is asked now; `secret` where others must not see the answer.

    `unseen` is the answer that tells nothing, where there is one: that a card stays face down.
    """

    seat: Seat | None
    asks: tuple[Ask[Any], ...]
    prompt: Prompt
    narrowing: Narrowing
    secret: bool = False
    unseen: Any = None

    @property
    def run(self) -> Observe[Any] | None:
        """The ask for a marble's run, if that is what is awaited."""
        return next((ask for ask in self.asks if isinstance(ask, Observe) and ask.sensed is Sensed.RUN), None)


class StoryLine(Struct, frozen=True):
    """One line of the story, and the entry it tells of."""

    n: int
    text: str


def grouped(
    asks: tuple[Ask[Any], ...], state: Any, words: Telling, names: tuple[str, ...]
) -> tuple[Group, ...]:
    """The asks of each seat (and of the table) together, in the order they come in."""
    seats = dict.fromkeys(ask.seat for ask in asks)
    found = []
    for seat in seats:
        own = tuple(ask for ask in asks if ask.seat == seat)
        secret = seat is not None and any(hides(ask) for ask in own)
        found.append(
            Group(seat, own, words.prompt(state, own, names), narrow(words, state, own, names), secret)
        )
    return tuple(found)


def with_unseen(group: Group, table: Table) -> Group:
    """The group with the answer that tells nothing; only the seat's own view shows which that is."""
    if not group.secret:
        return group
    own = table.view(Viewer(seat=group.seat)).asks
    options = (
        option
        for ask in own
        if ask.seat == group.seat and not isinstance(ask, Amount)
        for option in ask.options
    )
    return replace(group, unseen=next((option for option in options if _says_nothing(option)), None))


def _says_nothing(command: Any) -> bool:
    values = [getattr(command, field.name) for field in fields(command)]
    hidden = [value for value in values if isinstance(value, Hidden)]
    return bool(hidden) and all(value.value is None for value in hidden)


def hides(ask: Ask[Any]) -> bool:
    """Whether an answer to this is for its seat's eyes alone."""
    commands = (ask.command,) if isinstance(ask, Amount) else ask.options
    return any(_hidden(command) for command in commands)


def _hidden(command: Any) -> bool:
    return any(isinstance(getattr(command, field.name), Hidden) for field in fields(command))


def keeps_secret(value: Any, seat: Seat) -> bool:
    """Whether something in this value is for this seat's eyes."""
    if isinstance(value, Hidden):
        return seat in value.viewers
    if isinstance(value, Struct):
        return any(keeps_secret(getattr(value, field), seat) for field in value.__struct_fields__)
    if isinstance(value, tuple):
        return any(keeps_secret(part, seat) for part in value)
    if isinstance(value, dict):
        return any(keeps_secret(part, seat) for part in value.values())
    return False


def last_line(history: tuple[Told, ...], words: Telling, names: tuple[str, ...]) -> str:
    """What the last entry was: its first line, not what follows from it; else the newest line there is."""
    for told in reversed(history):
        lines = lines_of(told, words, names)
        if lines:
            return lines[0 if told is history[-1] else -1].text
    return ""


def lines_of(told: Told, words: Telling, names: tuple[str, ...]) -> tuple[StoryLine, ...]:
    """The lines of one entry."""
    return tuple(StoryLine(told.n, line) for line in story_lines(told, words, names))


def story(table: Table, words: Telling, names: tuple[str, ...]) -> tuple[StoryLine, ...]:
    """The whole story, as it may be told to everybody; of a game that is over, with who won."""
    history, outcome = table.history(TABLE), table.view(TABLE).outcome
    lines = [line for told in history for line in lines_of(told, words, names)]
    if outcome is not None and history:
        lines += [StoryLine(history[-1].n, line) for line in closing(outcome, words, names)]
    return tuple(lines)


def asked_before(
    table: Table, words: Telling, names: tuple[str, ...], n: int
) -> tuple[Any, tuple[Group, ...]]:
    """What was asked when entry `n` was made, and the state it was asked in, as everybody may see it."""
    found = next((told for told in table.history(TABLE) if told.n == n), None)
    if found is None or not found.steps:
        return None, ()
    state = found.steps[0][0]
    seat = getattr(found.command, "seat", None)
    viewer = HOST if isinstance(found.command, table.rules.host_commands) else TABLE
    asks = tuple(ask for ask in table.rules.asks(state, viewer) if ask.seat == seat)
    return state, grouped(asks, state, words, names)


def dropped_from(table: Table, words: Telling, names: tuple[str, ...], n: int) -> tuple[str, int]:
    """What entry `n` was, in words, and how many entries count from it on."""
    later = [told for told in table.history(TABLE) if told.n >= n]
    lines = lines_of(later[0], words, names) if later and later[0].n == n else ()
    return (lines[0].text if lines else ""), len(later)


def host_asks(table: Table) -> tuple[Ask[Any], ...]:
    """What only the host may enter now."""
    open_to_all = table.view(TABLE).asks
    return tuple(ask for ask in table.view(HOST).asks if ask not in open_to_all)


def first_command(narrowing: Narrowing) -> Any:
    """A command behind this place, which stands for all of them: for a choice that is refused."""
    while narrowing.command is None:
        if narrowing.amount is not None:
            return narrowing.amount.option(narrowing.typical)
        narrowing = narrowing.tap(narrowing.choices[0].step.id)
    return narrowing.command


def called(
    words: Telling, state: Any, asks: tuple[Ask[Any], ...], command: Any, names: tuple[str, ...]
) -> str:
    """A command in the words of the buttons that lead to it."""
    for ask in asks:
        if isinstance(ask, Amount) and type(ask.command) is type(command):
            return words.amount(state, ask, getattr(command, ask.field), names).title
    return " · ".join(step.label for step in words.path(state, command, names))
