"""Everything written can be read in both themes, and seats are told apart by anybody."""

from itertools import combinations

import pytest

from companion.rules import games
from companion.scenes.palette import (
    CHART,
    DARK,
    GAME_COLOURS,
    LIGHT,
    SEAT_MARKS,
    colour,
    contrast,
    luminance,
    on_seat,
    seat_colour,
)

AA, LARGE = 4.5, 3.0
"""The least contrast for text, and for large type and drawn things, by WCAG 2."""


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("words", ["text", "muted"])
@pytest.mark.parametrize("ground", ["night", "panel", "raised", "control", "bad_panel"])
def test_text_is_legible_on_every_panel(dark: bool, words: str, ground: str):
    assert contrast(colour(words, dark), colour(ground, dark)) >= AA


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("ground", ["night", "panel", "raised"])
def test_faint_things_and_signals_stand_out_from_their_ground(dark: bool, ground: str):
    for name in ("faint", "good", "bad"):
        assert contrast(colour(name, dark), colour(ground, dark)) >= LARGE, name


@pytest.mark.parametrize("dark", [True, False])
def test_ink_is_legible_on_cream_accent_and_chart_colours(dark: bool):
    for name in ("cream", "accent", *CHART):
        assert contrast(colour("ink", dark), colour(name, dark)) >= AA, name


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("seat", range(len(SEAT_MARKS)))
def test_a_seats_colour_stands_out_and_bears_text(dark: bool, seat: int):
    own = colour(seat_colour(seat), dark)
    for ground in ("night", "panel", "hollow", "moon", "moon_bright"):
        assert contrast(own, colour(ground, dark)) >= 2.6, ground
    assert contrast(colour(on_seat(seat), dark), own) >= 4.2


def test_both_themes_know_the_same_names():
    assert DARK.keys() == LIGHT.keys()


def test_each_seat_has_a_shape_of_its_own():
    assert len({mark.shape for mark in SEAT_MARKS}) == len(SEAT_MARKS) == 6


# How a colour looks to people without red, green or blue cones: Viénot, Brettel and Mollon (1999) for
# the first two, on linear light.
SIGHTS = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(hex_colour: str, sight: str) -> tuple[float, float, float]:
    """L*a*b* of a colour as it is seen."""
    parts = [int(hex_colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (max(0.0, sum(k * c for k, c in zip(row, linear, strict=True))) for row in SIGHTS[sight])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("dark", [True, False])
def test_seats_are_told_apart_by_colour_alone_however_one_sees(sight: str, dark: bool):
    for one, other in combinations(range(6), 2):
        first, second = (seen(colour(seat_colour(seat), dark), sight) for seat in (one, other))
        apart = sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5
        assert apart >= 12, (one, other, apart)


def test_every_game_has_a_pair_of_colours_of_its_own():
    assert set(games()) <= GAME_COLOURS.keys()
    pairs = list(GAME_COLOURS.values())
    assert len(pairs) == len(set(pairs)) == 4
    assert all(contrast(colour, DARK["night"]) >= LARGE for pair in pairs for colour in pair)


def test_a_share_of_a_colour_is_its_transparency():
    assert colour("ink@50") == "#17172B80"
    assert colour("#FFFFFF@100") == "#FFFFFFFF"
    assert colour("seat1@0", dark=False) == "#067A6400"


def test_contrast_agrees_with_the_standard():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert luminance("#808080") == pytest.approx(0.2159, abs=0.0001)
