"""A layout's conditions in words."""

from companion.rules.coaster_clash.components import Condition
from companion.scenes.coaster_clash.words import ICONS, listed


def condition_words(condition: Condition) -> str:
    """What a coaster must have: `3 or more of helix or S-curve`."""
    names = [ICONS.get(icon, icon) for icon in condition.icons]
    icons = listed(names, "or" if condition.either else "and")
    match condition.kind:
        case "at-least-icons":
            each = "" if condition.either or len(names) < 2 else "each of "
            return f"{condition.count} or more {each or 'of '}{icons}"
        case "without-icons":
            return f"no {icons}" if condition.either or len(names) < 2 else f"no {listed(names, 'nor')}"
        case "at-least-cards":
            return f"{condition.count} or more cards"
        case "at-most-cards":
            return f"{condition.count} or fewer cards"
        case "exactly-cards":
            return f"exactly {condition.count} cards"
        case "per-icon":
            most = f", {condition.cap} at most" if condition.cap else ""
            return f"for each {icons}{most}"
        case "row":
            return f"three with {icons} in a row"
        case "pair":
            return f"two of {icons}"
        case _:
            return "as it is printed"
