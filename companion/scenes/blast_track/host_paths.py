"""The steps that lead to what only the host may enter: teaching, table rulings, leaving, abandoning."""

from typing import assert_never

from companion.rules.blast_track import commands as c
from companion.rules.blast_track.state import State
from companion.scenes.blast_track.story import place_name
from companion.scenes.blast_track.words import TRACK_NAMES, pile_name, tile_id, tile_name
from companion.scenes.telling import Step

Path = tuple[Step, ...]

HostCommand = (
    c.TeachDrawn
    | c.TeachPlus
    | c.TeachOpenings
    | c.AdjustRow
    | c.AdjustPoints
    | c.AdjustTile
    | c.AdjustPile
    | c.Leave
    | c.Abandon
)

TEACH = Step("teach", "Teach a tile", "what your box prints", "school")
ADJUST = Step("adjust", "Table ruling", "what the companion can’t know", "gavel")
LEAVE = Step("leave", "Somebody leaves", symbol="logout")


def host_path(state: State, command: HostCommand, names: tuple[str, ...]) -> Path:
    """The steps to a command of the host."""
    match command:
        case c.TeachDrawn() | c.TeachPlus() | c.TeachOpenings():
            return (TEACH, *_teach(state, command))
        case c.AdjustRow():
            track = TRACK_NAMES[command.track]
            row = Step(f"row:{command.player}:{command.track.value}", track, symbol="arrow-up-down")
            return (
                ADJUST,
                Step("adjust-row", "A score track", symbol="chart-bar"),
                _player(command.player, names),
                row,
            )
        case c.AdjustPoints():
            return (ADJUST, Step("adjust-points", "Points", symbol="star"), _player(command.player, names))
        case c.AdjustTile():
            name = tile_name(state.components, command.tile)
            source, target = (place_name(place, names) for place in (command.source, command.target))
            return (
                ADJUST,
                Step("adjust-tile", "Move a tile", symbol="hexagon-outline"),
                Step(f"from:{command.source}:{command.tile}", name, f"from {source}"),
                Step(f"to:{command.target}", f"To {target}"),
            )
        case c.AdjustPile():
            one, other = pile_name(command.source), pile_name(command.target)
            return (
                ADJUST,
                Step("adjust-pile", "Even the piles", "one face-down tile", "cards"),
                Step(f"source:{command.source}", f"From the {one} pile"),
                Step(f"target:{command.target}", f"To the {other} pile"),
            )
        case c.Leave():
            return (
                LEAVE,
                Step(f"leave:{command.player}", f"{names[command.player]} leaves", symbol="logout"),
            )
        case c.Abandon():
            return (Step("abandon", "Abandon the game", "nobody wins", "close"),)
        case _:
            assert_never(command)


def _player(player: int, names: tuple[str, ...]) -> Step:
    return Step(f"player:{player}", names[player])


def _teach(state: State, command: c.TeachDrawn | c.TeachPlus | c.TeachOpenings) -> Path:
    name = tile_name(state.components, command.tile)
    match command:
        case c.TeachDrawn():
            instead = tile_name(state.components, command.instead)
            return (
                Step("teach-drawn", "One tile more", "came up, and can’t be found", "card-search"),
                Step(tile_id(command.tile), name, "one more of it"),
                Step(f"instead:{command.instead}", instead, "one less of it"),
            )
        case c.TeachPlus():
            return (
                Step("teach-plus", "The + symbol", "how many copies show it", "plus"),
                Step(tile_id(command.tile), name),
            )
        case c.TeachOpenings():
            way = "Clockwise" if command.clockwise else "Against the clock"
            return (
                Step("teach-openings", "Tunnel numbers", "which way they run", "numeric"),
                Step(tile_id(command.tile), name),
                Step(f"run:{command.clockwise}", way),
            )
