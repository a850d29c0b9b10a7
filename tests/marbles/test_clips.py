"""Clips go by their board and its beam, whatever the boards are plugged into."""

from companion.marbles.clips import ABSENT, names, ordered
from companion.marbles.liar import Liar, Lies
from companion.marbles.link import Link
from companion.marbles.simulated import SimulatedSource
from companion.marbles.virtual_port import Clock, VirtualPort, served
from tests.marbles.rigs import pins, until

CLIPS = ("00C0FFEF:2", "00C0FFEE:12", "00C0FFEE:1", "00C0FFEF:1")


def test_without_an_order_every_beam_counts_by_its_number() -> None:
    assert ordered((), SimulatedSource(0)) == tuple(range(12))


def test_clips_of_a_source_without_names_go_by_their_number() -> None:
    assert ordered(("3", "1"), SimulatedSource(0)) == (2, 0)


def test_a_clip_that_is_not_there_keeps_its_place() -> None:
    assert ordered(("3", "00C0FFEE:1", "1"), SimulatedSource(0)) == (2, ABSENT, 0)


def test_pins_go_by_their_names(monkeypatch) -> None:
    with pins(monkeypatch) as rig:
        assert names(rig.source) == ("GPIO17", "GPIO27", "GPIO22", "GPIO5")
        assert ordered(("GPIO5", "GPIO17"), rig.source) == (3, 0)


def test_the_beams_of_two_boards_are_known_again_when_they_are_met_the_other_way_round() -> None:
    clock = Clock()
    first = VirtualPort(Liar([], Lies(), 1, "00C0FFEE"))
    second = VirtualPort(Liar([], Lies(), 2, "00C0FFEF"))
    with served([first, second], clock):
        one, other = met([first, second]), met([second, first])
    assert one == ((ABSENT, 11, 0, ABSENT), (13, 11, 0, 12), "00C0FFEF:1")
    assert other == ((1, ABSENT, ABSENT, 0), (1, 23, 12, 0), "00C0FFEE:1")


def met(ports: list[VirtualPort]) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """The order of the clips with the first board alone, then with both; and what beam 13 is called."""
    plugged = ports[:1]
    link = Link(lambda: tuple(port.path for port in plugged))
    until(lambda: len(link.boards()) == 1)
    alone = ordered(CLIPS, link)
    plugged.append(ports[1])
    until(lambda: len(link.boards()) == 2)
    both = alone, ordered(CLIPS, link), names(link)[12]
    link.close()
    return both
