"""The state after an event: total, and never judging."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.coaster_park import (
    adjusting,
    building,
    ending,
    engineering,
    events,
    experts,
    hire,
    leaving,
    sale,
    setting_up,
    teaching,
    testing,
)
from companion.rules.coaster_park.common import on_top, with_coins_moved, with_player
from companion.rules.coaster_park.flow import last_turns
from companion.rules.coaster_park.state import Acting, Counting, Measuring, Over, SettingUp, State

PAYING: frozenset[type[Struct]] = frozenset({
    events.Started, events.TurnBegan, events.Bought, events.MoneyTaken, events.ExpertTaken,
    events.Hired, events.TestPaid, events.TestEnded, events.MoneyAdjusted, events.Left, events.Ended,
})  # fmt: skip
"""The events in which coins may change hands."""


def evolve(state: State | None, event: events.Event) -> State:
    """The state after an event."""
    kind = type(event)
    after = AFTER[kind](state, event)
    return with_coins_moved(after) if kind in PAYING else after


def foreseen(state: State, event: events.Event) -> State:
    """The state after an event for judging what follows from it, which no coin decides."""
    return AFTER[type(event)](state, event)


def answered(state: State, event: events.Answered) -> State:
    """The next seat answers."""
    return replace(state, stages=on_top(state, sale.answerer_after(state, event.seat)))


def over(state: State, _: events.Placed | events.Returned) -> State:
    """What lay above the turn is over."""
    return replace(state, stages=state.stages[:-1])


def side_shown(state: State, event: events.SideShown) -> State:
    """The global card's side is known."""
    return replace(state, side=event.side)


def triggered(state: State, event: events.EndTriggered) -> State:
    """After this turn everybody gets one more."""
    return replace(state, ending=event.cause)


def counting_began(state: State, _: events.CountingBegan) -> State:
    """The table counts what no data can express."""
    return replace(state, stages=(Counting(),))


def measuring_began(state: State, _: events.MeasuringBegan) -> State:
    """Tied players' coasters are measured."""
    return replace(state, stages=(Measuring(),))


def turn_began(state: State, event: events.TurnBegan) -> State:
    """A seat is active; its Financiers have paid (CP23)."""
    player = state.players[event.seat]
    players = state.players
    if event.income:
        players = with_player(state, event.seat, replace(player, money=player.money + event.income))
    first = isinstance(state.stages[-1], SettingUp)
    return replace(
        state,
        players=players,
        bank=state.bank - event.income,
        active=event.seat,
        turn=state.turn if first else state.turn + 1,
        sale=None,
        stages=(Acting(),),
        last=tuple([seat for seat in last_turns(state) if seat != event.seat]) if event.last else state.last,
    )


def ended(state: State, event: events.Ended) -> State:
    """The game is over; money that waited in a sale goes to the bank."""
    waiting = state.sale.paid if state.sale else 0
    hills = leaving.unplaced(state.stages)
    return replace(
        state,
        bank=state.bank + waiting,
        removed=(*state.removed, *hills),
        sale=None,
        stages=(Over(event.reason),),
    )


AFTER: dict[type[Struct], Callable[[Any, Any], State]] = {
    events.Started: setting_up.started,
    events.Passed: sale.passed,
    events.Answered: answered,
    events.Ran: testing.ran,
    events.TestPaid: sale.test_paid,
    events.TestEnded: testing.test_ended,
    events.TurnBegan: turn_began,
    events.Offered: sale.offered,
    events.PriceNamed: sale.price_named,
    events.Bought: sale.bought,
    events.Built: building.built,
    events.StoredAway: building.stored_away,
    events.Placed: over,
    events.TurnedUp: setting_up.turned_up,
    events.DeckChosen: sale.deck_chosen,
    events.Hired: hire.hired,
    events.MoneyTaken: sale.money_taken,
    events.ExpertTaken: sale.expert_taken,
    events.Inserted: experts.inserted,
    events.Moved: experts.moved,
    events.Demolished: experts.demolished,
    events.Spied: experts.spied,
    events.EngineerCalled: experts.engineer_called,
    events.Kept: engineering.kept,
    events.Returned: over,
    events.Peeked: engineering.peeked,
    events.SideShown: side_shown,
    events.SecretDealt: setting_up.secret_dealt,
    events.EndTriggered: triggered,
    events.FinalsBegan: testing.finals_began,
    events.Tried: testing.tried,
    events.CoasterTested: testing.coaster_tested,
    events.TestsEnded: testing.tests_ended,
    events.Revealed: ending.revealed,
    events.BestChosen: ending.chosen,
    events.Overridden: ending.overridden,
    events.Settled: ending.settled,
    events.CountingBegan: counting_began,
    events.Counted: ending.counted,
    events.MeasuringBegan: measuring_began,
    events.Measured: ending.measured,
    events.Compared: ending.compared,
    events.Ended: ended,
    events.CardTaught: teaching.card_taught,
    events.HillTaught: teaching.hill_taught,
    events.MoneyAdjusted: adjusting.money_adjusted,
    events.PointsAdjusted: adjusting.points_adjusted,
    events.HillAdjusted: adjusting.hill_adjusted,
    events.CardAdjusted: adjusting.card_adjusted,
    events.Left: leaving.left,
}
"""What each event does. A table, not a match: it is looked up for every event of every judgement."""
