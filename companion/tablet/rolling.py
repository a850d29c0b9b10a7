"""A marble's run from a phone: letting it roll on a pretend table, ending it, choosing what it was."""

from typing import Any

from companion.scenes.clips import before_first
from companion.table.running import Phase, Progress
from companion.tablet import messages as said
from companion.tablet.holding import LATE
from companion.tablet.people import RefusedError
from companion.tablet.roles import Role
from companion.tablet.room import Room
from companion.tablet.seeing import Eyes


def rolled(room: Room, eyes: Eyes, role: Role, message: said.Touch) -> Any:
    """What is entered by it, or None where the beams will say it; RefusedError where nothing rolls."""
    devices = room.devices
    progress = devices.progress() if devices is not None else None
    phase = progress.phase if progress is not None else Phase.IDLE
    match message:
        case said.Fall() if room.pretend is not None and role.shared:
            return room.pretend.tell()
        case said.Launch() if progress is not None and phase is Phase.ARMED and launches(room):
            seed = f"{eyes.table.evening}:{eyes.table.n}:{progress.run}"
            room.beams.source.launch(progress.hills, seed)  # type: ignore[union-attr]  # it has been looked for
            return None
        case said.Fell() if devices is not None and progress is not None and may_end(progress):
            devices.done()
            return None
        case said.Guess() if devices is not None:
            guess = devices.pending()
            if guess is not None and message.place < len(guess.possible):
                return guess.possible[message.place].command
    raise RefusedError(LATE)


def may_end(progress: Progress) -> bool:
    """Whether the table may say that the run is over: it rolls, or no clip can have seen it go."""
    return progress.phase is Phase.RUNNING or (progress.phase is Phase.ARMED and before_first(progress))


def launches(room: Room) -> bool:
    """Whether the beams are pretended, and marbles with them."""
    return room.beams is not None and hasattr(room.beams.source, "launch")
