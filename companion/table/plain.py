"""Plain values as a components file: written as TOML, and where in one a field stands."""

import json
import re
from collections.abc import Iterator
from typing import Any

from companion.journal.in_words import in_words as in_words

Values = dict[str, Any]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r'\s*("?)([A-Za-z0-9_-]+)\1\s*=')


def to_toml(values: Values) -> str:
    """The text of a TOML file that holds these values; None is left out, as TOML has no word for it."""
    return "\n".join(_table("", values)).strip() + "\n"


def is_rows(value: Any) -> bool:
    """Whether a value is a table of rows."""
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, dict) for row in value)


def _table(path: str, values: Values) -> Iterator[str]:
    for key, value in values.items():
        if value is not None and not isinstance(value, dict) and not is_rows(value):
            yield f"{_key(key)} = {_inline(value)}"
    for key, value in values.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, dict):
            yield from ("", f"[{name}]")
            yield from _table(name, value)
        elif is_rows(value):
            for row in value:
                yield from ("", f"[[{name}]]")
                for field, cell in row.items():
                    if cell is not None:
                        yield f"{_key(field)} = {_inline(cell)}"


def _inline(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            pairs = (f"{_key(key)} = {_inline(each)}" for key, each in value.items() if each is not None)
            return "{ " + ", ".join(pairs) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_inline, value)) + "]"
        case str():
            return _quoted(value)
        case int() | float():
            return repr(value)
        case _:
            raise TypeError(f"a components file can't hold {value!r}")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # the one sign JSON leaves bare


def line_of(text: str, field: str) -> int:
    """The line, from 1, of a field such as `hills[3].flags`, or else of what holds it; 0 if unknown."""
    lines = dict(_lines(text))
    while field and field not in lines:
        field = field.rpartition(".")[0] if "." in field else re.sub(r"\[\d+\]$", "", field)
        if "." not in field and "[" not in field:
            return lines.get(field, lines.get(f"{field}[0]", 0))
    return lines.get(field, 0)


def _lines(text: str) -> Iterator[tuple[str, int]]:
    table, counts = "", dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2].replace('"', "").replace(" ", "")
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            yield table, number
        elif key := _KEY.match(line):
            yield (f"{table}.{key[2]}" if table else key[2]), number


def changed(stored: Any, before: Any, after: Any) -> Any:
    """What is stored, with the changes that lead from one value to another; the rest stays as it is."""
    if before == after:
        return stored
    match stored, before, after:
        case dict(), dict(), dict():
            keys = dict.fromkeys(key for key in (*stored, *after) if key in after or key not in before)
            return {key: changed(stored.get(key), before.get(key), after.get(key)) for key in keys}
        case list(), list(), list() if len(stored) == len(before) == len(after):
            return [changed(*each) for each in zip(stored, before, after, strict=True)]
        case _:
            return after
