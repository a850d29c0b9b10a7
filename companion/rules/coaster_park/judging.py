"""Which room of the rules judges a command: by what is awaited now, and of whom."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Struct
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
from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.common import ROW, Asks, Judged, Refusal, refused
from companion.rules.coaster_park.events import Answered, Ended, Offered, Passed, Settled, TurnedUp
from companion.rules.coaster_park.state import (
    Acting,
    Answering,
    Choosing,
    Closing,
    Counting,
    Drawing,
    Engineering,
    Finals,
    Forced,
    Measuring,
    Over,
    Peeking,
    Placing,
    Pricing,
    Proceeds,
    Returning,
    Revealing,
    Running,
    SettingUp,
    State,
)
from companion.rules.contract import Amount, Seat, Violation

TURN = "Taking Your Turn"

SaleCommand = c.Offer | c.Draw | c.NamePrice | c.Hire | c.Buy | c.Test | c.Pass | c.TakeMoney | c.TakeExpert
PlaceCommand = c.Build | c.Store | c.Done
UseCommand = c.Acquire | c.Spy | c.Insert | c.Move | c.Demolish | c.Engineer
CardCommand = c.TurnUp | c.TeachDrawn | c.ShowSide | c.EnterSecret | c.Keep | c.Return | c.Peek
TestCommand = c.Run | c.Stop | c.Try
EndCommand = c.Reveal | c.Choose | c.Settle | c.Count | c.Measure | c.Compare
HostCommand = c.AdjustMoney | c.AdjustPoints | c.AdjustHill | c.AdjustCard | c.Leave | c.Abandon


def awaited(state: State) -> Asks:
    """All that the table may enter now."""
    stage = state.stages[-1]
    asks = AWAITED[type(stage)]
    found = asks(state, stage) if asks else ()
    seat = experts.window(state)
    if seat is not None and state.players[seat].experts:
        return found + experts.window_asks(state)
    return found


def judge(state: State, command: c.Command) -> Judged:
    """The events that a command itself makes, or why it is refused."""
    if isinstance(state.stages[-1], Over):
        return refused("park.game.over", "End of the Game")
    return JUDGES[type(command)](state, command)


def _judge_sale(state: State, command: SaleCommand) -> Judged:
    stage = state.stages[-1]
    seat = state.active
    match command:
        case c.Buy() | c.Test() if command.seat == seat and _sellers_turn(state, command):
            return sale.own_sale(state)
        case c.Pass() if isinstance(stage, Answering) and not stage.tested:
            return others_entry(state, command, stage.seat) or (Passed(stage.seat),)
        case c.Test() if isinstance(stage, Answering) and not stage.tested:
            return others_entry(state, command, stage.seat) or sale.decide_test(state, command, stage.seat)
        case c.Buy() if isinstance(stage, Answering) and not stage.tested:
            seat = stage.seat
            return others_entry(state, command, seat) or sale.decide_buy(state, seat, forced=False)
        case c.Buy() if isinstance(stage, Forced):
            return others_entry(state, command, seat) or sale.decide_buy(state, seat, forced=True)
        case c.Offer() if isinstance(stage, Acting):
            return others_entry(state, command, seat) or sale.decide_offer(state, command, seat)
        case c.Draw() if isinstance(stage, Acting):
            return others_entry(state, command, seat) or sale.decide_draw(state, command, seat)
        case c.Hire() if isinstance(stage, Acting):
            return others_entry(state, command, seat) or hire.decide_hire(state, command, seat)
        case c.Pass() if isinstance(stage, Acting):
            return others_entry(state, command, seat) or hire.decide_forced_pass(state) or (Passed(seat),)
        case c.NamePrice() if isinstance(stage, Pricing):
            return others_entry(state, command, seat) or sale.decide_price(state, command, seat)
        case c.TakeMoney() if isinstance(stage, Proceeds):
            return others_entry(state, command, seat) or sale.decide_money(state, seat)
        case c.TakeExpert() if isinstance(stage, Proceeds):
            return others_entry(state, command, seat) or sale.decide_expert(state, command, seat)
        case c.Buy() | c.Test() | c.Pass() if isinstance(stage, Answering):
            return others_entry(state, command, stage.seat) or sale.tested_already(stage.seat)
        case _:
            return not_now(state, command)


def _sellers_turn(state: State, command: c.Buy | c.Test) -> bool:
    """Whether the active player is in its own turn, in which it tests nothing and buys last (CP14)."""
    if isinstance(state.stages[-1], Forced):
        return isinstance(command, c.Test)
    return isinstance(state.stages[0], Acting | Pricing | Answering | Forced)


def _judge_place(state: State, command: PlaceCommand) -> Judged:
    stage = state.stages[-1]
    if isinstance(stage, Answering) and stage.tested and isinstance(command, c.Done):
        return others_entry(state, command, stage.seat) or (Answered(stage.seat),)
    if not isinstance(stage, Placing):
        if isinstance(command, c.Build):
            return refused("park.build.no-purchase", "CP18", _some(state), hill=command.hill)
        return not_now(state, command)
    fault = others_entry(state, command, stage.seat)
    if fault:
        return fault
    match command:
        case c.Build():
            return building.decide_build(state, stage, command, stage.seat)
        case c.Store():
            return building.decide_store(state, stage, command, stage.seat)
        case c.Done():
            return building.decide_done(stage, stage.seat)


def _judge_use(state: State, command: UseCommand) -> Judged:
    seat = experts.window(state)
    if seat is None or command.seat not in (seat, None):
        return refused("park.expert.no-window", "CP22", _some(state)[:1], awaited=_name(state))
    return others_entry(state, command, seat) or experts.decide_use(state, command, seat)


def _judge_card(state: State, command: CardCommand) -> Judged:
    stage = state.stages[-1]
    match command:
        case c.TurnUp() if isinstance(stage, Drawing):
            fault = others_entry(state, command, state.active)
            return fault or _drawn(state, stage, command)
        case c.TurnUp() if isinstance(stage, SettingUp) and len(state.row) < ROW:
            fault = others_entry(state, command, None)
            turned = fault or setting_up.turn_up(state, command, None, setting_up.deck_awaited(state))
            return (turned,) if isinstance(turned, TurnedUp) else turned
        case c.TeachDrawn() if teaching.deck_drawn_from(state) is not None:
            return others_entry(state, command, None) or _taught_as_drawn(state, command)
        case c.ShowSide() if isinstance(stage, SettingUp):
            return others_entry(state, command, None) or setting_up.decide_side(state, command)
        case c.EnterSecret() if isinstance(stage, SettingUp):
            seat = command.seat
            if seat is None or not 0 <= seat < len(state.players) or state.players[seat].left:
                return refused("park.secret.no-seat", setting_up.SECTION, _some(state))
            return setting_up.decide_secret(state, command, seat)
        case c.Keep() if isinstance(stage, Engineering):
            fault = others_entry(state, command, stage.seat)
            return fault or engineering.decide_keep(state, stage, command)
        case c.Return() if isinstance(stage, Returning):
            fault = others_entry(state, command, stage.seat)
            return fault or engineering.decide_return(state, stage, command)
        case c.Peek() if isinstance(stage, Peeking):
            fault = others_entry(state, command, stage.seat)
            return fault or engineering.decide_peek(state, stage, command)
        case _:
            return not_now(state, command)


def _drawn(state: State, stage: Drawing, command: c.TurnUp) -> Judged:
    """A drawn card lies in the row; drawn for a sale, its hill is the one sold (CP11)."""
    turned = setting_up.turn_up(state, command, state.active, stage.deck)
    if isinstance(turned, Violation):
        return turned
    if stage.purpose == "hire":
        return (turned,)
    return (turned, Offered(state.active, turned.hill, turned.card))


def _judge_test(state: State, command: TestCommand) -> Judged:
    stage = state.stages[-1]
    match command:
        case c.Run() if isinstance(stage, Running):
            return others_entry(state, command, stage.seat) or testing.decide_run(state, stage, command)
        case c.Stop() if isinstance(stage, Running):
            return others_entry(state, command, stage.seat) or (testing.after_attempts(state, stage),)
        case c.Try() if isinstance(stage, Finals):
            seat = stage.seats[0]
            return others_entry(state, command, seat) or testing.decide_try(state, command, seat)
        case _:
            return not_now(state, command)


def _judge_end(state: State, command: EndCommand) -> Judged:
    stage = state.stages[-1]
    match command:
        case c.Reveal() if isinstance(stage, Revealing):
            seat = ending.unrevealed(state)[0][0]
            return others_entry(state, command, seat) or ending.decide_reveal(state, command)
        case c.Choose() | c.Settle() if isinstance(stage, Choosing):
            seat = command.seat if command.seat in stage.seats else stage.seats[0]
            fault = others_entry(state, command, seat)
            if isinstance(command, c.Settle):
                return fault or (Settled(seat),)
            return fault or ending.decide_choose(state, command, seat)
        case c.Count() if isinstance(stage, Counting):
            return others_entry(state, command, None) or ending.decide_count(state, command)
        case c.Measure() if isinstance(stage, Measuring):
            return others_entry(state, command, None) or ending.decide_measure(state, command)
        case c.Compare() if isinstance(stage, Measuring):
            return others_entry(state, command, None) or ending.decide_compare(state, command)
        case _:
            return not_now(state, command)


def _judge_host(state: State, command: HostCommand) -> Judged:
    fault = others_entry(state, command, None)
    if fault:
        return fault
    match command:
        case c.AdjustMoney():
            return adjusting.decide_money(state, command)
        case c.AdjustPoints():
            return adjusting.decide_points(state, command)
        case c.AdjustHill():
            return adjusting.decide_hill(state, command)
        case c.AdjustCard():
            return adjusting.decide_card(state, command)
        case c.Leave():
            return leaving.decide_leave(state, command)
        case c.Abandon():
            return (Ended("abandoned"),)


def _taught_as_drawn(state: State, command: c.TeachDrawn) -> Judged:
    """A card that no components know is taught and entered in one."""
    taught = teaching.decide_drawn(state, command)
    if isinstance(taught, Violation):
        return taught
    for event in taught:
        state = teaching.card_taught(state, event)
    entered = judge(state, teaching.as_drawn(state, taught[0].card))
    return entered if isinstance(entered, Violation) else (*taught, *entered)


def _judge_teach(state: State, command: teaching.Teach) -> Judged:
    return others_entry(state, command, None) or teaching.decide_teach(state, command)


def others_entry(state: State, command: c.Command, seat: Seat | None) -> Refusal | None:
    """The refusal of a command that is awaited from another seat, or from the table."""
    if command.seat == seat:
        return None
    mended = replace(command, seat=seat)
    repairs = () if isinstance(judge(state, mended), Violation) else (mended,)
    facts = {} if seat is None else {"awaited": seat}
    return refused("park.seat.not-awaited", TURN, repairs, **facts)


def not_now(state: State, command: c.Command) -> Refusal:
    """The refusal of a command that is not awaited at this point of the game."""
    entry = type(command).__name__
    return refused("park.entry.not-now", TURN, _some(state), entry=entry, awaited=_name(state))


def _name(state: State) -> str:
    return type(state.stages[-1]).__name__


def _some(state: State) -> tuple[c.Command, ...]:
    """An answer to each of the first things that are awaited."""
    return tuple(
        [ask.option(ask.low) if isinstance(ask, Amount) else ask.options[0] for ask in awaited(state)[:3]]
    )


AWAITED: dict[type[Struct], Callable[[State, Any], Asks] | None] = {
    SettingUp: lambda state, _: setting_up.asks(state),
    Acting: lambda state, _: hire.acting_asks(state),
    Drawing: lambda state, stage: (setting_up.card_ask(state, state.active, stage.deck),),
    Pricing: lambda state, _: sale.price_ask(state),
    Answering: sale.answer_asks,
    Running: testing.running_asks,
    Forced: lambda state, _: sale.forced_asks(state),
    Placing: building.placing_asks,
    Proceeds: lambda state, _: sale.proceeds_asks(state),
    Engineering: engineering.keep_asks,
    Returning: engineering.return_asks,
    Peeking: engineering.peek_asks,
    Closing: None,
    Finals: testing.finals_asks,
    Revealing: lambda state, _: ending.reveal_asks(state),
    Choosing: ending.choosing_asks,
    Counting: lambda state, _: ending.count_asks(state),
    Measuring: lambda state, _: ending.measure_asks(state),
    Over: None,
}
"""What each stage asks for. A table, for it is looked up at every step of a game."""

JUDGES: dict[type[Struct], Callable[[State, Any], Judged]] = {
    command: room
    for commands, room in (
        (SaleCommand, _judge_sale),
        (PlaceCommand, _judge_place),
        (UseCommand, _judge_use),
        (CardCommand, _judge_card),
        (TestCommand, _judge_test),
        (EndCommand, _judge_end),
        (HostCommand, _judge_host),
        (teaching.Teach, _judge_teach),
    )
    for command in get_args(commands)
}
"""Who judges each command."""
