"""Cards are found in pictures whose truth is known: which, where, how turned; what is none is not named."""

import cv2
import numpy as np
import pytest

from companion.cards import Deck, Recogniser
from tests.cards.faces import illustrated
from tests.cards.tabletop import Conditions, photograph

CALM = Conditions(slant=0.1, shadow=0.1, blur=0.0, noise=0.1, cast=0.1, lens=0.0)
ROUGH = Conditions(slant=0.6, shadow=0.6, blur=0.2, noise=0.4, cast=0.6, lens=0.6, sleeve=1.0)

KNOWN = 24


@pytest.fixture(scope="module")
def faces():
    return {f"face-{seed}": illustrated(seed) for seed in range(KNOWN + 6)}


@pytest.fixture(scope="module")
def recogniser(faces, tmp_path_factory):
    folder = tmp_path_factory.mktemp("deck")
    for seed in range(KNOWN):
        cv2.imwrite(str(folder / f"face-{seed}.png"), faces[f"face-{seed}"])
    back = cv2.resize(np.random.default_rng(5).integers(0, 255, (30, 20, 3), np.uint8), (252, 352))
    cv2.imwrite(str(folder / "back.png"), back)
    (folder / "deck.toml").write_text('[cards.back]\nkind = "back"\n')
    return Recogniser(Deck.open(folder))


def laid(faces, cards, places, conditions, seed=1):
    return photograph([(card, faces[card]) for card in cards], places, conditions, seed)


def row(turn=0.0, wide=170.0):
    return [(160 + 240 * n, 480, turn, wide) for n in range(5)]


def certain(reading):
    return [each.card for each in reading.cards if each.certain]


def middle(quad):
    return np.mean(quad, axis=0)


@pytest.mark.parametrize("cloth", ["plain", "dark", "white", "wood", "checked", "flowered"])
def test_a_row_is_read_from_the_left_on_any_cloth(faces, recogniser, cloth):
    cards = [f"face-{n}" for n in (3, 17, 8, 0, 21)]
    rough = Conditions(**{**vars(ROUGH), "cloth": cloth})
    assert certain(recogniser.read(laid(faces, cards, row(), rough, seed=7).picture)) == cards


def test_corners_lie_on_the_card_from_its_own_upper_left(faces, recogniser):
    photo = laid(faces, ["face-5", "face-9"], [(350, 400, 25, 260), (850, 500, 200, 260)], CALM)
    found = {each.card: each for each in recogniser.read(photo.picture).cards}
    for truth in photo.laid:
        assert np.abs(np.array(found[truth.card].quad) - truth.quad).max() < 6


@pytest.mark.parametrize(("turn", "quarter"), [(0, 0), (84, 90), (180, 180), (265, 270), (352, 0)])
def test_how_a_card_is_turned_is_said(faces, recogniser, turn, quarter):
    photo = laid(faces, ["face-5"], [(640, 480, turn, 260)], CALM)
    (found,) = recogniser.read(photo.picture).cards
    assert found.turn == quarter
    assert abs((found.angle - turn + 180) % 360 - 180) < 4


def test_two_copies_of_a_card_are_two_cards(faces, recogniser):
    photo = laid(faces, ["face-4", "face-4", "face-2"], row()[:3], ROUGH, seed=3)
    assert certain(recogniser.read(photo.picture)) == ["face-4", "face-4", "face-2"]


def test_cards_that_cover_a_third_of_each_other_are_all_found(faces, recogniser):
    places = [(350 + 140 * n, 480, 3, 210) for n in range(4)]
    cards = ["face-1", "face-6", "face-11", "face-16"]
    photo = laid(faces, cards, places, CALM)
    assert min(each.visible for each in photo.laid) < 0.72
    assert certain(recogniser.read(photo.picture)) == cards


def test_two_rows_are_read_one_after_the_other(faces, recogniser):
    places = [(x, y, turn, 170) for y, turn in ((280, 4), (660, 184)) for x in (250, 520, 790)]
    cards = [f"face-{n}" for n in (2, 7, 12, 17, 22, 3)]
    assert certain(recogniser.read(laid(faces, cards, places, CALM).picture)) == cards


def test_cards_of_no_deck_are_unknown_and_not_named(faces, recogniser):
    strangers = [f"face-{KNOWN + n}" for n in range(4)]
    photo = laid(faces, [*strangers, "face-8"], row(), Conditions(**{**vars(CALM), "cloth": "dark"}))
    reading = recogniser.read(photo.picture)
    assert certain(reading) == ["face-8"]
    assert len(reading.unknown) == len(strangers)
    for truth in photo.laid[:4]:
        assert min(np.hypot(*(middle(quad) - middle(truth.quad))) for quad in reading.unknown) < 20


def test_a_back_is_no_card(faces, recogniser):
    back = recogniser.deck.picture("back")
    photo = photograph([("back", back), ("face-8", faces["face-8"])], row()[1:3], CALM, 2)
    reading = recogniser.read(photo.picture)
    assert [each.card for each in reading.cards] == ["face-8"]
    assert len(reading.unknown) == 1


@pytest.mark.parametrize("cloth", ["wood", "checked", "flowered"])
def test_an_empty_table_holds_no_cards(recogniser, cloth):
    photo = photograph([], [], Conditions(cloth=cloth), 4)
    assert recogniser.read(photo.picture).cards == ()


def test_a_card_of_other_colours_is_not_called_certain(faces, recogniser):
    recoloured = np.ascontiguousarray(faces["face-3"][..., ::-1])
    photo = photograph([("other", recoloured)], [(640, 480, 0, 260)], CALM, 2)
    assert certain(recogniser.read(photo.picture)) == []


def test_the_same_picture_is_read_the_same_by_another_recogniser(faces, recogniser):
    picture = laid(faces, ["face-3", "face-9", "face-1"], row()[:3], ROUGH, seed=9).picture
    again = Recogniser(Deck.open(recogniser.deck.folder))
    assert again.read(picture).cards == recogniser.read(picture).cards


def test_a_picture_of_twelve_megapixels_has_its_corners_in_its_own_pixels(faces, recogniser):
    photo = laid(faces, ["face-5"], [(640, 480, 0, 260)], CALM)
    large = cv2.resize(photo.picture, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    (found,) = recogniser.read(large).cards
    assert np.abs(np.array(found.quad) - photo.laid[0].quad * 3.125).max() < 20


@pytest.mark.parametrize("size", [(1, 1), (40, 3000), (8, 200), (200, 200)])
def test_pictures_too_small_or_too_slim_hold_no_cards(recogniser, size):
    reading = recogniser.read(np.full((*size, 3), 90, np.uint8))
    assert reading.cards == ()
    assert reading.unknown == ()
