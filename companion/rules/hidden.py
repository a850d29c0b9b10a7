"""Secrets: the only place where a value lives that not everybody may see."""

from collections.abc import Iterable
from functools import cache
from operator import is_not
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
    kind = type(value)
    if kind is tuple:
        parts = [_redacted(part, seat) for part in value]
        return tuple(parts) if _changed(parts, value) else value
    if kind is Hidden:
        return value if value.value is None or seat in value.viewers else Hidden(value.viewers)
    if issubclass(kind, Struct):
        return _redacted_struct(value, seat)
    if kind is dict:
        entries = {key: _redacted(part, seat) for key, part in value.items()}
        return entries if _changed(entries.values(), value.values()) else value
    return value


def _changed(new: Iterable[Any], old: Iterable[Any]) -> bool:
    return any(map(is_not, new, old))


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
