from collections import Counter
from itertools import combinations

import cv2
import msgspec
import numpy as np
import pytest

from companion.rules import game, games
from companion.rules.coaster_park import components as park
from companion.rules.cosmic_coasters import components as cosmic
from companion.scenes.cutting import cut_out, reference
from companion.scenes.faces import BLEED_MM, DP, hexagon, printed
from companion.scenes.shapes import Box, Text
from companion.scenes.touching import bounds
from tests.scenes.checking import ink

GAMES = [name for name in sorted(games()) if printed(name) is not None]


def test_both_games_of_the_first_evening_have_faces():
    assert {"coaster_park", "cosmic_coasters"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_each_face_has_an_id_of_its_own_and_a_back(name):
    found = printed(name)
    ids = [id_ for face in found.faces for id_ in (face.id, *face.also)]
    assert max(Counter(ids).values()) == 1
    assert {face.back for face in found.faces} <= set(found.backs)


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_has_the_size_of_its_face_and_its_ground_fills_the_bleed(name):
    for face in printed(name).faces:
        assert (face.scene.width, face.scene.height) == pytest.approx((face.size[0] * DP, face.size[1] * DP))
        left, top, right, bottom = bounds(face.scene.shapes[0])
        bleed = BLEED_MM * DP
        assert left <= -bleed
        assert top <= -bleed
        assert right >= face.scene.width + bleed
        assert bottom >= face.scene.height + bleed


@pytest.mark.parametrize("name", GAMES)
def test_words_on_a_face_keep_to_their_panel_and_are_not_cut_short(name):
    for face in printed(name).faces:
        for place, text in enumerate(face.scene.shapes):
            if not isinstance(text, Text):
                continue
            left, top, right, bottom = ink(text)
            panels = [
                bounds(shape)
                for shape in face.scene.shapes[:place]
                if isinstance(shape, Box) and _holds(bounds(shape), ((left + right) / 2, (top + bottom) / 2))
            ]
            inner = min(panels, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
            assert inner[0] <= left, (face.id, text.text)
            assert right <= inner[2], (face.id, text.text)
            assert "…" not in text.text


def _holds(box, point):
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_components_give_the_same_faces(name):
    assert printed(name) == printed(name, game(name).house())


@pytest.mark.parametrize("name", GAMES)
def test_any_two_faces_differ_over_a_good_part_of_their_area(name):
    faces = [face for face in printed(name).faces if face.copies]
    grey = {
        face.id: cv2.resize(cv2.cvtColor(reference(face, 2.0), cv2.COLOR_BGR2GRAY), (126, 176))
        for face in faces
    }
    for one, other in combinations(grey, 2):
        apart = np.abs(grey[one].astype(int) - grey[other].astype(int)) > 40
        assert apart.mean() > 0.08, (one, other)


def test_every_card_that_coaster_park_can_turn_up_has_a_face():
    house = park.house()
    wanted = {card.id for card in house.cards} | {bonus.id for bonus in house.bonuses}
    assert {id_ for face in printed("coaster_park").faces for id_ in (face.id, *face.also)} == wanted


def test_copies_of_one_card_share_a_face():
    house = park.house()
    first = house.cards[0]
    twin = msgspec.structs.replace(house.cards[6], expert=first.expert, hill=first.hill)
    cards = tuple(twin if card.id == twin.id else card for card in house.cards)
    faces = printed("coaster_park", park.values(msgspec.structs.replace(house, cards=cards))).faces
    (shared,) = [face for face in faces if face.id == first.id]
    assert shared.also == (twin.id,)
    assert shared.copies == 2


def test_the_global_card_has_a_face_on_either_side():
    found = printed("coaster_park")
    sides = {bonus.side: bonus.id for bonus in park.house().bonuses if bonus.side != "secret"}
    front, behind = (
        next(face for face in found.faces if face.id == sides[side]) for side in ("front", "back")
    )
    assert front.back == behind.id
    assert found.backs[behind.id] == behind.scene
    assert behind.copies == 0


def test_a_moon_that_the_table_named_has_a_face_by_that_name():
    house = cosmic.house()
    moons = (msgspec.structs.replace(house.moons[0], name="Titan"), *house.moons[1:])
    values = cosmic.plain(msgspec.structs.replace(house, moons=moons))
    assert printed("cosmic_coasters", values).faces[0].id == "Titan"


def test_what_is_cut_away_is_clear():
    face = printed("coaster_park").faces[0]
    shape = cut_out(face, 4.0)
    assert shape.shape == (352, 252, 4)
    assert shape[0, 0, 3] == 0
    assert shape[176, 0, 3] == 255
    size, corners = hexagon(30.0)
    tile = msgspec.structs.replace(face, size=size, outline=corners)
    alpha = cut_out(tile, 4.0)[:, :, 3]
    assert (alpha > 127).mean() == pytest.approx(0.75, abs=0.01)
    assert alpha[2, alpha.shape[1] // 2] == 255
