"""What of a game's components can be taught, field by field: read off the types of its components module.

A table's rows are items, and so is what stands by itself. What no screen can ask well, such as the rails of
a tile, is left to the spreadsheet. A text whose field is called as a list or a table is, but for the s at its
end, names one of those in it.
"""

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from companion.journal.fold import AnyRules
from companion.table.plain import Values, is_rows

HIDDEN = frozenset({"id", "rulebook", "table", "provenance"})
"""What says how a thing is called within, and where its values come from."""

MOST, LONGEST = 99, 40


class Choice(Struct, frozen=True):
    """A value that may stand in a field, and what it is called."""

    value: Any
    label: str


class Number(Struct, frozen=True, tag=True):
    """A whole number; an `optional` one may be left out."""

    low: int
    high: int
    optional: bool = False


class OneOf(Struct, frozen=True, tag=True):
    """One of several values."""

    choices: tuple[Choice, ...]


class Several(Struct, frozen=True, tag=True):
    """Some of several values, at least and at most so many."""

    choices: tuple[Choice, ...]
    least: int
    most: int


class Switch(Struct, frozen=True, tag=True):
    """Yes or no."""


class Written(Struct, frozen=True, tag=True):
    """A text."""


class Texts(Struct, frozen=True, tag=True):
    """A list of words that other fields choose from."""


class Rows(Struct, frozen=True, tag=True):
    """Smaller things of the same kind, at most so many."""

    fields: tuple["Field", ...]
    most: int


class Beyond(Struct, frozen=True, tag=True):
    """What only the spreadsheet can say."""


Kind = Number | OneOf | Several | Switch | Written | Texts | Rows | Beyond

ORDER = (Number, OneOf, Several, Rows, Switch, Texts, Written, Beyond)
"""What is printed largest is asked first."""


class Field(Struct, frozen=True):
    """A field, and what may stand in it; `default` is what stands there where it is left out."""

    name: str
    kind: Kind
    default: Any = None


class Item(Struct, frozen=True):
    """A card, a tile or the like: where it stands, what it is called, and where its values come from.

    `path` is its place in the components, empty for what stands outside of all tables; `key` is its id, by
    which pictures know it. What stands outside of all tables has no sources.
    """

    path: tuple[str | int, ...]
    title: str
    key: str
    values: Values
    fields: tuple[Field, ...]
    sources: dict[str, str]

    @property
    def table(self) -> str:
        """The table it stands in."""
        return str(self.path[0]) if self.path else ""

    @property
    def taught(self) -> bool:
        """Whether no value of it is the house's any more."""
        return "house" not in self.sources.values()

    def shown(self, field: Field) -> Any:
        """What stands in a field."""
        return self.values.get(field.name, field.default)


def items(rules: AnyRules, values: Values) -> tuple[Item, ...]:
    """All that can be taught of these components, in the order of the file."""
    found: list[Item] = []
    alone: list[Field] = []
    for name, type_ in _members(rules.name):
        inner = _items_of(type_)
        if isinstance(type_, types.StructType):
            found.append(_item((name,), type_, values.get(name, {}), values))
        elif isinstance(inner, types.StructType):
            rows = values.get(name, ())
            found += [_item((name, place), inner, row, values) for place, row in enumerate(rows)]
        else:
            alone.append(Field(name, _kind(name, type_, values, ())))
    if alone:
        said = {field.name: values.get(field.name) for field in alone}
        found.append(Item((), "The box", "", said, tuple(alone), {}))
    return tuple(found)


@cache
def _members(game: str) -> tuple[tuple[str, types.Type], ...]:
    module = importlib.import_module(f"companion.rules.{game}.components")
    whole = types.type_info(module.Components)
    if not isinstance(whole, types.StructType):
        raise TypeError(f"the components of {game} are no Struct")
    return tuple((field.name, field.type) for field in whole.fields)


def _item(path: tuple[str | int, ...], type_: types.StructType, row: Values, values: Values) -> Item:
    column = tuple(values[str(path[0])]) if len(path) > 1 else (row,)
    fields = tuple(_fields(type_, values, column))
    key = str(row.get("id") or row.get("name") or path[-1])
    title = str(row.get("name") or _by_values(row, fields) or in_words(key))
    return Item(path, title, key, row, fields, _sources(type_, row, fields))


def _by_values(row: Values, fields: tuple[Field, ...]) -> str:
    """What a thing without a name is called: what was chosen for it."""
    return " · ".join(
        choice.label
        for field in fields
        if isinstance(field.kind, OneOf) and len(fields) > 1
        for choice in field.kind.choices
        if choice.value == row.get(field.name)
    )


def _fields(type_: types.StructType, values: Values, column: tuple[Values, ...]) -> Iterator[Field]:
    made = [
        Field(
            each.name,
            _kind(each.name, each.type, values, tuple(row[each.name] for row in column if each.name in row)),
            None if each.default is NODEFAULT else each.default,
        )
        for each in type_.fields
        if each.name not in HIDDEN
    ]
    yield from sorted(made, key=lambda field: ORDER.index(type(field.kind)))


def _kind(name: str, type_: types.Type, values: Values, column: tuple[Any, ...]) -> Kind:
    match type_:
        case types.IntType(ge=low, le=high):
            return Number(low if low is not None else 0, high if high is not None else MOST)
        case types.UnionType(types=(types.IntType(ge=low, le=high), types.NoneType())):
            return Number(low if low is not None else 0, high if high is not None else MOST, optional=True)
        case types.BoolType():
            return Switch()
        case types.LiteralType(values=options):
            return OneOf(tuple(Choice(each, in_words(str(each))) for each in options))
        case types.EnumType(cls=options):
            return OneOf(tuple(Choice(each.value, in_words(str(each.value))) for each in options))
        case types.UnionType(types=parts) if all(isinstance(part, types.LiteralType) for part in parts):
            together = [value for part in parts for value in part.values]  # type: ignore[attr-defined]  # seen just now
            return OneOf(tuple(Choice(each, in_words(str(each))) for each in dict.fromkeys(together)))
        case types.StrType():
            return _text(name, values, column)
        case types.VarTupleType() | types.ListType():
            return _many(type_, values, column)
        case _:
            return Beyond()


def _text(name: str, values: Values, column: tuple[Any, ...]) -> Kind:
    """A text: one of what a list or a table of this name holds, or anything."""
    listed = values.get(f"{name}s")
    if isinstance(listed, list | tuple):
        empty = (Choice("", "none"),) if "" in column or not column else ()
        rows = is_rows(listed)
        choices = (
            Choice(each["id"], str(each.get("name", each["id"]))) if rows else Choice(each, str(each))
            for each in listed
        )
        return OneOf((*empty, *choices))
    return Written()


def _many(type_: types.VarTupleType | types.ListType, values: Values, column: tuple[Any, ...]) -> Kind:
    inner, least = type_.item_type, type_.min_length or 0
    match inner:
        case types.LiteralType(values=options) if all(len(set(each)) == len(each) for each in column):
            choices = tuple(Choice(each, in_words(str(each))) for each in options)
            return Several(choices, least, type_.max_length or len(choices))
        case types.StructType():
            rows = tuple(row for each in column for row in each)
            return Rows(tuple(_fields(inner, values, rows)), type_.max_length or MOST)
        case types.StrType():
            return Texts()
        case _:
            return Beyond()


def _items_of(type_: types.Type) -> types.Type | None:
    return type_.item_type if isinstance(type_, types.VarTupleType | types.ListType) else None


def _sources(type_: types.StructType, row: Values, fields: tuple[Field, ...]) -> dict[str, str]:
    """Where the value of each field comes from: the rulebook, the house set, or the table's own box."""
    if "provenance" in {each.name for each in type_.fields}:
        return {field.name: str(row.get("provenance", "table")) for field in fields}
    found: dict[str, str] = {}
    for field in fields:
        named = (source for source in ("table", "rulebook") if field.name in row.get(source, ()))
        found[field.name] = next(named, "house")
    return found


def fresh(field: Rows) -> Values:
    """A new row: the least that may stand in each of its fields."""
    row: Values = {}
    for each in field.fields:
        if each.default is not None:
            continue
        match each.kind:
            case Number(low, optional=False):
                row[each.name] = low
            case OneOf(choices) if choices:
                row[each.name] = choices[0].value
            case Switch():
                row[each.name] = False
            case Written():
                row[each.name] = ""
            case _:
                continue
    return row


def in_words(name: str) -> str:
    """A name as it stands in the file, as people write it."""
    plain = name.replace("-", " ").replace("_", " ").strip()
    return plain[:1].upper() + plain[1:] if plain else "none"
