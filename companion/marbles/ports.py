"""Where boards may be plugged in, and why a port can't be used, in words that say what to do."""

import errno
import fcntl
import getpass
import glob
import grp
import os
import termios
from collections.abc import Iterator
from pathlib import Path

import serial
from msgspec import Struct
from serial.tools import list_ports

BAUD = 115200

BOARDS = {
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1A86: "a board with a CH340 chip",
    0x0403: "a board with an FTDI chip",
    0x10C4: "a board with a CP210x chip",
}
"""The makers of boards and of their serial chips, by USB's numbers; other ports are left alone."""

PSEUDO_TERMINALS = range(136, 144)
"""The kernel's major numbers of ports that a program answers at."""

MORE_PORTS = "COMPANION_BEAM_PORTS"
"""An environment variable: paths, separated by commas, that are searched as well; `*` stands for anything."""


class Trouble(Struct, frozen=True):
    """Why a port can't be used, and what to do about it."""

    found: str
    advice: str

    def __str__(self) -> str:
        return f"{self.found}: {self.advice}"


class PortError(OSError):
    """A port that could not be opened; `trouble` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


def candidates() -> list[str]:
    """The ports at which a board may be plugged in now."""
    found = [port.device for port in list_ports.comports() if port.vid in BOARDS]
    for pattern in os.environ.get(MORE_PORTS, "").split(","):
        found += sorted(glob.glob(pattern.strip()))  # noqa: PTH207  # the pattern may be absolute
    return list(dict.fromkeys(found))


def opened(path: str) -> serial.Serial:
    """The port, for us alone; PortError where that can't be. Opening it resets most boards."""
    others = users(path)
    if others:
        raise PortError(_busy(path, others))
    try:
        port = serial.Serial(path, BAUD, timeout=0, write_timeout=1, exclusive=True)
    except (OSError, ValueError, termios.error) as error:
        raise PortError(explained(path, error)) from error
    _keep_others_out(port, termios.TIOCEXCL)
    return port


def closed(port: serial.Serial) -> None:
    """Let go of a port, which may have been unplugged meanwhile."""
    _keep_others_out(port, termios.TIOCNXCL)
    try:
        port.close()
    except (OSError, termios.error):
        port.fd = None


def _keep_others_out(port: serial.Serial, how: int) -> None:
    """Have the kernel turn away programs that ask for no lock; without it the lock alone must do."""
    try:
        fcntl.ioctl(port.fileno(), how)
    except (OSError, termios.error, serial.SerialException):
        return


def explained(path: str, error: Exception) -> Trouble:
    """Why opening a port failed."""
    match getattr(error, "errno", None):
        case errno.EACCES | errno.EPERM:
            return _forbidden(path)
        case errno.EBUSY | errno.EAGAIN:
            return _busy(path, users(path))
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return Trouble(f"nothing is plugged in at {path}", "plug the board in, or use serial:auto")
        case errno.EIO:
            return Trouble(f"{path} does not answer", "unplug the board and plug it in again")
        case int() as number:
            return Trouble(f"{path} can't be used ({os.strerror(number)})", "try another cable or port")
        case _:
            return Trouble(f"{path} is no serial port", "use serial:auto, or the port of a board")


def _forbidden(path: str) -> Trouble:
    user = getpass.getuser()
    found = f"no permission for {path}"
    try:
        group = grp.getgrgid(Path(path).stat().st_gid)
    except (OSError, KeyError):
        return Trouble(found, f"let {user} read and write it")
    if group.gr_name == "root":
        return Trouble(found, "run deploy/install, which gives boards to the group dialout")
    if user in group.gr_mem:
        return Trouble(f"{found}, though {user} is in its group {group.gr_name}", "log out and in again")
    command = f"sudo usermod -aG {group.gr_name} {user}"
    return Trouble(
        f"{found}, which is for the group {group.gr_name}", f"{command}, then log out and in again"
    )


def _busy(path: str, names: list[str]) -> Trouble:
    who = " and ".join(names) or "another program"
    if "ModemManager" in who:
        advice = "wait half a minute, and run deploy/install, which has it leave boards alone"
        return Trouble(f"{who} takes {path} for a modem", advice)
    return Trouble(f"{who} uses {path}", "close it there, for example the Arduino IDE's Serial Monitor")


def users(path: str) -> list[str]:
    """The other programs that have the port open, as far as this user may see them."""
    try:
        device = Path(path).stat().st_rdev
    except OSError:
        return []
    processes = [process for process in Path("/proc").glob("[0-9]*") if process.name != str(os.getpid())]
    return [
        f"{_name(process)} (process {process.name})"
        for process in processes
        if device and _has_open(process, device)
    ]


def _has_open(process: Path, device: int) -> bool:
    """Whether a program has the port open, and is not itself what answers there: a simulated board."""
    try:
        files = list((process / "fd").iterdir())
        answers = any(_answers(process / "fdinfo" / file.name, device) for file in files)
        return not answers and any(_device(file) == device for file in files)
    except OSError:  # another user's process, or one that has just ended
        return False


def _answers(info: Path, device: int) -> bool:
    """Whether this open file is the other end of a pseudo terminal."""
    try:
        index = f"tty-index:\t{os.minor(device)}\n"
        return os.major(device) in PSEUDO_TERMINALS and index in info.read_text()
    except OSError:
        return False


def _device(file: Path) -> int:
    try:
        return file.stat().st_rdev
    except OSError:
        return 0


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "a program"


class Look(Struct, frozen=True):
    """What is at one port; `trouble` where it can't be used as it is."""

    path: str
    what: str
    trouble: Trouble | None = None


def looks() -> Iterator[Look]:
    """Every port at which a board may be, looked at without opening it."""
    names = {port.device: BOARDS.get(port.vid, "a port") for port in list_ports.comports()}
    for path in candidates():
        what = names.get(path, "a port")
        if not os.access(path, os.R_OK | os.W_OK):
            yield Look(path, what, _forbidden(path))
        elif others := users(path):
            yield Look(path, what, _busy(path, others))
        else:
            yield Look(path, what)
