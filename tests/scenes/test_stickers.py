import subprocess

import cv2
import numpy as np
import pytest

from companion.cards.markers import MOST, marker_image, marker_of, markers_in
from companion.rehearsal.lens import Pose, homography
from companion.scenes.cutting import reference
from companion.scenes.faces import Printed
from companion.scenes.pdf import write_pdf
from companion.scenes.sheets import PAPERS, sheets
from companion.scenes.stickers import MARKER_MM, SIZE_MM, stickers

NAMES = {f"card-{number:02}": f"Number {number} of the deck" for number in range(60)}
DPI = 150


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The sheet as a printer makes it."""
    folder = tmp_path_factory.mktemp("stickers")
    have = stickers(NAMES)
    pages = sheets(have.faces, PAPERS["a4"])
    write_pdf(folder / "markers.pdf", "Deck: markers", have, pages, PAPERS["a4"])
    command = ["pdftoppm", "-r", str(DPI), "-png", str(folder / "markers.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    return pages, [cv2.imread(str(file)) for file in sorted(folder.glob("page-*.png"))]


def grey(picture):
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def test_every_sticker_of_the_printed_sheets_is_read_as_its_card_and_in_its_size(page):
    pages, pictures = page
    assert [sheet.back for sheet in pages] == [False] * len(pages)
    read = [
        found
        for picture in pictures
        for found in markers_in(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), tuple(NAMES))
    ]
    assert sorted(found.card for found in read) == sorted(NAMES)
    for found in read:
        side = np.hypot(*np.subtract(found.quad[1], found.quad[0])) / DPI * 25.4
        assert side == pytest.approx(MARKER_MM, abs=0.3)


def test_stickers_are_read_at_a_slant_in_a_noisy_dim_picture_of_a_whole_table():
    faces = stickers(NAMES).faces[:6]
    table = np.full((800, 1400, 3), (60, 90, 70), np.uint8)
    for place, face in enumerate(faces):
        sticker = reference(face, 4.0)
        x = 60 + 220 * place
        table[300 : 300 + sticker.shape[0], x : x + sticker.shape[1]] = sticker
    corners = np.array([[0, 0], [1400, 0], [1400, 800], [0, 800]], float)
    map_ = homography(Pose(tilt=35, towards=20, roll=170, fill=0.98), corners, (1280, 720))
    picture = cv2.warpPerspective(table, map_, (1280, 720)) * 0.35
    noisy = np.clip(picture + np.random.default_rng(1).normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
    found = markers_in(grey(noisy), tuple(NAMES))
    assert sorted(each.card for each in found) == [face.id for face in faces]
    assert {each.turn for each in found} == {180}


def test_a_marker_of_another_deck_is_no_card():
    sheet = np.full((200, 200), 255, np.uint8)
    sheet[40:136, 40:136] = marker_image(300, 96)
    assert markers_in(sheet, tuple(NAMES)) == ()
    assert markers_in(np.zeros((50, 50), np.uint8), tuple(NAMES)) == ()


def test_a_deck_that_grows_keeps_its_numbers_and_has_a_last_one():
    cards = [f"c{number}" for number in range(MOST + 1)]
    assert marker_of("c3", cards[:5]) == marker_of("c3", cards) == 3
    with pytest.raises(ValueError, match="there are 587 markers"):
        marker_of(cards[-1], cards)


def test_a_sticker_fits_a_sleeve_and_names_its_card():
    assert SIZE_MM[0] < 63
    face = stickers({"io": "Io"}).faces[0]
    assert "Io" in [getattr(shape, "text", "") for shape in face.scene.shapes]
    assert isinstance(stickers(NAMES), Printed)
