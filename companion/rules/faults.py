"""A components file that is not right: which file, line and field, and what was expected there."""

import re
import tomllib
from typing import Any

_PATH = re.compile(r" - at `\$\.?([^`]*)`$")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
_PLACE = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)$")


class ComponentsError(ValueError):
    """A components file is not right; `line` is 0 and `file` empty where they can't be told."""

    def __init__(self, field: str, expected: str, file: str = "", line: int = 0) -> None:
        """Say what was expected in a field, and where."""
        self.file, self.line, self.field, self.expected = file, line, field, expected
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(f"{place}{field}: expected {expected}" if field else f"{place}expected {expected}")

    @classmethod
    def from_validation(cls, message: str) -> "ComponentsError":
        """From msgspec's message, whose path names the field."""
        found = _PATH.search(message)
        text = _PATH.sub("", message)
        expected = (
            text.removeprefix("Expected ") if text.startswith("Expected ") else f"something else: {text}"
        )
        return cls(found.group(1) if found else "", expected)


def plain_values(text: bytes) -> dict[str, Any]:
    """The values in the bytes of a TOML file; raises ComponentsError, whatever the bytes."""
    try:
        words = text.decode()
    except UnicodeDecodeError as fault:
        line = text.count(b"\n", 0, fault.start) + 1
        raise ComponentsError(
            "", f"text in UTF-8, not the byte {text[fault.start]:#04x}", line=line
        ) from None
    try:
        return tomllib.loads(words)
    except RecursionError:
        raise ComponentsError("", "tables and lists that are not nested this deep") from None
    except ValueError as fault:
        found = _PLACE.search(str(fault))
        line = int(found.group(1)) if found and found.group(1) else words.count("\n") + 1 if found else 0
        raise ComponentsError("", f"TOML: {_PLACE.sub('', str(fault))}", line=line) from None


def located(fault: ComponentsError, text: bytes, file: str) -> ComponentsError:
    """The same fault with its file, and the line of its field where it can be found."""
    return ComponentsError(fault.field, fault.expected, file, fault.line or line_of(text, fault.field))


def line_of(text: bytes, field: str) -> int:
    """The line where a field such as `hills[3].flags` stands, or its table begins; 0 if nowhere."""
    if not field:
        return 0
    lines = text.decode(errors="replace").split("\n")
    table, start, end, found = "", 0, len(lines), 0
    for name, number in _STEP.findall(field):
        if number:
            table = f"{table}.{name}" if table else name
            headers = _headers(lines, start, end, table)
            if int(number) >= len(headers):
                return _key(lines, start, end, name) or found
            start = headers[int(number)]
            end = (
                headers[int(number) + 1]
                if int(number) + 1 < len(headers)
                else _table_end(lines, start, end, table)
            )
            found = start + 1
        else:
            return _key(lines, start, end, name) or found or _first_header(lines, name)
    return found


def _headers(lines: list[str], start: int, end: int, table: str) -> list[int]:
    wanted = f"[[{table}]]"
    return [n for n in range(start, end) if lines[n].split("#")[0].replace(" ", "").strip() == wanted]


def _table_end(lines: list[str], start: int, end: int, table: str) -> int:
    for n in range(start + 1, end):
        header = lines[n].strip()
        if header.startswith("[") and not header.startswith((f"[[{table}.", f"[{table}.")):
            return n
    return end


def _key(lines: list[str], start: int, end: int, name: str) -> int:
    pattern = re.compile(rf'^\s*"?{re.escape(name)}"?\s*=')
    return next((n + 1 for n in range(start, end) if pattern.match(lines[n])), 0)


def _first_header(lines: list[str], table: str) -> int:
    headers = _headers(lines, 0, len(lines), table)
    return headers[0] + 1 if headers else 0
