"""A card shown to be known: found where it lies, cut out upright, and compared with those that are known."""

import cv2
import numpy as np
import pytest

from companion.cards.pictures import Picture
from companion.cards.portrait import alike, card_in, cut_out, differs
from companion.cards.straightening import scaled

TABLE = (70, 96, 120)


def face(seed: int, corner: int = 0) -> Picture:
    """A card with art of its own; `corner` changes only a small square in its upper left."""
    random = np.random.default_rng(seed)
    card = np.full((440, 315, 3), 245, np.uint8)
    blocks = random.integers(0, 255, (9, 6, 3), np.uint8)
    card[20:-20, 20:-20] = cv2.resize(blocks, (275, 400), interpolation=cv2.INTER_NEAREST)
    if corner:
        card[30:130, 30:110] = (0, 0, 255 - corner)
    return card


def shown(card: Picture, corners: list[tuple[float, float]], size: tuple[int, int] = (1280, 720)) -> Picture:
    """The card laid on a table so that its corners, from its upper left clockwise, lie there."""
    table = np.full((size[1], size[0], 3), TABLE, np.uint8)
    high, wide = card.shape[:2]
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    pose = cv2.getPerspectiveTransform(flat, np.array(corners, np.float32))
    laid = cv2.warpPerspective(card, pose, size)
    mask = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), pose, size)
    table[mask > 0] = laid[mask > 0]
    return table


SLANTED = [(480, 120), (790, 150), (770, 600), (440, 560)]


@pytest.fixture
def deck(tmp_path):
    for name, seed in (("one", 1), ("two", 2), ("three", 3)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), face(seed))
    return tmp_path


def test_a_card_is_found_where_it_lies_from_its_upper_left_corner():
    quad = card_in(shown(face(5), SLANTED))
    assert quad is not None
    assert np.abs(np.array(quad) - np.array(SLANTED)).max() < 6


def test_what_is_cut_out_is_the_card_straight_and_upright():
    picture = shown(face(5), SLANTED)
    cut = cut_out(picture, card_in(picture))
    assert np.abs(scaled(cut, 48) - scaled(face(5), 48)).mean() < 0.08
    assert cut.shape[0] > cut.shape[1]


def test_of_several_cards_none_is_taken_for_the_one_that_is_shown():
    beside = shown(face(6), [(40, 200), (240, 200), (240, 480), (40, 480)])
    middle = [(540, 200), (740, 200), (740, 480), (540, 480)]
    both = np.where(shown(face(5), middle) != np.array(TABLE), shown(face(5), middle), beside)
    assert card_in(shown(face(5), middle)) is not None
    assert card_in(both.astype(np.uint8)) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_table_shows_no_card(level):
    assert card_in(np.full((720, 1280, 3), level, np.uint8)) is None


def test_a_card_unlike_all_others_is_like_none(deck):
    assert alike(deck, "four", face(9)) == ()


def test_a_card_that_differs_in_a_corner_is_said_to_differ_there(deck):
    (found,) = alike(deck, "four", face(2, corner=1))
    assert (found.card, found.where) == ("two", "top left corner")


def test_the_same_card_again_differs_nowhere(deck):
    dimmer = (face(3) * 0.7).astype(np.uint8)
    (found,) = alike(deck, "four", dimmer)
    assert (found.card, found.where) == ("three", "")


def test_a_card_taken_again_is_not_compared_with_its_own_picture(deck):
    assert alike(deck, "two", face(2)) == ()


def test_a_deck_that_is_not_there_yet_has_nothing_alike(tmp_path):
    assert alike(tmp_path / "none", "one", face(1)) == ()


def test_where_faces_differ_is_said_in_words():
    assert differs(face(1), (face(1) * 0.8).astype(np.uint8)) == ""
