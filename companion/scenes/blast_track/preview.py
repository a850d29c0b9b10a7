"""What a placement would do, before it is entered: every cart's ride, and the points it gives each player.

All of it is computed by the functions that judge and score the entry itself.
"""

from msgspec import Struct

from companion.rules.blast_track.board import Board, Cell, Laid, Passage, Slide
from companion.rules.blast_track.placing import new_ways, prospect
from companion.rules.blast_track.scoring import dues, raised
from companion.rules.blast_track.state import TRACKS, Exiting, Extra, Row, State, Track
from companion.rules.contract import Seat
from companion.scenes.blast_track.words import TRACK_NAMES, called, plural


class Effect(Struct, frozen=True):
    """What a placement does to one seat: its ride, what each track gains, and points lost at sites."""

    ridden: Slide
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


def preview(state: State, tile: str, cell: Cell, turn: int) -> Preview:
    """What laying a tile of rails, a Slope or a Loop would do; its cell is the Loop's first."""
    plan = state.plan
    laid = Laid(plan.loop if plan.kinds[tile] == "symbol" else tile, cell, turn)
    slides = prospect(state).slides(new_ways(state, tile, cell, turn))
    return _preview(state, (laid,), slides)


def preview_exit(state: State, cell: Cell, turn: int) -> Preview | None:
    """What laying the exit of the entrance that waits for it would do; None where none waits."""
    stage = state.stage
    if not isinstance(stage, Exiting):
        return None
    opens = Laid(stage.entrance, stage.cell, stage.turn)
    leads_to = Laid(state.plan.exits[stage.entrance], cell, turn)
    ways = prospect(state).tunnel_ways(stage.entrance, stage.turn, cell, turn)
    return _preview(state, (opens, leads_to), prospect(state).slides(ways))


def _preview(state: State, laid: tuple[Laid, ...], slides: tuple[Slide, ...]) -> Preview:
    board = (*state.board, *laid)
    plain = len(state.board) if isinstance(state.stage, Extra) else -1
    rows: dict[tuple[Seat, Track], Row] = {}
    losses: dict[Seat, int] = {}
    for due in dues(state.plan, board, state.options, state.active, slides, plain):
        if due.track is None:
            losses[due.seat] = losses.get(due.seat, 0) + 1
            continue
        key = (due.seat, due.track)
        old = rows.get(key) or _row(state, *key)
        rows[key] = raised(old, due.track, state.options)
    effects = []
    for each in slides:
        gains = tuple(
            (track, row.value - _row(state, seat, track).value)
            for (seat, track), row in rows.items()
            if seat == each.seat
        )
        effects.append(Effect(each, gains, losses.get(each.seat, 0)))
    return Preview(board, len(state.board), tuple(effects))


def _row(state: State, seat: Seat, track: Track) -> Row:
    return state.players[seat].rows[TRACKS.index(track)]


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
        f"{called(names, effect.ridden.seat)}: {words}"
        for effect, words in zip(found.effects[1:], others, strict=True)
    ]
    return " · ".join([*own, *named])


def _effect(effect: Effect) -> str:
    words = [plural(len(effect.ridden.passages), "tile")]
    words += [f"{TRACK_NAMES[track]} {signed(gain)}" for track, gain in effect.gains]
    if effect.losses:
        words.append(f"{signed(-effect.losses)} of your choice")
    return ", ".join(words)


def others(found: Preview) -> tuple[Seat, ...]:
    """Whose carts ride along."""
    return tuple(effect.ridden.seat for effect in found.effects[1:])


def passages(found: Preview) -> tuple[tuple[Seat, Passage], ...]:
    """Every ride over a tile that the placement brings."""
    return tuple(
        (effect.ridden.seat, passage) for effect in found.effects for passage in effect.ridden.passages
    )
