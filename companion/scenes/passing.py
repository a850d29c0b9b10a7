"""All pass: where one after the other only needs to say no, one touch says it for all of them."""

from typing import Any

from companion.rules.contract import TABLE, Pick, Violation
from companion.rules.hidden import redact
from companion.scenes.telling import Telling
from companion.table import Table

DECLINE = "pass"
"""The id of the step that declines, in every game that has one."""

MOST = 8


def passes(table: Table, words: Telling, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The commands by which all who are asked in turn would pass, within the turn that is going on.

    They are followed on what lies open for everybody, so that nobody learns from them what is hidden.
    """
    rules, view = table.rules, table.view(TABLE)
    state, asks = view.state, view.asks
    turn = state.turn
    found: list[Any] = []
    while len(found) < MOST and state.turn == turn and rules.outcome(state) is None:
        declined = _pass(asks, state, words, names)
        if declined is None or any(declined.seat == command.seat for command in found):
            break
        events = rules.decide(state, declined)
        if isinstance(events, Violation):
            break
        found.append(declined)
        for event in events:
            state = rules.evolve(state, event)
        state = redact(state, TABLE)
        asks = rules.asks(state, TABLE)
    return tuple(found)


def _pass(asks: tuple[Any, ...], state: Any, words: Telling, names: tuple[str, ...]) -> Any:
    for ask in asks:
        if isinstance(ask, Pick) and ask.seat is not None:
            for command in ask.options:
                path = words.path(state, command, names)
                if len(path) == 1 and path[0].id == DECLINE:
                    return command
    return None
