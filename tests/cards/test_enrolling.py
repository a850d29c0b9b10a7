"""Cards are enrolled from pictures, one or many at a time or live, and what will be hard is said at once."""

import cv2
import numpy as np
import pytest

from companion.cards import Deck, Recogniser
from companion.cards.deck import LIST
from companion.cards.enrolling import EnrolError, enrol, enrol_many, keep
from companion.cards.portrait import card_in, cards_in
from companion.rehearsal.lighting import CALM
from companion.rehearsal.photographing import Lying, Photographer
from companion.scenes.faces import printed
from tests.cards.faces import FILLS, INKS, illustrated, symbol
from tests.cards.tabletop import Conditions, photograph

STILL = Conditions(cloth="white", slant=0.2, shadow=0.1, blur=0.0, noise=0.1, cast=0.1, lens=0.0)


def shown(seeds, wide=190, conditions=STILL):
    places = [(220 + 280 * (n % 4), 250 + 420 * (n // 4), 3, wide) for n in range(len(seeds))]
    return photograph([(str(seed), illustrated(seed)) for seed in seeds], places, conditions, 1).picture


def most_like(cut, seeds):
    """The face that a cut-out card is, upright: it must be so clearly."""
    faces = [cut, *(illustrated(seed) for seed in seeds)]
    flat = [cv2.resize(each, (60, 84), interpolation=cv2.INTER_AREA).ravel() for each in faces]
    close = np.corrcoef(np.array(flat, float))[0, 1:]
    assert close.max() > 0.75
    return seeds[int(close.argmax())]


def one(seed):
    return photograph([("", illustrated(seed))], [(640, 480, 8, 330)], STILL, seed).picture


def test_an_enrolled_card_is_recognised_elsewhere(tmp_path):
    for seed in (1, 2, 3):
        assert enrol(tmp_path, f"card {seed}", one(seed)).warnings() == ()
    reading = Recogniser(Deck.open(tmp_path)).read(shown([3, 1]))
    assert [each.card for each in reading.cards if each.certain] == ["card 3", "card 1"]


def test_a_laid_out_deck_is_enrolled_in_reading_order(tmp_path):
    added = enrol_many(tmp_path, shown([5, 6, 7, 8, 9]), ("a", "b", "c", "d", "e"))
    assert [each.card for each in added] == ["a", "b", "c", "d", "e"]
    assert most_like(Deck.open(tmp_path).picture("d"), [5, 6, 7, 8, 9]) == 8


def test_cards_that_nobody_named_get_free_numbers_and_copies_are_left_out(tmp_path):
    first = enrol_many(tmp_path, shown([5, 6, 5]))
    assert [(each.card, each.kept) for each in first] == [
        ("card-01", True),
        ("card-02", True),
        ("card-03", False),
    ]
    assert first[2].same == "card-01"
    assert [each.card for each in enrol_many(tmp_path, shown([7]))] == ["card-03"]
    assert Deck.open(tmp_path).cards == ("card-01", "card-02", "card-03")


def test_ids_that_do_not_match_the_cards_are_refused_and_nothing_is_kept(tmp_path):
    with pytest.raises(EnrolError, match="3 cards were found and 2 ids given"):
        enrol_many(tmp_path / "deck", shown([5, 6, 7]), ("a", "b"))
    assert not (tmp_path / "deck").exists()


def test_a_table_without_cards_is_refused(tmp_path):
    with pytest.raises(EnrolError, match="no cards were found"):
        enrol_many(tmp_path, photograph([], [], STILL, 1).picture)


def test_an_id_that_is_no_file_name_is_kept_as_it_is(tmp_path):
    keep(tmp_path, "Ärger/2", illustrated(1), name='The "big" one')
    keep(tmp_path, "Ärger 2", illustrated(2))
    deck = Deck.open(tmp_path)
    assert deck.cards == ("Ärger/2", "Ärger 2")
    assert deck.entries["Ärger/2"].name == 'The "big" one'
    assert deck.entries["Ärger/2"].file != deck.entries["Ärger 2"].file


@pytest.mark.parametrize("card", ["caf\udce9", "a\0b", "two\nlines", "  "])
def test_an_id_that_cannot_be_written_down_is_refused_and_nothing_is_kept(tmp_path, card):
    with pytest.raises(EnrolError, match="give one with --id"):
        enrol(tmp_path / "deck", card, illustrated(1), cropped=True)
    assert not (tmp_path / "deck").exists()


def test_enrolling_again_keeps_what_the_list_says(tmp_path):
    keep(tmp_path, "one", illustrated(1))
    (tmp_path / LIST).write_text(
        'name = "Mine"\nsize_mm = [63.0, 88.0]\n[cards.one]\nname = "First"\ngroup = "hills"\nkind = "tile"\n'
    )
    keep(tmp_path, "one", illustrated(2))
    keep(tmp_path, "two", illustrated(3))
    deck = Deck.open(tmp_path)
    assert deck.name == "Mine"
    assert (deck.entries["one"].name, deck.entries["one"].group, deck.entries["one"].kind) == (
        "First",
        "hills",
        "tile",
    )
    assert deck.entries["two"].size_mm == (63.0, 88.0)


def test_a_face_with_little_on_it_is_warned_of(tmp_path):
    added = keep(tmp_path, "pale", cv2.GaussianBlur(symbol(1, "teal", "solid", "hexagon"), (0, 0), 4))
    assert added.features < 80
    assert "little is on it" in added.warnings()[0]


def test_a_card_that_differs_in_a_corner_is_said_to(tmp_path):
    face = illustrated(1)
    corner = face.copy()
    corner[20:90, 20:80] = (0, 0, 255)
    keep(tmp_path, "one", face)
    added = keep(tmp_path, "two", corner)
    assert added.kept
    (warning,) = added.warnings()
    assert warning == "it differs from one only in the top left corner: keep them flat and near"
    assert "differs from Uno only" in added.warnings({"one": "Uno"})[0]


def test_where_cards_lie_is_told_from_the_upper_left_of_each():
    photo = photograph([("", illustrated(4))], [(640, 480, 8, 330)], STILL, 4)
    (quad,) = cards_in(photo.picture)
    assert np.abs(np.array(quad) - photo.laid[0].quad).max() < 6


@pytest.mark.parametrize("again", [one, lambda seed: shown([seed])], ids=["there", "elsewhere"])
def test_a_card_that_is_enrolled_is_not_kept_by_another_name_but_may_be_taken_anew(tmp_path, again):
    enrol(tmp_path, "first", one(4))
    before = sorted(each.name for each in tmp_path.iterdir())
    added = enrol(tmp_path, "second", again(4))
    assert (added.kept, added.same, added.warnings()) == (False, "first", ())
    assert sorted(each.name for each in tmp_path.iterdir()) == before
    assert enrol(tmp_path, "first", again(4)).kept


def test_cards_that_differ_in_one_sign_only_are_all_kept(tmp_path):
    faces = [(ink, fill) for ink in INKS for fill in FILLS]
    added = [keep(tmp_path, "-".join(each), symbol(1, *each, "hexagon")) for each in faces]
    assert [each.kept for each in added] == [True] * len(INKS) * len(FILLS)
    assert len(Deck.open(tmp_path).cards) == len(faces)


def test_one_picture_one_of_many_and_one_that_is_watched_give_the_same_face(tmp_path):
    watched = enrol(tmp_path / "watched", "a", one(4), cropped=False)
    alone = enrol(tmp_path / "alone", "a", one(4))
    (of_many,) = enrol_many(tmp_path / "many", one(4), ("a",))
    files = {each.file.read_bytes() for each in (watched, alone, of_many)}
    assert len(files) == 1
    assert most_like(Deck.open(tmp_path / "many").picture("a"), [3, 4, 5]) == 4


def test_a_picture_is_the_card_itself_only_if_that_is_said(tmp_path):
    face = illustrated(3)[20:-20, 20:-20]
    assert enrol(tmp_path, "cropped", face, cropped=True).kept
    table = photograph([], [], STILL, 1).picture
    with pytest.raises(EnrolError, match="no card was seen by itself"):
        enrol(tmp_path, "watched", table)
    assert Deck.open(tmp_path).cards == ("cropped",)


def test_a_deck_whose_pictures_lie_in_reference_grows_there(tmp_path):
    (tmp_path / "reference").mkdir()
    cv2.imwrite(str(tmp_path / "reference" / "old.jpg"), illustrated(1))
    added = enrol(tmp_path, "new", one(2))
    assert added.file == tmp_path / "reference" / "new.png"
    assert set(Deck.open(tmp_path).cards) == {"old", "new"}


@pytest.fixture(scope="module", params=["coaster_clash", "coaster_park", "blast_track"])
def faces(request):
    return printed(request.param)


@pytest.mark.parametrize(
    ("ground", "least"), [("white", 1), ("felt", 2), ("planks", 2), ("checks", 1), ("flowers", 0)]
)
def test_a_card_on_any_ground_is_cut_out_whole_or_refused(faces, ground, least):
    enrolled = 0
    for n in range(2):
        face = faces.faces[n * 2]
        photo = Photographer(faces).take([Lying(face.id, 0, 0, 5)], f"{ground} {n}", CALM, (960, 720), ground)
        quad = card_in(photo.picture)
        if quad is None:
            continue
        enrolled += 1
        truth = np.array(photo.cards[0].quad)
        side = np.sqrt(cv2.contourArea(truth.astype(np.float32)))
        assert np.hypot(*(np.mean(quad, axis=0) - truth.mean(axis=0))) < 0.04 * side
        assert np.sqrt(cv2.contourArea(np.array(quad, np.float32))) == pytest.approx(side, rel=0.05)
    assert enrolled >= least


def test_cards_laid_in_a_row_are_refused_unless_many_are_expected(tmp_path):
    with pytest.raises(EnrolError, match="lay it alone on an even ground of another colour"):
        enrol(tmp_path / "deck", "row", shown([5, 6, 7]))
    assert not (tmp_path / "deck").exists()


def test_a_shape_that_no_other_card_of_the_deck_has_is_refused(tmp_path):
    for seed in (1, 2, 3):
        enrol(tmp_path, str(seed), one(seed))
    square = photograph(
        [("", cv2.resize(illustrated(4), (252, 252)))], [(640, 480, 8, 400)], STILL, 4
    ).picture
    with pytest.raises(EnrolError, match="edge is not clear"):
        enrol(tmp_path, "4", square)
    assert enrol(tmp_path / "another", "4", square).kept
    assert len(Deck.open(tmp_path).cards) == 3


def test_a_tile_is_kept_without_the_table_around_it(tmp_path):
    faces = printed("blast_track")
    photo = Photographer(faces).take([Lying("start", 0, 0, 4)], 3, CALM, (960, 720), "felt")
    kept = cv2.imread(str(enrol(tmp_path, "start", photo.picture).file), cv2.IMREAD_UNCHANGED)
    assert kept.shape[2] == 4
    opaque = kept[:, :, 3] > 127
    assert opaque.mean() == pytest.approx(0.75, abs=0.06)
    assert not opaque[[0, 0, -1, -1], [0, -1, 0, -1]].any()
