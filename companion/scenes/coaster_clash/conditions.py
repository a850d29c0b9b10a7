"""A layout's conditions in words."""

from companion.rules.coaster_clash.components import Condition
from companion.scenes.coaster_clash.words import ICONS
from companion.scenes.speaking import listed


def condition_words(condition: Condition) -> str:
    """What a coaster must have: `3 or more of one of helix or S-curve`."""
    names = [ICONS.get(icon, icon) for icon in condition.icons]
    icons = listed(names, "or" if condition.either else "and")
    several = len(names) > 1
    match condition.kind:
        case "at-least-icons":
            which = "" if not several else "one of " if condition.either else "each of "
            return f"{condition.count} or more of {which}{icons}"
        case "without-icons":
            if condition.either:
                return listed([f"no {name}" for name in names], "or")
            return f"neither {listed(names, 'nor')}" if several else f"no {icons}"
        case "at-least-cards":
            return f"{condition.count} or more cards"
        case "at-most-cards":
            return f"{condition.count} or fewer cards"
        case "exactly-cards":
            return f"exactly {condition.count} cards"
        case "per-icon":
            most = f", up to {condition.cap}" if condition.cap else ""
            best = ", the better one" if condition.either else ""
            return f"for each {icons}{best}{most}"
        case "row":
            return f"three with {icons} in a row"
        case "pair":
            return f"two of {icons}"
        case _:
            return "as it is printed"
