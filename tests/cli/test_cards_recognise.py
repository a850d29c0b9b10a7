"""`companion cards recognise` and `enrol`: a line a picture, and a line for each that can't be read."""

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cards import Recogniser
from companion.cards.markers import marker_image, marker_of
from companion.cli import companion
from tests.cards.faces import illustrated
from tests.cards.tabletop import Conditions, photograph

CARDS = tuple(f"face-{seed}" for seed in range(6))


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deck") / "reference"
    folder.mkdir()
    for seed, card in enumerate(CARDS):
        cv2.imwrite(str(folder / f"{card}.jpg"), illustrated(seed))
    return folder.parent


@pytest.fixture
def table(tmp_path):
    places = [(300 + 330 * n, 480, 0, 230) for n in range(3)]
    faces = [(CARDS[n], illustrated(n)) for n in (4, 1, 4)]
    file = tmp_path / "table.jpg"
    cv2.imwrite(str(file), photograph(faces, places, Conditions(cloth="wood"), 3).picture)
    return file


def run(*arguments):
    return CliRunner().invoke(companion, ["cards", *map(str, arguments)])


def test_a_picture_is_one_line_of_json(deck, table):
    result = run("recognise", "--deck", deck, table)
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    told = msgspec.json.decode(line)
    assert told["picture"] == str(table)
    assert [each["card"] for each in told["cards"]] == ["face-4", "face-1", "face-4"]
    assert set(told["cards"][0]) == {"card", "quad", "turn", "certain", "confidence"}
    assert told["cards"][0]["turn"] == 0
    assert told["cards"][0]["certain"] is True
    assert np.array(told["cards"][0]["quad"]).shape == (4, 2)
    assert told["ms"] >= 0


def test_what_cannot_be_read_is_told_and_the_rest_is_still_answered(deck, table):
    folder = table.parent
    whole = table.read_bytes()
    (folder / "a-torn.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "b-text.png").write_text("not a picture")
    (folder / "c-empty.jpg").touch()
    cv2.imwrite(str(folder / "d-black.png"), np.zeros((600, 800, 3), np.uint8))
    cv2.imwrite(str(folder / "e-white.png"), np.full((600, 800, 3), 255, np.uint8))
    cv2.imwrite(str(folder / "f-dot.png"), np.zeros((1, 1, 3), np.uint8))
    result = run("recognise", "--deck", deck, folder, folder / "gone.jpg")
    assert result.exit_code == 1
    assert [msgspec.json.decode(line)["picture"] for line in result.stdout.splitlines()] == [str(table)]
    errors = result.stderr.splitlines()
    assert [error.split(": ")[1] for error in errors] == [
        "a-torn.jpg",
        "b-text.png",
        "c-empty.jpg",
        "d-black.png",
        "e-white.png",
        "f-dot.png",
        "gone.jpg",
    ]


@pytest.mark.parametrize(
    ("fault", "said"),
    [(MemoryError(), "more memory than there is"), (cv2.error("planted\nin two lines"), "in two lines")],
    ids=["memory", "opencv"],
)
def test_one_picture_that_fails_while_it_is_looked_at_costs_no_other(deck, table, monkeypatch, fault, said):
    read = Recogniser.read

    def failing(self, picture):
        if picture.shape[0] == 300:
            raise fault
        return read(self, picture)

    cv2.imwrite(str(table.parent / "odd.png"), cv2.resize(cv2.imread(str(table)), (400, 300)))
    monkeypatch.setattr(Recogniser, "read", failing)
    result = run("recognise", "--deck", deck, table.parent)
    assert result.exit_code == 1
    assert [msgspec.json.decode(line)["picture"] for line in result.stdout.splitlines()] == [str(table)]
    (error,) = result.stderr.splitlines()
    assert error.startswith("Error: odd.png: ")
    assert said in error


def test_what_another_system_hides_beside_its_pictures_is_passed_over(deck, table):
    (table.parent / "._table.jpg").write_bytes(b"\0\5\26\7 a note")
    result = run("recognise", "--deck", deck, table.parent)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 1


def test_a_folder_that_is_no_deck_is_one_line(tmp_path, table):
    result = run("recognise", "--deck", tmp_path / "none", table)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "no such folder" in result.stderr


def test_a_marker_on_a_sleeve_is_read_by_the_same_command(deck, tmp_path):
    marker = marker_image(marker_of("face-3", CARDS), 96)
    sticker = cv2.cvtColor(cv2.copyMakeBorder(marker, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255), 8)
    picture = photograph([("", sticker)], [(500, 400, 30, 120)], Conditions(cloth="plain"), 2).picture
    cv2.imwrite(str(tmp_path / "dark.png"), picture // 3)
    (card,) = msgspec.json.decode(run("recognise", "--deck", deck, tmp_path / "dark.png").stdout)["cards"]
    assert card["card"] == "face-3"
    assert card["certain"] is True
    assert np.hypot(*(np.mean(card["quad"], axis=0) - (500, 400))) < 60


def test_enrolled_cards_are_recognised(tmp_path, table):
    deck = tmp_path / "mine"
    added = run("enrol", "--deck", deck, "--many", table)
    assert added.exit_code == 0
    assert added.stdout.splitlines()[2] == "card-03: not added, it is the same as card-01."
    told = msgspec.json.decode(run("recognise", "--deck", deck, table).stdout)
    assert [each["card"] for each in told["cards"]] == ["card-01", "card-02", "card-01"]


def test_a_picture_that_cannot_be_enrolled_is_one_line_and_the_others_are(tmp_path, table):
    (tmp_path / "bad.png").write_text("no")
    alone = photograph([("", illustrated(4))], [(640, 480, 4, 400)], Conditions(cloth="white"), 3).picture
    cv2.imwrite(str(tmp_path / "alone.png"), alone)
    mine = tmp_path / "mine"
    result = run("enrol", "--deck", mine, tmp_path / "bad.png", table, tmp_path / "alone.png")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: bad.png: not a picture")
    assert "Error: table.jpg: the card's edge is not clear on that ground" in result.stderr
    assert result.stdout.startswith("alone: ")
    assert result.stdout.endswith(f"kept as {mine / 'alone.png'}: look at it\n")


def test_ids_must_match_the_pictures(tmp_path, table):
    result = run("enrol", "--deck", tmp_path / "mine", "--id", "a", "--id", "b", table)
    assert result.exit_code == 2
    assert "1 pictures and 2 ids" in result.stderr
