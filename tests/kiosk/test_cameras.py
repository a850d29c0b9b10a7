"""The camera as the kiosk keeps it: chosen by name, open while it is needed, and the decks it knows."""

import threading

import cv2
import numpy as np
import pytest

from companion.cards.camera import CameraState, CameraStatus, Frame
from companion.cards.deck import Deck
from companion.kiosk import finding
from companion.kiosk.decks import HOUSE, OWN, Decks
from companion.kiosk.finding import cameras_here, sticks
from companion.kiosk.lens import LINGER_S, Gate, Lens
from tests.kiosk.looking import Watcher, looking, picture

NAMED = {"standard-01": "Manager · Bump", "standard-02": "Foreman · Loop", "standard-03": "Spy"}

BLANK = np.zeros((4, 6, 3), np.uint8)


class Pretend:
    """A camera that gives a frame for each look."""

    address = "v4l2:pretend"

    def __init__(self) -> None:
        self.n, self.closed = 0, False

    def newest(self, after=0, timeout=0.0):
        assert timeout == 0.0 or threading.current_thread() is not threading.main_thread()
        self.n += 1
        return Frame(self.n, BLANK, 0.0) if self.n > after else None

    def status(self):
        return CameraStatus(CameraState.LIVE)

    def close(self):
        self.closed = True


class Shop:
    """Opens cameras, and remembers them."""

    def __init__(self) -> None:
        self.opened = []
        self.now = 0.0

    def lens(self) -> Lens:
        return Lens("v4l2:pretend", self._open, lambda: self.now)

    def _open(self, _address):
        self.opened.append(Pretend())
        return self.opened[-1]


def test_a_camera_rests_when_nobody_has_looked_and_counts_on_when_it_wakes():
    shop = Shop()
    lens = shop.lens()
    assert [lens.newest(n).n for n in (0, 1, 2)] == [1, 2, 3]
    shop.now = LINGER_S
    lens.doze()
    assert len(shop.opened) == 1
    assert lens.status().state is CameraState.LIVE
    shop.now = LINGER_S + 1
    lens.doze()
    assert lens.status().state is CameraState.SEARCHING
    assert lens.newest(3).n == 4
    assert len(shop.opened) == 2


def test_a_lens_that_was_lent_stays_open_until_it_is_shut():
    shop = Shop()
    lens = shop.lens()
    lens.close()
    assert lens.newest() is not None
    lens.shut()
    assert lens.newest() is None
    assert len(shop.opened) == 1


def test_when_all_ends_nothing_of_a_camera_goes_on():
    shop = Shop()
    lens = shop.lens()
    lens.finder.newest()
    before = threading.active_count()
    lens.shut(wait=True)
    assert shop.opened[0].closed
    assert threading.active_count() < before
    assert lens.finder.newest() is None


def test_only_a_phone_takes_photos():
    with pytest.raises(ValueError, match="another camera"):
        Shop().lens().give(b"")
    lens = Lens("phone:")
    done, photo = cv2.imencode(".jpg", np.full((200, 300, 3), 90, np.uint8))
    assert done
    lens.give(photo.tobytes())
    assert lens.newest().picture.shape == (200, 300, 3)
    with pytest.raises(ValueError, match="photo"):
        lens.give(b"GIF89a")


def test_a_gate_that_is_shut_stops_the_recogniser_and_takes_back_what_was_seen():
    watcher = Watcher()
    gate, heard = Gate(watcher), []
    stop = gate.subscribe(heard.append)
    watcher.show("one", "two")
    gate.turn(shut=True)
    assert watcher.listeners == []
    assert [[card.card for card in each.cards] for each in heard] == [["one", "two"], []]
    gate.turn(shut=False)
    watcher.show("three")
    assert heard[-1].cards[0].card == "three"
    gate.turn(shut=True)
    stop()
    assert not gate.shut


def test_a_camera_that_was_chosen_is_offered_even_if_it_is_not_plugged_in(monkeypatch):
    monkeypatch.setattr(finding, "_plugged_in", lambda: iter(()))
    monkeypatch.setattr(finding, "_of_the_pi", lambda: iter(()))
    found = cameras_here((), "v4l2:Desk Cam")
    assert (found[0].label, found[0].detail) == ("Desk Cam", "not plugged in")
    assert [each.address for each in found] == ["v4l2:Desk Cam", "phone:"]


def test_folders_of_pictures_are_offered_to_try(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "rows").mkdir()
    picture(tmp_path / "rows" / "one.png")
    found = cameras_here((tmp_path / "empty", tmp_path / "rows", tmp_path / "gone"))
    assert f"folder:{tmp_path / 'rows'}" in [each.address for each in found]
    assert f"folder:{tmp_path / 'empty'}" not in [each.address for each in found]


def test_sticks_are_found_by_their_name_or_their_owners(tmp_path):
    (tmp_path / "ann" / "STICK").mkdir(parents=True)
    (tmp_path / "usb0").mkdir()
    assert sticks((tmp_path, tmp_path / "gone")) == (tmp_path / "ann" / "STICK", tmp_path / "usb0")


@pytest.fixture
def decks(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    chosen = {}
    decks = Decks(tmp_path / "decks", lambda: chosen)
    decks.chosen = chosen
    return decks


def test_house_pictures_are_used_until_there_are_own_ones(decks):
    known = decks.of("cosmic_coasters", {})
    assert not known.own
    assert set(known.names.values()) >= {"Io", "Europa"}
    own = decks.own("cosmic_coasters")
    own.mkdir(parents=True)
    picture(own / "Io.png")
    assert decks.uses("cosmic_coasters") == OWN
    assert decks.of("cosmic_coasters", {}).folder == own
    decks.chosen["cosmic_coasters"] = HOUSE
    assert decks.of("cosmic_coasters", {}).folder == known.folder


def card(colour: int) -> np.ndarray:
    table = np.full((720, 1280, 3), 60, np.uint8)
    table[160:600, 480:795] = 245
    rows = np.random.default_rng(colour).integers(0, 255, (8, 6, 3), np.uint8)
    table[180:580, 500:775] = cv2.resize(rows, (275, 400), interpolation=cv2.INTER_NEAREST)
    return table


def test_own_pictures_are_kept_with_their_names_and_cards_that_look_alike_are_known(decks):
    assert decks.enrol("coaster_park", "standard-01", NAMED, card(1)).endswith("is kept.")
    assert decks.enrol("coaster_park", "standard-01", NAMED, card(2)).endswith("is kept.")
    same = decks.enrol("coaster_park", "standard-02", NAMED, card(2))
    assert same == "No picture: it is the same as that of Manager · Bump."
    nothing = decks.enrol("coaster_park", "standard-03", NAMED, np.full((720, 1280, 3), 60, np.uint8))
    assert nothing == "No picture: no card was seen by itself."
    assert decks.enrolled("coaster_park") == {"standard-01"}
    assert [file.name for file in sorted(decks.own("coaster_park").iterdir())] == [
        "deck.toml",
        "standard-01.png",
    ]
    twins = decks.of("coaster_park", {}).twins
    assert all(one == "standard-01" for one in twins)


LISTED = """size_mm = [63.0, 88.0]

[cards.standard-09]
name = "Back of the deck"
kind = "back"
group = "hills"
"""


@pytest.mark.parametrize("where", ["", "reference"])
def test_a_card_that_is_added_changes_nothing_that_an_owner_wrote_of_the_others(decks, where):
    own = decks.own("coaster_park")
    (own / where).mkdir(parents=True)
    cv2.imwrite(str(own / where / "standard-09.png"), card(3))
    (own / "deck.toml").write_text(LISTED)
    before = Deck.open(own).entries["standard-09"]
    assert decks.enrol("coaster_park", "standard-01", NAMED, card(1)).endswith("is kept.")
    after = Deck.open(own)
    assert after.entries["standard-09"] == before
    assert after.cards == ("standard-01",)
    assert after.entries["standard-01"].size_mm == (63.0, 88.0)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("deck.toml", b"[cards.x", "deck.toml: "),
        ("deck.toml", b'[cards.gone]\nname = "Gone"', "no picture of gone; add gone.png"),
        ("standard-02.png", b"no picture", "standard-02.png: not a picture that can be read"),
    ],
    ids=["list", "missing", "picture"],
)
def test_a_spoilt_deck_is_told_and_stays_as_it_is(decks, file, content, said):
    own = decks.own("coaster_park")
    own.mkdir(parents=True)
    cv2.imwrite(str(own / "standard-09.png"), card(3))
    (own / file).write_bytes(content)
    before = {each.name: each.read_bytes() for each in own.iterdir()}
    answer = decks.enrol("coaster_park", "standard-01", NAMED, card(1))
    assert answer.startswith("No picture: ")
    assert said in answer
    assert "\n" not in answer
    assert {each.name: each.read_bytes() for each in own.iterdir()} == before
    assert decks.of("coaster_park", {}).folder == own


def test_a_camera_is_chosen_on_its_screen_and_kept(open_kiosk, tmp_path):
    look = looking(open_kiosk, tmp_path)
    look.touch("home.camera")
    look.until(lambda: look.opened.kiosk.frames.screen._sight.shows or not _look(look))
    look.until(lambda: "camera.use.0" in look.visible)
    look.touch("camera.none")
    assert look.opened.kiosk.settings.camera == ""
    assert look.opened.kiosk.cameras.status() is None
    phone = next(
        f"camera.use.{place}"
        for place, each in enumerate(look.opened.kiosk.frames.screen._found)
        if each.address == "phone:"
    )
    look.touch(phone)
    assert look.opened.kiosk.settings.camera == "phone:"
    look.until(lambda: look.opened.kiosk.cameras.status() is not None)
    assert "photo" in look.opened.kiosk.frames.screen._said()


def _look(look) -> bool:
    look.opened.kiosk.frames.screen._sight.look()
    return True


def test_nothing_is_entered_while_the_camera_is_set_up(open_kiosk, tmp_path):
    look = looking(open_kiosk, tmp_path)
    look.sit_down()
    look.touch("more")
    look.touch("menu.camera")
    assert not look.looked_through
    look.touch("camera.back")
    look.until(lambda: look.screen == "cards" and look.looked_through)
