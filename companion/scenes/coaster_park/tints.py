"""The colours that Coaster Park's cards are printed in."""

INK, PAPER, WHITE = "#17172B", "#FFF4DF", "#FFFFFF"

GROUND = {"launch": "#C93D4E", "standard": "#3D5CC9", "secret": "#5B3F8C"}
"""The ground of each deck."""

PIECES = {
    "launch": ("#FFC145", "#7A1830", "#FFA896", "#FFF4DF", "#4F0C20"),
    "standard": ("#6CC4FF", "#1F2F80", "#FFC145", "#E6EDFF", "#121A52"),
    "secret": ("#C9B3FF", "#341E5E", "#FFC145", "#F1E9FF", "#FF8FB8"),
}
"""The confetti of each deck: light and dark enough to show in a poor light."""

_HILLS = {"red": "#C93D4E", "green": "#0B8F74", "yellow": "#D98E00", "blue": "#2563B0", "purple": "#5B37C9"}


def tint(colour: str) -> str:
    """How a hill of this printed colour is drawn on paper."""
    return _HILLS.get(colour, "#8C6A3F")
