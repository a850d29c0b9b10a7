"""Testing Coasters: runs of the marble for $1 in mid-game, and the final tests of every coaster."""

from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Run, Stop, Try
from companion.rules.coaster_park.common import (
    ATTEMPTS,
    TEST,
    Asks,
    Judged,
    copies,
    on_top,
    paid_to_bank,
    refused,
    with_player,
)
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.events import CoasterTested, FinalsBegan, Ran, TestEnded, TestsEnded, Tried
from companion.rules.coaster_park.state import (
    Answering,
    Attempt,
    Coaster,
    Finals,
    Player,
    Revealing,
    Running,
    State,
)
from companion.rules.contract import Observe, Pick, Seat, Sensed

SECTION = "Testing Coasters"
SHORTEST = 2
"""The hills a coaster must keep to be scored: a launch and a standard hill."""


def running_asks(state: State, stage: Running) -> Asks:
    """How far the marble ran: so many hills passed, perhaps at rest on a Bump; or no further attempt."""
    seat = stage.seat
    coaster = state.players[seat].coasters[stage.coaster]
    specials = index(state.components).hill
    options: list[Run] = []
    readings: list[str] = []
    for passed, hill in enumerate(coaster):
        options.append(Run(seat, passed))
        readings.append(str(passed))
        if specials[hill].special == "bump":
            options.append(Run(seat, passed, rest=True))
            readings.append(f"{passed}+rest")
    options.append(Run(seat, len(coaster)))
    readings.append(str(len(coaster)))
    return (
        Observe("run", seat, Sensed.RUN, tuple(options), tuple(readings), coaster),
        Pick("stop", seat, (Stop(seat),)),
    )


def decide_run(state: State, stage: Running, command: Run) -> Judged:
    """An attempt is recorded (CP29)."""
    coaster = state.players[stage.seat].coasters[stage.coaster]
    hills = len(coaster)
    if not 0 <= command.passed <= hills:
        repairs = (Run(stage.seat, hills if command.passed > hills else 0),)
        return refused("park.run.no-such-hill", "CP29", repairs, passed=command.passed, hills=hills)
    if command.rest and not on_bump(state, coaster, command.passed):
        repairs = (Run(stage.seat, command.passed),)
        return refused("park.run.no-bump", "CP29", repairs, passed=command.passed, hills=hills)
    return (Ran(stage.seat, stage.coaster, Attempt(command.passed, command.rest)),)


def on_bump(state: State, coaster: Coaster, passed: int) -> bool:
    """Whether the first hill not passed is a Bump."""
    return passed < len(coaster) and index(state.components).hill[coaster[passed]].special == "bump"


def after_attempts(state: State, stage: Running) -> CoasterTested | TestEnded:
    """What ends the attempts on a coaster; a Ride Mechanic gets its $1 back after three failures (CP16)."""
    if stage.final:
        return CoasterTested(stage.seat, stage.coaster)
    hills = len(state.players[stage.seat].coasters[stage.coaster])
    failed = len(stage.attempts) == ATTEMPTS and all(attempt.passed < hills for attempt in stage.attempts)
    refund = TEST if failed and copies(state, stage.seat, "mechanic") else 0
    return TestEnded(stage.seat, stage.coaster, refund)


def finals_order(state: State) -> tuple[Seat, ...]:
    """Clockwise from the left of the last active player (CP47)."""
    order = []
    seat = state.active
    for _ in state.players:
        seat = (seat + 1) % len(state.players)
        if not state.players[seat].left:
            order.append(seat)
    return tuple(order)


def untested(player: Player) -> tuple[int, ...]:
    """The numbers of the coasters whose final test is still to come."""
    return tuple([number for number, runs in enumerate(player.runs) if runs is None])


def finals_asks(state: State, stage: Finals) -> Asks:
    """Which coaster a seat tests next (CP47)."""
    seat = stage.seats[0]
    return (Pick("coaster", seat, tuple([Try(seat, n) for n in untested(state.players[seat])])),)


def decide_try(state: State, command: Try, seat: Seat) -> Judged:
    """A coaster is tested next."""
    open_ones = untested(state.players[seat])
    if command.coaster not in open_ones:
        repairs = [Try(seat, number) for number in open_ones]
        return refused("park.try.tested", "CP47", repairs, coaster=command.coaster)
    return (Tried(seat, command.coaster),)


def next_test(state: State, stage: Finals) -> Tried | TestsEnded | None:
    """The test that follows without a choice, or the end of testing."""
    if not stage.seats:
        return TestsEnded()
    seat = stage.seats[0]
    open_ones = untested(state.players[seat])
    return Tried(seat, open_ones[0]) if len(open_ones) == 1 else None


def ran(state: State, event: Ran) -> State:
    """One attempt more is recorded."""
    stage = state.stages[-1]
    if not isinstance(stage, Running):
        return state
    return replace(state, stages=on_top(state, replace(stage, attempts=(*stage.attempts, event.attempt))))


def test_ended(state: State, event: TestEnded) -> State:
    """The test was this seat's answer; its experts are still in their window (CP22)."""
    state = paid_to_bank(state, event.seat, -event.refund) if event.refund else state
    stages = state.stages[:-1]
    if isinstance(stages[-1], Answering):
        stages = (*stages[:-1], Answering(event.seat, tested=True))
    return replace(state, stages=stages)


def finals_began(state: State, event: FinalsBegan) -> State:
    """Every coaster that can score is to be tested; a launch alone can't."""
    players = list(state.players)
    for seat in event.seats:
        player = players[seat]
        runs: Any = tuple(None if len(coaster) >= SHORTEST else () for coaster in player.coasters)
        players[seat] = replace(player, runs=runs)
    seats = tuple(seat for seat in event.seats if untested(players[seat]))
    return replace(state, players=tuple(players), sale=None, stages=(Finals(seats),))


def tried(state: State, event: Tried) -> State:
    """The marble is at the top of this coaster."""
    return replace(state, stages=(*state.stages, Running(event.seat, event.coaster, (), final=True)))


def coaster_tested(state: State, event: CoasterTested) -> State:
    """The attempts are kept; a seat whose coasters are all tested makes way for the next."""
    stage = state.stages[-1]
    attempts = stage.attempts if isinstance(stage, Running) else ()
    player = state.players[event.seat]
    runs = (*player.runs[: event.coaster], attempts, *player.runs[event.coaster + 1 :])
    changed = replace(player, runs=runs)
    stages = state.stages[:-1]
    below = stages[-1]
    if isinstance(below, Finals) and not untested(changed):
        stages = (*stages[:-1], Finals(tuple(seat for seat in below.seats if seat != event.seat)))
    return replace(state, players=with_player(state, event.seat, changed), stages=stages)


def tests_ended(state: State, _: TestsEnded) -> State:
    """The secret cards are turned up."""
    return replace(state, stages=(Revealing(),))
