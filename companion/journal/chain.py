"""Is a row of records a game as it was entered? The hashes must chain and the events must fold."""

import logging
from collections.abc import Sequence
from typing import Any

from msgspec import MsgspecError, Raw, Struct, json

from companion.journal.codec import codec, encode, state_hash
from companion.journal.entry import Correct, Entry, Note, Record, Rejudged, Source, TakeBack, entry_hash
from companion.journal.fold import AnyRules, Timeline, advance
from companion.rules.contract import Setup, Viewer

log = logging.getLogger(__name__)


class Fault(Struct, frozen=True):
    """What is wrong with a record: which entry, which of its fields, and why."""

    n: int
    field: str
    problem: str

    def __str__(self) -> str:
        return f"entry {self.n}, {self.field}: {self.problem}"


def stored(row: tuple[Any, ...]) -> Record:
    """A stored row, read; a ValueError says what is wrong with it."""
    n, key, by, source, command, events, state_hash, previous_hash, own, at, note = row
    try:
        viewer = json.decode(str(by), type=Viewer)
    except MsgspecError as error:
        raise ValueError(f"entry {n}, by: {error}") from error
    return Record(
        n,
        str(key),
        viewer,
        Source(str(source)),
        Raw(str(command).encode()),
        Raw(str(events).encode()),
        str(state_hash),
        str(previous_hash),
        str(own),
        str(at),
        _note(n, str(note)),
    )


def _note(n: int, text: str) -> Note | None:
    """An entry's note; one that can't be read is left out, as nothing hangs on it."""
    if not text:
        return None
    try:
        return json.decode(text, type=Note)
    except (MsgspecError, RecursionError) as error:
        log.warning("the note of entry %d can't be read: %s", n, error)
        return None


def link_fault(record: Record, n: int, previous: str) -> Fault | None:
    """What is wrong with a record's place in the chain."""
    if record.n != n:
        return Fault(n, "n", f"expected {n}, found {record.n}; an entry is missing or out of order")
    if record.previous_hash != previous:
        return Fault(n, "previous_hash", "this entry doesn't follow from the one before")
    found = entry_hash(previous, n, bytes(record.command), bytes(record.events), record.state_hash)
    if record.hash != found:
        return Fault(n, "hash", "this entry was changed after it was entered")
    return None


def first_fault(records: Sequence[Record]) -> Fault | None:
    """Where the chain of hashes breaks first."""
    previous = ""
    for n, record in enumerate(records):
        fault = link_fault(record, n, previous)
        if fault:
            return fault
        previous = record.hash
    return None


def canonical(record: Record, rules: AnyRules) -> tuple[Record, Entry]:
    """A record spelled as this companion spells it; a ValueError names what can't be read."""
    form = codec(rules)
    command = read_field("command", form.command, record.command)
    events = read_field("events", form.events, record.events)
    frame = (record.n, record.key, record.by, record.source)
    seal = (record.state_hash, record.previous_hash, record.hash, record.at)
    spelled = Record(*frame, Raw(encode(command)), Raw(encode(events)), *seal, record.note)
    return spelled, Entry(*frame, command, events, *seal, record.note)


def read_field(name: str, read: Any, value: Any) -> Any:
    """A field's value, or a ValueError that begins with the field's full path."""
    try:
        return read(value)
    except MsgspecError as error:
        problem, _, path = str(error).partition(" - at `$")
        raise ValueError(f"{name}{path.rstrip('`')}: {problem}") from error
    except RecursionError as error:
        raise ValueError(f"{name}: nested too deeply") from error


def unfitting(timeline: Timeline, command: Any, events: tuple[Any, ...]) -> str:
    """Why an entry can't follow on a timeline, whatever the rules say; nothing if it can."""
    if isinstance(command, Setup) != (not timeline.line):
        return "the first entry, and only that, is a Setup"
    match command:
        case TakeBack(to=to) if timeline.place(to) is None:
            return f"entry {to} doesn't count any more, so it can't be taken back to"
        case TakeBack() if events:
            return "taking back has no events"
        case Correct(n=n):
            place = timeline.place(n)
            if place is None:
                return f"entry {n} doesn't count any more, so it can't be corrected"
            again = [event.n for event in events if isinstance(event, Rejudged)]
            there = [played.n for played in timeline.line[place:]]
            if not again or again != there[: len(again)] or not isinstance(events[0], Rejudged):
                return f"the events of a correction must be those of the entries from {n} on"
        case _ if not isinstance(command, TakeBack) and any(isinstance(event, Rejudged) for event in events):
            return "only a correction judges entries again"
    return ""


def follow(rules: AnyRules, timeline: Timeline, entry: Entry) -> Timeline:
    """The game with one entry more, whose events may be anybody's; a ValueError says why it doesn't fit."""
    problem = unfitting(timeline, entry.command, entry.events)
    if problem:
        raise ValueError(f"command: {problem}")
    try:
        after = advance(rules, timeline, entry)
        found = state_hash(after.state)
    except Exception as error:  # a foreign file may hold events that no game of ours ever gave
        raise ValueError(f"events: they don't fit the game ({type(error).__name__}: {error})") from error
    if found != entry.state_hash:
        raise ValueError(f"state_hash: expected {found}, found {entry.state_hash}")
    return after
