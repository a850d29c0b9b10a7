"""Points and their reasons in words."""

from companion.rules.blast_track.state import Ending, Track
from companion.rules.contract import Facts, Line
from companion.scenes.blast_track.story import ENDINGS
from companion.scenes.blast_track.words import TRACK_NAMES
from companion.scenes.speaking import plural

GROUPS: dict[str, str] = {
    **{track.value: title for track, title in TRACK_NAMES.items()},
    "ride": "Longest ride",
    "adjustments": "Table rulings",
    "tie": "Tie-break",
}


def line(found: Line) -> str:
    """A line of the score."""
    facts = found.facts
    tiles = int(facts.get("tiles", 0))
    match found.label:
        case "longest-ride":
            return f"Ride of {plural(tiles, 'tile')}" + (", the longest" if found.points else "")
        case "ride":
            return f"Ride of {plural(tiles, 'tile')}"
        case "adjusted":
            why = f": {facts['reason']}" if facts.get("reason") else ""
            return f"Turn {facts.get('turn', 0)}, a ruling of the table{why}"
        case "tie":
            ride, loops = int(facts.get("ride", 0)), int(facts.get("loops", 0))
            return f"Equal points: ride of {plural(ride, 'tile')}, {plural(loops, 'loop')} passed"
        case label:
            name = TRACK_NAMES[Track(label)]
            return f"{name}, turned back" if facts.get("arrow") else name


def group(name: str) -> str:
    """The heading of lines that belong together."""
    return GROUPS.get(name, name)


def say(key: str, facts: Facts) -> str:
    """A short phrase by key."""
    if key == "points":
        return plural(int(facts.get("points", 0)), "point")
    return ENDINGS[Ending(key)] if key in set(Ending) else key
