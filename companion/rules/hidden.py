"""Secrets: the only place where a value lives that not everybody may see."""

from typing import Any, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.contract import Seat, Viewer

T = TypeVar("T")
V = TypeVar("V")


class Hidden(Struct, Generic[T], frozen=True, omit_defaults=True):
    """A value that only the seats named may see; `None`: not known to the companion, or redacted."""

    viewers: tuple[Seat, ...]
    value: T | None = None


def redact(value: V, viewer: Viewer) -> V:
    """The same value without what this viewer may not see; unchanged parts are shared, not copied."""
    return cast(V, _redacted(value, viewer.seat))


def _redacted(value: Any, seat: Seat | None) -> Any:
    if isinstance(value, Hidden):
        if seat in value.viewers or value.value is None:
            return value
        return Hidden(value.viewers)
    if isinstance(value, Struct):
        return _redacted_struct(value, seat)
    if isinstance(value, tuple):
        parts = tuple(_redacted(part, seat) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if isinstance(value, dict):
        entries = {key: _redacted(part, seat) for key, part in value.items()}
        return value if all(entries[key] is value[key] for key in value) else entries
    return value


def _redacted_struct(value: Struct, seat: Seat | None) -> Struct:
    changes = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        new = _redacted(old, seat)
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value
