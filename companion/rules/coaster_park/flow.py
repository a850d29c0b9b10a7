"""What follows without an entry: turns that begin and end, marbles that have run three times, the end."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.rules.coaster_park.common import ATTEMPTS, copies
from companion.rules.coaster_park.components import Expert
from companion.rules.coaster_park.ending import best_chosen, next_revealed, tie, uncounted, unrevealed
from companion.rules.coaster_park.events import (
    Answered,
    Bought,
    CountingBegan,
    DeckChosen,
    Ended,
    EndTriggered,
    EngineerCalled,
    Event,
    FinalsBegan,
    MeasuringBegan,
    MoneyTaken,
    Offered,
    Placed,
    PriceNamed,
    TestPaid,
    TurnBegan,
)
from companion.rules.coaster_park.experts import uses, window_asks
from companion.rules.coaster_park.sale import decide_buy
from companion.rules.coaster_park.setting_up import complete
from companion.rules.coaster_park.state import (
    Answering,
    Choosing,
    Closing,
    Counting,
    Finals,
    Forced,
    Measuring,
    Placing,
    Proceeds,
    Revealing,
    Running,
    SettingUp,
    State,
    next_seat,
)
from companion.rules.coaster_park.testing import after_attempts, finals_order, next_test
from companion.rules.contract import Seat, Violation

BEFORE_PAYING: tuple[Expert, ...] = ("acquisitions", "engineer")
"""The experts worth using between the last answer and the forced purchase; others serve while placing."""

AWAITING = (PriceNamed, Offered, Bought, TestPaid, DeckChosen, EngineerCalled)
"""Events after which an entry is always awaited; nothing else need be looked for."""


def next_event(state: State) -> Event | None:
    """What happens now by itself; None where an entry is awaited."""
    if not state.standard and not state.ending:
        return EndTriggered("standard-deck")
    stage = state.stages[-1]
    follows = FOLLOWS.get(type(stage))
    return follows(state, stage) if follows else None


def _after_setting_up(state: State, _: SettingUp) -> Event | None:
    return _turn(state, state.active) if complete(state) else None


def _after_run(state: State, stage: Running) -> Event | None:
    return after_attempts(state, stage) if len(stage.attempts) == ATTEMPTS else None


def _after_test(state: State, stage: Answering) -> Event | None:
    return Answered(stage.seat) if stage.tested and not window_asks(state) else None


def _after_placing(state: State, stage: Placing) -> Event | None:
    return None if stage.hill or state.players[stage.seat].warehouse else Placed(stage.seat)


def _without_choice(state: State, _: Proceeds) -> Event | None:
    paid = state.sale.paid if state.sale else 0
    return None if state.row else MoneyTaken(state.active, paid)


def _after_revealing(state: State, _: Revealing) -> Event | None:
    return next_revealed(state) or (None if unrevealed(state) else best_chosen(state))


def _after_choosing(_: State, stage: Choosing) -> Event | None:
    return None if stage.seats else CountingBegan()


def _after_counting(state: State, _: Counting) -> Event | None:
    if uncounted(state):
        return None
    return MeasuringBegan() if tie(state) else Ended("scored")


def _after_measuring(state: State, _: Measuring) -> Event | None:
    return None if tie(state) else Ended("scored")


def _forced(state: State, _: Forced) -> Event | None:
    if any(
        uses(state, state.active, expert) for expert in BEFORE_PAYING if copies(state, state.active, expert)
    ):
        return None
    events = decide_buy(state, state.active, forced=True)
    return None if isinstance(events, Violation) else events[0]


def _turn_end(state: State, _: Closing) -> Event:
    if not state.ending:
        return _turn(state, next_seat(state, state.active))
    queue = last_turns(state)
    return _turn(state, queue[0], last=True) if queue else FinalsBegan(finals_order(state))


def last_turns(state: State) -> tuple[Seat, ...]:
    """The seats that still get their last turn: all of them, from the active player's left (CP1)."""
    return finals_order(state) if state.last is None else state.last


def _turn(state: State, seat: Seat, *, last: bool = False) -> TurnBegan:
    following = seat if not state.players[seat].left else next_seat(state, seat)
    return TurnBegan(following, copies(state, following, "financier"), last)


FOLLOWS: dict[type[Struct], Callable[[State, Any], Event | None]] = {
    SettingUp: _after_setting_up,
    Running: _after_run,
    Answering: _after_test,
    Forced: _forced,
    Placing: _after_placing,
    Proceeds: _without_choice,
    Closing: _turn_end,
    Finals: next_test,
    Revealing: _after_revealing,
    Choosing: _after_choosing,
    Counting: _after_counting,
    Measuring: _after_measuring,
}
"""What each stage leads to without an entry. A table, for it is looked up after every event."""
