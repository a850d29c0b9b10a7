"""A folder is a deck, or says in one line which file keeps it from being one."""

import os
import struct

import cv2
import numpy as np
import pytest

from companion.cards.deck import Deck, DeckError
from companion.cards.pictures import PictureError, read_picture


@pytest.fixture
def folder(tmp_path):
    picture = np.random.default_rng(1).integers(0, 255, (88, 63, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "io.png"), picture)
    return tmp_path


@pytest.mark.parametrize(
    ("listing", "said"),
    [
        ("x = " + "[" * 20_000, "nested too deeply"),
        ("size_mm = [-63.0, 88.0]", "Expected `float` > 0.0"),
        ("[cards.io]\nsize_mm = [nan, 88.0]", "Expected `float`"),
        ("[cards.io]\nsize_mm = [inf, 88.0]", "Expected `float` <= 1000.0"),
        ("[cards.io]\nkind = 'monster'", "Invalid enum value 'monster'"),
        ("[cards.io]\n[cards.io]", "twice"),
        ("[cards.europa]\nname = 'Europa'", "no picture of europa; add europa.png"),
        ("[cards.europa]\npicture = '\\u0000'", "no picture of europa"),
    ],
    ids=["deep", "negative", "nan", "endless", "kind", "twice", "missing", "nul"],
)
def test_a_list_that_is_not_right_is_refused_in_one_line(folder, listing, said):
    (folder / "deck.toml").write_text(listing)
    with pytest.raises(DeckError, match=r"deck\.toml: ") as caught:
        Deck.open(folder)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_pictures_of_one_card_are_told_unless_the_list_chooses_one(folder):
    (folder / "io.JPG").write_bytes((folder / "io.png").read_bytes())
    with pytest.raises(DeckError, match=r"io\.JPG and io\.png are both of io; remove one$"):
        Deck.open(folder)
    (folder / "deck.toml").write_text("[cards.io]\npicture = 'io.png'")
    assert Deck.open(folder).entries["io"].file == folder / "io.png"


def test_what_another_system_hides_beside_its_files_is_no_card(folder):
    (folder / "._io.png").write_bytes(b"of no use")
    (folder / ".europa.png").write_bytes(b"of no use")
    assert Deck.open(folder).cards == ("io",)


def test_what_is_no_file_is_not_waited_for(folder):
    os.mkfifo(folder / "europa.png")
    with pytest.raises(DeckError, match=r"europa\.png: not a file"):
        Deck.open(folder).picture("europa")
    with pytest.raises(PictureError, match="not a file"):
        read_picture(folder)


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_what_is_transparent_is_not_of_the_card(folder, depth):
    most = np.iinfo(depth).max
    tile = np.full((40, 30, 4), most, depth)
    tile[:, :10, 3] = most // 4
    cv2.imwrite(str(folder / "tile.png"), tile)
    shape = Deck.open(folder).shape("tile")
    assert shape.shape == (40, 30)
    assert (shape[:, :10] == 0).all()
    assert (shape[:, 10:] == 255).all()
    assert Deck.open(folder).shape("io") is None


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.unlink(), r"tile\.png: No such file"),
        (lambda file: file.write_bytes(file.read_bytes()[:-30]), r"tile\.png: the file ends in the middle"),
        (
            lambda file: file.write_bytes(
                file.read_bytes()[:16] + struct.pack(">II", 90_000, 90_000) + file.read_bytes()[24:]
            ),
            r"tile\.png: 90000x90000 pixels are too many",
        ),
    ],
    ids=["gone", "torn", "huge"],
)
def test_a_shape_that_can_t_be_read_is_refused_in_one_line(folder, spoil, said):
    cv2.imwrite(str(folder / "tile.png"), np.full((40, 30, 4), 90, np.uint8))
    deck = Deck.open(folder)
    spoil(folder / "tile.png")
    with pytest.raises(DeckError, match=said) as caught:
        deck.shape("tile")
    assert "\n" not in str(caught.value)
