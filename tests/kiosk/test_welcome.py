"""The first start asks what kind of table it is; the answer is remembered, and can be changed later."""

import pytest

from companion.kiosk.settings import Settings, read_settings
from companion.rules.contract import TABLE, Observe
from tests.kiosk.layout import faults
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


class Silent:
    def tell(self) -> None:
        """Say nothing."""


def first_start(open_kiosk, **how) -> Opened:
    return open_kiosk(pretending=lambda _table: Silent(), **how)


def shown(opened: Opened) -> str:
    return opened.kiosk._shown[0]


def to_a_fact(opened: Opened) -> None:
    """Play until a fact is awaited that a pretend table could say."""
    for _ in range(60):
        asks = opened.table.view(TABLE).asks
        if any(isinstance(ask, Observe) for ask in asks) and hasattr(opened.kiosk.frames.screen, "_story"):
            return
        assert opened.go_on(1)
    raise AssertionError("no fact was awaited")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("density", [0.0, 1.6])
def test_both_ways_to_play_are_offered_at_every_size(open_kiosk, size, density):
    opened = first_start(open_kiosk, size=size, density=density)
    assert shown(opened) == "welcome"
    assert set(opened.fingers.visible()) == {"welcome.real", "welcome.pretend"}
    assert faults(opened.kiosk) == []


@pytest.mark.parametrize(("table", "beams"), [("real", ""), ("pretend", "simulated:")])
def test_the_choice_is_remembered_and_leads_home_with_its_beams(open_kiosk, table, beams):
    opened = first_start(open_kiosk)
    opened.fingers.touch(f"welcome.{table}")
    opened.still()
    assert shown(opened) == "home"
    assert opened.kiosk.beams.address == beams
    assert (opened.kiosk.beams.source is not None) is bool(beams)
    assert read_settings(opened.kiosk.places.settings).table == table


@pytest.mark.parametrize("table", ["real", "pretend"])
def test_it_is_asked_only_once(open_kiosk, table):
    opened = first_start(open_kiosk, settings=Settings(table=table))
    assert shown(opened) == "home"


def test_a_kiosk_without_a_pretend_table_has_nothing_to_ask(open_kiosk):
    opened = open_kiosk(settings=Settings(table="pretend"))
    assert shown(opened) == "home"
    assert opened.kiosk.beams.address == ""
    opened.kiosk.go("settings")
    opened.still()
    assert "settings.table" not in opened.fingers.visible()


def test_a_real_table_is_never_offered_what_a_pretend_one_says(open_kiosk):
    opened = first_start(open_kiosk, settings=Settings(table="real"))
    opened.play("coaster_park", NAMES)
    to_a_fact(opened)
    assert "prompt.pretend" not in opened.fingers.visible()


def test_the_settings_change_the_table_in_the_midst_of_an_evening(open_kiosk):
    opened = first_start(open_kiosk, settings=Settings(table="real"))
    opened.play("coaster_park", NAMES)
    to_a_fact(opened)
    opened.kiosk.go("settings")
    opened.still()
    opened.fingers.touch("settings.table")
    opened.still()
    assert opened.kiosk.settings.table == "pretend"
    opened.fingers.touch("settings.back")
    opened.still()
    assert "prompt.pretend" in opened.fingers.visible()
    assert opened.kiosk.beams.address == "simulated:"
    assert opened.kiosk.beams.devices is not None
    opened.kiosk.go("settings")
    opened.still()
    opened.fingers.touch("settings.table")
    opened.still()
    opened.kiosk.go("game")
    opened.still()
    assert "prompt.pretend" not in opened.fingers.visible()
    assert opened.kiosk.beams.devices is None


def test_the_beams_named_for_this_time_give_way_to_a_table_chosen_on_the_screen(open_kiosk):
    opened = first_start(open_kiosk, beams="simulated:5", settings=Settings(table="real"))
    assert opened.kiosk.beams.address == "simulated:5"
    opened.kiosk.go("settings")
    opened.still()
    opened.fingers.touch("settings.table")
    opened.still()
    assert opened.kiosk.beams.address == "simulated:"


def test_a_board_is_looked_for_by_a_touch_and_given_up_by_another(open_kiosk):
    opened = first_start(open_kiosk, settings=Settings(table="real"))
    opened.kiosk.go("beams")
    opened.fingers.settle()
    assert faults(opened.kiosk) == []
    opened.fingers.touch("beams.look")
    opened.fingers.settle()
    assert opened.kiosk.beams.address == "serial:auto"
    assert read_settings(opened.kiosk.places.settings).beams == "serial:auto"
    assert faults(opened.kiosk) == []
    opened.fingers.touch("beams.without")
    opened.fingers.settle()
    assert opened.kiosk.beams.source is None
    assert read_settings(opened.kiosk.places.settings).beams == ""
    assert "beams.look" in opened.fingers.visible()
