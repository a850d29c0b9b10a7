"""Points and their reasons in words."""

from companion.rules.coaster_clash.components import Condition
from companion.rules.contract import Facts, Line
from companion.scenes.coaster_clash.conditions import condition_words
from companion.scenes.coaster_clash.story import whose
from companion.scenes.coaster_clash.words import signed
from companion.scenes.speaking import plural

REASONS = {
    "scored": "Six rounds are built",
    "last-seat": "Only one player was left",
    "abandoned": "The table gave the game up",
}


def line(found: Line) -> str:
    """A line of the score."""
    facts = found.facts
    match found.label:
        case "elements":
            return f"{_named(facts)}: {plural(int(facts.get('cards', 0)), 'element')}"
        case "perfect":
            return f"Perfect speed, {_times(facts)}"
        case "vomit":
            return f"Vomit speed, {_times(facts)}"
        case "floor":
            return "Excitement never falls below 0"
        case "condition":
            return f"Layout: {_condition(facts)}"
        case "condition-short":
            return f"Layout, too few elements: {_condition(facts)}"
        case "theme":
            return _theme(facts)
        case "table-points" | "table-speed" | "table-excitement" | "table-taken-off" | "table-put-on":
            return _ruling(found.label.removeprefix("table-"), facts)
        case label:
            return label.replace("-", " ").capitalize()


def _ruling(kind: str, facts: Facts) -> str:
    """What the host changed, and why."""
    what = str(facts.get("what", ""))
    card = what.replace("-", " ")
    words = {
        "points": "Table ruling",
        "speed": f"Speed tracker moved by {signed(int(facts.get('by', 0)))}",
        "excitement": "Excitement tracker moved",
        "taken-off": f"Taken off by the host: {card}",
        "put-on": f"Put on by the host: {card}",
    }[kind]
    why = str(facts.get("reason", "")) if kind == "points" else what if kind in TRACKS else ""
    return f"{words}: {why}" if why else words


TRACKS = ("speed", "excitement")


def _named(facts: Facts) -> str:
    return str(facts.get("name", facts.get("layout", ""))).replace("-", " ").title() or "No layout"


def _times(facts: Facts) -> str:
    count = int(facts.get("cards", 1))
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _condition(facts: Facts) -> str:
    """The condition in words, as far as its facts say."""
    shown = str(facts.get("icons", ""))
    icons = tuple(shown.replace("/", " ").replace("+", " ").split())
    given = Condition(
        kind=str(facts.get("kind", "counted")),  # type: ignore[arg-type]  # one of the kinds, as the rules gave it
        icons=icons,  # type: ignore[arg-type]
        either="/" in shown,
        count=int(facts.get("count", 0)),
        cap=int(facts.get("cap", 0)),
    )
    return condition_words(given)


def _theme(facts: Facts) -> str:
    cards, theme, tied = int(facts.get("cards", 1)), facts.get("theme", ""), int(facts.get("tied", 1))
    words = f"Theme: {cards} {theme} in a row" if cards > 1 else f"Theme: {cards} {theme} card"
    return f"{words}, tied with {tied - 1}" if tied > 1 else words


def group(name: str, names: tuple[str, ...]) -> str:
    """The heading of lines that belong together: a coaster by its two neighbours."""
    kind, _, rest = name.partition(":")
    if kind != "coaster":
        return "Table rulings"
    area, _, place = rest.partition(":")
    return whose(names, int(area), "upper" if place == "upper" else "lower")


def say(key: str, facts: Facts) -> str:
    """A short phrase by key."""
    if key == "points":
        return plural(int(facts.get("points", 0)), "point")
    return REASONS.get(key, key)
