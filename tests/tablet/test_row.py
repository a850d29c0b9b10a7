"""Photos of the row where the cards' pictures can't be had, or are gone."""

import time

import pytest

from companion.cli._row import Row
from companion.kiosk.decks import Known
from companion.tablet.reading import Photo
from tests.tablet.test_uploads import jpeg


class Decks:
    """Decks that are asked for, and what comes of it."""

    def __init__(self):
        self.asked, self.answer = 0, Known()

    def of(self, _game, _components):
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def until(so):
    end = time.monotonic() + 60
    while not so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def row(serve):
    decks = Decks()
    row = Row(decks)
    row.watch(serve().play("coaster_park"))
    yield row, decks
    row.close()


@pytest.mark.parametrize("answer", [Known(), OSError("disk full"), KeyError("a fault of ours")])
def test_what_keeps_the_cards_from_being_learned_is_told_and_the_next_photo_tries_again(row, answer):
    reader, decks = row
    decks.answer = answer
    told = []
    reader.subscribe(lambda: told.append(reader.photo()))
    for _ in range(2):
        before = decks.asked
        reader.give(jpeg())
        until(lambda: told and told[-1] is not None and told[-1].unread)
        assert decks.asked == before + 1
        assert isinstance(reader.photo(), Photo)
        told.clear()


def test_a_deck_that_was_deleted_is_made_anew_for_the_next_photo(row, tmp_path):
    reader, decks = row
    folder = tmp_path / "deck"
    folder.mkdir()
    decks.answer = Known(folder)
    reader.give(jpeg())
    until(lambda: reader.progress() is not None)
    reader.give(jpeg())
    assert decks.asked == 1
    folder.rmdir()
    reader.give(jpeg())
    until(lambda: decks.asked == 2)
