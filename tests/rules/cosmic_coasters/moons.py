"""Positions in a few words: `2F1` is the Factory 1 on the moon of seat 2, `0C3` a Control Point, `1P` a pad.

Factories and Control Points count from 0, clockwise, the Control Point after the Factory of its number.
"""

from typing import Any

from msgspec.structs import replace

from companion.rules.contract import HOST, TABLE, Setup, Violation
from companion.rules.cosmic_coasters.commands import Command, Deploy, Event, Settle
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import State, Verdict

NAMES = ("Ann", "Benedikt", "Chiara", "Dov")
MOONS = ("Ganymede", "Callisto", "Europa", "Io")
WIN, DRAW, LOSE = Verdict.WIN, Verdict.DRAW, Verdict.LOSE


def at(name: str) -> int:
    """The space of this name."""
    moon, kind, number = int(name[0]), name[1], int(name[2:] or 0)
    return 9 * moon + {"F": 2 * number, "C": 2 * number + 1, "P": 8}[kind]


def named(space: int) -> str:
    """The name of this space."""
    moon, place = divmod(space, 9)
    return f"{moon}P" if place == 8 else f"{moon}{'FC'[place % 2]}{place // 2}"


def fleet(seat: int) -> str:
    """A whole fleet at home, with the Factories 1 and 3 empty."""
    return " ".join(f"{seat}{place}" for place in ("F0", "F2", "C0", "C1", "C2", "C3", "P"))


def begun(seats: int = 2, *, first: int = 0, moons: tuple[str, ...] = MOONS, **options: str) -> State:
    """A game on its first turn; hands are shown at the table and powers are off unless said otherwise."""
    chosen = {"combat": "result", "powers": "off"} | options
    started = RULES.start(Setup(RULES.name, NAMES[:seats], first, chosen))
    assert not isinstance(started, Violation), started
    state = RULES.evolve(None, started[0])
    for step in range(seats):
        seat = (first + step) % seats
        state = enter(state, Settle(seat, moons[seat]))
    for seat in range(seats):
        state = enter(state, Deploy(seat, (at(f"{seat}F1"), at(f"{seat}F3"))))
    return state


def position(*fleets: str, active: int = 0, moons: tuple[str, ...] = MOONS, **options: str) -> State:
    """These fleets, one text for each seat, with `active` on turn."""
    state = begun(len(fleets), moons=moons, **options)
    ships: list[int | None] = [None] * len(state.ships)
    for seat, places in enumerate(fleets):
        for place in places.split():
            assert ships[at(place)] is None, place
            ships[at(place)] = seat
    state = replace(state, ships=tuple(ships), active=active)
    assert list(RULES.audit(state)) == []
    return state


def happened(state: State, command: Command) -> tuple[Event, ...]:
    """The events of a command that is accepted."""
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), (command, events)
    return events


def enter(state: State, *commands: Command) -> State:
    """The state after commands that are all accepted."""
    for command in commands:
        for event in happened(state, command):
            state = RULES.evolve(state, event)
            assert list(RULES.audit(state)) == [], event
    return state


def refused(state: State, command: Command, code: str, section: str, **facts: int | str) -> Violation[Any]:
    """The violation of a command, which has this code, section and these facts; its repairs are accepted."""
    violation = RULES.decide(state, command)
    assert isinstance(violation, Violation), (command, violation)
    assert (violation.code, violation.section) == (code, section)
    assert {key: violation.facts.get(key) for key in facts} == facts
    for repair in violation.repairs:
        happened(state, repair)
    return violation


def offered(state: State, name: str, seat: int | None = 0) -> tuple[Any, ...]:
    """The options of the ask of this name and seat; none if there is none."""
    return tuple(
        option
        for ask in RULES.asks(state, HOST)
        if ask.name == name and ask.seat == seat
        for option in getattr(ask, "options", ())
    )


def asked(state: State) -> list[tuple[str, int | None]]:
    """What is asked of whom."""
    return [(ask.name, ask.seat) for ask in RULES.asks(state, TABLE)]


def stands(state: State, seat: int) -> set[str]:
    """Where a seat's ships are."""
    return {named(space) for space, ship in enumerate(state.ships) if ship == seat}
