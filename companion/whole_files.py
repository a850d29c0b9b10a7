"""Small files that are kept: whole at every moment, after a power cut or on a full disk as well."""

import os
import re
import threading
from contextlib import suppress
from pathlib import Path

LONGEST = 200
"""So much of a file's name is in the name of its half: file systems take 255 letters."""


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file so that it is the old one or the new one, and durable when this returns.

    A `private` one is its owner's alone to read. A link's target is written; what is no file, as a pipe, just
    gets the bytes. An OSError names the file, and leaves what was there.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            _replace(target, data, private=private)
            _keep_name(target.parent)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def _replace(path: Path, data: bytes, *, private: bool) -> None:
    """Write beside the file, by a name that no other writer has, and put that in its place."""
    half = path.with_name(f".{path.name[:LONGEST]}.{threading.get_native_id()}.half")
    _tidy(half)
    try:
        half.unlink(missing_ok=True)
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with open(descriptor, "wb") as file:  # noqa: PTH123  # its mode is given as it is made
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        half.replace(path)
    except OSError:
        with suppress(OSError):  # the stick may be gone; on a full disk half a file only takes more room
            half.unlink(missing_ok=True)
        raise


def _tidy(half: Path) -> None:
    """Take away what writers left that were killed: their halves have numbers that no thread has any more."""
    named = re.compile(re.escape(half.name.rsplit(".", 2)[0]) + r"\.(\d+)\.half")
    for left in half.parent.iterdir() if half.parent.is_dir() else ():
        found = named.fullmatch(left.name)
        if found and left != half and not Path("/proc", found[1]).exists():
            left.unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """Have a folder's entries kept; sticks whose file system knows no such thing keep them in their time."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
