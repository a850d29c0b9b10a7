"""The lines that a board of beams and the companion exchange; `firmware/PROTOCOL.md` says what they mean."""

import binascii
import re

from msgspec import Struct

PROTOCOL = 1
"""The one we speak."""

LONGEST = 205
"""A board's longest line with its check; what goes on beyond it is garbage."""

_LINE = re.compile(rb"([!-)+-~]+(?: [!-)+-~]+)*)\*([0-9A-F]{4})")


def check(text: bytes) -> int:
    """CRC-16 with polynomial 0x1021 from 0xFFFF on, nothing reflected or inverted."""
    return binascii.crc_hqx(text, 0xFFFF)


def framed(text: str) -> bytes:
    """The whole line that says `text`, with its check and its end."""
    said = text.encode("ascii")
    return b"%s*%04X\r\n" % (said, check(said))


def unframed(line: bytes) -> str | None:
    """What a line says, without its check; None where the check is missing or wrong."""
    match = _LINE.fullmatch(line)
    if match is None or check(match[1]) != int(match[2], 16):
        return None
    return match[1].decode("ascii")


class Lines:
    """Cuts a stream of bytes into lines, however its pieces come; never keeps more than a line."""

    def __init__(self) -> None:
        self._begun = b""
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that end in these bytes, without their ends; empty ones and endless ones are left out."""
        lines: list[bytes] = []
        *ended, rest = (self._begun + data).split(b"\n")
        for line in ended:
            if self._too_long:
                self._too_long = False
            elif line := line.removesuffix(b"\r"):
                lines.append(line)
        self._too_long = self._too_long or len(rest) > LONGEST
        self._begun = b"" if self._too_long else rest
        return lines


def since(earlier: int, later: int) -> int:
    """Microseconds from one 32-bit moment to another."""
    return (later - earlier) & 0xFFFF_FFFF


def ahead(seq: int, other: int) -> int:
    """How far an edge's number is ahead of another; negative where it is behind."""
    return ((seq - other + 0x8000) & 0xFFFF) - 0x8000


class Hello(Struct, frozen=True):
    """A board says who it is and how far it got."""

    firmware: str
    id: str
    boot: int
    beams: int
    ring: int
    seq: int
    acked: int
    us: int
    can: frozenset[str]


class Foreign(Struct, frozen=True):
    """A board says that it speaks another protocol than ours."""

    protocol: int
    firmware: str
    id: str


class Told(Struct, frozen=True):
    """A board tells an edge; `beam` counts from 1."""

    seq: int
    beam: int
    broken: bool
    us: int


class Beat(Struct, frozen=True):
    """A board's sign of life."""

    boot: int
    seq: int
    acked: int
    us: int
    broken: tuple[bool, ...]
    overflowed: int
    merged: int


class Levels(Struct, frozen=True):
    """Which beams are broken."""

    us: int
    broken: tuple[bool, ...]


class ClockTold(Struct, frozen=True):
    """When a board took a clock's question in, and when it answered."""

    token: int
    got: int
    sent: int


class WatchBegun(Struct, frozen=True):
    """A board began to watch its beams."""

    seconds: int


class BeamWatched(Struct, frozen=True):
    """How long a beam was blocked and clear in a test, and how often it changed; `beam` counts from 1."""

    beam: int
    blocked: int
    clear: int
    changes: int


class WatchEnded(Struct, frozen=True):
    """A test is over."""


class Blinking(Struct, frozen=True):
    """A board's lamp blinks, and goes on to."""

    left: int


class Refused(Struct, frozen=True):
    """A board did not do what it was told."""

    reason: str


Message = (
    Hello
    | Foreign
    | Told
    | Beat
    | Levels
    | ClockTold
    | WatchBegun
    | BeamWatched
    | WatchEnded
    | Blinking
    | Refused
)


def understood(text: str) -> Message | None:
    """What a line of a board means; None for lines that are not ours to know, or that say it wrongly."""
    try:
        return _read(text.split(" "))
    except (ValueError, KeyError):
        return None


def _read(words: list[str]) -> Message | None:
    match words:
        case ["E", seq, beam, "broken" | "clear" as level, us, *_]:
            return Told(_u16(seq), _number(beam, 1, 255), level == "broken", _u32(us))
        case ["beat", *_]:
            return _beat(_fields(words))
        case ["clock", token, *_]:
            fields = _fields(words)
            return ClockTold(_u16(token), _u32(fields["got"]), _u32(fields["sent"]))
        case ["hello", "coaster-beams", _, _, _, *_]:
            return _hello(_fields(words))
        case ["levels", *_]:
            fields = _fields(words)
            return Levels(_u32(fields["us"]), _digits(fields["broken"]))
        case ["no", reason, *_]:
            return Refused(reason)
        case ["testing", *_]:
            return WatchBegun(_u16(_fields(words)["seconds"]))
        case ["tested", "all", *_]:
            return WatchEnded()
        case ["tested", beam, *_]:
            fields = _fields(words)
            times = _u32(fields["blocked"]), _u32(fields["clear"])
            return BeamWatched(_number(beam, 1, 255), *times, _u32(fields["changes"]))
        case ["blinking", left, *_]:
            return Blinking(_u16(left))
        case _:
            return None


def _hello(fields: dict[str, str]) -> Hello | Foreign:
    protocol, firmware, board = _u16(fields["protocol"]), fields["firmware"], fields["id"]
    if not re.fullmatch(r"[0-9A-F]{8}", board):
        raise ValueError(board)
    if protocol != PROTOCOL:
        return Foreign(protocol, firmware, board)
    return Hello(
        firmware,
        board,
        _u16(fields["boot"]),
        _number(fields["beams"], 1, 255),
        _u16(fields["ring"]),
        _u16(fields["seq"]),
        _u16(fields["acked"]),
        _u32(fields["us"]),
        frozenset(fields["can"].split(",")),
    )


def _beat(fields: dict[str, str]) -> Beat:
    return Beat(
        _u16(fields["boot"]),
        _u16(fields["seq"]),
        _u16(fields["acked"]),
        _u32(fields["us"]),
        _digits(fields["broken"]),
        _u16(fields["overflowed"]),
        _u16(fields["merged"]),
    )


def _fields(words: list[str]) -> dict[str, str]:
    pairs = (word.partition("=") for word in words)
    return {name: value for name, equals, value in pairs if equals}


def _number(word: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 10 and low <= int(word) <= high):
        raise ValueError(word)
    return int(word)


def _u16(word: str) -> int:
    return _number(word, 0, 0xFFFF)


def _u32(word: str) -> int:
    return _number(word, 0, 0xFFFF_FFFF)


def _digits(word: str) -> tuple[bool, ...]:
    if not re.fullmatch("[01]{1,255}", word):
        raise ValueError(word)
    return tuple(digit == "1" for digit in word)
