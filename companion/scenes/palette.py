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
    """A seat's shape, and its colour on dark and on light ground: either tells the seats apart alone."""

    shape: str
    colour: str
    light: str


SEAT_MARKS = (
    SeatMark("circle", "#FF6B57", "#A51C10"),
    SeatMark("triangle", "#3ED6B5", "#067A64"),
    SeatMark("square", "#FFC145", "#A67000"),
    SeatMark("diamond", "#A58BFF", "#5B37C9"),
    SeatMark("star", "#6CC4FF", "#1B74BE"),
    SeatMark("hexagon", "#FF9AD5", "#CB4696"),
)

GAME_COLOURS = {
    "coaster_park": ("#FF6B57", "#FFC145"),
    "cosmic_coasters": ("#7C6BFF", "#3ED6B5"),
    "coaster_clash": ("#FF4FA0", "#6CC4FF"),
    "blast_track": ("#FF8A3D", "#49D17D"),
}
"""Each game's primary and secondary colour, from which its whole scheme is seeded."""

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
    "moon": "#2B2B50",
    "moon_lit": "#36365F",
    "moon_bright": "#40406C",
    "crater": "#252546",
    "hollow": "#14142A",
    "star": "#8C8CB4",
    "tile": "#31315A",
    "tile_bed": "#262647",
    "tile_edge": "#1B1B34",
    "rail": "#A9A9CC",
    "start": "#4B2E5E",
    "start_edge": "#8A5CA6",
    "loop_ground": "#3A3358",
    "tunnel_in": "#1F7A50",
    "tunnel_out": "#B33A3A",
    "site_in": "#E0A526",
    "site_rock": "#6A4A9C",
    "site_ground": "#7A5233",
    "speed": "#D93A35",
    "jungle": "#35B778",
    "pirate": "#5C9BEA",
    "temple": "#D9A441",
    "space": "#A98BF0",
    "volcano": "#F0705A",
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
    "moon": "#D5CEDD",
    "moon_lit": "#DCD5E2",
    "moon_bright": "#E6E0EA",
    "crater": "#BDB4C9",
    "hollow": "#FFFDF8",
    "star": "#CDBF9F",
    "tile": "#E4DAEA",
    "tile_bed": "#F3EDF5",
    "tile_edge": "#FBF3E4",
    "rail": "#8A84A3",
    "start": "#CDB8DC",
    "start_edge": "#7A5A92",
    "loop_ground": "#EADFC4",
    "tunnel_in": "#1F7A50",
    "tunnel_out": "#B33A3A",
    "site_in": "#E0A526",
    "site_rock": "#6A4A9C",
    "site_ground": "#7A5233",
    "speed": "#D93A35",
    "jungle": "#1F7A4D",
    "pirate": "#2D5F9E",
    "temple": "#8A6414",
    "space": "#6B47B8",
    "volcano": "#B23A2A",
}


CHART = (
    "#FF7B66", "#FFC145", "#3ED6B5", "#A58BFF", "#FFB3A3", "#6CC4FF", "#FFE3A1", "#FF9AD5",
    "#B7D95B", "#C9C5D9", "#D3A277", "#A8F0E2",
)  # fmt: skip
"""Colours of parts of a score, told apart by lightness where not by hue; ink is legible on each."""


def seat_colour(seat: Seat) -> str:
    """The colour name of a seat, which `colour` resolves."""
    return f"seat{seat}"


def on_seat(seat: Seat) -> str:
    """The colour name of what is written or drawn upon a seat's colour."""
    return f"on_seat{seat}"


def colour(name: str, dark: bool = True) -> str:
    """The `#RRGGBB` of a colour name (or of `#RRGGBB` itself) in the dark or the light theme.

    `NAME@40` is that colour at 40 percent, as `#RRGGBBAA`.
    """
    base, _, percent = name.partition("@")
    if percent:
        return f"{colour(base, dark)}{round(int(percent) * 255 / 100):02X}"
    if base.startswith("#"):
        return base
    if base.startswith("chart"):
        return CHART[int(base[5:]) % len(CHART)]
    if base.startswith("seat"):
        mark = SEAT_MARKS[int(base[4:])]
        return mark.colour if dark else mark.light
    if base.startswith("on_seat"):
        return DARK["ink"] if dark else LIGHT["raised"]
    return (DARK if dark else LIGHT)[base]


def luminance(hex_colour: str) -> float:
    """The relative luminance of `#RRGGBB` by WCAG 2, from 0 (black) to 1 (white)."""
    parts = [int(hex_colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two `#RRGGBB` by WCAG 2, from 1 (the same) to 21 (black on white)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
