"""Faces that share a frame and differ in number, ink, filling or shape are told apart, or asked about."""

import cv2
import numpy as np
import pytest

from companion.cards import Deck, Recogniser
from tests.cards.faces import FILLS, INKS, SHAPES, symbols
from tests.cards.tabletop import Conditions, photograph

LIGHTS = (
    Conditions(cloth="dark", slant=0.5, shadow=0.15, blur=0.1, noise=0.2, cast=0.2, lens=0.3),
    Conditions(cloth="wood", slant=0.2, shadow=0.2, blur=0.25, noise=0.4, cast=0.2, lens=0.3),
)


def deck_of(folder, faces):
    for card, face in faces.items():
        cv2.imwrite(str(folder / f"{card}.png"), face)
    return Recogniser(Deck.open(folder))


@pytest.fixture(scope="module")
def recogniser(tmp_path_factory):
    return deck_of(tmp_path_factory.mktemp("symbols"), symbols())


def grid(cards, conditions, seed, turned=False):
    faces = symbols()
    places = [
        (190 + 300 * (n % 4), 180 + 290 * (n // 4), 180 if turned else 0, 220) for n in range(len(cards))
    ]
    return photograph([(card, faces[card]) for card in cards], places, conditions, seed).picture


def found(reading):
    return [each.card for each in reading.cards if each.certain]


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("light", range(len(LIGHTS)))
def test_every_filling_of_every_shape_is_told(recogniser, ink, light):
    cards = [f"{ink}-{number}-{fill}-{shape}" for fill in FILLS for shape in SHAPES[:2] for number in (1, 2)]
    reading = recogniser.read(grid(cards, LIGHTS[light], seed=light))
    assert len(set(found(reading)) & set(cards)) >= 11
    assert set(found(reading)) <= set(cards)


def test_cards_upside_down_are_told_too(recogniser):
    cards = [f"{ink}-2-{fill}-drop" for ink in INKS for fill in FILLS]
    assert found(recogniser.read(grid(cards, LIGHTS[0], seed=5, turned=True))) == cards


def test_where_light_burns_the_difference_out_it_asks(recogniser):
    hatched = "violet-1-hatched-bow"
    picture = grid([hatched] * 4, LIGHTS[0], seed=2)
    burnt = np.clip(picture.astype(np.float32) * 2.6, 0, 255).astype(np.uint8)
    assert found(recogniser.read(picture)) == [hatched] * 4
    assert set(found(recogniser.read(burnt))) <= {hatched}
