"""The steps that lead to what only the host may enter: teaching, table rulings, leaving, abandoning."""

from typing import assert_never

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import State
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.people import card_expert, place_name, told_apart
from companion.scenes.coaster_park.view import hill_name
from companion.scenes.telling import Step

Path = tuple[Step, ...]

HostCommand = (
    c.TeachExpert
    | c.TeachHill
    | c.TeachDrawn
    | c.TeachFlags
    | c.TeachSize
    | c.TeachColour
    | c.TeachMaterial
    | c.AdjustMoney
    | c.AdjustPoints
    | c.AdjustHill
    | c.AdjustCard
    | c.Leave
    | c.Abandon
)
TeachCommand = (
    c.TeachExpert | c.TeachHill | c.TeachDrawn | c.TeachFlags | c.TeachSize | c.TeachColour | c.TeachMaterial
)

TEACH_CARD = Step("teach-card", "Teach a card", "what your box prints on it", "school")
TEACH_HILL = Step("teach-hill", "Teach a hill", "flags, size, colour, material", "school")
ADJUST = Step("adjust", "Table ruling", "what the companion can’t know", "gavel")
LEAVE = Step("leave", "Somebody leaves", symbol="logout")


def host_path(state: State, command: HostCommand, names: tuple[str, ...]) -> Path:
    """The steps to a command of the host."""
    match command:
        case (
            c.TeachExpert()
            | c.TeachHill()
            | c.TeachDrawn()
            | c.TeachFlags()
            | c.TeachSize()
            | c.TeachColour()
            | c.TeachMaterial()
        ):
            return _teach(state, command)
        case c.AdjustMoney():
            return (ADJUST, Step("adjust-money", "Money", symbol="cash"), _player(command.player, names))
        case c.AdjustPoints():
            return (ADJUST, Step("adjust-points", "Points", symbol="star"), _player(command.player, names))
        case c.AdjustHill():
            place = place_name(state, command.source, names)
            return (
                ADJUST,
                Step("adjust-hill", "Move a hill", symbol="image-filter-hdr"),
                Step(
                    f"from:{command.source}:{command.hill}", hill_name(state, command.hill), f"from {place}"
                ),
                Step(f"to:{command.target}", f"To {place_name(state, command.target, names)}"),
            )
        case c.AdjustCard():
            which = told_apart(state, command.card, _cards(state, command.source))
            place = place_name(state, command.source, names) + (f": {which}" if which else "")
            return (
                ADJUST,
                Step("adjust-card", "Move a card", symbol="cards"),
                Step(
                    f"from:{command.source}:{command.card}", card_expert(state, command.card), f"from {place}"
                ),
                Step(f"to:{command.target}", f"To {place_name(state, command.target, names)}"),
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


def _cards(state: State, place: str) -> tuple[str, ...]:
    """The cards that lie at a place."""
    kind, _, seat = place.partition(":")
    match kind:
        case "row":
            return state.row
        case "experts":
            return state.players[int(seat)].experts
        case "used":
            return state.players[int(seat)].used
        case _:
            return ()


def _player(player: int, names: tuple[str, ...]) -> Step:
    return Step(f"player:{player}", names[player])


def _teach(state: State, command: TeachCommand) -> Path:
    match command:
        case c.TeachExpert() | c.TeachHill():
            printed = index(state.components).card[command.card]
            detail = f"brings the {hill_name(state, printed.hill)}"
            card = Step(ids.row(command.card), EXPERTS[printed.expert], detail)
            if isinstance(command, c.TeachExpert):
                shows = Step(f"kind:{command.expert}", EXPERTS[command.expert])
                return (TEACH_CARD, card, Step("teach-expert", "Its expert"), shows)
            brings = Step(ids.hill(command.hill), hill_name(state, command.hill))
            return (TEACH_CARD, card, Step("teach-brings", "Its hill"), brings)
        case c.TeachDrawn():
            hill = Step(ids.hill(command.hill), hill_name(state, command.hill), "is what it brings")
            shows = Step(f"kind:{command.expert}", EXPERTS[command.expert])
            drawn = Step("teach-drawn", "The card just drawn", "if it can’t be found", "card-search")
            return (TEACH_CARD, drawn, hill, shows)
        case c.TeachFlags():
            return (TEACH_HILL, _hill(state, command.hill), Step("flags", "Flags", "of one side", "flag"))
        case c.TeachSize():
            return (TEACH_HILL, _hill(state, command.hill), Step("size", "Size", "0 for none", "ruler"))
        case c.TeachColour():
            colour = Step(f"colour:{command.colour}", command.colour.capitalize())
            return (TEACH_HILL, _hill(state, command.hill), Step("colour", "Colour"), colour)
        case c.TeachMaterial():
            material = Step(f"material:{command.material}", command.material.capitalize())
            return (TEACH_HILL, _hill(state, command.hill), Step("material", "Material"), material)


def _hill(state: State, hill: str) -> Step:
    return Step(ids.hill(hill), hill_name(state, hill))
