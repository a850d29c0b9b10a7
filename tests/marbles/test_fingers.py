"""A finger passed through the clips tells their order, and what went wrong with the pass."""

from hypothesis import given
from hypothesis import strategies as st

from companion.marbles import Edge
from companion.marbles.fingers import LEAST_US, SAME_US, STUCK_US, FingerPass, begun

FREE = (False,) * 12


class Finger:
    """A finger that moves through beams in a clock of its own."""

    def __init__(self, levels: tuple[bool, ...] = FREE) -> None:
        self.seen, self.now = begun(levels), 1_000_000

    def through(self, *beams: int, ms: float = 120, gap_ms: float = 700) -> "Finger":
        for beam in beams:
            self.edge(beam, broken=True)
            self.now += round(ms * 1000)
            self.edge(beam, broken=False)
            self.now += round(gap_ms * 1000)
        return self

    def edge(self, beam: int, *, broken: bool) -> None:
        self.seen = self.seen.hear(Edge(self.now, beam, broken))


@given(st.permutations(range(24)).flatmap(lambda order: st.integers(0, 24).map(lambda n: order[:n])))
def test_the_order_of_the_finger_is_the_order_of_the_clips(order: list[int]) -> None:
    seen = Finger((False,) * 24).through(*order).seen
    assert seen.order == tuple(order)
    assert (seen.twice, seen.stuck(10**12)) == (None, ())


def test_a_clip_that_is_passed_again_after_others_is_named() -> None:
    assert Finger().through(3, 1, 3, 2).seen.twice == 3


def test_only_the_first_clip_that_was_passed_twice_is_named() -> None:
    assert Finger().through(3, 1, 3, 1).seen.twice == 3


def test_the_same_clip_twice_in_a_row_is_twice_as_well() -> None:
    assert Finger().through(3, 3).seen.twice == 3


def test_the_ragged_edge_of_a_finger_is_one_pass() -> None:
    finger = Finger().through(3, 3, 3, ms=40, gap_ms=SAME_US / 1000 - 50).through(1)
    assert finger.seen.order == (3, 1)
    assert finger.seen.twice is None


def test_light_that_flickers_is_no_finger() -> None:
    finger = Finger().through(5, 5, 5, ms=LEAST_US / 1000 - 1).through(0)
    assert finger.seen.order == (0,)
    assert finger.seen.twice is None


def test_a_hand_in_two_beams_at_once_passed_the_one_first_that_it_left_first() -> None:
    finger = Finger()
    finger.edge(1, broken=True)
    finger.now += 50_000
    finger.edge(2, broken=True)
    finger.now += 50_000
    finger.edge(1, broken=False)
    finger.edge(2, broken=False)
    assert finger.seen.order == (1, 2)


def test_a_beam_that_was_blocked_before_the_finger_came_is_stuck_and_no_part_of_the_pass() -> None:
    finger = Finger((False, True, False)).through(0, 2)
    assert finger.seen.stuck(finger.now) == (1,)
    assert finger.seen.order == (0, 2)


def test_a_beam_that_is_freed_may_be_passed() -> None:
    finger = Finger((False, True, False)).through(0)
    finger.edge(1, broken=False)
    assert finger.seen.stuck(finger.now) == ()
    assert finger.through(1, 2).seen.order == (0, 1, 2)


def test_a_beam_that_stays_broken_under_the_finger_is_stuck() -> None:
    finger = Finger().through(0)
    finger.edge(1, broken=True)
    assert finger.seen.stuck(finger.now + STUCK_US - 1) == ()
    assert finger.seen.stuck(finger.now + STUCK_US) == (1,)


def test_clips_that_were_expected_and_saw_no_finger_are_missed() -> None:
    seen = Finger().through(0, 2, 11).seen
    assert seen.missed({0, 1, 2, 11}) == (1,)
    assert seen.missed(()) == ()


def test_a_beam_that_becomes_clear_without_having_been_broken_saw_nothing() -> None:
    assert FingerPass().hear(Edge(5, 3, broken=False)) == FingerPass()
