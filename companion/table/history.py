"""The evening's story as data: each entry that counts, with the states around each of its events."""

import threading
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.journal.entry import Note
from companion.journal.fold import AnyRules, Played, Timeline
from companion.rules.contract import Viewer
from companion.rules.hidden import redact


class Told(Struct, frozen=True):
    """An entry that counts; `steps` are its events as (before, event, after).

    The event that opens the game has no state before it, and is left out of the steps. The `note` of what is
    partly secret is nobody's but its viewers'.
    """

    n: int
    by: Viewer
    command: Any
    steps: tuple[tuple[Any, Any, Any], ...]
    note: Note | None = None


class History:
    """What one viewer was told; only what is new or changed is told again."""

    def __init__(self, rules: AnyRules, viewer: Viewer) -> None:
        self._rules = rules
        self._viewer = viewer
        self._line: tuple[Played, ...] = ()
        self._told: tuple[Told, ...] = ()
        self._mutex = threading.Lock()

    def told(self, timeline: Timeline) -> tuple[Told, ...]:
        """All that counts on this timeline."""
        with self._mutex:
            same = 0
            for old, new in zip(self._line, timeline.line, strict=False):
                if old is not new:
                    break
                same += 1
            fresh = tuple(self._tell(timeline.line, place) for place in range(same, len(timeline.line)))
            self._line, self._told = timeline.line, self._told[:same] + fresh
            return self._told

    def _tell(self, line: tuple[Played, ...], place: int) -> Told:
        played = line[place]
        before = line[place - 1].state if place else None
        steps = tuple(self._steps(before, played.events))
        command = redact(played.command, self._viewer)
        return Told(played.n, played.by, command, steps, played.note if command == played.command else None)

    def _steps(self, state: Any, events: tuple[Any, ...]) -> Iterator[tuple[Any, Any, Any]]:
        seen = None if state is None else redact(state, self._viewer)
        for event in events:
            state = self._rules.evolve(state, event)
            after = redact(state, self._viewer)
            if seen is not None:
                yield seen, redact(event, self._viewer), after
            seen = after
