"""What a placement would do, before it is entered: the same judgement that scores it."""

from msgspec import Struct

from companion.rules.blast_track import events as e
from companion.rules.blast_track import flow, judging
from companion.rules.blast_track.commands import Command, Lay, LayExit, UseSite
from companion.rules.blast_track.folding import evolve
from companion.rules.blast_track.state import TRACKS, Row, Scoring, State, Track
from companion.rules.contract import Seat, Violation


class Change(Struct, frozen=True):
    """A row before a placement and after it."""

    seat: Seat
    track: Track
    before: Row
    after: Row

    @property
    def points(self) -> int:
        """What it is worth; less than nothing where a row turns back (BT18)."""
        return self.after.value - self.before.value


class Preview(Struct, frozen=True):
    """Every cart's slide, what the rows gain or lose by it, and who must still choose a loss (BT24)."""

    slides: tuple[e.Slid, ...] = ()
    changes: tuple[Change, ...] = ()
    losses: tuple[Seat, ...] = ()

    def points(self, seat: Seat) -> int:
        """What a seat's rows gain together."""
        return sum(change.points for change in self.changes if change.seat == seat)


def preview(state: State, command: Lay | LayExit | UseSite) -> Preview | Violation[Command]:
    """What would follow from laying a tile, or why it is illegal; an entrance alone moves nobody yet."""
    events = judging.judge(state, command)
    if isinstance(events, Violation):
        return events
    after = state
    slides = []
    for event in flow.with_consequences(state, events):
        if isinstance(event, e.TurnEnded | e.PileAwaited):
            break
        if isinstance(event, e.Slid):
            slides.append(event)
        after = evolve(after, event)
    changes = [
        Change(seat, track, before, now)
        for seat, (old, new) in enumerate(zip(state.players, after.players, strict=True))
        for track, before, now in zip(TRACKS, old.rows, new.rows, strict=True)
        if before != now
    ]
    due = after.stage.due if isinstance(after.stage, Scoring) else ()
    losses = tuple(each.seat for each in due if each.track is None)
    return Preview(tuple(slides), tuple(changes), losses)
