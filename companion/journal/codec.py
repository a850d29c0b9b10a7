"""A game's commands, events and states as bytes: the same value always gives the same bytes."""

import hashlib
from functools import cache
from typing import Any, Union

from msgspec import Raw, json

from companion.journal.entry import Correct, Entry, Record, Rejudged, TakeBack
from companion.rules.contract import Rules, Setup

_encoder = json.Encoder(order="deterministic")
encode = _encoder.encode
"""JSON of any value of a game, keys in a fixed order."""


class Codec:
    """Reads and writes the entries of one game; a ValidationError names the field that doesn't fit."""

    def __init__(self, command_type: Any, event_type: Any) -> None:
        own: Any = Union[Setup, command_type]  # noqa: UP007  # types made while running
        entered: Any = Union[TakeBack, Correct[own], own]  # noqa: UP007
        told: Any = Union[Rejudged, event_type]  # noqa: UP007
        self._command = json.Decoder(entered)
        self._events = json.Decoder(tuple[told, ...])

    def command(self, data: bytes | Raw) -> Any:
        """The command of these bytes."""
        return self._command.decode(data)

    def events(self, data: bytes | Raw) -> tuple[Any, ...]:
        """The events of these bytes."""
        events: tuple[Any, ...] = self._events.decode(data)
        return events

    def entry(self, record: Record) -> Entry:
        """A record with its command and events read."""
        return Entry(
            n=record.n,
            key=record.key,
            by=record.by,
            source=record.source,
            command=self.command(record.command),
            events=self.events(record.events),
            state_hash=record.state_hash,
            previous_hash=record.previous_hash,
            hash=record.hash,
            at=record.at,
            note=record.note,
        )


def codec(rules: Rules[Any, Any, Any]) -> Codec:
    """The codec of a game, made once."""
    return _codec(rules.command_type, rules.event_type)


_codec = cache(Codec)


def state_hash(state: Any) -> str:
    """SHA-256 of a state's encoding."""
    return hashlib.sha256(encode(state)).hexdigest()
