"""A box's values as a file to hand on: a spreadsheet or TOML, written whole, its faults told by line."""

from pathlib import Path

from companion.journal.fold import AnyRules
from companion.table.components import LARGEST_FILE, ComponentsRefusedError, checked
from companion.table.plain import Values, to_toml
from companion.table.spreadsheet import SheetError, from_csv, line_in, to_csv
from companion.whole_files import write_whole

ENDINGS = (".csv", ".toml")


def read_values(file: Path, rules: AnyRules) -> Values:
    """The values in a components file of either kind; ComponentsRefusedError if they are not right."""
    try:
        with file.open("rb") as source:
            data = source.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ComponentsRefusedError(str(file), 0, "", f"can't be read ({error.strerror})") from None
    if len(data) > LARGEST_FILE:
        raise ComponentsRefusedError(str(file), 0, "", f"expected at most {LARGEST_FILE:,} bytes")
    if file.suffix != ".csv":
        return checked(rules, data, str(file))
    try:
        values, lines = from_csv(data, rules.house())
    except SheetError as error:
        problem = f"expected {error.expected}"
        raise ComponentsRefusedError(str(file), error.line, error.field, problem) from None
    try:
        return checked(rules, to_toml(values).encode(), str(file))
    except ComponentsRefusedError as error:
        line = line_in(lines, error.field)
        raise ComponentsRefusedError(str(file), line, error.field, error.problem) from None


def write_values(file: Path, values: Values) -> None:
    """Write values as TOML if the file is named so, as a spreadsheet else; may raise OSError."""
    text = to_toml(values) if file.suffix == ".toml" else to_csv(values)
    write_whole(file, text.encode())  # a stick is pulled out at once
