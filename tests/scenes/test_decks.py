"""The decks we draw ourselves: kept in a cache that heals, and does not grow for ever."""

import os

import pytest

from companion.cards import Deck
from companion.scenes.decks import MOST_KEPT, own_deck
from companion.scenes.faces import Printed, printed


@pytest.fixture
def moons(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    have = printed("cosmic_coasters")
    return Printed(have.faces[:1], {})


@pytest.mark.parametrize("kept", [b"", b"\x89PNG\r\n\x1a\n half", None], ids=["empty", "half", "gone"])
@pytest.mark.parametrize("what", ["Ganymede.png", "deck.toml"])
def test_a_deck_in_the_cache_that_a_power_cut_spoilt_is_made_anew(moons, what, kept):
    folder = own_deck("cosmic_coasters", moons)
    before = (folder / what).read_bytes()
    if kept is None:
        (folder / what).unlink()
    else:
        (folder / what).write_bytes(kept)
    assert own_deck("cosmic_coasters", moons) == folder
    assert (folder / what).read_bytes() == before
    assert Deck.open(folder).cards == ("Ganymede",)


def test_of_a_game_s_decks_in_the_cache_the_newest_few_stay(moons):
    folder = own_deck("cosmic_coasters", moons)
    others = [folder.with_name(f"cosmic_coasters-{n}") for n in range(MOST_KEPT + 3)]
    another = folder.with_name("coaster_park-1")
    for age, each in enumerate((folder, *others, another)):
        each.mkdir(exist_ok=True)
        os.utime(each, (1_000_000 - age, 1_000_000 - age))
    newest = own_deck("cosmic_coasters", Printed((*moons.faces, *printed("cosmic_coasters").faces[1:2]), {}))
    assert set(folder.parent.iterdir()) == {newest, folder, *others[: MOST_KEPT - 2], another}
