"""The kiosk remembers its table, and the board or pins; recordings and pretend coasters are for once."""

import shlex
from pathlib import Path

import pytest

from companion.cli.kiosk import command, remember_beams, remember_table
from companion.kiosk.settings import Settings, read_settings, write_settings

UNIT = Path(__file__).parents[2] / "deploy" / "pi" / "companion.service"


@pytest.fixture
def settings(tmp_path):
    return tmp_path / "kiosk.json"


@pytest.mark.parametrize("address", ["serial:auto", "gpio:17,27,22"])
@pytest.mark.parametrize("before", ["", "pretend", "real"])
def test_boards_and_pins_are_remembered_for_the_real_table_beside_all_other_settings(
    settings, address, before
):
    write_settings(settings, Settings(calm=True, table=before))
    assert remember_beams(address, settings) == ""
    assert read_settings(settings) == Settings(calm=True, beams=address, table="real")


@pytest.mark.parametrize("address", ["recording:friday.jsonl", "simulated:10", ""])
def test_recordings_and_pretend_coasters_are_for_once(settings, address):
    assert remember_beams(address, settings) == address
    assert not settings.exists()


@pytest.mark.parametrize(("pretend", "table"), [(True, "pretend"), (False, "real")])
@pytest.mark.parametrize("before", ["", "pretend", "real"])
def test_the_table_that_is_named_is_remembered_whatever_was_chosen_before(settings, before, pretend, table):
    write_settings(settings, Settings(beams="serial:auto", table=before))
    remember_table(pretend, "real", settings)
    assert read_settings(settings) == Settings(beams="serial:auto", table=table)


@pytest.mark.parametrize(("before", "after"), [("", "real"), ("pretend", "pretend"), ("real", "real")])
def test_the_table_of_a_first_start_gives_way_to_a_choice(settings, before, after):
    write_settings(settings, Settings(table=before))
    remember_table(None, "real", settings)
    assert read_settings(settings).table == after


def test_a_first_start_without_a_word_leaves_the_choice_to_the_screen(settings):
    remember_table(None, None, settings)
    assert read_settings(settings).table == ""


def test_an_installed_pi_leads_to_the_real_table_by_options_that_the_kiosk_has():
    line = next(line for line in UNIT.read_text().splitlines() if line.startswith("ExecStart="))
    program, name, *options = shlex.split(line.removeprefix("ExecStart="))
    assert (Path(program).name, name) == ("companion", "kiosk")
    given = command.make_context(name, options).params
    assert (given["fullscreen"], given["at_first"], given["pretend"]) == (True, "real", None)
