"""What can go wrong with a journal, each in one line: what, where, what was expected, what to do."""


class JournalError(Exception):
    """A journal can't be read or written; the text is for the person at the table."""


class JournalBusyError(JournalError, BlockingIOError):
    """Another companion holds the journal."""


class JournalFullError(JournalError, OSError):
    """The disk has no room; nothing was entered, and it works again when there is room."""


class JournalUnwritableError(JournalError, PermissionError):
    """The journal, or its folder, may not be written."""


class JournalMissingError(JournalError, FileNotFoundError):
    """There is no journal where one was to be read."""


class JournalDamagedError(JournalError, ValueError):
    """The file is torn, scribbled over or altered: an entry doesn't fit the one before."""


class JournalForeignError(JournalError, ValueError):
    """The file belongs to another program, or to a newer companion."""


class JournalReplacedError(JournalError, RuntimeError):
    """Another file took the journal's place while it was in use."""


class ImportRefusedError(JournalError, ValueError):
    """An export can't be imported; the text names file, line and field."""
