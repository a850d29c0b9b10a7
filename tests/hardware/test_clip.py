"""The printable clip: its sizes are those that were asked for, on rails of several widths."""

import subprocess
from pathlib import Path

import pytest

from tests.hardware.solid import Solid

HARDWARE = Path(__file__).parents[2] / "hardware"

PLAY, WALL, LAMP, LAMP_DEPTH, LID, OPENING, LENGTH, LIP = 0.25, 2.4, 5.2, 9, 2, 3, 14, 1.2
"""What the clip comes with, in millimetres."""

RAILS = [(40, 3, 8), (24, 2, 6.5), (62.5, 5.5, 12)]
"""Width, thickness and the height of the beam."""


@pytest.fixture(scope="module", params=RAILS, ids=lambda sizes: "x".join(map(str, sizes)))
def clip(request, tmp_path_factory):
    rail, thick, beam = request.param
    file = tmp_path_factory.mktemp("clip") / "clip.stl"
    subprocess.run(
        ["make", "-C", HARDWARE, f"STL={file}", f"RAIL={rail}", f"THICK={thick}", f"BEAM={beam}"],
        check=True,
        capture_output=True,
    )
    return rail, thick, beam, Solid(file)


def near(*numbers):
    return pytest.approx(numbers, abs=0.02)


def test_the_clip_is_one_closed_body_of_the_size_asked_for(clip):
    rail, thick, beam, solid = clip
    assert solid.is_closed()
    low, high = solid.box()
    half = rail / 2 + PLAY + LAMP_DEPTH + LID
    assert tuple(low) == near(-half, -thick - PLAY - WALL, 0)
    assert tuple(high) == near(half, beam + LAMP / 2 + WALL, LENGTH)


def test_the_rail_fits_in_with_play_and_is_held_by_the_lips(clip):
    rail, thick, beam, solid = clip
    [(bottom, top)] = solid.material(1, 0, LENGTH / 4)
    assert (bottom, top) == near(-thick - PLAY - WALL, -thick - PLAY)
    beside = solid.material(0, -thick / 2, LENGTH / 4)
    assert beside[0][1] == pytest.approx(-rail / 2 - PLAY, abs=0.02)
    assert beside[1][0] == pytest.approx(rail / 2 + PLAY, abs=0.02)
    lips = solid.material(0, PLAY + 0.3, LENGTH / 4)
    assert lips[0][1] == pytest.approx(-rail / 2 - PLAY + LIP, abs=0.02)
    assert lips[1][0] == pytest.approx(rail / 2 + PLAY - LIP, abs=0.02)
    marble = solid.material(0, beam + 1, LENGTH / 4)
    assert marble[1][0] - marble[0][1] == pytest.approx(rail + 2 * PLAY, abs=0.02)


def test_the_beam_is_free_through_both_towers_at_its_height(clip):
    _, _, beam, solid = clip
    for aside in (0, 1.45, -1.45):
        assert solid.material(0, beam + aside, LENGTH / 2) == []
        assert solid.material(0, beam, LENGTH / 2 + aside) == []
    assert len(solid.material(0, beam + OPENING / 2 + 0.1, LENGTH / 2)) == 2


def test_a_lamp_goes_in_from_outside_up_to_its_lid(clip):
    rail, _, beam, solid = clip
    inner = rail / 2 + PLAY
    left, right = solid.material(0, beam, LENGTH / 2 + LAMP / 2 - 0.1)
    assert left == near(-inner - LID, -inner)
    assert right == near(inner, inner + LID)
    left, right = solid.material(0, beam, LENGTH / 2 + LAMP / 2 + 0.1)
    assert left == near(-inner - LID - LAMP_DEPTH, -inner)
    assert right == near(inner, inner + LID + LAMP_DEPTH)


def test_the_clip_of_the_parts_list_weighs_what_it_says(tmp_path):
    file = tmp_path / "clip.stl"
    subprocess.run(["make", "-C", HARDWARE, f"STL={file}"], check=True, capture_output=True)
    grams = Solid(file).volume() / 1000 * 1.24  # PLA
    said = (HARDWARE / "parts.md").read_text("utf-8")
    assert f"about {round(grams)} g each" in said


def test_sizes_that_make_no_clip_are_refused(tmp_path):
    made = subprocess.run(
        ["make", "-C", HARDWARE, f"STL={tmp_path / 'clip.stl'}", "BEAM=4"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert made.returncode != 0
    assert "the beam is too low" in made.stderr
