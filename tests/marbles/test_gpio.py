"""Beams on a Pi's own pins, over gpiozero's mock factory."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import gpiozero.pins.mock as mock
import pytest
from gpiozero import Device, DigitalInputDevice
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory, MockPin

from companion.marbles import AddressError, Edge, open_source
from companion.marbles.gpio import GpioSource, no_pins, opened
from tests.marbles.rigs import until


class Led:
    """The factory's clock, led by hand."""

    def __init__(self) -> None:
        self.now = 5000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Led:
    led = Led()
    monkeypatch.setattr(mock, "monotonic", led)
    return led


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch, clock: Led) -> Iterator[MockFactory]:
    assert clock.now
    made = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", made)
    yield made
    made.reset()


def test_a_pin_that_is_pulled_low_is_a_broken_beam(factory: MockFactory, clock: Led) -> None:
    source = GpioSource((17, 27))
    heard: list[Edge] = []
    source.listen(heard.append)
    clock.now += 2
    factory.pin(27).drive_low()
    clock.now += 0.001234
    factory.pin(27).drive_high()
    clock.now += 3
    until(lambda: len(heard) == 2)
    assert [(edge.beam, edge.broken) for edge in heard] == [(1, True), (1, False)]
    assert heard[0].t_us == 2_000_000
    assert heard[1].t_us == 2_001_234
    assert source.now_us() == 5_001_234
    source.close()


def test_every_pin_has_its_pull_up_on(factory: MockFactory) -> None:
    source = GpioSource(tuple(range(4, 16)))
    assert source.beams == 12
    assert {factory.pin(number).pull for number in range(4, 16)} == {"up"}
    assert source.status().levels == (False,) * 12
    source.close()


def test_a_beam_that_was_broken_before_is_shown_and_is_no_edge(factory: MockFactory) -> None:
    class Blocked(MockPin):
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    factory.pin(22, pin_class=Blocked)
    source = GpioSource((17, 22))
    heard: list[Edge] = []
    source.listen(heard.append)
    assert source.status().levels == (False, True)
    factory.pin(22).drive_high()
    until(lambda: len(heard) == 1)
    assert heard[0].broken is False
    source.close()


@pytest.mark.usefixtures("factory")
def test_edges_of_different_pins_are_sorted_by_their_moments(clock: Led) -> None:
    source = GpioSource((17, 27))
    heard: list[Edge] = []
    source.listen(heard.append)
    first, second = source._pins
    clock.now += 1
    second._fire_events(clock.now + 0.0002, new_active=True)
    first._fire_events(clock.now + 0.0001, new_active=True)
    until(lambda: len(heard) == 2)
    assert [edge.beam for edge in heard] == [0, 1]
    source.close()


@pytest.mark.usefixtures("factory")
def test_a_kernel_that_stamps_edges_with_the_time_of_day_is_understood() -> None:
    source = GpioSource((17,))
    heard: list[Edge] = []
    source.listen(heard.append)
    source._pins[0]._fire_events(time.time(), new_active=True)
    until(lambda: len(heard) == 1)
    assert 0 <= heard[0].t_us <= 1_000_000
    source.close()


def test_a_listener_that_fails_costs_no_edge(factory: MockFactory, clock: Led) -> None:
    source = GpioSource((17,))
    heard: list[Edge] = []
    source.listen(lambda edge: [][edge.beam])
    source.listen(heard.append)
    for _ in range(3):
        clock.now += 1
        factory.pin(17).drive_low()
        factory.pin(17).drive_high()
    until(lambda: len(heard) == 6)
    assert any(thread.name == "beams on pins" for thread in threading.enumerate())
    source.close()
    assert not any(thread.name == "beams on pins" for thread in threading.enumerate())


@pytest.mark.usefixtures("factory")
def test_a_closed_source_has_given_its_pins_back() -> None:
    GpioSource((17, 27)).close()
    DigitalInputDevice(17).close()
    GpioSource((17, 27)).close()


@pytest.mark.usefixtures("factory")
def test_a_pin_in_use_is_named_and_the_others_are_given_back() -> None:
    other = DigitalInputDevice(27)
    with pytest.raises(AddressError, match="pin 27 is used"):
        open_source("gpio:17,27")
    DigitalInputDevice(17).close()
    other.close()


def test_a_pin_that_another_program_has_is_named(factory: MockFactory) -> None:
    class Busy(MockPin):
        def _set_pull(self, value: str) -> None:
            if value == "up":
                raise RuntimeError("GPIO busy")

    factory.pin(27, pin_class=Busy)
    with pytest.raises(AddressError, match=r"pin 27 is used by another program: .*raspi-config"):
        open_source("gpio:17,27")


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("", "list of pins"),
        ("17,", "list of pins"),
        ("seventeen", "list of pins"),
        ("17,27,17", "twice"),
        ("1", "no pin 1"),
        ("28", "no pin 28"),
        (",".join(map(str, range(4, 17))), "12 at most"),
    ],
)
def test_what_names_no_pins_is_told(rest: str, said: str) -> None:
    with pytest.raises(AddressError, match=said):
        opened(rest)


@pytest.mark.usefixtures("factory")
def test_pins_may_be_written_as_on_the_header() -> None:
    source = open_source("gpio: GPIO17, 27")
    assert source.address == "gpio:17,27"
    source.close()


def test_a_computer_without_pins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(none))
    with pytest.raises(AddressError) as told:
        opened("17")
    assert "\n" not in str(told.value)
    assert str(told.value).startswith("gpio:")


def test_each_reason_for_having_no_pins_has_its_own_advice(tmp_path: Path) -> None:
    chip = tmp_path / "gpiochip0"
    assert "serial:auto" in no_pins(OSError("none"), [])
    assert "usermod -aG gpio" in no_pins(OSError("none"), [chip])
    chip.touch()
    assert "deploy/run" in no_pins(OSError("none"), [chip])
