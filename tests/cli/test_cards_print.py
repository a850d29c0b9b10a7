import json

import pytest
from click.testing import CliRunner

from companion.cards import Deck
from companion.cli._printing import print_command


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return lambda *arguments: CliRunner().invoke(print_command, [str(each) for each in arguments])


def test_moons_are_printed_and_kept_as_a_deck(run, tmp_path):
    deck = tmp_path / "moons"
    result = run("--game", "cosmic_coasters", "--out", tmp_path / "moons.pdf", "--deck", deck, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert (told["pages"], told["faces"]) == (2, 4)
    assert (tmp_path / "moons.pdf").read_bytes().startswith(b"%PDF")
    assert Deck.open(deck).cards == ("Ganymede", "Callisto", "Europa", "Io")


def test_what_is_printed_is_told_in_words(run, tmp_path):
    result = run("--game", "cosmic_coasters", "-o", tmp_path / "moons.pdf", "--paper", "letter")
    assert "4 faces on 1 sheet, backs included" in result.output


def test_a_folder_that_can_t_be_made_is_an_error_of_the_file(run, tmp_path):
    (tmp_path / "file").write_text("")
    result = run("--game", "cosmic_coasters", "-o", tmp_path / "file" / "moons.pdf")
    assert isinstance(result.exception, OSError)


def test_stickers_are_printed_for_a_game_or_an_own_deck(run, tmp_path):
    result = run("--game", "cosmic_coasters", "--markers", "-o", tmp_path / "m.pdf", "--json")
    assert json.loads(result.output) | {"file": ""} == {"file": "", "pages": 1, "faces": 4, "deck": []}
    run("--game", "cosmic_coasters", "-o", tmp_path / "moons.pdf", "--deck", tmp_path / "own")
    result = run("--markers", "--deck", tmp_path / "own", "-o", tmp_path / "own.pdf")
    assert "4 faces on 1 sheet." in result.output


def test_a_game_must_be_named_and_a_deck_must_be_one(run, tmp_path):
    assert "name the game with --game" in run().output
    (tmp_path / "empty").mkdir()
    result = run("--markers", "--deck", tmp_path / "empty")
    assert result.exit_code == 1
    assert "no pictures in it" in result.output
