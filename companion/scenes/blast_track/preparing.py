"""What the table does before the first turn, the options it may choose, and the rules explained."""

import msgspec

from companion.rules.blast_track.components import FEW, Components, house, in_play
from companion.rules.blast_track.folding import piles
from companion.rules.blast_track.state import drawn_tiles
from companion.rules.contract import Setup
from companion.scenes import explaining
from companion.scenes.explaining import Explanations
from companion.scenes.speaking import listed

OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "overboard": (
        "What does the sixth point of a track do?",
        {"turn-back": "5 goes back to 4", "stays": "5 stays, then goes back"},
    ),
    "stuck": (
        "Stuck, and using a site: what of the hand?",
        {"discard": "One tile is discarded", "keep": "Both tiles are kept"},
    ),
    "sites": (
        "Must a stuck player use a site?",
        {"may": "May, or pass", "must": "Must, if one fits"},
    ),
    "ride": (
        "How is a ride’s length counted?",
        {"passages": "Every passage", "distinct": "Each tile once"},
    ),
    "loop": (
        "How large are the big Loops?",
        {"three-cells": "Three cells", "one-cell": "One cell"},
    ),
    "losses": (
        "When does a site cost its point?",
        {"last": "After all gains", "in-passing": "As the cart passes"},
    ),
    "variant": (
        "Which game do you play?",
        {"full": "The full game", "no-arrow": "Younger: no arrows", "ride-only": "Younger: the ride only"},
    ),
    "colours": (
        "How do you get your colours?",
        {"in-order": "In seat order", "chosen": "Everybody chooses"},
    ),
}


def checklist(setup: Setup) -> tuple[str, ...]:
    """The physical steps of setting the game up."""
    seats = len(setup.names)
    components = msgspec.convert(setup.components, Components) if setup.components else house()
    first = setup.names[setup.first] if 0 <= setup.first < seats else "the first player"
    counts = in_play(components, seats)
    out = sum(tile.count for tile in components.tiles) - sum(counts.values())
    tiles = sum(drawn_tiles(components, seats).values())
    heights = listed([str(pile.unseen) for pile in piles(tiles - seats)])
    return (
        *((f"Put the {out} tiles with a + back into the box.",) if seats < FEW and out else ()),
        "Give everybody a board, a cart, five cubes of its colour on the 0s, five arrows and a +3.",
        _carts(setup, components),
        "Lay the tiles with a yellow back open beside the table’s middle, big Loops too.",
        "Shuffle the purple tiles and deal one face down to each hand.",
        f"Make three piles of {heights} tiles, the highest on the left.",
        "Turn up the top tile of each pile: that is the market.",
        f"{first} screams the loudest and begins.",
    )


def _carts(setup: Setup, components: Components) -> str:
    """Where the carts start: by the options, and by the colours of the box."""
    if setup.options.get("colours") == "chosen":
        return (
            "Put the Starting Tile in the middle. Everybody chooses a cart; the screen asks for its colour."
        )
    colours = listed(list(components.board.colours[: len(setup.names)]))
    whose = f"clockwise from {setup.names[0]}" if setup.names else "clockwise"
    return f"Put the Starting Tile in the middle, and the carts on {colours}, {whose}."


def option(key: str, choice: str = "") -> str:
    """A table option's question, or one of its choices."""
    question, choices = OPTIONS[key]
    return choices[choice] if choice else question


def explanations() -> Explanations:
    """All explanations by heading or ruling."""
    return explaining.explanations(__package__)


def cited(section: str) -> str:
    """A section as it is shown: a ruling with the heading it belongs to."""
    return explaining.cited(explanations(), section)


def explain(section: str) -> str:
    """Our own explanation of a heading or ruling; nothing for what this game does not cite."""
    return explaining.explained(explanations(), section)
