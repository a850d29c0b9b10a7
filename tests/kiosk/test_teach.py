"""Teaching the cards on the kiosk: found easily, a card at a time, kept at once, as a file out and in."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.kiosk.settings import Settings
from companion.rules import game, games
from companion.table import ComponentStore
from tests.kiosk.layout import faults
from tests.kiosk.looking import looking
from tests.kiosk.opening import Opened


def kept(opened: Opened) -> dict:
    return ComponentStore(opened.kiosk.places.components).read(game("coaster_park")).values


def touch(opened: Opened, *ids: str) -> None:
    for id_ in ids:
        opened.fingers.touch(id_)
        opened.still()


def teach(opened: Opened, key: str) -> None:
    """Go to one card of Coaster Park."""
    touch(opened, "home.teach", "teach.game.coaster_park")
    items = opened.kiosk.frames.screen._items
    at = next(place for place, item in enumerate(items) if item.key == key)
    opened.kiosk.go("teach_card", game="coaster_park", at=at)
    opened.still()


def test_a_card_takes_one_touch_if_it_is_as_printed(open_kiosk):
    opened = open_kiosk()
    touch(opened, "home.teach", "teach.game.coaster_park", "teach.start")
    first = opened.kiosk.frames.screen._title.text
    touch(opened, "teach_card.next")
    assert opened.kiosk.frames.screen._title.text != first
    assert "flags" in kept(opened)["hills"][0]["table"]


def test_a_stepped_and_a_chosen_value_are_kept_for_good_with_the_next_card(open_kiosk):
    opened = open_kiosk()
    teach(opened, "meadow-drop")
    touch(opened, "field.flags.more", "field.flags.more", "field.colour.0", "teach_card.next")
    hill = kept(opened)["hills"][0]
    assert (hill["flags"], hill["colour"]) == (3, "red")


def test_what_was_changed_is_kept_even_if_one_goes_back(open_kiosk):
    opened = open_kiosk()
    teach(opened, "meadow-drop")
    touch(opened, "field.size.less", "teach_card.back")
    assert kept(opened)["hills"][0]["size"] == 3


def test_a_card_of_many_choices_is_chosen_on_a_page_of_its_own(open_kiosk):
    opened = open_kiosk()
    teach(opened, "launch-01")
    before = kept(opened)["cards"][0]["expert"]
    touch(opened, "field.expert")
    experts = [id_ for id_ in opened.fingers.visible() if id_.startswith("field.expert.")]
    assert len(experts) > 6
    other = "field.expert.0" if before != "acquisitions" else "field.expert.1"
    touch(opened, other, "teach_card.next")
    assert kept(opened)["cards"][0]["expert"] != before


def test_what_a_bonus_counts_is_taught_term_by_term(open_kiosk):
    opened = open_kiosk()
    rules = game("coaster_park")
    bonus = next(row for row in rules.house()["bonuses"] if row["terms"])
    teach(opened, bonus["id"])
    touch(opened, "field.terms", "field.terms.row.0", "field.terms.0.points.more", "field.back", "field.back")
    touch(opened, "teach_card.next")
    found = next(row for row in kept(opened)["bonuses"] if row["id"] == bonus["id"])
    assert found["terms"][0]["points"] == bonus["terms"][0]["points"] + 1


def test_what_does_not_fit_yet_is_said_and_not_lost(open_kiosk):
    opened = open_kiosk(size=(720, 1280), density=1.0)
    teach(opened, "loop")
    touch(opened, "field.special.0", "teach_card.next")
    touch(opened, "teach_card.back")
    assert "Not played with yet" in opened.kiosk.frames.screen._count.text
    assert kept(opened) == game("coaster_park").house()


def test_values_go_out_as_a_spreadsheet_and_come_back(open_kiosk):
    opened = open_kiosk()
    own = opened.kiosk.places.journal.parent
    touch(opened, "home.teach", "teach.game.coaster_park", "teach.files")
    write = next(id_ for id_ in opened.fingers.visible() if id_.startswith("teach_files.write"))
    touch(opened, write)
    sheet = own / "coaster_park.csv"
    text = sheet.read_text(encoding="utf-8")
    assert "meadow-drop" in text
    sheet.write_text(text.replace("Meadow Drop", "Old Mill"), encoding="utf-8")
    touch(opened, "teach_files.read.0", "confirm.yes")
    assert kept(opened)["hills"][0]["name"] == "Old Mill"


def test_a_bad_spreadsheet_is_refused_in_a_line_with_its_place(open_kiosk):
    opened = open_kiosk()
    own = opened.kiosk.places.journal.parent
    (own / "mine.csv").write_text("table,id\nhils,meadow-drop\n", encoding="utf-8")
    touch(opened, "home.teach", "teach.game.coaster_park", "teach.files", "teach_files.read.0", "confirm.yes")
    said = opened.kiosk.frames._message.label
    assert "mine.csv, line 2" in said
    assert "Nothing was changed" in said
    assert kept(opened) == game("coaster_park").house()


def test_the_players_screen_says_that_house_values_are_played_with(open_kiosk):
    opened = open_kiosk()
    touch(opened, "home.new.coaster_park")
    opened.still()
    assert "house values" in opened.kiosk.frames.screen._teach.detail
    touch(opened, "seats.teach", "teach.back")
    assert opened.kiosk._shown[0] == "seats"


def test_a_cards_picture_is_kept_with_its_values(open_kiosk, tmp_path):
    opened = open_kiosk(settings=Settings(camera=f"picture:{single_card(tmp_path / 'one.png')}"))
    teach(opened, "launch-01")
    screen = opened.kiosk.frames.screen
    for _ in range(300):
        opened.fingers.wait(0.02)
        if screen._quad is not None:
            break
    touch(opened, "teach_card.next")
    decks = opened.kiosk.cameras.decks
    for _ in range(300):
        opened.still()
        if screen._pictured:
            break
        time.sleep(0.02)
    assert decks.enrolled("coaster_park") == {"launch-01"}
    assert decks.uses("coaster_park") == "own"


def test_no_picture_is_kept_while_pictures_are_switched_off(open_kiosk, tmp_path):
    opened = open_kiosk(settings=Settings(camera=f"picture:{single_card(tmp_path / 'one.png')}"))
    teach(opened, "launch-01")
    opened.fingers.wait(1.0)
    touch(opened, "teach_card.picture", "teach_card.next")
    opened.fingers.wait(0.3)
    assert opened.kiosk.cameras.decks.enrolled("coaster_park") == frozenset()


def single_card(path: Path) -> Path:
    """A picture of a card alone on a table."""
    table = np.full((720, 1280, 3), 60, np.uint8)
    table[160:600, 480:795] = 245
    blocks = np.random.default_rng(1).integers(0, 255, (8, 6, 3), np.uint8)
    table[180:580, 500:775] = cv2.resize(blocks, (275, 400), interpolation=cv2.INTER_NEAREST)
    cv2.imwrite(str(path), table)
    return path


@pytest.mark.parametrize(
    ("size", "density", "dark"),
    [((800, 480), 0.0, True), ((1280, 720), 1.0, False), ((1280, 720), 1.6, True), ((720, 1280), 1.0, False)],
)
def test_it_fits_every_screen_with_and_without_a_camera(open_kiosk, tmp_path, size, density, dark):
    look = looking(open_kiosk, tmp_path, size=size, density=density, dark=dark)
    opened, found = look.opened, []
    touch(opened, "home.camera")
    found += faults(opened.kiosk)
    touch(opened, "camera.back")
    for name in games() if size == (800, 480) else ("coaster_park",):
        opened.kiosk.go("teach", game=name)
        opened.still()
        found += faults(opened.kiosk)
        tables = {item.table: place for place, item in enumerate(opened.kiosk.frames.screen._items)}
        for at in tables.values():
            opened.kiosk.go("teach_card", game=name, at=at)
            opened.still()
            found += faults(opened.kiosk)
    opened.kiosk.go("teach", game="coaster_park")
    opened.still()
    touch(opened, "teach.files")
    found += faults(opened.kiosk)
    assert found == []
