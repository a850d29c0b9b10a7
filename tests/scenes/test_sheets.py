import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.cards import Deck, Recogniser
from companion.cards.deck import Kind
from companion.scenes.cutting import reference
from companion.scenes.decks import keep_deck, own_deck
from companion.scenes.faces import BLEED_MM as SCENE_BLEED_MM
from companion.scenes.faces import Printed, printed
from companion.scenes.pdf import how_to_cut, write_pdf
from companion.scenes.sheets import BLEED_MM, HEAD_MM, MARGIN_MM, PAPERS, FaceTooLargeError, cuts, sheets

DPI = 150
PX_PER_MM = DPI / 25.4


@pytest.fixture(scope="module")
def park():
    return printed("coaster_park")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("game", ["coaster_park", "cosmic_coasters"])
def test_every_face_is_printed_once_and_lies_on_the_paper_with_its_bleed(game, paper):
    faces = printed(game).faces
    pages = sheets(faces, paper)
    fronts = [page for page in pages if not page.back]
    printed_ids = sorted(spot.face.id for page in fronts for spot in page.spots)
    assert printed_ids == sorted(face.id for face in faces for _ in range(face.copies))
    for page in pages:
        assert {page.width, page.height} == {paper.width, paper.height}
        for spot in page.spots:
            assert spot.left - BLEED_MM >= MARGIN_MM
            assert spot.top - BLEED_MM >= HEAD_MM
            assert spot.left + spot.face.size[0] + BLEED_MM <= page.width - MARGIN_MM
            assert spot.top + spot.face.size[1] + BLEED_MM <= page.height - MARGIN_MM
    assert BLEED_MM <= SCENE_BLEED_MM


def test_bleeds_of_neighbours_do_not_overlap(park):
    for page in sheets(park.faces, PAPERS["a4"]):
        lefts = sorted({spot.left for spot in page.spots})
        assert all(b - a >= 63 + 2 * BLEED_MM - 1e-6 for a, b in pairwise(lefts))


def test_a_card_goes_on_its_side_where_more_fit(park):
    pages = sheets(park.faces, PAPERS["a4"])
    assert len(pages[0].spots) == 8
    assert pages[0].lying
    assert len(pages) == 2 * 6


def test_a_back_lies_behind_its_front(park):
    front, back = sheets(park.faces, PAPERS["a4"])[:2]
    for spot, behind in zip(front.spots, back.spots, strict=True):
        assert behind.face == spot.face
        assert behind.left + behind.face.size[0] == pytest.approx(front.width - spot.left)
        assert behind.top == spot.top


def test_a_face_larger_than_the_paper_is_refused_in_one_line(park):
    large = replace(park.faces[0], size=(300.0, 400.0))
    with pytest.raises(FaceTooLargeError, match="300 x 400 mm does not fit on A4"):
        sheets([large], PAPERS["a4"])


@pytest.fixture(scope="module")
def page(park, tmp_path_factory):
    """The first sheet of Coaster Park and its backs, as a printer would make them of the PDF."""
    if shutil.which("pdftoppm") is None:
        pytest.fail("pdftoppm is needed: apt-get install poppler-utils")
    folder = tmp_path_factory.mktemp("print")
    pages = sheets(park.faces, PAPERS["a4"])[:2]
    write_pdf(folder / "park.pdf", "Coaster Park", park, pages, PAPERS["a4"])
    command = ["pdftoppm", "-r", str(DPI), "-png", str(folder / "park.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    front, back = (cv2.imread(str(file)) for file in sorted(folder.glob("page-*.png")))
    return pages[0], front, back


def _read_as_it_lies(pixels):
    """The upright paper, turned so that the sheet that lies on its side can be read."""
    return cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE)


def _cut(pixels, spot):
    left, top = (round(side * PX_PER_MM) for side in (spot.left, spot.top))
    width, height = (round(side * PX_PER_MM) for side in spot.face.size)
    return pixels[top : top + height, left : left + width]


def test_a_page_has_the_paper_s_size_and_its_faces_theirs(page):
    sheet, front, _ = page
    assert front.shape[:2] == pytest.approx((297 * PX_PER_MM, 210 * PX_PER_MM), abs=1.5)
    turned = _read_as_it_lies(front)
    for spot in sheet.spots:
        wanted = reference(spot.face, PX_PER_MM)
        cut = cv2.resize(_cut(turned, spot), (wanted.shape[1], wanted.shape[0]))
        assert np.abs(cut.astype(int) - wanted.astype(int)).mean() < 12, spot.face.id


def test_crop_marks_are_where_the_faces_end(page):
    sheet, front, _ = page
    turned = _read_as_it_lies(front)
    row = turned[round((sheet.spots[0].top - BLEED_MM - 2.5) * PX_PER_MM)].min(axis=1)
    dark = [x / PX_PER_MM for x in range(1, len(row)) if row[x] < 170 <= row[x - 1]]
    expected = [at for axis, at in cuts(sheet) if axis == "x"]
    assert dark == pytest.approx(expected, abs=0.25)
    assert expected[1] - expected[0] == pytest.approx(63.0)


def test_the_back_printed_behind_a_front_covers_it(page, park):
    sheet, _, back = page
    through = cv2.flip(back, 1)  # the paper is turned over its long edge
    turned = _read_as_it_lies(through)
    wanted = cv2.flip(reference(replace(park.faces[0], scene=park.backs["launch"]), PX_PER_MM), 1)
    for spot in sheet.spots:
        cut = cv2.resize(_cut(turned, spot), (wanted.shape[1], wanted.shape[0]))
        assert np.abs(cut.astype(int) - wanted.astype(int)).mean() < 12, spot.face.id


def test_a_printed_face_is_recognised_and_its_back_is_no_card(page, park, tmp_path):
    sheet, front, back = page
    small = Printed(tuple(face for face in park.faces if face.back == "launch"), park.backs)
    keep_deck(tmp_path, "Coaster Park", small)
    recogniser = Recogniser(Deck.open(tmp_path))
    turned = _read_as_it_lies(front)
    for spot in sheet.spots[:2]:
        cut = cv2.copyMakeBorder(_cut(turned, spot), 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(70, 110, 60))
        (found,) = recogniser.read(cut).cards
        assert (found.card, found.turn, found.certain) == (spot.face.id, 0, True)
        width = np.hypot(*np.subtract(found.quad[1], found.quad[0]))
        assert width / PX_PER_MM == pytest.approx(63.0, abs=0.8)
    assert recogniser.read(back[: back.shape[0] // 2]).cards == ()


def test_a_deck_names_its_cards_and_knows_the_backs(park, tmp_path):
    keep_deck(tmp_path, "Coaster Park", park)
    deck = Deck.open(tmp_path)
    assert deck.name == "Coaster Park"
    assert deck.cards == tuple(face.id for face in park.faces)
    assert deck.entries["launch-01"].name == "Attorney · Meadow Drop"
    assert deck.entries["launch-01"].size_mm == (63.0, 88.0)
    backs = [card for card, entry in deck.entries.items() if entry.kind is Kind.BACK]
    assert backs == ["back of launch", "back of standard", "back of secret"]
    assert deck.picture("launch-01").shape == (528, 378, 3)


def test_ids_that_no_file_can_be_called_keep_apart(park, tmp_path):
    one, other = (replace(park.faces[0], id=id_) for id_ in ("../Io?", "..-Io!"))
    keep_deck(tmp_path / "deck", "odd", Printed((one, other), {}))
    deck = Deck.open(tmp_path / "deck")
    assert deck.cards == ("../Io?", "..-Io!")
    assert len({entry.file for entry in deck.entries.values()}) == 2
    assert all(entry.file.parent == tmp_path / "deck" for entry in deck.entries.values())


def test_a_pdf_that_can_t_be_written_leaves_what_was_there(park, tmp_path, monkeypatch):
    file = tmp_path / "park.pdf"
    file.write_bytes(b"kept")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_pdf(file, "x", park, sheets(park.faces[:1], PAPERS["a4"]), PAPERS["a4"])
    assert file.read_bytes() == b"kept"
    assert list(tmp_path.iterdir()) == [file]


def test_a_deck_of_our_own_is_made_once_and_anew_when_its_faces_change(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    moons = printed("cosmic_coasters")
    folder = own_deck("cosmic_coasters", moons)
    assert Deck.open(folder).cards == ("Ganymede", "Callisto", "Europa", "Io")
    made = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert own_deck("cosmic_coasters", moons) == folder
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == made
    fewer = Printed(moons.faces[:2], moons.backs)
    assert Deck.open(own_deck("cosmic_coasters", fewer)).cards == ("Ganymede", "Callisto")
    assert len(list(folder.parent.iterdir())) == 2


@pytest.mark.parametrize(
    ("game", "todo"),
    [("cosmic_coasters", "cut from mark to mark"), ("blast_track", "cut along the hair lines")],
)
def test_a_sheet_says_how_its_own_faces_are_cut(game, todo):
    assert how_to_cut(sheets(printed(game).faces[:1], PAPERS["a4"])[0]) == todo
