"""One companion at a time writes a journal: an exclusive lock on a file beside it."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion.journal.errors import JournalBusyError, JournalError, JournalFullError, JournalUnwritableError


class Lock:
    """Held from `take` until `release`, or until the process ends, however it ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, journal: Path) -> Self:
        """Lock this journal; JournalBusyError names the process that has it."""
        path = journal.with_name(journal.name + ".lock")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise unwritable(journal, error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 32).decode(errors="replace").strip()
            os.close(descriptor)
            raise JournalBusyError(
                f"{journal} is in use by another companion{f' (process {holder})' if holder else ''}: "
                "only one at a time may write it; close the other one first"
            ) from None
        with suppress(OSError):  # the number only helps the message above; a full disk has no room for it
            os.truncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        return cls(descriptor)

    def release(self) -> None:
        """Let others have it."""
        os.close(self._descriptor)


def unwritable(journal: Path, error: OSError) -> JournalError:
    """What to tell when the journal's folder can't be written."""
    if error.errno == 28:  # no space left on device
        return JournalFullError(f"{journal}: the disk is full; make room and start again")
    return JournalUnwritableError(
        f"{journal}: the folder can't be written ({error.strerror}); "
        "give this user the right to write there, or set COMPANION_HOME to a folder that can be written"
    )
