"""What the compiled firmware keeps, tells again and counts, in simulated time."""

from random import Random

from tests.firmware.board import Change, SimulatedBoard, breaks
from tests.firmware.host import Host, bursts


def test_edges_are_told_again_until_they_are_acknowledged():
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 5_000
        board.plan(bursts(60, start, Random(1), apart_us=100, pulse_us=200))
        host.listen(start + 900_000)
        first = list(host.edges)
        assert [edge.seq for edge in first] == list(range(1, 61))
        host.listen(start + 1_700_000)
        assert host.edges == first * 2
        host.send(f"ack {host.boot} 40")
        host.listen(start + 2_900_000)
        assert host.edges == first * 2 + first[40:]
        host.send(f"ack {host.boot} 60")
        host.listen(start + 5_000_000)
        assert host.edges == first * 2 + first[40:]
        assert host.beat()["acked"] == "60"


def test_what_a_host_missed_is_told_again_before_new_edges():
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 5_000
        board.plan(bursts(60, start, Random(2), apart_us=100, pulse_us=200))
        host.listen(start + 300_000)
        host.send(f"again {host.boot} 11 13")
        host.listen(start + 400_000)
    assert [edge.seq for edge in host.edges] == [*range(1, 61), 11, 12, 13]
    assert host.edges[60:] == host.edges[10:13]


def test_a_full_ring_loses_the_newest_edges_and_counts_them():
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 5_000
        changes = [
            Change(start + place * 1_000, place % 12 + 1, place // 12 % 2 == 0) for place in range(240)
        ]
        board.plan(changes)
        host.listen(start + 900_000)
        assert [(edge.beam, edge.broken) for edge in host.edges] == [
            (change.beam, change.broken) for change in changes[:160]
        ]
        beat = host.beat()
        assert (beat["seq"], beat["acked"], beat["overflowed"]) == ("160", "0", "80")
        host.send(f"ack {host.boot} 160")
        host.edges.clear()
        board.plan([breaks(board.now_us + 50_000, 5)])
        host.listen(board.now_us + 100_000)
        assert [(edge.seq, edge.beam, edge.broken) for edge in host.edges] == [(161, 5, True)]
        assert host.beat()["overflowed"] == "80"


def test_garbage_is_answered_line_by_line_while_edges_go_on():
    dice = Random("garbage")
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 5_000
        changes = bursts(240, start, dice, apart_us=100, pulse_us=200)
        board.plan(changes)
        for _ in range(20):
            noise = bytes(dice.choice([*range(10), *range(14, 256)]) for _ in range(dice.randrange(1, 40)))
            host.wire.send(noise.replace(b"\n", b"?"))
            host.listen(board.now_us + 60_000, acknowledge=True)
        host.send("levels")
        host.listen(board.now_us + 100_000, acknowledge=True)
    assert host.said.count("no check") == 20
    assert [(edge.beam, edge.broken) for edge in host.edges] == [
        (change.beam, change.broken) for change in changes
    ]
    assert sum(words.startswith("levels ") for words in host.said) == 1


def test_a_reset_in_mid_burst_begins_a_new_boot_and_an_old_acknowledgement_does_nothing():
    with SimulatedBoard() as board:
        host = Host(board)
        start = board.now_us + 5_000
        changes = bursts(120, start, Random(3), apart_us=100, pulse_us=200)
        board.plan(changes[:40])
        board.plan_reset(changes[39].us + 50)
        board.plan(changes[40:])  # up to the 60th while it starts, seen or not
        host.listen(start + 100_000)
        before = [edge.seq for edge in host.edges]
        assert before[:5] == [1, 2, 3, 4, 5]
        greeting = next(words for words in host.said if words.startswith("hello "))
        assert f" id={host.hello['id']} boot={host.boot + 1} " in greeting
        assert " seq=0 acked=0 " in greeting
        host.edges.clear()
        host.send(f"ack {host.boot} 40", "hello 1")
        host.listen(start + 600_000)
        assert "no boot" in host.said
        assert [(edge.beam, edge.broken) for edge in host.edges] == [
            (change.beam, change.broken) for change in changes[60:]
        ]
        seen = host.edges[0].seq - 1
        assert 0 <= seen <= 20
        assert [edge.seq for edge in host.edges] == list(range(seen + 1, seen + 61))


def test_a_line_cut_by_a_reset_is_no_line_and_spares_the_greeting():
    with SimulatedBoard() as board:
        host = Host(board)
        board.plan([breaks(board.now_us + 5_000, 1)])
        board.plan_reset(board.now_us + 6_000)  # when a third of the line has gone out
        host.listen(board.now_us + 100_000)
    assert [line[:4] for line in host.garbled] == [b"E 1 "]
    assert not host.edges
    assert host.said[0].startswith("hello coaster-beams protocol=1 ")


def test_before_a_hello_edges_are_told_once_and_the_ring_never_fills():
    with SimulatedBoard() as board:
        host = Host(board, attends=False)
        start = board.now_us + 5_000
        changes = bursts(480, start, Random(4), apart_us=100, pulse_us=200)
        board.plan(changes)
        host.listen(start + 4_000_000)
        assert [edge.seq for edge in host.edges] == list(range(1, 481))
        assert host.beat()["overflowed"] == "0"
