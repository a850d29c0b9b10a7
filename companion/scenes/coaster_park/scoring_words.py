"""Points and their reasons in words."""

from companion.rules.contract import Facts, Line
from companion.scenes.coaster_park.storytelling import reason
from companion.scenes.speaking import plural

LINES = {
    "bump": "Bump: the marble rests between its bumps",
    "double-dipper": "Double Dipper: a smaller hill before it",
    "jump": "Jump: hills before it",
    "plateau": "Plateau: hills after it",
    "loop": "Loop: the coaster counts double",
}
PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")


def line(found: Line) -> str:
    """A line of the score."""
    facts = found.facts
    match found.label:
        case "flags":
            return f"Flags on {_hills(facts)}"
        case "removed":
            return f"Fewer than two of {facts.get('built', 0)} hills left"
        case "secret":
            return f"Secret card {_card(facts)}"
        case "global":
            return f"Bonus for all, {_card(facts)}"
        case "length":
            return f"{_ordinal(facts.get('place', 1))} coaster: {facts.get('mm', 0)} mm"
        case "compared":
            longer = plural(int(facts.get("shorter", 0)), "other")
            return f"{_ordinal(facts.get('place', 1))} coaster: side by side longer than {longer}"
        case "table-points" | "table-money" | "table-hill" | "table-card":
            return _ruling(found.label.removeprefix("table-"), facts)
        case _:
            return LINES[found.label]


def group(name: str) -> str:
    """The heading of lines that belong together."""
    kind, _, number = name.partition(":")
    match kind:
        case "coaster":
            return f"{_ordinal(int(number) + 1)} coaster"
        case "bonus":
            return "Bonus cards"
        case "table":
            return "Table rulings"
        case _:
            return "Tie-break"


def say(key: str, facts: Facts) -> str:
    """A short phrase by key."""
    if key == "points":
        return plural(int(facts.get("points", 0)), "point")
    return reason(key)


def _hills(facts: Facts) -> str:
    left, built = int(facts.get("hills", 0)), int(facts.get("built", 0))
    return f"all {left} hills" if left == built else f"{left} of {built} hills"


def _card(facts: Facts) -> str:
    name = str(facts.get("card", "")).replace("-", " ").title()
    return f"{name}: {facts['count']} counted" if "count" in facts else f"{name}: counted at the table"


def _ordinal(place: int | str) -> str:
    number = int(place)
    return PLACES[number - 1] if 1 <= number <= len(PLACES) else f"{number}th"


def _ruling(kind: str, facts: Facts) -> str:
    amount, why = int(facts.get("amount", 0)), str(facts.get("reason", ""))
    what = str(facts.get("what", "")).replace("-", " ")
    text = {
        "points": plural(amount, "point"),
        "money": f"${amount}" if amount >= 0 else f"−${-amount}",
        "hill": f"the {what} was moved",
        "card": f"the card {what} was moved",
    }[kind]
    return f"Table ruling: {text}{f', {why}' if why else ''}"
