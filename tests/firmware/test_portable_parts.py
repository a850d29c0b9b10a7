"""The firmware's portable parts, run on this machine against the vectors."""

import re
import subprocess

from tests.firmware.board import BUILD, FIRMWARE, make
from tests.firmware.host import checked, fields


def test_the_portable_parts_pass_their_own_tests():
    make("build/host-tests")
    run = subprocess.run([BUILD / "host-tests"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    ran = re.search(r"test cases:\s+(\d+) \|\s+(\d+) passed", run.stdout)
    assert ran
    assert ran[1] == ran[2]
    assert int(ran[1]) > 10


def test_every_line_on_the_protocol_page_has_the_right_check():
    page = (FIRMWARE / "PROTOCOL.md").read_text("utf-8")
    examples = [
        example
        for line in page.splitlines()
        if line.startswith("    ")
        for example in re.split(r"\s{2,}", line.strip())
    ]
    assert len(examples) == 8
    for example in examples:
        assert checked(example[:-5]).decode() == example


def test_the_firmware_leaves_room_on_the_smallest_board():
    make("simulated")
    listed = subprocess.run(
        ["avr-size", BUILD / "coaster_beams.elf"], capture_output=True, text=True, check=True
    ).stdout
    text, data, bss = map(int, listed.splitlines()[1].split()[:3])
    assert text + data < 30_720  # what a Nano's older bootloader leaves of its flash
    assert data + bss < 2_048 - 512  # the stack has the rest


def test_the_sketch_folder_is_whole_and_named_as_the_arduino_ide_wants_it():
    sketch = FIRMWARE / "coaster_beams"
    assert (sketch / f"{sketch.name}.ino").exists()
    included = re.findall(
        r'#include "([^"]+)"', "".join(path.read_text("utf-8") for path in sketch.iterdir())
    )
    assert included
    assert {name for name in included if not (sketch / name).exists()} == set()


def test_the_protocol_page_shows_the_greeting_of_this_firmware():
    page = (FIRMWARE / "PROTOCOL.md").read_text("utf-8")
    shown = next(line.strip() for line in page.splitlines() if line.startswith("    hello coaster-beams"))
    board = (FIRMWARE / "coaster_beams" / "board.h").read_text("utf-8")
    assert f"can={fields(shown[:-5])['can']}" in board
    assert "hello coaster-beams protocol=1 firmware=1.0 id=" in board
