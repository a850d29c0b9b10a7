"""Every tile of a box has a face to print, with its rails, its number, and the back that it is told by."""

from collections import Counter

import pytest

from companion.rules.blast_track.board import neighbour
from companion.rules.blast_track.components import COUNTS, house, plain
from companion.scenes.blast_track.faces import PAPER, SIDE_MM, SIZE_MM
from companion.scenes.blast_track.hexes import mouth
from companion.scenes.faces import DP, printed
from companion.scenes.shapes import Polyline, Text

HOUSE = printed("blast_track")
assert HOUSE is not None
FACES = {face.id: face for face in HOUSE.faces}


def test_every_tile_has_a_face_under_the_id_that_readings_give_and_so_has_the_start():
    assert set(FACES) == {"start", *(tile.id for tile in house().tiles)}
    assert all(FACES[tile.id].name == tile.name for tile in house().tiles)


def test_as_many_are_printed_as_the_box_holds():
    assert sum(face.copies for face in FACES.values()) == 1 + sum(COUNTS.values()) == 65


def test_drawn_tiles_have_purple_backs_and_open_ones_yellow():
    for tile in house().tiles:
        drawn = tile.kind in ("rail", "slope", "symbol", "entrance")
        assert FACES[tile.id].back == ("purple" if drawn else "loop" if tile.kind == "loop" else "yellow")


def test_people_can_tell_tiles_by_a_number_of_their_own():
    numbers = Counter(_words(tile.id)[-2 if tile.plus else -1] for tile in house().tiles)
    assert set(numbers) == {str(number) for number in range(1, len(house().tiles) + 1)}


def _words(id_: str) -> list[str]:
    return [shape.text for shape in FACES[id_].scene.shapes if isinstance(shape, Text)]


def test_how_many_copies_show_a_plus_stands_on_the_tile():
    for tile in house().tiles:
        assert (f"+{tile.plus}" in _words(tile.id)) == bool(tile.plus)


def test_the_rails_of_a_face_join_the_printed_ends():
    (spine,) = (tile for tile in house().tiles if tile.id == "rail-spine")
    middle = (SIZE_MM[0] * DP / 2, SIZE_MM[1] * DP / 2)
    rails = [
        shape
        for shape in FACES["rail-spine"].scene.shapes
        if isinstance(shape, Polyline) and shape.colour == PAPER
    ]
    assert len(rails) == len(spine.rails)
    for shape, ends in zip(rails, spine.rails, strict=True):
        for point, end in zip((shape.points[1], shape.points[-2]), ends, strict=True):
            x, y = mouth(end)
            assert point == pytest.approx((middle[0] + x * SIDE_MM * DP, middle[1] + y * SIDE_MM * DP))


def test_a_loop_is_cut_along_the_border_of_its_cells():
    loop = FACES["loop"]
    assert len(loop.outline) == 12
    cells = {(0, 0), neighbour((0, 0), 1), neighbour((0, 0), 2)}
    assert len(cells) == 3
    twice = sum(
        x0 * y1 - x1 * y0
        for (x0, y0), (x1, y1) in zip(loop.outline, (*loop.outline[1:], loop.outline[0]), strict=True)
    )
    assert abs(twice) / 2 == pytest.approx(3 * 1.5 * 3**0.5 * SIDE_MM**2, rel=0.001)


def test_taught_components_change_the_faces():
    own = plain(house())
    own["tiles"][0]["count"] = 5
    own["tiles"][1]["count"] = 5
    changed = printed("blast_track", own)
    assert changed is not None
    assert [face.copies for face in changed.faces[1:3]] == [5, 5]
