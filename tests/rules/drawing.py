"""Hypothesis strategies for any well-typed command of a game, legal or not."""

from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import strategies
from msgspec import Struct, inspect

WHOLE_NUMBERS = strategies.one_of(
    strategies.integers(-1, 12), strategies.integers(-400, 400), strategies.just(2**62)
)


def words_in(value: Any) -> Iterator[str]:
    """Every text that stands anywhere in a value: the ids a command may name."""
    match value:
        case str():
            yield value
        case Struct():
            for name in value.__struct_fields__:
                yield from words_in(getattr(value, name))
        case tuple() | list() | frozenset():
            for part in value:
                yield from words_in(part)
        case dict():
            for key, part in value.items():
                yield from words_in(key)
                yield from words_in(part)
        case _:
            pass


def commands_of(command_type: Any, words: tuple[str, ...]) -> strategies.SearchStrategy[Any]:
    """Any command of the union, its texts mostly ids that the state knows."""
    return _values(inspect.type_info(command_type), words)


def _values(kind: inspect.Type, words: tuple[str, ...]) -> strategies.SearchStrategy[Any]:
    match kind:
        case inspect.IntType():
            return WHOLE_NUMBERS
        case inspect.BoolType():
            return strategies.booleans()
        case inspect.NoneType():
            return strategies.none()
        case inspect.StrType():
            return strategies.one_of(strategies.sampled_from(words), strategies.text(max_size=4))
        case inspect.LiteralType():
            return strategies.sampled_from(list(kind.values))
        case inspect.EnumType():
            return strategies.sampled_from(list(kind.cls))
        case inspect.UnionType():
            return strategies.one_of(*[_values(part, words) for part in kind.types])
        case inspect.VarTupleType():
            return strategies.lists(_values(kind.item_type, words), max_size=4).map(tuple)
        case inspect.TupleType():
            return strategies.tuples(*[_values(part, words) for part in kind.item_types])
        case inspect.DictType():
            return strategies.dictionaries(
                _values(kind.key_type, words), _values(kind.value_type, words), max_size=2
            )
        case inspect.StructType():
            fields = {field.name: _values(field.type, words) for field in kind.fields}
            return strategies.builds(kind.cls, **fields)
        case _:
            raise TypeError(f"no strategy for {kind}: teach drawing.py this type")


def recoded(value: Any, kind: Any) -> Any:
    """The value after a way through its JSON."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
