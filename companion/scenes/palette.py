"""The one place for colours, spacing, corners and sizes of type."""

from msgspec import Struct

from companion.rules.contract import Seat

SPACE = 8.0
"""The step of all distances, in dp."""

RADIUS = 12.0
"""The radius of all corners, in dp."""

TOUCH = 56.0
"""The least side of anything a finger must hit, in dp; at least 9 mm on every supported screen."""

TYPE = {"display": 26.0, "title": 20.0, "button": 18.0, "body": 15.0, "small": 13.0}
"""Sizes of type in dp; nothing is smaller than `small`."""


class SeatMark(Struct, frozen=True):
    """A seat's colour and shape: either tells the seats apart alone."""

    shape: str
    colour: str


SEAT_MARKS = (
    SeatMark("circle", "#FF6B57"),
    SeatMark("triangle", "#3ED6B5"),
    SeatMark("square", "#FFC145"),
    SeatMark("diamond", "#A58BFF"),
    SeatMark("star", "#6CC4FF"),
    SeatMark("hexagon", "#FF9AD5"),
)

DARK = {
    "night": "#17172B",
    "panel": "#1F1F38",
    "raised": "#24243F",
    "control": "#34345A",
    "edge": "#4A4A78",
    "faint": "#8C8CB4",
    "text": "#FFF4DF",
    "muted": "#C9C5D9",
    "cream": "#FFF4DF",
    "ink": "#17172B",
    "accent": "#FFC145",
    "good": "#3ED6B5",
    "bad": "#FF6B57",
    "bad_panel": "#4A2030",
    "standard": "#3D5CC9",
    "launch": "#C93D4E",
    "lattice": "#5A5A8C",
    "silver": "#D4D8E6",
}

LIGHT = {
    "night": "#FBF3E4",
    "panel": "#F3E8D3",
    "raised": "#FFFFFF",
    "control": "#E6DAC3",
    "edge": "#B9AB92",
    "faint": "#847A68",
    "text": "#17172B",
    "muted": "#4D4866",
    "cream": "#FFF4DF",
    "ink": "#17172B",
    "accent": "#E59A00",
    "good": "#0B8F74",
    "bad": "#C9371F",
    "bad_panel": "#FFE0DA",
    "standard": "#3D5CC9",
    "launch": "#C93D4E",
    "lattice": "#A9A0C0",
    "silver": "#8B90A3",
}


def seat_colour(seat: Seat) -> str:
    """The colour name of a seat, which `colour` resolves."""
    return f"seat{seat}"


def colour(name: str, dark: bool = True) -> str:
    """The `#RRGGBB` of a colour name (or of `#RRGGBB` itself) in the dark or the light theme."""
    if name.startswith("#"):
        return name
    if name.startswith("seat"):
        return SEAT_MARKS[int(name[4:])].colour
    return (DARK if dark else LIGHT)[name]
