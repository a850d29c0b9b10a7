"""The kiosk's settings: kept as they were set, and the usual ones where any other bytes lie there."""

import pytest

from companion.kiosk.settings import Settings, read_settings, write_settings


def test_settings_are_read_as_they_were_written(tmp_path):
    chosen = Settings(dark=False, density=1.5, beams="simulated:", dim_after_s=60, sides={"Ann": 2})
    write_settings(tmp_path / "kiosk.json", chosen)
    assert read_settings(tmp_path / "kiosk.json") == chosen


@pytest.mark.parametrize(
    "bytes_",
    [
        b"",
        b"\0" * 5000,
        b"\xff\xfe\x80",
        b'{"beams": "\xff"}',
        b'{"beams": "\\ud800"}',
        b"[" * 200_000,
        b'{"sides": {"Ann": {}}}',
        b'{"density": 1e300}',
        b'{"density": -1}',
        b'{"dim_after_s": -5}',
        b'{"dim_after_s": 1' + b"0" * 400 + b"}",
    ],
)
def test_other_bytes_in_place_of_settings_give_the_usual_ones(tmp_path, bytes_):
    (tmp_path / "kiosk.json").write_bytes(bytes_)
    assert read_settings(tmp_path / "kiosk.json") == Settings()


def test_a_field_that_is_not_understood_costs_no_other(tmp_path):
    file = tmp_path / "kiosk.json"
    file.write_bytes(b'{"clips":["a","b"],"beams":"serial:auto","table":"beamed","density":9,"sparkle":1}')
    assert read_settings(file) == Settings(clips=("a", "b"), beams="serial:auto")


def test_a_torn_file_is_put_aside_before_another_takes_its_place(tmp_path):
    file = tmp_path / "kiosk.json"
    file.write_bytes(b'{"clips":["a","b"],"camera":"v4l2:X","table":"re')
    write_settings(file, Settings(table="real"))
    assert read_settings(file) == Settings(table="real")
    assert (tmp_path / "kiosk.json.unreadable").read_bytes().startswith(b'{"clips":["a","b"]')
    write_settings(file, Settings(table="pretend"))
    assert (tmp_path / "kiosk.json.unreadable").read_bytes().startswith(b'{"clips":["a","b"]')
