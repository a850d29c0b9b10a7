"""Teleporting, and the two powers that answer it: Teleport Inhibitor, then Warning System (CO33)."""

from companion.rules.contract import Violation
from companion.rules.cosmic_coasters.commands import (
    Alarmed,
    Approach,
    Approached,
    Challenged,
    Cleared,
    Command,
    Ended,
    Escape,
    Escaped,
    Event,
    Inhibit,
    Land,
    Teleport,
    Teleported,
)
from companion.rules.cosmic_coasters.components import CONTROL, SPACES, Power, Space, spaces_of
from companion.rules.cosmic_coasters.elimination import conclude
from companion.rules.cosmic_coasters.refusal import (
    Answer,
    nearest,
    not_now,
    not_yours,
    out_of_turn,
    refuse,
    unknown_space,
)
from companion.rules.cosmic_coasters.state import (
    Alarm,
    Challenge,
    Ending,
    Inhibition,
    Landing,
    State,
    Verdict,
    controls,
    empty_spaces,
    escapes,
    guarded,
    held,
    tolerated,
)


def teleport(state: State, command: Teleport) -> Answer:
    """Send the ship on a controlled pad, whosever it is (CO3), to another moon (CO4) or away (CO5)."""
    refused = out_of_turn(state, command) or _no_pad(state, command)
    if refused:
        return refused
    pad, to = command.pad, command.to
    if to is None:
        return conclude(state, Teleported(command.seat, pad, None))
    if not 0 <= to < state.chart.spaces:
        return unknown_space(state, command, to)
    moon = to // SPACES
    refused = _no_way(state, command, moon)
    if refused:
        return refused
    if guarded(state, command.seat, moon):
        return refuse(
            state,
            command,
            "cosmic.teleport.inhibited",
            "CO20",
            repairs=(Approach(command.seat, pad, moon),),
            moon=moon,
        )
    return _arrive(state, pad, to)


def approach(state: State, command: Approach) -> Answer:
    """Declare pad and moon where the Teleport Inhibitor may answer (CO20)."""
    refused = out_of_turn(state, command) or _no_pad(state, command)
    if refused:
        return refused
    if not 0 <= command.moon < state.seats:
        return refuse(state, command, "cosmic.teleport.no-such-moon", "CO19", moon=command.moon)
    refused = _no_way(state, command, command.moon)
    if refused:
        return refused
    if not guarded(state, command.seat, command.moon):
        landing = Teleport(command.seat, command.pad, spaces_of(command.moon)[0])
        return refuse(
            state,
            command,
            "cosmic.teleport.not-inhibited",
            "CO20",
            repairs=nearest(state, landing),
            moon=command.moon,
        )
    return (Approached(command.seat, command.pad, command.moon),)


def _no_pad(state: State, command: Teleport | Approach) -> Violation[Command] | None:
    """Why nothing can be teleported from this space, if so."""
    pad, pads = command.pad, state.chart.pads
    if pad not in pads:
        return refuse(state, command, "cosmic.teleport.not-a-pad", "Teleporting", pad=pad)
    if state.ships[pad] is None:
        return refuse(state, command, "cosmic.teleport.pad-empty", "Teleporting", pad=pad)
    moon = pads.index(pad)
    if not controls(state, command.seat, moon):
        others = (held(state, seat, moon) for seat in range(state.seats) if seat != command.seat)
        return refuse(
            state,
            command,
            "cosmic.teleport.no-control",
            "CO2",
            pad=pad,
            held=held(state, command.seat, moon),
            needed=CONTROL,
            rival=max(others),
            tolerated=tolerated(state),
        )
    return None


def _no_way(state: State, command: Teleport | Approach, moon: int) -> Violation[Command] | None:
    """Why the ship on the pad can't go to this moon, if so."""
    if moon == command.pad // SPACES:
        return refuse(state, command, "cosmic.teleport.same-moon", "CO4", moon=moon)
    if not state.moons[moon]:
        return refuse(state, command, "cosmic.teleport.moon-not-in-play", "CO19", moon=moon)
    return None


def inhibit(state: State, command: Inhibit) -> Answer:
    """The guarded moon's owner plays a round, or lets the ship come (CO20)."""
    pending = state.pending
    if not isinstance(pending, Inhibition):
        return not_now(state, command)
    if command.seat != pending.moon:
        return not_yours(state, command, pending.moon)
    if command.repel:
        return (Challenged(command.seat),)
    return (Cleared(pending.pad, pending.moon),)


def challenged(state: State, pending: Challenge, verdict: Verdict, *shown: Event) -> tuple[Event, ...]:
    """The round against a teleport is played: lost, or tied with no space free, the action is spent."""
    tied = verdict is Verdict.DRAW
    if verdict is Verdict.LOSE or (tied and not empty_spaces(state, pending.moon)):
        return conclude(state, *shown)
    return (*shown, Cleared(pending.pad, pending.moon, tied))


def land(state: State, command: Land) -> Answer:
    """Name the space: no taking back, no nothingness, and after a tie no ship may stand there (CO20)."""
    pending = state.pending
    if not isinstance(pending, Landing):
        return not_now(state, command)
    if command.seat != state.active:
        return not_yours(state, command, state.active)
    if not 0 <= command.to < state.chart.spaces:
        return unknown_space(state, command, command.to)
    if command.to // SPACES != pending.moon:
        return refuse(state, command, "cosmic.land.other-moon", "CO20", space=command.to, moon=pending.moon)
    if pending.empty and state.ships[command.to] is not None:
        return refuse(state, command, "cosmic.land.occupied", "CO20", space=command.to)
    return _arrive(state, pending.pad, command.to)


def _arrive(state: State, pad: Space, to: Space) -> tuple[Event, ...]:
    """The ship is about to land: victory first (CO7), then a warning (CO24), else it lands."""
    seat = state.active
    arrival = Teleported(seat, pad, to)
    if state.ships[pad] == seat and pad // SPACES != seat and to // SPACES == seat:
        return (arrival, Ended(Ending.HOME, (seat,)))
    below = state.ships[to]
    if below is not None and below != seat and state.powers[below] is Power.WARNING and escapes(state, to):
        return (Alarmed(below, pad, to),)
    return conclude(state, arrival)


def escape(state: State, command: Escape) -> Answer:
    """The warned ship gets out of the way, or stays; the other lands regardless (CO24)."""
    pending = state.pending
    if not isinstance(pending, Alarm):
        return not_now(state, command)
    if command.seat != pending.seat:
        return not_yours(state, command, pending.seat)
    arrival = Teleported(state.active, pending.pad, pending.to)
    if command.to is None:
        return conclude(state, arrival)
    if not 0 <= command.to < state.chart.spaces:
        return unknown_space(state, command, command.to)
    if command.to not in state.chart.neighbours[pending.to]:
        return refuse(state, command, "cosmic.escape.not-adjacent", "CO24", space=command.to, ship=pending.to)
    if state.ships[command.to] is not None:
        return refuse(state, command, "cosmic.escape.occupied", "CO24", space=command.to)
    return conclude(state, Escaped(command.seat, pending.to, command.to), arrival)
