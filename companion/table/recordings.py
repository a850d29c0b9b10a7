"""The raw edges of each run at the table, kept so that any of them can be judged again."""

import logging
from pathlib import Path

from companion.journal import home, journal_path
from companion.marbles.recording import Recording, lines, read

log = logging.getLogger(__name__)

EDGES = "edges.log"
"""Beside the runs' recordings: every edge as a board told it, which it may forget only then."""


def recordings_folder(journal: Path | None = None) -> Path:
    """Where the runs of a journal's evenings are kept, beside it; of your own where none is named."""
    if journal is None or journal == journal_path():
        return home() / "recordings"
    return journal.with_name(f"{journal.name}-recordings")


def recordings_of(folder: Path, evening: int) -> Path:
    """The file of an evening's runs."""
    return folder / f"evening-{evening}.jsonl"


def keep(folder: Path, evening: int, recording: Recording) -> str:
    """Add a run to its evening's; what goes wrong is told, since the run itself is not lost by it."""
    path = recordings_of(folder, evening)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _cut_torn_end(path)
        with path.open("ab") as file:
            file.writelines(lines([recording]))
    except OSError as error:
        log.warning("a run's recording can't be kept: %s", error)
        return f"the run's recording can't be kept: {path}: {error.strerror}"
    return ""


def count(folder: Path, evening: int) -> int:
    """How many runs of an evening are kept."""
    try:
        with recordings_of(folder, evening).open("rb") as file:
            return sum(line.startswith(b'{"run"') for line in file)
    except OSError:  # there is no such file, or none that can be read
        return 0


def kept(folder: Path, evening: int) -> tuple[Recording, ...]:
    """An evening's runs; RecordingError where there are none, or where the file is not a recording."""
    path = recordings_of(folder, evening)
    try:
        _cut_torn_end(path)
    except OSError as error:
        log.warning("%s: %s", path, error)  # what is wrong with it is told by whoever reads it
    return read(path)


def _cut_torn_end(path: Path) -> None:
    """Take away half a line that was written when the power went."""
    if not path.exists():
        return
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("rb+") as file:
            file.truncate(whole)
