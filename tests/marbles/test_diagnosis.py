"""Every fault of a link that can be seen is told in one line, with what to do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from companion.marbles import Edge, LinkState
from companion.marbles import diagnosis as module
from companion.marbles.diagnosis import Diagnosis, beam_diagnoses, port_diagnoses
from companion.marbles.liar import Liar, Lies, bursts
from companion.marbles.link import Link
from companion.marbles.ports import Look, Trouble
from companion.marbles.simulated import SimulatedSource
from companion.marbles.virtual_port import VirtualPort, served
from tests.marbles.rigs import until


@contextmanager
def linked(lies: Lies, edges: Sequence[Edge] = ()) -> Iterator[Link]:
    port = VirtualPort(Liar(edges, lies))
    with served([port]):
        link = Link(lambda: (port.path,))
        yield link
        link.close()


def told(diagnoses: list[Diagnosis], what: str) -> list[Diagnosis]:
    assert all("\n" not in each.found + each.advice for each in diagnoses)
    assert all(each.advice for each in diagnoses if not each.well)
    return [each for each in diagnoses if each.what == what]


def test_a_good_board_is_well_and_says_how_exact_it_is() -> None:
    with linked(Lies()) as link:
        diagnoses = list(beam_diagnoses(link))
    assert all(each.well for each in diagnoses)
    [board] = told(diagnoses, "board 00C0FFEE")
    assert "firmware 1.0" in board.found
    assert "ms on this computer's clock" in board.found


FAULTS: list[tuple[Lies, Sequence[Edge], Callable[[Link], bool], str, str]] = [
    (Lies(cut=0.3), (), lambda link: link.boards()[0].spoilt > 3, "lines were spoilt", "cable"),
    (
        Lies(baud=9600, ring=12),
        bursts(120, "full", start_us=1_500_000),
        lambda link: link.status().overflowed > 0,
        "edges were lost in it",
        "sun",
    ),
    (Lies(reboot_s=1.5, down_s=0.1), (), lambda link: link.boards()[0].reboots > 0, "started anew", "power"),
]


@pytest.mark.parametrize(("lies", "edges", "happened", "found", "advice"), FAULTS)
def test_what_a_board_suffers_is_told(
    lies: Lies, edges: Sequence[Edge], happened: Callable[[Link], bool], found: str, advice: str
) -> None:
    with linked(lies, edges) as link:
        until(lambda: bool(link.boards()) and happened(link))
        board = told(list(beam_diagnoses(link, 0.1)), "board 00C0FFEE")
    [fault] = [each for each in board if found in each.found]
    assert not fault.well
    assert advice in fault.advice


def test_a_beam_that_is_broken_while_nothing_runs_is_named() -> None:
    with linked(Lies(), [Edge(1000, 6, broken=True)]) as link:
        until(lambda: link.status().state is LinkState.LIVE and any(link.status().levels))
        [beams] = told(list(beam_diagnoses(link)), "beams at rest")
    assert not beams.well
    assert beams.found == "broken now: 7"


def test_nothing_plugged_in_is_told_with_what_to_do() -> None:
    link = Link(lambda: ())
    until(lambda: "no board" in link.status().detail)
    [beams] = told(list(beam_diagnoses(link, 0.1)), "beams")
    link.close()
    assert not beams.well
    assert "no board is plugged in" in beams.found
    assert "plug one in" in beams.advice


def test_a_board_of_another_protocol_is_told_with_what_to_update() -> None:
    with linked(Lies(protocol=3)) as link:
        until(lambda: "protocol" in link.status().detail)
        [beams] = told(list(beam_diagnoses(link, 0.1)), "beams")
    assert not beams.well
    assert "speaks protocol 3" in beams.found
    assert "update the companion" in beams.advice


def test_other_sources_are_looked_at_as_well() -> None:
    source = SimulatedSource()
    [beams] = list(beam_diagnoses(source))
    assert beams.well
    source.close()
    [beams] = list(beam_diagnoses(source, 0.1))
    assert not beams.well


def test_ports_are_told_with_their_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    barred = Look(
        "/dev/ttyACM1", "Arduino", Trouble("no permission for /dev/ttyACM1", "log out and in again")
    )
    monkeypatch.setattr(module, "looks", lambda: iter([Look("/dev/ttyACM0", "Arduino"), barred]))
    assert list(port_diagnoses()) == [
        Diagnosis("port", well=True, found="/dev/ttyACM0: Arduino"),
        Diagnosis("port", well=False, found="no permission for /dev/ttyACM1", advice="log out and in again"),
    ]
