"""What a phone is told where something is amiss with the journal: one line, and nothing of this machine."""

from companion.journal import JournalError
from companion.journal.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalForeignError,
    JournalFullError,
    JournalMissingError,
    JournalReplacedError,
    JournalUnwritableError,
)

KEPT = "All that was entered before is kept"

BEAMS = "Something is amiss with the beams: the screen beside the table, or the log, says what."


def amiss(error: JournalError) -> str:
    """Where files lie, and what they hold, stands in the log alone."""
    match error:
        case JournalFullError():
            return f"The disk is full, so that was not entered. {KEPT}: make room, and enter it again."
        case JournalUnwritableError():
            return f"The journal may not be written, so that was not entered. {KEPT}; the log says more."
        case JournalBusyError():
            return "Another companion holds the journal, so that was not entered. End the other one."
        case JournalReplacedError():
            return "Another file took the journal’s place, so that was not entered. Start the companion anew."
        case JournalDamagedError() | JournalForeignError() | JournalMissingError():
            return (
                "That evening can’t be read. `companion journal verify` on the companion’s machine says why."
            )
        case _:
            return f"The journal did not take that. {KEPT}; the companion’s log says what is wrong."
