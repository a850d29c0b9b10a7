"""Opening a game: a plain fold over stored events, take-backs and corrections included.

A take-back cuts the line of entries that count; a correction puts another command in an entry's
place and carries the events of this entry and of all that stay behind it. An entry keeps its
number on the line, so that each can be taken back to, or corrected, however often.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from msgspec import Struct

from companion.journal.entry import Correct, Draft, Entry, Note, Rejudged, TakeBack
from companion.rules.contract import Rules, Setup, Viewer

AnyRules = Rules[Any, Any, Any]


class Played(Struct, frozen=True):
    """An entry that counts: its number, who entered its command, what followed, the state after it.

    A corrected entry keeps its note: what was sensed stays sensed.
    """

    n: int
    by: Viewer
    command: Any
    events: tuple[Any, ...]
    state: Any
    note: Note | None = None


class Timeline(Struct, frozen=True):
    """A game as far as it is entered.

    `states` holds the state after each entry of the journal, `line` the entries that count,
    `lost` the commands that were taken back and not entered again, the next one first.
    """

    states: tuple[Any, ...] = ()
    line: tuple[Played, ...] = ()
    lost: tuple[Any, ...] = ()

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return len(self.states) - 1

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def setup(self) -> Setup:
        """The set-up that counts, corrected if it was."""
        setup: Setup = self.line[0].command
        return setup

    def place(self, n: int) -> int | None:
        """Where entry `n` stands on the line; nothing if it doesn't count."""
        for place in range(min(n, len(self.line) - 1), -1, -1):
            if self.line[place].n == n:
                return place
        return None


def fold(rules: AnyRules, entries: Iterable[Entry]) -> Timeline:
    """The game that these entries, from number 0 on, lead to."""
    return reduce(lambda timeline, entry: advance(rules, timeline, entry), entries, Timeline())


def advance(rules: AnyRules, timeline: Timeline, entry: Entry | Draft) -> Timeline:
    """The game with one entry more."""
    line, lost = timeline.line, timeline.lost
    match entry.command:
        case TakeBack(to=to):
            kept = _until(line, to + 1)
            dropped = line[len(kept) :]
            line, lost = kept, tuple(played.command for played in dropped) + lost
        case Correct():
            kept = _until(line, entry.command.n)
            again = tuple(_again(rules, line, kept, entry))
            dropped = line[len(kept) + len(again) :]
            line, lost = kept + again, tuple(played.command for played in dropped) + lost
        case command:
            before = line[-1].state if line else None
            state = evolved(rules, before, entry.events)
            line += (Played(timeline.n + 1, entry.by, command, entry.events, state, entry.note),)
            if command in lost:
                found = lost.index(command)
                lost = lost[:found] + lost[found + 1 :]
    return Timeline((*timeline.states, line[-1].state), line, lost)


def evolved(rules: AnyRules, state: Any, events: Iterable[Any]) -> Any:
    """The state after these events."""
    for event in events:
        state = rules.evolve(state, event)
    return state


def _until(line: tuple[Played, ...], n: int) -> tuple[Played, ...]:
    """The part of a line whose entries have numbers below `n`."""
    end = len(line)
    while end and line[end - 1].n >= n:
        end -= 1
    return line[:end]


def _again(
    rules: AnyRules, line: tuple[Played, ...], kept: tuple[Played, ...], entry: Entry | Draft
) -> Iterator[Played]:
    """What a correction puts in the place of the entries behind those kept."""
    state = kept[-1].state if kept else None
    for place, (n, events) in enumerate(_groups(entry.events)):
        state = evolved(rules, state, events)
        old = line[len(kept) + place]
        if place == 0:
            yield Played(n, entry.by, entry.command.command, events, state, old.note)
        else:
            yield Played(n, old.by, old.command, events, state, old.note)


def _groups(events: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """A correction's events by the entry that each follows from."""
    starts = [place for place, event in enumerate(events) if isinstance(event, Rejudged)]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield events[start].n, events[start + 1 : end]
