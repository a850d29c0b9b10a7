"""What each choice is worth to one seat: points now, rivals' points, tiles ridden, and old track ahead."""

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.rehearsal.playing import Seen
from companion.rules.blast_track.board import ahead, neighbours
from companion.rules.blast_track.commands import Discard, Lay, LayExit, Lose, Pass, Stand, Take, UseSite
from companion.rules.blast_track.components import SIDES
from companion.rules.blast_track.placing import Prospect, prospect
from companion.rules.blast_track.preview import Preview, preview
from companion.rules.blast_track.state import (
    TOP,
    Exiting,
    Laying,
    State,
    Track,
    row,
    tiles_held,
)

RIVALS = 0.2
"""How much a rival's point hurts, measured in own points."""

TILE = 0.3
"""What another tile ridden is worth: the longest ride brings 3 points once."""

NEAR = 0.15
"""What a tile beside the cell ahead is worth: the next slide may go on over it."""

LOSS = 0.8
"""What a point to be lost at a construction site costs; one can choose which."""

KEEPS = {"slope": 0.6, "entrance": 0.7, "symbol": 0.8}
"""What a special tile is worth in the hand."""

EXITS_TRIED = 12
"""Exits that are looked at before an entrance is laid."""

STUCK = -2.0
"""What a tile is worth that can't be laid."""


class Mind:
    """One seat's thoughts about one moment."""

    def __init__(self, seen: Seen, random: Random) -> None:
        self._state: State = seen.state
        self._seat = seen.seat
        self._random = random
        self._ready: Prospect = prospect(self._state, seen.seat)

    def worth(self, choice: Any) -> float:
        """What a choice is worth."""
        match choice:
            case Lay():
                return self._laid(self._state, choice) - self._keeps(choice.tile)
            case LayExit():
                return self._previewed(self._state, choice)
            case Take(_, int(slot)):
                tile = self._state.market[slot]
                return self._best(tile) if tile else STUCK
            case Discard(_, tile):
                return -self._keeps(tile)
            case UseSite(_, site, turn):
                return self._through(self._state, site, turn) if self._goes_on() else STUCK
            case Pass():
                return 0.0
            case Lose(_, track):
                return self._loss(track)
            case Stand(_, point):
                return -self._apart(point)
            case _:
                return 0.0

    def _keeps(self, tile: str) -> float:
        return KEEPS.get(self._state.plan.kinds[tile], 0.0)

    def _best(self, tile: str) -> float:
        """The best that a tile of the market could do at once, or else what it is worth in the hand."""
        player = self._state.players[self._seat]
        held = replace(player, hand=(*player.hand, tile))
        players = (*self._state.players[: self._seat], held, *self._state.players[self._seat + 1 :])
        state = replace(self._state, players=players, stage=Laying())
        return max((self._laid(state, lay) for lay in self._ready.lays(tile)), default=STUCK)

    def _laid(self, state: State, lay: Lay) -> float:
        if self._state.plan.kinds[lay.tile] == "entrance":
            return self._through(state, lay.tile, lay.turn)
        return self._previewed(state, lay)

    def _through(self, state: State, entrance: str, turn: int) -> float:
        """The best of some exits of an entrance."""
        exits = list(self._ready.exits(entrance, turn))
        tried = self._random.sample(exits, min(EXITS_TRIED, len(exits)))
        inside = replace(state, stage=Exiting(entrance, self._ready.cell, turn))
        worths = (self._previewed(inside, LayExit(self._seat, cell, side)) for cell, side in tried)
        return max(worths, default=STUCK)

    def _previewed(self, state: State, command: Lay | LayExit) -> float:
        """Points, rivals' points, losses, tiles ridden, and old tiles beside the cell ahead."""
        seen = preview(state, command)
        if not isinstance(seen, Preview):
            return STUCK
        own = seen.points(self._seat)
        rivals = sum(change.points for change in seen.changes if change.seat != self._seat)
        slid = next((each for each in seen.slides if each.seat == self._seat), None)
        if slid is None:
            return STUCK
        near = sum(cell in state.grid.ways for cell in neighbours(ahead(slid.to, state.plan.ends)))
        lost = LOSS * seen.losses.count(self._seat)
        return own - RIVALS * rivals - lost + TILE * len(slid.passages) + NEAR * near

    def _goes_on(self) -> bool:
        """Whether this seat will lay another tile, so that getting away is worth a point."""
        return any(self._state.market) or tiles_held(self._state.players[self._seat]) > 0

    def _loss(self, track: Track) -> float:
        """A full row is lowered first: it can rise again, or turns back later."""
        now = row(self._state.players[self._seat], track)
        if now.arrow:
            return float(now.value)
        return TOP + 1.0 if now.value == TOP else now.value / TOP

    def _apart(self, point: int) -> int:
        """How far a starting point is from those taken: adjacent colours are recommended (Set Up)."""
        taken = [player.point for player in self._state.players if player.point >= 0]
        return min((min((point - other) % SIDES, (other - point) % SIDES) for other in taken), default=0)
