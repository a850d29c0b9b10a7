"""What a demo leaves for people and programs to read: the story, and the scores with their reasons."""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.cli._evening import JOURNAL
from companion.rules.contract import Line, Outcome, Seat
from companion.scenes.asking import story as lines_of_story
from companion.scenes.telling import Telling, telling
from companion.table import Table
from companion.whole_files import write_whole


class ScoreLine(Struct, frozen=True):
    """Points and their reason in words, with the section of the rules they are scored by."""

    label: str
    points: int
    section: str


class Ranked(Struct, frozen=True):
    """A seat's total and the lines it is made of."""

    seat: Seat
    total: int
    lines: tuple[ScoreLine, ...]


class Scores(Struct, frozen=True):
    """The score sheet, best first."""

    game: str
    seats: int
    ranking: tuple[Ranked, ...]
    journal: str


def story(table: Table) -> str:
    """The evening's story as everybody at the table may hear it, a line each."""
    words, names = telling(table.rules.name), table.setup.names
    return "".join(f"{line.text}\n" for line in lines_of_story(table, words, names))


def scores(table: Table, outcome: Outcome) -> Scores:
    """The score sheet of a finished evening."""
    words, names = telling(table.rules.name), table.setup.names
    ranking = tuple(
        Ranked(standing.seat, standing.total, _lines(words, standing.lines, names))
        for standing in outcome.ranking
    )
    return Scores(table.rules.name, len(names), ranking, JOURNAL)


def leave(table: Table, outcome: Outcome, folder: Path) -> Scores:
    """Write story and scores into a folder."""
    sheet = scores(table, outcome)
    write_whole(folder / "story.txt", story(table).encode())
    write_whole(folder / "scores.json", msgspec.json.format(msgspec.json.encode(sheet)) + b"\n")
    return sheet


def _lines(words: Telling, lines: tuple[Line, ...], names: tuple[str, ...]) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(_label(words, line, names), line.points, line.section) for line in lines)


def _label(words: Telling, line: Line, names: tuple[str, ...]) -> str:
    """A line in words, with what it belongs to."""
    label = words.line(line, names)
    return f"{words.group(line.group, names)}: {label}" if line.group else label
