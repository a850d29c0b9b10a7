"""What a placement would do, before it is entered: every cart's ride, and the points it gives each player.

All of it is computed by the rules as they judge and score the entry itself.
"""

from msgspec import Struct

from companion.rules.blast_track import preview as rules
from companion.rules.blast_track.board import Board, Laid, Passage, Spot
from companion.rules.blast_track.commands import Command, Lay, LayExit
from companion.rules.blast_track.state import Exiting, State, Track
from companion.rules.contract import Seat, Violation
from companion.scenes.blast_track.words import TRACK_NAMES
from companion.scenes.speaking import called, plural


class Effect(Struct, frozen=True):
    """What a placement does to one seat: its ride, what each track gains, and points it must still lose."""

    seat: Seat
    passages: tuple[Passage, ...]
    to: Spot
    gains: tuple[tuple[Track, int], ...] = ()
    losses: int = 0

    @property
    def points(self) -> int:
        """All in all."""
        return sum(gain for _, gain in self.gains) - self.losses


class Preview(Struct, frozen=True):
    """A placement not entered yet: the board with it, and its effect on each cart, the placer's first."""

    board: Board
    new: int
    effects: tuple[Effect, ...]


def preview(state: State, command: Lay | LayExit) -> Preview | Violation[Command]:
    """What a placement would do, or why it is illegal."""
    found = rules.preview(state, command)
    if isinstance(found, Violation):
        return found
    effects = tuple(
        Effect(
            slid.seat,
            slid.passages,
            slid.to,
            tuple((each.track, each.points) for each in found.changes if each.seat == slid.seat),
            found.losses.count(slid.seat),
        )
        for slid in found.slides
    )
    return Preview((*state.board, *_laid(state, command)), len(state.board), effects)


def _laid(state: State, command: Lay | LayExit) -> Board:
    """What would come to lie on the board."""
    plan, stage = state.plan, state.stage
    match command:
        case Lay(_, tile, cell, turn):
            return (Laid(plan.loop if plan.kinds[tile] == "symbol" else tile, cell, turn),)
        case LayExit(_, cell, turn) if isinstance(stage, Exiting):
            opens = Laid(stage.entrance, stage.cell, stage.turn)
            return (opens, Laid(plan.exits[stage.entrance], cell, turn))
        case _:
            return ()


def signed(points: int) -> str:
    """A gain or a loss: `+2`, or with a minus sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def summary(found: Preview) -> str:
    """The placer's points in a word, for a small drawing."""
    return signed(found.effects[0].points) if found.effects else "0"


def told(found: Preview, names: tuple[str, ...]) -> str:
    """What a placement does, seat by seat: `3 tiles, Connection +1 · Ann: 2 tiles, Slope +1`."""
    parts = [_effect(effect) for effect in found.effects]
    own, others = parts[:1], parts[1:]
    named = [
        f"{called(names, effect.seat)}: {words}"
        for effect, words in zip(found.effects[1:], others, strict=True)
    ]
    return " · ".join([*own, *named])


def _effect(effect: Effect) -> str:
    words = [plural(len(effect.passages), "tile")]
    words += [f"{TRACK_NAMES[track]} {signed(gain)}" for track, gain in effect.gains]
    if effect.losses:
        words.append(f"{signed(-effect.losses)} of your choice")
    return ", ".join(words)


def others(found: Preview) -> tuple[Seat, ...]:
    """Whose carts ride along."""
    return tuple(effect.seat for effect in found.effects[1:])


def passages(found: Preview) -> tuple[tuple[Seat, Passage], ...]:
    """Every ride over a tile that the placement brings."""
    return tuple((effect.seat, passage) for effect in found.effects for passage in effect.passages)
