"""A phone's photo of the row at a table without a touchscreen: read, entered, or asked about on the page."""

import re

import cv2
import numpy as np
import pytest

from companion.cli._row import Row
from companion.journal import Source
from companion.kiosk.decks import Decks
from companion.rehearsal.photographing import Photographer
from companion.rules.contract import TABLE, Setup, Violation
from companion.scenes.faces import printed
from companion.table import Table
from companion.table.in_view import Phase

DRAWN = ("Io", "Ganymede", "Europa")
PATIENCE_S = 120.0
"""For a machine that is busy with other tests; it takes a few seconds."""


@pytest.fixture
def row(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    row = Row(Decks(tmp_path / "decks", dict))
    yield row
    row.close()


@pytest.fixture
def photo():
    def taken(cards, seed=2):
        done, data = cv2.imencode(".jpg", Photographer(printed("cosmic_coasters")).row(cards, seed).picture)
        assert done
        return data.tobytes()

    return taken


def send(phone, data):
    return phone.web.post("/camera", content=data, headers={"Content-Type": "image/jpeg"})


@pytest.fixture
def served(serve, row):
    served = serve(camera=row)
    row.subscribe(served.room.tell)
    table = Table.begin(
        served.journal, Setup("cosmic_coasters", ("Ann", "Bo", "Cem"), options={"moons": "drawn"})
    )
    assert isinstance(table, Table)
    served.room.follow(table)
    row.watch(table)
    return served


def test_a_photo_of_the_row_is_read_and_its_cards_are_entered(served, row, photo):
    table, phone = served.table, served.phone("Ann")
    assert row.progress() is None
    answer = send(phone, photo(DRAWN))
    assert (answer.status_code, answer.text) == (204, "")
    phone.look("camera")
    phone.hear(lambda: table.n >= len(DRAWN), PATIENCE_S)
    assert table.view(TABLE).state.moons == DRAWN
    assert {table.entry(n).source for n in (1, 2, 3)} == {Source.CAMERA}
    phone.hear(lambda: "3 cards entered" in phone.regions["side"])
    assert "Io, Ganymede, Europa." in phone.regions["side"]
    assert not any("be read" in frame for frame in phone.frames)


@pytest.mark.parametrize(("grain", "why"), [(60, "come nearer"), (0, "one colour all over")])
def test_a_photo_of_no_card_ends_in_words(served, grain, why):
    table, phone = served.table, served.phone("Ann")
    phone.look("camera")
    assert "Asked for" in phone.regions["side"]
    noise = np.random.default_rng(1).integers(0, grain + 1, (60, 80, 3), np.uint8)
    done, data = cv2.imencode(".jpg", cv2.resize(noise + 90, (1280, 960)))
    assert done
    assert send(phone, data.tobytes()).status_code == 204
    phone.hear(lambda: "Learning the cards, a moment" in phone.regions["side"])
    phone.hear(lambda: "No card was seen in the photo" in phone.regions["side"], PATIENCE_S)
    assert why in phone.regions["side"]
    assert table.n == 0


def test_the_page_says_before_a_photo_that_nothing_is_asked_for(served, row):
    served.play("cosmic_coasters", moves=6)
    row.watch(served.table)
    phone = served.phone("keeper")
    phone.look("camera")
    assert "Nothing that lies on the table is asked for now" in phone.regions["side"]
    assert 'id="shutter"' not in phone.regions["side"]


def test_a_photo_that_is_taken_back_is_entered_again_only_when_a_person_says_so(served, row, photo):
    table, keeper = served.table, served.phone("keeper")
    send(keeper, photo(DRAWN))
    keeper.hear(lambda: table.n >= len(DRAWN), PATIENCE_S)
    assert not isinstance(table.take_back(0, TABLE), Violation)
    keeper.look("camera")
    keeper.hear(lambda: 'data-do="Photo"' in keeper.regions["side"], PATIENCE_S)
    assert row.progress().phase is Phase.DOUBTFUL
    before = table.n
    number = int(re.search(r'data-photo="(\d+)"', keeper.regions["side"]).group(1))
    keeper.touch("Photo", photo=number + 1)
    assert "moved on" in keeper.answer()
    watcher = served.phone("watcher")
    watcher.touch("Photo", photo=number)
    assert "look on" in watcher.answer()
    assert table.n == before
    keeper.touch("Photo", photo=number)
    keeper.hear(lambda: table.n >= before + len(DRAWN), PATIENCE_S)
    assert table.view(TABLE).state.moons == DRAWN


def test_a_photo_that_nobody_asked_for_is_not_taken_and_starts_nothing(served, row, photo):
    served.play("cosmic_coasters", moves=6)
    row.watch(served.table)
    answer = send(served.phone("keeper"), photo(DRAWN))
    assert answer.status_code == 415
    assert "asked for" in answer.text
    assert row.progress() is None
