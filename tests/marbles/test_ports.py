"""Why a port can't be used, each reason with its own advice, in one line."""

import errno
import getpass
import grp
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from companion.marbles import ports
from companion.marbles.ports import MORE_PORTS, PortError, Trouble, candidates, explained, looks, users

HOLDING = (
    "import os, sys; os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY); print('open', flush=True);"
    "sys.stdin.read()"
)
"""A program that keeps a port open until it is told to end."""


def group(name: str, members: tuple[str, ...] = ()) -> grp.struct_group:
    return grp.struct_group((name, "x", 20, list(members)))


def test_no_permission_says_which_group_and_which_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(grp, "getgrgid", lambda _: group("dialout"))
    trouble = explained(str(port), PermissionError(errno.EACCES, "no"))
    assert "group dialout" in trouble.found
    assert f"sudo usermod -aG dialout {getpass.getuser()}" in trouble.advice
    assert "log out" in trouble.advice


def test_a_group_that_does_not_count_yet_needs_only_a_new_log_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(grp, "getgrgid", lambda _: group("dialout", (getpass.getuser(),)))
    trouble = explained(str(port), PermissionError(errno.EACCES, "no"))
    assert trouble.advice == "log out and in again"


def test_a_port_of_root_needs_the_rules_of_the_installation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(grp, "getgrgid", lambda _: group("root"))
    assert "deploy/install" in explained(str(port), PermissionError(errno.EPERM, "no")).advice


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EBUSY, "Serial Monitor"),
        (errno.EAGAIN, "Serial Monitor"),
        (errno.ENOENT, "plug the board in"),
        (errno.ENODEV, "plug the board in"),
        (errno.EIO, "plug it in again"),
        (errno.EPROTO, "another cable"),
        (None, "serial port"),
    ],
)
def test_every_reason_has_its_advice(number: int | None, said: str) -> None:
    error = OSError("odd") if number is None else OSError(number, "said by the system")
    text = str(explained("/dev/ttyACM9", error))
    assert said in text
    assert "/dev/ttyACM9" in text
    assert "\n" not in text


def test_opening_what_is_not_there_is_a_port_error_with_its_trouble(tmp_path: Path) -> None:
    with pytest.raises(PortError) as told:
        ports.opened(str(tmp_path / "none"))
    assert told.value.trouble == Trouble(
        f"nothing is plugged in at {tmp_path / 'none'}", told.value.trouble.advice
    )


def test_programs_that_have_a_port_open_are_found(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    assert users(path) == []
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        [name] = users(path)
        assert f"(process {other.pid})" in name
        other.communicate()
    assert users(path) == []
    assert users(str(tmp_path / "none")) == []
    os.close(slave)
    os.close(master)


class Port:
    def __init__(self, device: str, vid: int | None) -> None:
        self.device, self.vid = device, vid


def test_only_ports_of_boards_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Port("/dev/ttyS0", None), Port("/dev/ttyACM0", 0x2341), Port("/dev/ttyACM1", 0x1D50)]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    monkeypatch.delenv(MORE_PORTS, raising=False)
    assert candidates() == ["/dev/ttyACM0"]


def test_the_doctor_s_look_opens_nothing_and_explains_what_is_amiss(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    free, barred = tmp_path / "free", tmp_path / "barred"
    free.touch()
    barred.touch()
    monkeypatch.setattr(
        ports.list_ports, "comports", lambda: [Port(str(free), 0x2341), Port(str(barred), 0x1A86)]
    )
    monkeypatch.delenv(MORE_PORTS, raising=False)
    monkeypatch.setattr(os, "access", lambda path, _: path != str(barred))
    first, second = looks()
    assert (first.path, first.what, first.trouble) == (str(free), "Arduino", None)
    assert second.trouble
    assert "no permission" in second.trouble.found
