"""The pretend coaster: marbles that are launched on it, and its clock."""

import threading
from random import Random

from companion.marbles import Edge, LinkState, Run, judge, layout
from companion.marbles.faults import Faults
from companion.marbles.physics import Habits, build, roll
from companion.marbles.simulated import SimulatedSource

HILLS = ("Launch", "Plain", "Bump", "Plateau")


def test_at_once_a_launch_tells_everything_before_it_returns() -> None:
    source = SimulatedSource(speed=0)
    heard: list[Edge] = []
    source.listen(heard.append)
    true = source.launch(HILLS, seed=4, faults=Faults())
    run = Run("r1", HILLS, layout(HILLS), 0, source.now_us())
    assert judge(run, heard).result == true


def test_the_same_seed_launches_the_same_marble() -> None:
    told = []
    for _ in range(2):
        source = SimulatedSource(speed=0)
        heard: list[Edge] = []
        source.listen(heard.append)
        source.launch(HILLS, seed="evening/3")
        told.append(heard)
    assert told[0] == told[1] != []


def test_a_later_launch_is_later_in_the_clock() -> None:
    source = SimulatedSource(speed=0)
    heard: list[Edge] = []
    source.listen(heard.append)
    source.launch(HILLS, seed=4)
    first = source.now_us()
    source.launch(HILLS, seed=4)
    assert heard[len(heard) // 2].t_us > first


def test_a_marble_can_be_told_what_to_do() -> None:
    dice = Random(3)
    habits = Habits(derail=0.0)
    course = build(HILLS, habits, dice)
    true = roll(course, HILLS, habits, dice)
    source = SimulatedSource(speed=0)
    heard: list[Edge] = []
    source.listen(heard.append)
    source.replay(true, len(course.beams), seed=1, faults=Faults())
    assert [(edge.beam, edge.broken) for edge in heard][: len(true.edges)] == [
        (edge.beam, edge.broken) for edge in true.edges
    ]


def test_in_real_time_edges_come_on_a_thread_of_their_own_until_it_is_closed() -> None:
    source = SimulatedSource(speed=20)
    first = threading.Event()
    threads = set()

    def hear(_: Edge) -> None:
        threads.add(threading.get_ident())
        first.set()

    source.listen(hear)
    source.launch(HILLS, seed=4)
    assert first.wait(20)
    source.close()
    assert threading.get_ident() not in threads
    assert source.status().state is LinkState.LOST


def test_who_stopped_listening_hears_nothing_more() -> None:
    source = SimulatedSource(speed=0)
    heard: list[Edge] = []
    stop = source.listen(heard.append)
    stop()
    source.launch(HILLS, seed=4)
    assert heard == []
    assert sum(source.status().counts) > 0
