"""What is amiss between the beams and the companion, each thing in one line with what to do about it."""

import time
from collections.abc import Iterator

from msgspec import Struct

from companion.marbles import conversation
from companion.marbles.beams import BeamSource, LinkState
from companion.marbles.boards import BoardStatus
from companion.marbles.link import Link
from companion.marbles.ports import looks

PATIENCE_S = 6.0
"""A board that was reset by opening its port says hello within three seconds."""

WATCH_S = 1.5
"""And this long it is listened to, for how good its line is."""

SPOILT = 0.02
"""A cable that spoils more lines than this will spoil an evening's patience."""

LOOK_S = 0.05


class Diagnosis(Struct, frozen=True):
    """One thing that was looked at; `advice` says what to do where it is not well."""

    what: str
    well: bool
    found: str
    advice: str = ""


def port_diagnoses() -> Iterator[Diagnosis]:
    """Each port where a board may be, looked at without opening it."""
    for look in looks():
        if look.trouble is not None:
            yield Diagnosis("port", well=False, found=look.trouble.found, advice=look.trouble.advice)
        else:
            yield Diagnosis("port", well=True, found=f"{look.path}: {look.what}")


def beam_diagnoses(source: BeamSource, patience_s: float = PATIENCE_S) -> Iterator[Diagnosis]:
    """How an open source stands, once it had the time to find its boards."""
    _wait(source, patience_s)
    status = source.status()
    boards: tuple[BoardStatus, ...] = ()
    if isinstance(source, Link):
        if status.state is LinkState.LIVE:
            time.sleep(min(WATCH_S, patience_s))
        boards = source.boards()
    status = source.status()
    if status.state is LinkState.LIVE:
        yield Diagnosis("beams", well=True, found=f"{source.address}: live, {status.detail}")
    else:
        found, _, advice = status.detail.partition(": ")
        advice = advice or "look at the plug and the Beams screen"
        yield Diagnosis(
            "beams", well=False, found=f"{source.address}: {status.state.value}, {found}", advice=advice
        )
    for board in boards:
        yield from _board(board)
    broken = [str(beam + 1) for beam, level in enumerate(status.levels) if level]
    if broken:
        advice = (
            "take out what is in them, and aim them anew if nothing is: their lamps are on the Beams screen"
        )
        yield Diagnosis("beams at rest", well=False, found=f"broken now: {', '.join(broken)}", advice=advice)


def _wait(source: BeamSource, patience_s: float) -> None:
    """Until a board is there; what is being asked has the time in which silence becomes an answer."""
    end = time.monotonic() + patience_s
    silent = end + conversation.SILENT_US / 1e6
    while (state := source.status().state) is not LinkState.LIVE:
        if time.monotonic() > (silent if state is LinkState.HANDSHAKING else end):
            return
        time.sleep(LOOK_S)


def _board(board: BoardStatus) -> Iterator[Diagnosis]:
    what = f"board {board.id}"
    if board.lines and board.spoilt / board.lines > SPOILT:
        found = f"{board.spoilt} of {board.lines} lines were spoilt on their way"
        yield Diagnosis(what, well=False, found=found, advice="use another, shorter cable, away from motors")
    if board.overflowed:
        found = (
            f"{board.overflowed} edges were lost in it: some beam changes more often than the line can carry"
        )
        yield Diagnosis(what, well=False, found=found, advice="shade the beams from the sun and from lamps")
    if board.reboots:
        found = f"it started anew {board.reboots} times, and {board.gone} edges were lost with that"
        advice = "give it a port with more power, and let nothing touch its reset"
        yield Diagnosis(what, well=False, found=found, advice=advice)
    if board.state is LinkState.LIVE:
        exact = f"its moments are right to {board.error_us / 1000:.1f} ms on this computer's clock"
        yield Diagnosis(what, well=True, found=f"firmware {board.firmware} at {board.path}; {exact}")
