"""Verifying: each command is judged again, and each stored line must be what comes of it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.journal.chain import link_fault, read_field
from companion.journal.codec import codec, encode, state_hash
from companion.journal.entry import Draft, Record
from companion.journal.errors import JournalError
from companion.journal.fold import AnyRules, Timeline, advance
from companion.journal.judge import Broken, judge
from companion.journal.reader import JournalReader
from companion.rules.contract import Violation


class Difference(Struct, frozen=True):
    """The first line (counted from 1) that is not what judging it again gives."""

    line: int
    n: int
    field: str
    problem: str


class Verdict(Struct, frozen=True):
    """What verifying an evening found; `hash` is the last entry's."""

    evening: int
    game: str
    entries: int
    hash: str
    difference: Difference | None = None


def verify(journal: JournalReader, evening: int) -> Verdict:
    """Judge an evening's commands again, each as its enterer saw the table then."""
    rules = journal.game(evening)
    records = journal.records(evening)
    difference = next(_differences(rules, records), None)
    return Verdict(evening, rules.name, len(records), records[-1].hash if records else "", difference)


def verify_all(journal: JournalReader) -> Iterator[Verdict]:
    """The verdict on each evening; one that can't even be read has a difference that says why."""
    for evening in journal.evenings():
        try:
            yield verify(journal, evening.id)
        except JournalError as error:
            difference = Difference(1, 0, "", str(error))
            yield Verdict(evening.id, evening.game, evening.entries, "", difference)


def _differences(rules: AnyRules, records: tuple[Record, ...]) -> Iterator[Difference]:
    timeline, previous = Timeline(), ""
    if not records:
        yield Difference(1, 0, "n", "expected the Setup, found no entry")
    for line, record in enumerate(records, 1):
        fault = link_fault(record, line - 1, previous)
        if fault:
            yield Difference(line, fault.n, fault.field, fault.problem)
            return
        try:
            timeline = _judged_again(rules, timeline, record)
        except ValueError as error:
            field, _, problem = str(error).partition(": ")
            yield Difference(line, record.n, field, problem)
            return
        previous = record.hash


def _judged_again(rules: AnyRules, timeline: Timeline, record: Record) -> Timeline:
    form = codec(rules)
    command = read_field("command", form.command, record.command)
    events = judge(rules, timeline, command, record.by)
    if isinstance(events, Violation | Broken):
        raise ValueError(f"command: it is refused now ({_code(events)})")  # noqa: TRY004  # bad data
    if encode(events) != bytes(record.events):
        raise ValueError(f"events: {_first_other(events, read_field('events', form.events, record.events))}")
    timeline = advance(
        rules, timeline, Draft(record.key, record.by, record.source, command, events, record.note)
    )
    found = state_hash(timeline.state)
    if found != record.state_hash:
        raise ValueError(f"state_hash: expected {found}, found {record.state_hash}")
    return timeline


def _code(refusal: Violation[Any] | Broken) -> str:
    match refusal:
        case Broken(n=n, violation=violation):
            return f"{violation.code} at entry {n}"
        case Violation(code=code):
            return code


def _first_other(expected: tuple[Any, ...], found: tuple[Any, ...]) -> str:
    for place, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other:
            return f"event {place}: expected {encode(one).decode()}, found {encode(other).decode()}"
    if len(expected) == len(found):
        return "the same events are spelled in another way"
    return f"expected {len(expected)} events, found {len(found)}"
