"""Past runs of a table judged again: their recordings, and what was read and entered then."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, json

from companion.journal import JournalError, JournalReader, Note, fold, journal_path
from companion.marbles import Reading
from companion.marbles.recording import Recording, RecordingError
from companion.table.recordings import kept, recordings_folder, recordings_of


class Entered(Struct, frozen=True):
    """The entry that a run led to: its number, what the beams read then, what counts as entered now."""

    n: int
    note: Note
    command: Any
    counts: bool


class Judged(Struct, frozen=True):
    """A run as it is read now, and its entry if it has one."""

    run: str
    reading: Reading
    entered: Entered | None = None

    def data(self, evening: int | None) -> dict[str, Any]:
        """For a program to read; of a table's run also what was read and entered then."""
        reading = self.reading
        told = {
            "run": self.run,
            "passed": reading.passed,
            "rest": reading.rest,
            "certain": reading.certain,
            "confidence": round(reading.confidence, 6),
        }
        if evening is None:
            return told
        entered = self.entered
        return told | {
            "entry": entered.n if entered else None,
            "read_then": entered.note.reading or None if entered else None,
            "confidence_then": entered.note.confidence if entered and entered.note.reading else None,
            "entered": entered.command if entered else None,
            "counts": entered.counts if entered else False,
        }

    def words(self) -> str:
        """For people to read."""
        reading, entered = self.reading, self.entered
        sure = "" if reading.certain else f" (not certain: {reading.confidence:.1%})"
        told = f"{self.run}: {reading.story}{sure}"
        if entered is None:
            return told
        note = entered.note
        then = f"read as {note.reading} ({note.confidence:.1%})" if note.reading else "not read to its end"
        counts = "" if entered.counts else ", taken back since"
        return f"{told}; then {then}, entry {entered.n}{counts}: {json.encode(entered.command).decode()}"


def kept_runs(evening: int, journal: Path | None) -> tuple[Recording, ...]:
    """The recordings of an evening's runs; RecordingError where there are none."""
    folder = recordings_folder(journal)
    if not recordings_of(folder, evening).exists():
        raise RecordingError(
            f"{folder}: no run of evening {evening} is kept there; runs are kept while beams watch the table"
        )
    return kept(folder, evening)


def entered_runs(evening: int, journal: Path | None) -> dict[str, Entered]:
    """The entry of each run of an evening, by the run's name; none where the journal has no such evening."""
    path = journal or journal_path()
    try:
        with JournalReader.open(path) as reader:
            if evening not in [each.id for each in reader.evenings()]:
                return {}
            entries = reader.entries(evening)
            line = {played.n: played.command for played in fold(reader.game(evening), entries).line}
    except JournalError as error:
        raise click.ClickException(str(error)) from error
    return {
        entry.note.run: Entered(entry.n, entry.note, line.get(entry.n, entry.command), entry.n in line)
        for entry in entries
        if entry.note is not None
    }


def wanted(judged: Sequence[Judged], run: str | None, entry: int | None) -> Sequence[Judged]:
    """The runs of this name and entry, all where neither is given; where none is, a line says which are."""
    found = [
        one
        for one in judged
        if run in (None, one.run) and (entry is None or (one.entered is not None and one.entered.n == entry))
    ]
    if not found:
        names = [f"{one.run} (entry {one.entered.n})" if one.entered else one.run for one in judged]
        raise click.ClickException(f"no such run; there are {', '.join(names)}")
    return found
