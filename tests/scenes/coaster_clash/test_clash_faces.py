"""Every card of Coaster Clash has a face with all that is printed on it."""

import msgspec
from msgspec.structs import replace

from companion.rules.coaster_clash.components import house, values
from companion.scenes.coaster_clash.faces import printed
from tests.scenes.checking import words


def test_each_element_and_each_layout_has_one_face_by_its_id():
    ids = [face.id for face in printed({}).faces]
    assert ids == [card.id for card in (*house().elements, *house().layouts)]


def test_a_face_carries_name_icons_and_values():
    faces = {face.id: face for face in printed({}).faces}
    said = words(faces["volcano-bunny-hops"].scene)
    for part in ("Bunny Hops", "ejector airtime · helix", "−4", "6", "7", ">10"):
        assert part in said
    said = words(faces["silver-serpent"].scene)
    assert "+2 each" in said
    assert "max 8" in said
    assert "two of S-curve" in said


def test_a_taught_value_is_printed():
    first = house().elements[0]
    have = replace(house(), elements=(replace(first, excitement=17), *house().elements[1:]))
    faces = printed(msgspec.to_builtins(values(have))).faces
    assert "17" in words(faces[0].scene)
