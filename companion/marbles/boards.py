"""What the table is told of its boards: each one's state, and the link's in a word and a sentence."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.marbles.beams import LinkState, LinkStatus
from companion.marbles.conversation import Board, Conversation
from companion.marbles.protocol import BeamWatched

SEVERITY = (LinkState.LOST, LinkState.STALE, LinkState.LIVE, LinkState.HANDSHAKING, LinkState.SEARCHING)
"""The first that any board is in is the link's."""


class BoardStatus(Struct, frozen=True):
    """A board as it stands; `path` is empty while it is unplugged.

    `gone` edges died in it before they were told to us; `overflowed` ones found its ring full; `merged` level
    changes were too short to be edges. Of the `lines` heard since it was plugged in `spoilt` were none.
    `error_us` is how far its edges' moments may be off.
    """

    id: str
    state: LinkState
    path: str
    firmware: str
    first_beam: int
    beams: int
    reboots: int
    gone: int
    overflowed: int
    merged: int
    lines: int
    spoilt: int
    error_us: float
    blinking: bool
    watching: bool
    watched: tuple[BeamWatched, ...]


Talks = Sequence[tuple[str, Conversation]]


def summary(
    boards: Mapping[str, Board], talks: Talks, troubles: Sequence[str], wanted: Sequence[str], now: int
) -> tuple[tuple[BoardStatus, ...], LinkStatus]:
    """The boards that were met, in the order of their beams, and the link as a whole."""
    known = sorted(boards.values(), key=lambda board: board.base)
    statuses = tuple(_status(board, talks, now) for board in known)
    missing = [name for name in wanted if name not in boards]
    asked = [path for path, conversation in talks if conversation.board is None]
    states = {status.state for status in statuses}
    states |= {LinkState.SEARCHING} if missing or not (statuses or asked) else set()
    states |= {LinkState.HANDSHAKING} if asked and not statuses else set()
    state = next(state for state in SEVERITY if state in states)
    if missing and state is LinkState.LIVE:
        state = LinkState.SEARCHING
    words = [_words(status) for status in statuses]
    words += [f"board {name} has not been found: plug it in" for name in missing]
    words += [f"asking what is at {path}" for path in asked if not statuses]
    words += troubles
    detail = "; ".join(words) or "no board is plugged in: plug one in, it is found by itself"
    levels = [False] * max((board.base + board.beams for board in known), default=0)
    for board in known:
        levels[board.base : board.base + board.beams] = board.levels
    overflowed = sum(status.overflowed for status in statuses)
    gaps = overflowed + sum(status.reboots + status.gone for status in statuses)
    return statuses, LinkStatus(state, detail, tuple(levels), (), overflowed, gaps)


def _status(board: Board, talks: Talks, now: int) -> BoardStatus:
    at = [(path, conversation) for path, conversation in talks if conversation.board is board]
    path, conversation = at[0] if at else ("", None)
    epoch = board.epoch
    return BoardStatus(
        board.id,
        LinkState.LOST if conversation is None else conversation.state(now),
        path,
        board.firmware,
        board.base,
        board.beams,
        board.reboots,
        board.gone + epoch.gone,
        epoch.overflowed,
        epoch.merged,
        0 if conversation is None else conversation.lines,
        0 if conversation is None else conversation.spoilt,
        epoch.clock.error_us(now),
        board.blinking > 0,
        board.watching,
        tuple(board.watched),
    )


def _words(status: BoardStatus) -> str:
    match status.state:
        case LinkState.LOST:
            said = f"board {status.id} is unplugged: plug it in again, at any port"
        case LinkState.STALE:
            said = f"board {status.id} at {status.path} is silent: if it stays so, plug it in anew"
        case _:
            said = f"board {status.id} at {status.path}, {status.beams} beams"
    if status.overflowed:
        said += f", {status.overflowed} edges lost in it: it saw more than the line can carry"
    return said
