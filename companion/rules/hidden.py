"""Secrets: the only place where a value lives that not everybody may see."""

from functools import cache
from typing import Any, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

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
    for name in _secretive_fields(type(value)):
        old = getattr(value, name)
        new = _redacted(old, seat)
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


@cache
def _secretive_fields(struct: type[Struct]) -> tuple[str, ...]:
    """The fields whose types leave room for something hidden; all others need no look."""
    hints = get_type_hints(struct)
    return tuple(name for name in struct.__struct_fields__ if _has_room(hints[name], set()))


def _has_room(hint: Any, seen: set[Any]) -> bool:
    if hint in seen:
        return False
    seen.add(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    origin = get_origin(hint) or hint
    if isinstance(origin, type) and issubclass(origin, Struct):
        hints = get_type_hints(origin).values()
        return issubclass(origin, Hidden) or any(_has_room(part, seen) for part in hints)
    return any(_has_room(part, seen) for part in get_args(hint))
