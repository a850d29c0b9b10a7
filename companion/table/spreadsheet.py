"""Components as a spreadsheet: every table of a components file in one CSV, and back.

A line whose first cell is `table` names the columns of the lines below it; their first cell is the
table they belong to, `.` for what stands outside of all tables. Lists and the like are JSON in their
cell. A cell left empty is a value left out.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from companion.table.plain import Values, is_rows

HEAD = "table"
TOP = "."

_BEGUN = re.compile(rf'[\s,;]*"?{HEAD}"? *([,;\t])')
"""How a spreadsheet begins, and with it what stands between cells: some countries' programs write `;`."""


class SheetError(ValueError):
    """A spreadsheet can't be read; the line counts from 1."""

    def __init__(self, line: int, field: str, expected: str) -> None:
        self.line, self.field, self.expected = line, field, expected
        super().__init__(f"line {line}, field {field}: expected {expected}")


def to_csv(values: Values) -> str:
    """The spreadsheet of these values."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for table, rows in _tables("", values):
        columns = list(dict.fromkeys(column for row in rows for column in row))
        writer.writerow([HEAD, *columns])
        for row in rows:
            writer.writerow([table, *(_cell(row.get(column)) for column in columns)])
        writer.writerow([])
    return text.getvalue()


def from_csv(data: bytes, house: Values) -> tuple[Values, dict[str, int]]:
    """The values of a spreadsheet in the shape of a game's house values, and each field's line."""
    shape = dict(_shape("", house))
    values: Values = {}
    lines: dict[str, int] = {}
    columns: list[str] | None = None
    for line, row in _rows(data):
        if not any(cell.strip() for cell in row):
            continue
        if row[0].strip() == HEAD:
            columns = [cell.strip() for cell in row[1:]]
            continue
        table = row[0].strip()
        if columns is None:
            raise SheetError(line, HEAD, f"a line that begins with {HEAD} and names the columns")
        if table not in shape:
            raise SheetError(line, HEAD, f"one of {', '.join(shape)}, not {table!r}")
        _check_named(line, row[1:], columns)
        fields = {name: _value(cell) for name, cell in zip(columns, row[1:], strict=False) if cell.strip()}
        path = _put(values, table, fields, rows=shape[table])
        lines.setdefault(path, line)
        lines.update({f"{path}.{name}" if path else name: line for name in fields})
    if not lines:
        raise SheetError(1, HEAD, "a spreadsheet as `companion components export` writes it, not nothing")
    return values, lines


def line_in(lines: dict[str, int], field: str) -> int:
    """The line of a field, or else of what holds it; 0 if unknown."""
    while field and field not in lines:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return lines.get(field, 0)


def _check_named(line: int, cells: list[str], columns: list[str]) -> None:
    for place, cell in enumerate(cells):
        if cell.strip() and (place >= len(columns) or not columns[place]):
            expected = f"no value in a column without a name, not {cell!r}"
            raise SheetError(line, f"column {place + 2}", expected)


def _tables(path: str, values: Values) -> Iterator[tuple[str, list[Values]]]:
    own = {key: value for key, value in values.items() if not isinstance(value, dict) and not is_rows(value)}
    if own:
        yield path or TOP, [own]
    for key, value in values.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from _tables(name, value)
        elif is_rows(value):
            yield name, value


def _shape(path: str, values: Values) -> Iterator[tuple[str, bool]]:
    """Each table's path, and whether it has rows."""
    yield path or TOP, False
    for key, value in values.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from _shape(name, value)
        elif is_rows(value):
            yield name, True


def _put(values: Values, table: str, fields: Values, *, rows: bool) -> str:
    """Put a line's fields where they belong; the path of where that is."""
    if table == TOP:
        values.update(fields)
        return ""
    *way, last = table.split(".")
    for step in way:
        values = values.setdefault(step, {})
    if not rows:
        values.setdefault(last, {}).update(fields)
        return table
    values.setdefault(last, []).append(fields)
    return f"{table}[{len(values[last]) - 1}]"


def _rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SheetError(line, HEAD, f"text in UTF-8, not the byte {data[error.start]:#04x}") from None
    begun = _BEGUN.match(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=begun[1] if begun else ",")
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise SheetError(reader.line_num, HEAD, f"comma-separated values ({error})") from None
        yield reader.line_num, row


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case str() if value.strip() == value != "" and _value(value) == value:
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)


def _value(cell: str) -> Any:
    """A cell's value: JSON if it is, a truth value in capitals as spreadsheets write it, or plain text."""
    cell = cell.strip()
    if cell in ("TRUE", "FALSE"):
        return cell == "TRUE"
    try:
        return json.loads(cell, parse_constant=_plain_text)
    except (ValueError, RecursionError):
        return cell


def _plain_text(word: str) -> Any:
    raise ValueError(word)
