"""Which beams watch a coaster, when there are fewer clips than it could have."""

from companion.marbles import Beam, Role
from companion.table.running import equipped


def test_with_too_few_clips_rest_beams_are_left_out_first_and_then_the_launch() -> None:
    hills = ("Launch", "Bump", "Plain")
    assert equipped(hills, 12) == equipped(hills, 4)
    assert equipped(hills, 3) == (Beam(0, Role.EXIT), Beam(1, Role.EXIT), Beam(2, Role.EXIT))
    assert equipped(hills, 2) == (Beam(1, Role.EXIT), Beam(2, Role.EXIT))
