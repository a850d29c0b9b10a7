"""The colours that Coaster Park's cards are printed in."""

INK, PAPER, WHITE = "#17172B", "#FFF4DF", "#FFFFFF"

GROUND = {"launch": "#C93D4E", "standard": "#3D5CC9", "secret": "#5B3F8C"}
"""The ground of each deck."""

SHADES = {
    "launch": ("#C93D4E", "#D9662B", "#A3327A", "#8F1D2C", "#E8806F", "#7A2E1E"),
    "standard": ("#3D5CC9", "#2A8FB8", "#6347C4", "#223A85", "#2C7A80", "#7FA3EE"),
    "secret": ("#5B3F8C", "#9C4F9E", "#35336B", "#A98BD6", "#6B2F5E", "#4E58A8"),
}
"""The grounds of a deck's cards: a deck is known by its family of colours, a card by its own."""

PIECES = {
    "launch": ("#FFC145", "#7A1830", "#FFA896", "#FFF4DF", "#4F0C20"),
    "standard": ("#6CC4FF", "#1F2F80", "#FFC145", "#E6EDFF", "#121A52"),
    "secret": ("#C9B3FF", "#341E5E", "#FFC145", "#F1E9FF", "#FF8FB8"),
}
"""The confetti of each deck: light and dark enough to show in a poor light."""

_HILLS = {"red": "#C93D4E", "green": "#0B8F74", "yellow": "#D98E00", "blue": "#2563B0", "purple": "#5B37C9"}


def shade(deck: str, number: int) -> str:
    """The ground of the card of this number among those that only their ground tells apart at a glance."""
    shades = SHADES[deck]
    return shades[number % len(shades)]


_PAPERS = {"red": "#F9CFC8", "green": "#C4EBD6", "yellow": "#FBE39A", "blue": "#C6DCF8", "purple": "#DDCEF6"}


def papers(number: int) -> str:
    """One of the papers, in turn."""
    return (PAPER, *_PAPERS.values())[number % (1 + len(_PAPERS))]


def paper(colour: str) -> str:
    """The paper under a hill of this printed colour."""
    return _PAPERS.get(colour, PAPER)


def tint(colour: str) -> str:
    """How a hill of this printed colour is drawn on paper."""
    return _HILLS.get(colour, "#8C6A3F")
