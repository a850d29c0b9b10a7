"""Reads an evening that was worked out by hand: one entry a line, with carts and rows in between."""

from pathlib import Path

import msgspec

from companion.rules.blast_track.board import Spot
from companion.rules.blast_track.commands import (
    ChoosePile,
    Discard,
    DrawBlind,
    EnterFirst,
    Lay,
    LayExit,
    Leave,
    Lose,
    Pass,
    PutUnder,
    Take,
    TurnUp,
    UseSite,
)
from companion.rules.blast_track.components import DRAWN, house
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Refilling, Track
from companion.rules.contract import Setup, Violation
from companion.rules.hidden import Hidden
from tests.rules.blast_track.arranged import enter, values


class Evening:
    """An evening played line by line; `turns` are the turns that its remarks say, with those reached."""

    def __init__(self, name):
        self.head = {"options": []}
        self.kept = {}
        self.turns = []
        self.state = None
        self.checks = 0
        path = Path(__file__).parent / "evenings" / f"{name}.txt"
        for line in path.read_text(encoding="utf-8").splitlines():
            if line:
                self._read(*line.split())

    def _read(self, who, *words):
        match who, words:
            case (("names" | "options" | "first"), _):
                self.head[who] = list(words)
            case "tiles", _:
                self.kept |= {tile: int(count) for tile, count in (word.split("=") for word in words)}
            case _ if self.state is None:
                self.state = self._begun()
                self._read(who, *words)
            case "#", [turn]:
                self.turns.append((int(turn), self.state.turn))
            case "up", [tile]:
                self._enter(TurnUp(self._slot(), tile))
            case "blind", [tile]:
                self._enter(DrawBlind(tile))
            case _:
                self._told(self.head["names"].index(who), *words)

    def _slot(self):
        stage = self.state.stage
        return stage.slot if isinstance(stage, Refilling) else self.state.market.index(None)

    def _told(self, seat, verb, *words):
        match verb:
            case "at":
                assert self.state.players[seat].cart == Spot(cell(words[0]), int(words[1])), self.state.turn
            case "rows":
                assert values(self.state, seat) == [int(word) for word in words], self.state.turn
            case _:
                self._enter(command(seat, verb, *words))
                return
        self.checks += 1

    def _begun(self):
        """A box in which all purple tiles but those that are named show a +."""
        tiles = []
        for tile in house().tiles:
            if tile.kind in DRAWN:
                plus = tile.count - self.kept.get(tile.id, 0)
            else:
                plus = {"loop": 4 - self.kept.get("loop-symbol", 0)}.get(tile.id, 0)
            tiles.append(msgspec.structs.replace(tile, plus=plus))
        components = msgspec.to_builtins(msgspec.structs.replace(house(), tiles=tuple(tiles)))
        names = tuple(self.head["names"])
        options = dict(option.split("=") for option in self.head["options"])
        first = names.index(self.head["first"][0])
        events = RULES.start(Setup(RULES.name, names, first, options, components))
        assert not isinstance(events, Violation), events
        return RULES.evolve(None, events[0])

    def _enter(self, entered):
        self.state = enter(self.state, entered)


def cell(word):
    q, r = word.split(",")
    return int(q), int(r)


def command(seat, verb, *words):
    match verb, words:
        case "holds", [tile]:
            return EnterFirst(seat, Hidden((seat,), None if tile == "something" else tile))
        case "takes", [slot]:
            return Take(seat, int(slot))
        case "lays", [tile, where, turn]:
            return Lay(seat, tile, cell(where), int(turn))
        case "exits", [where, turn]:
            return LayExit(seat, cell(where), int(turn))
        case "draws", [pile]:
            return ChoosePile(seat, int(pile))
        case "under", [pile]:
            return PutUnder(seat, int(pile))
        case "discards", [tile]:
            return Discard(seat, tile)
        case "uses", [site, turn]:
            return UseSite(seat, site, int(turn))
        case "passes", []:
            return Pass(seat)
        case "loses", [track]:
            return Lose(seat, Track(track))
        case "quits", []:
            return Leave(seat)
        case _:
            raise ValueError(f"nobody knows what {verb} {words} is")
