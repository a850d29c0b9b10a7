"""Letting phones in from the touchscreen: by a switch, with a code that can be scanned."""

import time

import cv2
import httpx
import numpy as np
from kivy.core.window import Window

from companion.cli._phones import Phones
from companion.journal import Journal
from companion.kiosk.settings import read_settings
from companion.rules.contract import Setup
from companion.table import Table
from tests.kiosk.layout import faults


def phones_in(folder):
    return Phones(folder, alone=False, host="127.0.0.1", port=0)


def wait(opened, until):
    end = time.monotonic() + 20
    while not until() and time.monotonic() < end:
        opened.still()
        time.sleep(0.02)
    assert until()
    opened.still()


def switched_on(open_kiosk, tmp_path):
    phones = phones_in(tmp_path)
    opened = open_kiosk(phones=phones)
    opened.kiosk.go("phones")
    opened.still()
    opened.fingers.touch("phones.switch")
    wait(opened, lambda: phones.on)
    opened.kiosk.frames.screen.refresh()
    opened.still()
    return opened, phones


def breaks_off(phones):
    """The task that tells every page its news fails."""
    hub = phones._server.hub

    async def fails(_):
        raise RuntimeError("planted")

    hub.show = fails
    hub.news()


def test_a_switch_lets_phones_in_and_is_remembered(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    wait(opened, lambda: not opened.kiosk.worker.busy)
    assert read_settings(opened.kiosk.places.settings).phones
    assert httpx.get(phones.link).status_code == 303
    opened.fingers.touch("phones.switch")
    wait(opened, lambda: not phones.on)
    assert not opened.kiosk.settings.phones


def test_the_code_on_the_screen_can_be_scanned(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    opened.fingers.settle()
    shot = Window.screenshot(name=str(tmp_path / "shot.png"))
    picture = cv2.imread(shot)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=2, fy=2))
    assert text == phones.link
    assert isinstance(picture, np.ndarray)


def test_the_kiosk_follows_an_evening_that_a_phone_began(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    journal = opened.kiosk.journal
    assert isinstance(journal, Journal)
    phones.room.begin(Setup("cosmic_coasters", ("Ann", "Bo")), "key")
    wait(opened, lambda: opened.kiosk.session is not None)
    assert opened.kiosk.session.table is phones.room.table
    assert isinstance(phones.room.table, Table)
    opened.kiosk.stand_up()
    opened.still()
    assert phones.room.table is None


def test_phones_see_the_table_that_the_kiosk_shows(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    opened.play("cosmic_coasters", ("Ann", "Bo"), moves=3)
    assert phones.room.table is opened.table


def test_a_page_that_broke_off_is_told_on_the_screen_and_served_again_by_a_touch(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    screen = opened.kiosk.frames.screen
    breaks_off(phones)
    wait(opened, lambda: not phones.on)
    screen.refresh()
    opened.still()
    assert "broke off" in screen._how.text
    assert opened.kiosk._phones_stand()[0] == "bad"
    assert faults(opened.kiosk) == []
    opened.fingers.touch("phones.switch")
    wait(opened, lambda: phones.on)
    assert phones.problem == ""
    assert httpx.get(phones.link).status_code == 303


def test_a_page_that_broke_off_may_be_left_off(open_kiosk, tmp_path):
    opened, phones = switched_on(open_kiosk, tmp_path)
    breaks_off(phones)
    wait(opened, lambda: not phones.on)
    opened.kiosk.frames.screen.refresh()
    opened.still()
    opened.fingers.touch("phones.off")
    wait(opened, lambda: not opened.kiosk.worker.busy)
    assert phones.problem == ""
    assert not opened.kiosk.settings.phones
    assert opened.kiosk._phones_stand() == ("faint", "no phones")
