"""Where the owner's things are kept: the journal, the taught components."""

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """The folder of the owner's data: COMPANION_HOME if it is set, else the user's data folder."""
    chosen = os.environ.get("COMPANION_HOME")
    return Path(chosen).expanduser() if chosen else user_data_path("coaster-companion")


def journal_path() -> Path:
    """The owner's own journal."""
    return home() / "journal.db"
