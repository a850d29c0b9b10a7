"""Rows of our own printed cards on pretend tables are read, and none is called by another's name."""

import shutil

import pytest

from companion.cards import Deck, Recogniser
from companion.cli.bench import _rows
from companion.rehearsal.photographing import Photographer
from companion.scenes.decks import own_deck
from companion.scenes.faces import printed

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_a_few_rows_of_every_game_are_read():
    figures = _rows.rows(16, seed=900)
    assert figures["cards"] == 80
    assert figures["wrong"] == 0
    assert figures["recall"] >= 0.93
    assert set(figures["games"]) >= {"coaster_park", "cosmic_coasters"}


def test_moons_that_the_deck_lacks_are_not_called_by_the_names_of_those_it_has(tmp_path):
    have = printed("cosmic_coasters")
    known = Deck.open(own_deck("cosmic_coasters", have)).entries
    for card in ("Ganymede", "Europa"):
        shutil.copy(known[card].file, tmp_path)
    recogniser = Recogniser(Deck.open(tmp_path))
    photographer = Photographer(have)
    for seed in range(4):
        strangers = photographer.row(["Io", "Callisto", "Io", "Callisto", "Io"], 700 + seed)
        assert [each for each in recogniser.read(strangers.picture).cards if each.certain] == []
    mixed = photographer.row(["Io", "Ganymede", "Callisto", "Europa", "Io"], 710)
    named = [each.card for each in recogniser.read(mixed.picture).cards if each.certain]
    assert named == ["Ganymede", "Europa"]


@pytest.mark.full
def test_of_a_thousand_cards_nearly_all_are_found_and_none_is_wrong():
    figures = _rows.rows(200, seed=5_000)
    assert figures["wrong"] == 0
    assert figures["recall"] >= 0.98
