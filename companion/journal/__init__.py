"""What was entered, for good: append, fold, re-judge, take back, export."""

from companion.journal.codec import codec, encode, state_hash
from companion.journal.entry import Correct, Draft, Entry, Evening, Note, Record, Rejudged, Source, TakeBack
from companion.journal.errors import JournalError
from companion.journal.fold import Played, Timeline, advance, fold
from companion.journal.home import home, journal_path
from companion.journal.judge import Broken, judge
from companion.journal.reader import JournalReader
from companion.journal.store import Journal
from companion.journal.verify import Verdict, verify

__all__ = [
    "Broken",
    "Correct",
    "Draft",
    "Entry",
    "Evening",
    "Journal",
    "JournalError",
    "JournalReader",
    "Note",
    "Played",
    "Record",
    "Rejudged",
    "Source",
    "TakeBack",
    "Timeline",
    "Verdict",
    "advance",
    "codec",
    "encode",
    "fold",
    "home",
    "journal_path",
    "judge",
    "state_hash",
    "verify",
]
