"""Somebody who plays Blast Track to win: tries every tile in every turn, and stays beside old track."""

from random import Random
from typing import Any

from companion.rehearsal.blast_track.valuing import Mind
from companion.rehearsal.playing import Seen
from companion.rules.blast_track.commands import (
    ChoosePile,
    Discard,
    Lay,
    LayExit,
    Lose,
    Pass,
    PutUnder,
    Stand,
    Take,
    UseSite,
)

Choice = Stand | Take | Lay | LayExit | Discard | UseSite | Pass | Lose | ChoosePile | PutUnder

LAYING = ("lay", "lay-first")
"""What is asked of who can lay a tile; who can is not stuck."""


class TrackPlayer:
    """Takes the tile that promises most, lays what is worth most, and gives up what is worth least."""

    def choose(self, seen: Seen, random: Random) -> Any:
        """The best of what this seat is asked; its first tile is told by the table."""
        asked = [(ask.name, self._own(seen, ask)) for ask in seen.asks if ask.name != "first"]
        laying = [lay for name, options in asked if name in LAYING for lay in options]
        choices = laying or [choice for _, options in asked for choice in options]
        if not choices:
            return None
        mind = Mind(seen, random)
        return max(choices, key=lambda choice: (mind.worth(choice), random.random()))

    def _own(self, seen: Seen, ask: Any) -> list[Choice]:
        """The options that are this seat's to choose: a first tile is the one in its hand."""
        hand = seen.state.players[seen.seat].hand
        held = (*hand, *seen.secrets)
        if ask.name == "lay-first":
            return [option for option in ask.options if option.tile in seen.secrets]
        if ask.name == "discard":
            return [option for option in ask.options if option.tile in held]
        return list(ask.options)


PLAYER = TrackPlayer()
