"""Beams on the pins of a Raspberry Pi itself: a receiver pulls its pin low while its beam is broken."""

import getpass
import logging
import os
import queue
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gpiozero import Device, DigitalInputDevice
from gpiozero.exc import BadPinFactory, GPIOPinInUse, GPIOZeroError, PinInvalidPin
from msgspec import Struct
from msgspec.structs import replace

from companion.marbles.beams import MOST_BEAMS, AddressError, Edge, Hear, LinkState, LinkStatus, Stop
from companion.marbles.hearers import Hearers
from companion.marbles.merging import Merge

log = logging.getLogger(__name__)

PINS = range(2, 28)
"""The pins of the header that can be inputs; 0 and 1 belong to add-on boards."""

HOLD_US = 10_000
"""Edges of different pins may reach us out of order by less than this."""

WAIT_S = 0.005

OTHER_CLOCK_S = 3600.0
"""A kernel older than 5.7 stamps edges with the time of day, which is far from the time since the start."""

Fired = Callable[[float, bool], None]


class _BeamPin(DigitalInputDevice):  # type: ignore[misc]  # gpiozero ships no types
    """An input with its pull-up on that tells each change with the ticks of its edge."""

    def __init__(self, number: int, fired: Fired) -> None:
        self._fired: Fired | None = None
        super().__init__(number, pull_up=True)
        self._fired = fired

    def _fire_events(self, ticks: float, new_active: bool) -> None:
        before = self._last_active
        super()._fire_events(ticks, new_active)
        if self._fired is not None and before != new_active:
            self._fired(ticks, new_active)


class _Event(Struct, frozen=True):
    beam: int
    broken: bool
    ticks: float


class _Ticks:
    """The factory's clock as microseconds since now, however often its counter rolls over."""

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._lock = threading.Lock()
        self._last = factory.ticks()
        self._passed_s = 0.0

    def now_us(self) -> int:
        with self._lock:
            return self._us(self._advance())

    def moment_us(self, ticks: float) -> int:
        """The moment of an edge."""
        with self._lock:
            now_s = self._advance()
            age_s = self._factory.ticks_diff(self._last, ticks)
            if abs(age_s) > OTHER_CLOCK_S:
                age_s = time.time() - ticks
            return self._us(now_s - age_s)

    def _advance(self) -> float:
        ticks = self._factory.ticks()
        self._passed_s += self._factory.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._passed_s

    def _us(self, seconds: float) -> int:
        return max(round(seconds * 1e6), 0)


class GpioSource:
    """The beams at these pins, numbered as on the header (BCM), in the order of their beams."""

    def __init__(self, pins: Sequence[int]) -> None:
        self._numbers = tuple(pins)
        self._hearers = Hearers(len(pins))
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._pins: list[_BeamPin] = []
        self._ticks = _Ticks(_factory())
        try:
            for beam, number in enumerate(pins):
                self._pins.append(_open(number, self._firing(beam)))
        except AddressError:
            self._release()
            raise
        self._levels = [bool(pin.is_active) for pin in self._pins]
        self._teller = threading.Thread(target=self._run, name="beams on pins", daemon=True)
        self._teller.start()

    @property
    def address(self) -> str:
        """What opens this source again."""
        return "gpio:" + ",".join(map(str, self._numbers))

    @property
    def beams(self) -> int:
        """One a pin."""
        return len(self._numbers)

    def names(self) -> tuple[str, ...]:
        """Each beam's pin."""
        return tuple(f"GPIO{number}" for number in self._numbers)

    def listen(self, hear: Hear) -> Stop:
        """Call `hear` with every edge from now on."""
        return self._hearers.add(hear)

    def status(self) -> LinkStatus:
        """Live until closed; pins can't be unplugged."""
        if self._closing.is_set():
            return self._hearers.status(LinkState.LOST, "the pins were let go")
        pins = ", ".join(f"GPIO{number}" for number in self._numbers)
        status = self._hearers.status(LinkState.LIVE, f"{self.beams} beams at {pins}")
        return replace(status, levels=tuple(self._levels))

    def now_us(self) -> int:
        """The present moment in the clock of the edges."""
        return self._ticks.now_us()

    def close(self) -> None:
        """Let go of the pins; no edge is heard afterwards."""
        self._closing.set()
        self._release()
        if threading.current_thread() is not self._teller:
            self._teller.join()

    def _release(self) -> None:
        for pin in self._pins:
            pin.close()
        self._pins.clear()

    def _firing(self, beam: int) -> Fired:
        return lambda ticks, broken: self._events.put(_Event(beam, broken, ticks))

    def _run(self) -> None:
        merge = Merge(HOLD_US)
        while not self._closing.is_set():
            try:
                self._take(merge)
            except Exception:  # the pins are watched on, whatever it was
                log.exception("an edge could not be told")

    def _take(self, merge: Merge) -> None:
        try:
            event = self._events.get(timeout=WAIT_S)
        except queue.Empty:
            pass
        else:
            moment = self._ticks.moment_us(event.ticks)
            merge.add(Edge(moment, event.beam, event.broken), _host_us())
        for edge in merge.due(_host_us()):
            self._levels[edge.beam] = edge.broken
            if not self._closing.is_set():
                self._hearers.tell(edge)


def _host_us() -> int:
    return time.monotonic_ns() // 1000


def _factory() -> Any:
    """What gpiozero reaches pins with; AddressError where it has nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its tries are explained below, in one line
        try:
            Device.ensure_pin_factory()
        except (BadPinFactory, OSError, GPIOZeroError) as error:
            chips = sorted(Path("/dev").glob("gpiochip*"))
            raise AddressError(no_pins(error, chips)) from error
    return Device.pin_factory


def no_pins(error: Exception, chips: Sequence[Path]) -> str:
    """Why no pin can be reached on a computer with these GPIO chips, and what to do about it."""
    if not chips:
        return "gpio: this computer has no pins; it takes a Raspberry Pi, or a board of beams at serial:auto"
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        command = f"sudo usermod -aG gpio {getpass.getuser()}"
        return (
            f"gpio: no permission for {chips[0]}, which is for the group gpio: {command}, then log in again"
        )
    return f"gpio: the pins can't be reached ({error}): deploy/run installs lgpio, which does"


def _open(number: int, fired: Fired) -> _BeamPin:
    try:
        return _BeamPin(number, fired)
    except GPIOPinInUse as error:
        raise AddressError(f"gpio: pin {number} is used twice, or elsewhere in this program") from error
    except PinInvalidPin as error:
        raise AddressError(f"gpio: this computer has no pin {number}") from error
    except Exception as error:  # lgpio has an error of its own, which may not be there to import
        if "busy" not in str(error).lower():
            raise AddressError(f"gpio: pin {number} can't be read ({error})") from error
        advice = "stop that program, or use another pin; raspi-config may have given it to SPI, I2C or serial"
        raise AddressError(f"gpio: pin {number} is used by another program: {advice}") from error


def opened(rest: str) -> GpioSource:
    """The source at `gpio:17,27,22`; AddressError where these are no pins or can't be used."""
    example = "name pins as in gpio:17,27,22, in the order of their beams"
    words = [word.strip().upper().removeprefix("GPIO") for word in rest.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise AddressError(f"gpio:{rest} has no list of pins: {example}")
    pins = [int(word) for word in words]
    if len(pins) > MOST_BEAMS:
        raise AddressError(f"gpio: {len(pins)} pins; {MOST_BEAMS} at most")
    if len(set(pins)) < len(pins):
        raise AddressError(f"gpio:{rest} names a pin twice: {example}")
    outside = [pin for pin in pins if pin not in PINS]
    if outside:
        raise AddressError(f"gpio: there is no pin {outside[0]} for beams: use GPIO2 to GPIO27")
    return GpioSource(pins)
