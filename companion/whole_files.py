"""Small files that are kept: whole at every moment, after a power cut or on a full disk as well."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file so that it is the old one or the new one, and durable when this returns.

    A `private` one is its owner's alone to read. An OSError names the file, and leaves what was there.
    """
    half = path.with_name(f".{path.name}.half")
    try:
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
        with open(descriptor, "wb") as file:  # noqa: PTH123  # its mode is given as it is made
            if private:
                os.fchmod(descriptor, 0o600)  # half a file that lay there may have had another
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        half.replace(path)
    except OSError as error:
        with suppress(OSError):  # the stick may be gone; on a full disk half a file only takes more room
            half.unlink(missing_ok=True)
        if error.errno is not None:
            error.filename, error.filename2 = str(path), None
        raise
    _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """Have a folder's entries kept; sticks whose file system knows no such thing keep them in their time."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
