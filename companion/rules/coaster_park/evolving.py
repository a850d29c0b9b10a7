"""The state after an event: total, and never judging."""

from typing import assert_never

from msgspec.structs import replace

from companion.rules.coaster_park import (
    adjusting,
    building,
    ending,
    engineering,
    experts,
    hire,
    leaving,
    sale,
    setting_up,
    teaching,
    testing,
)
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.common import on_top, with_player
from companion.rules.coaster_park.events import Event, TurnBegan
from companion.rules.coaster_park.flow import last_turns
from companion.rules.coaster_park.state import Acting, Counting, Measuring, Over, SettingUp, State

Late = (
    happened.FinalsBegan
    | happened.Tried
    | happened.CoasterTested
    | happened.TestsEnded
    | happened.Revealed
    | happened.BestChosen
    | happened.Overridden
    | happened.Settled
    | happened.CountingBegan
    | happened.Counted
    | happened.MeasuringBegan
    | happened.Measured
    | happened.Ended
    | happened.CardTaught
    | happened.HillTaught
    | happened.MoneyAdjusted
    | happened.PointsAdjusted
    | happened.HillAdjusted
    | happened.CardAdjusted
    | happened.Left
)
"""The events after the last turn, and the host's."""


def evolve(state: State | None, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, happened.Started):
        return setting_up.started(event)
    assert state is not None  # noqa: S101 - the first event is always Started
    match event:
        case happened.Passed():
            return sale.passed(state, event)
        case happened.Answered():
            return replace(state, stages=on_top(state, sale.answerer_after(state, event.seat)))
        case happened.Ran():
            return testing.ran(state, event)
        case happened.TestPaid():
            return sale.test_paid(state, event)
        case happened.TestEnded():
            return testing.test_ended(state, event)
        case happened.TurnBegan():
            return turn_began(state, event)
        case happened.Offered():
            return sale.offered(state, event)
        case happened.PriceNamed():
            return sale.price_named(state, event)
        case happened.Bought():
            return sale.bought(state, event)
        case happened.Built():
            return building.built(state, event)
        case happened.StoredAway():
            return building.stored_away(state, event)
        case happened.Placed():
            return replace(state, stages=state.stages[:-1])
        case happened.TurnedUp():
            return setting_up.turned_up(state, event)
        case happened.DeckChosen():
            return sale.deck_chosen(state, event)
        case happened.Hired():
            return hire.hired(state, event)
        case happened.MoneyTaken():
            return sale.money_taken(state, event)
        case happened.ExpertTaken():
            return sale.expert_taken(state, event)
        case happened.Inserted():
            return experts.inserted(state, event)
        case happened.Moved():
            return experts.moved(state, event)
        case happened.Demolished():
            return experts.demolished(state, event)
        case happened.Spied():
            return experts.spied(state, event)
        case happened.EngineerCalled():
            return experts.engineer_called(state, event)
        case happened.Kept():
            return engineering.kept(state, event)
        case happened.Returned():
            return replace(state, stages=state.stages[:-1])
        case happened.Peeked():
            return engineering.peeked(state, event)
        case happened.SideShown():
            return replace(state, side=event.side)
        case happened.SecretDealt():
            return setting_up.secret_dealt(state, event)
        case happened.EndTriggered():
            return replace(state, ending=event.cause)
        case _:
            return _late(state, event)


def _late(state: State, event: Late) -> State:
    match event:
        case happened.FinalsBegan():
            return testing.finals_began(state, event)
        case happened.Tried():
            return testing.tried(state, event)
        case happened.CoasterTested():
            return testing.coaster_tested(state, event)
        case happened.TestsEnded():
            return testing.tests_ended(state)
        case happened.Revealed():
            return ending.revealed(state, event)
        case happened.BestChosen():
            return ending.chosen(state, event)
        case happened.Overridden():
            return ending.overridden(state, event)
        case happened.Settled():
            return ending.settled(state, event)
        case happened.CountingBegan():
            return replace(state, stages=(Counting(),))
        case happened.Counted():
            return ending.counted(state, event)
        case happened.MeasuringBegan():
            return replace(state, stages=(Measuring(),))
        case happened.Measured():
            return ending.measured(state, event)
        case happened.Ended():
            return ended(state, event)
        case happened.CardTaught():
            return teaching.card_taught(state, event)
        case happened.HillTaught():
            return teaching.hill_taught(state, event)
        case happened.MoneyAdjusted():
            return adjusting.money_adjusted(state, event)
        case happened.PointsAdjusted():
            return adjusting.points_adjusted(state, event)
        case happened.HillAdjusted():
            return adjusting.hill_adjusted(state, event)
        case happened.CardAdjusted():
            return adjusting.card_adjusted(state, event)
        case happened.Left():
            return leaving.left(state, event)
        case _:
            assert_never(event)


def turn_began(state: State, event: TurnBegan) -> State:
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


def ended(state: State, event: happened.Ended) -> State:
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
