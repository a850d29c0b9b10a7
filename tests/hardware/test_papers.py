"""The wiring, the parts list and the guide agree with each other and with the firmware."""

import re
from pathlib import Path

import pytest

from tests.firmware.host import checked

HARDWARE = Path(__file__).parents[2] / "hardware"
GUIDE = (HARDWARE / "README.md").read_text("utf-8")
WIRING = sorted((HARDWARE / "wiring").glob("*.yml"))

HEADER = {
    11: 17, 13: 27, 15: 22, 16: 23, 18: 24, 22: 25, 29: 5, 31: 6, 36: 16, 37: 26, 38: 20, 40: 21
}  # fmt: skip
"""Pins of the Pi's header, and what the chip calls them."""


def rows(text: str) -> list[list[str]]:
    """The cells of all tables' rows."""
    return [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]


def guide_row(name: str) -> list[str]:
    return next(row[1:] for row in rows(GUIDE) if row[0] == name)


def quantities() -> dict[str, list[int]]:
    return {
        row[0]: [int(cell) for cell in row[2:]]
        for row in rows((HARDWARE / "parts.md").read_text("utf-8"))
        if len(row) == 5 and row[2].isdigit() and row[0] != "part"
    }


def test_each_clip_has_the_pin_that_the_firmware_gives_its_beam():
    assert guide_row("clip")[:12] == [str(clip) for clip in range(1, 13)]
    assert guide_row("pin") == [f"D{clip + 1}" for clip in range(1, 13)]


def test_the_pins_of_the_pi_are_inputs_of_its_header_and_none_has_5_volts():
    pins = [int(cell) for cell in guide_row("header pin")]
    assert len(set(pins)) == 12
    assert [HEADER[pin] for pin in pins] == [int(cell) for cell in guide_row("GPIO")]
    source = (HARDWARE / "wiring" / "raspberry-pi.yml").read_text("utf-8")
    board = re.search(r"  Raspberry Pi:\n.*?pins: \[(.*?)\]\n    pinlabels: \[(.*?)\]", source, re.DOTALL)
    assert board
    labels = dict(zip(map(int, board[1].split(", ")), board[2].split(", "), strict=True))
    assert (labels.pop(1), labels.pop(6)) == ("3.3 V", "GND")
    assert labels == {pin: f"GPIO{HEADER[pin]}" for pin in pins[:4]}
    fed = re.findall(r"\[Raspberry Pi: \[(\d+)\], Supply", source)
    assert fed == ["1", "6"]


def test_the_example_for_the_pi_names_the_pins_of_the_first_clips():
    example = re.search(r"--beams gpio:([\d,]+)", GUIDE)
    assert example
    assert example[1].split(",") == guide_row("GPIO")[:4]


@pytest.mark.parametrize("source", WIRING, ids=lambda path: path.stem)
def test_every_wiring_has_its_picture_and_the_guide_shows_it(source):
    picture = source.with_suffix(".svg").read_text("utf-8")
    text = source.read_text("utf-8")
    named = re.findall(r"^  ([A-Z][\w ]*):", text, re.MULTILINE)
    labels = [
        label.strip() for names in re.findall(r"pin(?:label)?s: \[(.*)\]", text) for label in names.split(",")
    ]
    assert len(named) > 5
    shown = set(re.findall(r">([^<>]+)</text>", picture.replace("&#160;", " ")))
    assert {*named, *labels} - shown == set()
    joined = re.findall(r"^  - \[(.*)\]$", text, re.MULTILINE)
    assert len(joined) > 5
    assert f"wiring/{source.stem}.svg" in GUIDE


def test_the_parts_are_enough_for_four_eight_and_twelve_clips():
    parts = quantities()
    beams = [4, 8, 12]
    assert parts["infrared break-beam pair, 5 mm"] == beams
    assert parts["clip"] == beams
    assert parts["cable with three wires, m"] == [count // 2 for count in beams]
    assert parts["lever connector, 3 places"] == [2 * count for count in beams]
    assert parts["lever connector, 2 places"] == beams
    for count, connectors in zip(beams, parts["lever connector, 5 places"], strict=True):
        each = connectors // 2  # as many for plus as for minus; a bridge takes a place at both its ends
        assert 5 * each - 2 * (each - 1) >= count + 1
        assert 5 * (each - 1) - 2 * (each - 2) < count + 1
    for name in ("resistor 150 Ω, ¼ W", "resistor 680 Ω, ¼ W"):
        assert parts[name] == [0, 0, 1]


def test_a_command_to_paste_has_its_check():
    pasted = re.findall(r"`([a-z]+ ?\d*\*[0-9A-F]{4})`", GUIDE)
    assert pasted
    assert [checked(line[:-5]).decode() for line in pasted] == pasted


def test_every_file_and_folder_that_the_guide_names_is_there():
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (HARDWARE / link).exists(), link
