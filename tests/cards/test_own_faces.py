"""Rows of our own printed cards on pretend tables are read, and none is called by another's name."""

import pytest

from companion.cli.bench import _rows

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


@pytest.mark.full
def test_of_a_thousand_cards_nearly_all_are_found_and_none_is_wrong():
    figures = _rows.rows(200, seed=5_000)
    assert figures["wrong"] == 0
    assert figures["recall"] >= 0.98
