"""The laws of the contract as functions over any game; `test_laws.py` holds every game to them.

Run as a script it prints the digest of a seeded walk, for comparing two processes.
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules import game
from companion.rules.contract import HOST, TABLE, Amount, Ask, Rules, Setup, Viewer, Violation
from companion.rules.hidden import Hidden, redact

AnyRules = Rules[Any, Any, Any]

NAMES = ("Ann", "Benedikt", "Chiara", "Dov", "Eun-ji", "Fatoumata")


class Moment(Struct, frozen=True):
    """One step of a walk: what was chosen from which ask, and what followed."""

    before: Any
    ask: Any
    command: Any
    events: tuple[Any, ...]
    after: Any


def setup_of(rules: AnyRules, seats: int, *, first: int = 0, options: dict[str, str] | None = None) -> Setup:
    return Setup(rules.name, NAMES[:seats], first % seats, options or {})


def begin(rules: AnyRules, setup: Setup) -> Any:
    events = rules.start(setup)
    assert not isinstance(events, Violation), events
    return fold(rules, None, events)


def fold(rules: AnyRules, state: Any, events: tuple[Any, ...]) -> Any:
    for event in events:
        state = rules.evolve(state, event)
        assert list(rules.audit(state)) == [], event
    return state


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def chosen(ask: Ask[Any], dice: random.Random) -> Any:
    """One legal answer to an ask, each as likely."""
    if isinstance(ask, Amount):
        return ask.option(dice.randint(ask.low, ask.high), "because")
    return dice.choice(ask.options)


def walk(rules: AnyRules, state: Any, seed: str, most: int) -> Iterator[Moment]:
    """A random game, at most so many commands long."""
    dice = random.Random(seed)
    for _ in range(most):
        asks = rules.asks(redact(state, TABLE), TABLE)
        if not asks:
            return
        ask = dice.choice(asks)
        command = chosen(ask, dice)
        events = rules.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        after = fold(rules, state, events)
        yield Moment(state, ask, command, events, after)
        state = after


def offered(asks: tuple[Ask[Any], ...], command: Any) -> bool:
    """Whether one of the asks has this command among its answers."""
    return any(_answers(ask, command) for ask in asks)


def _answers(ask: Ask[Any], command: Any) -> bool:
    if not isinstance(ask, Amount):
        return command in ask.options
    if type(command) is not type(ask.command):
        return False
    value = getattr(command, ask.field)
    note = getattr(command, ask.note) if ask.note else ""
    return ask.low <= value <= ask.high and command == ask.option(value, note)


ENOUGH = 12
"""Other secrets that are tried in the place of each one that is entered; a deck has many more cards."""


def with_other_secret(ask: Ask[Any], command: Any) -> Iterator[tuple[Any, Viewer]]:
    """The same command with another secret in it, and a viewer who may see neither."""
    if isinstance(ask, Amount):
        return
    for name in command.__struct_fields__:
        secret = getattr(command, name)
        if isinstance(secret, Hidden) and secret.value is not None:
            others = [other for other in ask.options if _differs_in(name, secret, command, other)]
            for other in others[:: len(others) // ENOUGH + 1]:
                yield other, secret.viewers


def _differs_in(name: str, secret: Hidden[Any], command: Any, other: Any) -> bool:
    """Whether nothing but this secret is different."""
    changed = getattr(other, name, None)
    return (
        isinstance(changed, Hidden)
        and changed.value not in (None, secret.value)
        and replace(command, **{name: changed}) == other
    )


def unseen_by(viewers: tuple[int, ...], seats: int) -> Iterator[Viewer]:
    """The table, and every seat that is not among the viewers."""
    yield TABLE
    for seat in range(seats):
        if seat not in viewers:
            yield Viewer(seat)


def what_is_seen(rules: AnyRules, state: Any, events: tuple[Any, ...], viewer: Viewer) -> bytes:
    """Every byte that a viewer gets of an entry: its events, the state after it, what may be entered now."""
    seen = redact(state, viewer)
    return encoded((redact(events, viewer), seen, rules.asks(seen, viewer), rules.outcome(seen)))


def leaks(rules: AnyRules, moment: Moment, seats: int) -> list[str]:
    """What somebody who may not see a secret could learn of it by this entry; nothing when all is well.

    An entry that turns secrets up says so by an event of a class named `...Revealed`.
    """
    found = []
    for other, viewers in with_other_secret(moment.ask, moment.command):
        events = rules.decide(moment.before, other)
        if isinstance(events, Violation):
            found.append(f"{other} is refused where {moment.command} is not: {events}")
            continue
        if any(type(event).__name__.endswith("Revealed") for event in (*events, *moment.events)):
            continue
        after = fold(rules, moment.before, events)
        found += [
            f"{viewer} sees that {moment.command} was not {other}"
            for viewer in unseen_by(viewers, seats)
            if what_is_seen(rules, after, events, viewer)
            != what_is_seen(rules, moment.after, moment.events, viewer)
        ]
    return found


def everything(state: Any, rules: AnyRules) -> tuple[Ask[Any], ...]:
    """All that anybody at the table may enter."""
    return rules.asks(redact(state, HOST), HOST)


def digest(rules: AnyRules, seats: int, seed: str, most: int) -> str:
    """A hash over every command, event and state of a walk."""
    total = hashlib.sha256()
    for moment in walk(rules, begin(rules, setup_of(rules, seats)), seed, most):
        total.update(encoded((moment.command, moment.events, moment.after)))
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(game(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
