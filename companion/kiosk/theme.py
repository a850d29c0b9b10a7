"""The one place for how the kiosk looks: colours by name, faces, sizes of type, and distances in dp."""

from functools import cache

from msgspec import Struct

from companion.scenes import palette

SPACE = palette.SPACE
RADIUS = palette.RADIUS
TOUCH = palette.TOUCH

CHIP = 60.0
"""The height of a seat's chip, in dp."""

ROOMY = 900.0
"""From this width on, in dp, a screen has room for wide margins."""

SIZES = palette.TYPE | {"headline": 34.0, "huge": 56.0}
"""Sizes of type in dp, from `small` up."""

FULL_CHIP_COLOUR = "cream"

Rgba = tuple[float, float, float, float]


class Faces(Struct, frozen=True):
    """The files of the faces: the fairground one, Roboto in two weights, and the symbols."""

    display: str
    text: str
    bold: str
    symbol: str


@cache
def faces() -> Faces:
    """The faces, found in the packages that bring them."""
    from font_fredoka_one import FredokaOne
    from kivymd import fonts_path

    return Faces(
        FredokaOne,
        f"{fonts_path}Roboto-Regular.ttf",
        f"{fonts_path}Roboto-Bold.ttf",
        f"{fonts_path}materialdesignicons-webfont.ttf",
    )


def sizes_down_from(style: str) -> tuple[float, ...]:
    """The sizes of type to try for this style, largest first; nothing is smaller than `small`."""
    return tuple(sorted((size for size in SIZES.values() if size <= SIZES[style]), reverse=True))


@cache
def symbol(name: str) -> str:
    """The character of a Material Design icon; an unknown name is a plain dot, not an error."""
    from kivymd.icon_definitions import md_icons

    found: str = md_icons.get(name) or md_icons["circle-small"]
    return found


class Theme(Struct, frozen=True):
    """Dark or light, and the game whose colours are shown."""

    dark: bool = True
    game: str = ""

    def rgba(self, name: str) -> Rgba:
        """A colour of the palette as Kivy takes it; no name is no colour."""
        return _rgba(palette.colour(name, self.dark)) if name else (0.0, 0.0, 0.0, 0.0)

    def on(self, name: str) -> str:
        """The colour name of text on a ground of this colour: the one of ink and cream that reads better."""
        ground = palette.colour(name, self.dark)[:7]
        ink, cream = palette.DARK["ink"], palette.DARK["cream"]
        return ink if palette.contrast(ink, ground) >= palette.contrast(cream, ground) else cream

    @property
    def primary(self) -> str:
        """The first colour of the game on the table."""
        return palette.GAME_COLOURS.get(self.game, (palette.colour("accent", self.dark), ""))[0]


@cache
def _rgba(hex_colour: str) -> Rgba:
    parts = [int(hex_colour[start : start + 2], 16) / 255 for start in range(1, len(hex_colour), 2)]
    red, green, blue, alpha = (*parts, 1.0)[:4]
    return red, green, blue, alpha
