"""The kiosk opens with the beams of last time, unless others are named or a pretend table is wanted."""

import pytest

from companion.cli.kiosk import remembered
from companion.kiosk.settings import Settings, read_settings, write_settings


@pytest.fixture
def settings(tmp_path):
    return tmp_path / "kiosk.json"


@pytest.mark.parametrize("address", ["serial:auto", "gpio:17,27,22"])
def test_boards_and_pins_are_remembered_beside_all_other_settings(settings, address):
    write_settings(settings, Settings(calm=True))
    assert remembered(address, settings, pretending=False) == address
    assert read_settings(settings) == Settings(calm=True, beams=address)
    assert remembered("", settings, pretending=False) == address


def test_recordings_and_pretend_coasters_are_for_once(settings):
    for address in ("recording:friday.jsonl", "simulated:10"):
        assert remembered(address, settings, pretending=False) == address
    assert remembered("", settings, pretending=False) == ""


def test_a_pretend_table_does_without_the_beams_of_last_time(settings):
    write_settings(settings, Settings(beams="serial:auto"))
    assert remembered("", settings, pretending=True) == ""
    assert read_settings(settings).beams == "serial:auto"
