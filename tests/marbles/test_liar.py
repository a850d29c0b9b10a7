"""The liar tells only the lies it is asked for, the same ones for the same seed, and knows the truth."""

from itertools import islice, pairwise

import pytest

from companion.marbles import Edge
from companion.marbles.liar import Liar, Lies, Wire, bursts, marbles
from companion.marbles.protocol import Hello, Lines, Told, framed, understood, unframed

SECOND = 1_000_000
HILLS = ("Launch", "Plain", "Bump", "Plateau")


def edges(number: int = 100, every_us: int = 10_000) -> list[Edge]:
    return [Edge(SECOND + n * every_us, n % 12, (n // 12) % 2 == 0) for n in range(number)]


def heard(liar: Liar, seconds: float, say: bytes = b"") -> bytes:
    out = b""
    for now in range(0, round(seconds * SECOND), 1000):
        out += liar.step(now)
        if now == 500_000 and say:
            liar.hear(say)
    return out


def messages(data: bytes) -> list[object]:
    texts = [unframed(line) for line in Lines().feed(data)]
    return [understood(text) for text in texts if text is not None]


def told(data: bytes) -> list[Told]:
    return [message for message in messages(data) if isinstance(message, Told)]


def test_without_lies_it_says_the_truth() -> None:
    data = heard(Liar(edges()), 3)
    assert None not in messages(data)
    assert len(messages(data)) == len(Lines().feed(data))
    assert [(each.beam - 1, each.broken) for each in told(data)] == [(e.beam, e.broken) for e in edges()]
    assert [each.us - told(data)[0].us for each in told(data)] == [e.t_us - SECOND for e in edges()]


def test_the_same_seed_lies_the_same_way() -> None:
    lies = Lies(flip=0.01, cut=0.02, double=0.02, lose=0.02, garbage=50, reboot_s=1)
    first, second, other = (heard(Liar(edges(), lies, seed), 4) for seed in (1, 1, 2))
    assert first == second != other


def test_flips_are_as_many_as_asked_for() -> None:
    said = framed("beat boot=7 seq=1 acked=0 us=9 broken=000000000000 overflowed=0 merged=0") * 2000
    carried = Liar([], Lies(flip=0.01))._to_host.carry(said)
    wrong = sum(one != other for one, other in zip(said, carried, strict=True))
    assert 0.008 < wrong / len(said) < 0.012


@pytest.mark.parametrize(
    ("lies", "lines"),
    [(Lies(lose=0.25), 750), (Lies(double=0.25), 1250), (Lies(cut=0.25), 750), (Lies(), 1000)],
)
def test_lines_are_lost_doubled_and_cut_as_often_as_asked_for(lies: Lies, lines: int) -> None:
    liar = Liar([], lies)
    arrived = liar._to_host.carry(framed("E 1 7 broken 1234567") * 1000)
    whole = [line for line in arrived.split(b"\r\n") if unframed(line)]
    cut_into = 250 * bool(lies.cut)  # the line after a cut one is spoilt as well
    assert lines - cut_into - 60 < len(whole) < lines + 60


def test_a_reboot_is_a_new_start_of_the_same_board() -> None:
    data = heard(Liar(edges(400), Lies(reboot_s=2, down_s=0.3)), 5)
    hellos = [message for message in messages(data) if isinstance(message, Hello)]
    assert [hello.boot - hellos[0].boot for hello in hellos] == [0, 1, 2]
    assert len({hello.id for hello in hellos}) == 1


def test_noise_comes_before_the_hello() -> None:
    lines = Lines().feed(heard(Liar([], Lies(garbage=90)), 1.2))
    assert unframed(lines[0]) is None
    assert sum("hello" in (unframed(line) or "") for line in lines) == 1


def test_edges_that_happen_while_it_is_down_are_seen_by_nobody() -> None:
    liar = Liar(edges(400), Lies(reboot_s=2, down_s=0.5))
    heard(liar, 5.5)
    numbered = sum(len(start.numbered) for start in liar.starts)
    assert 95 <= liar.unseen <= 105
    assert 0 < numbered <= 400 - liar.unseen


def test_it_is_unplugged_in_the_middle_of_what_it_says() -> None:
    ends = set()
    for seed in range(20):
        liar = Liar(edges(600, every_us=3000), Lies(unplug_s=2, unplugged_s=1), seed)
        out = b""
        for now in range(0, 2 * SECOND + 1000, 1000):
            out += liar.step(now)
        assert not liar.plugged
        ends.add(out.rpartition(b"\n")[2])
    assert len(ends) > 10


def test_it_is_plugged_in_again_and_is_the_same_board() -> None:
    liar = Liar([], Lies(unplug_s=2, unplugged_s=0.5))
    data = heard(liar, 3)
    assert liar.plugged
    assert len(liar.starts) == 2
    assert len({m.id for m in messages(data) if isinstance(m, Hello)}) == 1


def test_its_clock_rolls_over_when_it_is_told_to() -> None:
    moments = [each.us for each in told(heard(Liar(edges(), Lies(roll_s=1.5)), 3))]
    assert moments[0] > 2**31 > moments[-1]


def test_a_slow_line_says_no_more_than_it_can() -> None:
    data = heard(Liar(edges(300, every_us=1000), Lies(baud=9600)), 3)
    assert len(data) <= 3 * 960 + 64


def test_a_small_ring_runs_over_and_the_loss_is_known() -> None:
    liar = Liar(edges(100, every_us=300), Lies(ring=10, baud=9600))
    heard(liar, 8, say=framed("hello 1"))
    start = liar.starts[-1]
    assert start.overflowed == 100 - len(start.numbered) > 0


def test_two_boards_have_two_names() -> None:
    names = set()
    for name in ("00C0FFEE", "0BADBEEF"):
        [hello] = [m for m in messages(heard(Liar([], board=name), 0.1)) if isinstance(m, Hello)]
        names.add(hello.id)
    assert names == {"00C0FFEE", "0BADBEEF"}


def test_what_the_host_says_can_be_spoilt_too() -> None:
    liar = Liar(edges(), Lies(flip=0.2))
    answers = b"".join(heard(Liar([], Lies(lose=1.0)), 1, say=framed("levels")) for _ in range(3))
    assert b"levels" not in answers
    assert isinstance(liar._to_board, Wire)


def test_its_marbles_come_one_after_the_other_on_the_same_coaster() -> None:
    first = list(islice(marbles(HILLS, 5, every_s=6), 60))
    assert first == list(islice(marbles(HILLS, 5, every_s=6), 60))
    assert [edge.t_us for edge in first] == sorted(edge.t_us for edge in first)
    assert {edge.beam for edge in first} <= set(range(5))
    levels: dict[int, bool] = {}
    for edge in first:
        assert edge.broken != levels.get(edge.beam, False)
        levels[edge.beam] = edge.broken


def test_bursts_are_as_dense_as_the_board_must_stand() -> None:
    made = bursts(180, "seed")
    assert len(made) == 180
    assert min(b.t_us - a.t_us for a, b in pairwise(made)) >= 100
    for start in range(0, 180, 60):
        burst = made[start : start + 60]
        assert burst[-1].t_us - burst[0].t_us < 30_000
    assert {edge.beam for edge in made} == set(range(12))
