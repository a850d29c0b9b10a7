"""A board's clock seen from the host: roll-overs, drift, slow round trips, and how wrong it may be."""

from random import Random

from companion.marbles.clock import ONE_WAY_US, ROLL, BoardClock

SECOND = 1_000_000
HOUR = 3600 * SECOND


class Observed:
    """Both clocks, seen from above: the board's clock runs `rate` faster and began at `us`."""

    def __init__(self, us: int, rate: float = 0.0, seed: int = 1) -> None:
        self.us, self.rate = us, rate
        self.dice = Random(seed)

    def board(self, host: int) -> int:
        return self.us + round(host * (1 + self.rate))

    def wire(self, host: int) -> int:
        return self.board(host) % ROLL

    def ask(self, clock: BoardClock, host: int, there: int = 1500, back: int = 4000) -> int:
        """A round trip, with delays on a busy host; returns when it is over."""
        got = host + there + self.dice.randrange(3000)
        answered = got + 300
        over = answered + back + self.dice.randrange(3000)
        clock.asked(host, self.wire(got), self.wire(answered), over)
        return over


def watched(true: Observed, seconds: int) -> BoardClock:
    clock = BoardClock(true.wire(20_000), 30_000)
    for second in range(1, seconds + 1):
        true.ask(clock, second * SECOND)
    clock.settle()
    return clock


def test_moments_go_on_across_every_roll_over() -> None:
    true = Observed(us=ROLL - 5 * SECOND)
    clock = BoardClock(true.wire(0), 0)
    for minute in range(0, 300, 2):
        host = minute * 60 * SECOND
        clock.seen(true.wire(host), host)
        clock.asked(host, true.wire(host), true.wire(host), host + 100)
        assert clock.present(true.wire(host), host) == true.board(host)


def test_an_edge_of_an_hour_ago_is_an_hour_old() -> None:
    true = Observed(us=ROLL - HOUR // 2)
    clock = BoardClock(true.wire(0), 0)
    host = HOUR + 60 * SECOND
    clock.asked(host, true.wire(host), true.wire(host), host + 100)
    assert clock.past(true.wire(60 * SECOND), host) == true.board(60 * SECOND)
    assert clock.past(true.wire(host - 1), host) == true.board(host - 1)


def test_an_edge_a_little_ahead_of_our_notion_of_the_present_is_not_taken_for_an_old_one() -> None:
    true = Observed(us=7)
    clock = BoardClock(true.wire(0), SECOND)
    assert clock.past(true.wire(SECOND), SECOND) == true.board(SECOND)


def test_the_stated_error_holds_and_shrinks_with_the_first_round_trip() -> None:
    true = Observed(us=12345, rate=0.004)
    clock = BoardClock(true.wire(0), 40_000)
    assert clock.error_us(40_000) >= ONE_WAY_US
    over = true.ask(clock, 50_000)
    clock.settle()
    assert clock.error_us(over) < 7000
    assert abs(clock.to_host(true.board(over)) - over) <= clock.error_us(over)


def test_the_stated_error_holds_at_any_drift_a_resonator_has() -> None:
    for seed, rate in enumerate((-0.005, -0.0004, 0.0, 0.00003, 0.005)):
        true = Observed(us=ROLL - 30 * SECOND, rate=rate, seed=seed)
        clock = watched(true, 120)
        for host in range(120 * SECOND, 150 * SECOND, 3 * SECOND):
            error = abs(clock.to_host(true.board(host)) - host)
            assert error <= clock.error_us(host) < 7000


def test_drift_is_learned() -> None:
    true = Observed(us=0, rate=0.005)
    clock = watched(true, 300)
    span = clock.to_host(true.board(330 * SECOND)) - clock.to_host(true.board(320 * SECOND))
    assert abs(span - 10 * SECOND) < 300


def test_slow_round_trips_do_not_spoil_what_a_quick_one_told() -> None:
    true = Observed(us=99)
    clock = BoardClock(true.wire(0), 10_000)
    clock.asked(SECOND, true.wire(SECOND + 100), true.wire(SECOND + 110), SECOND + 210)
    for second in range(2, 20):
        true.ask(clock, second * SECOND, there=200_000, back=0)
    clock.settle()
    host = 20 * SECOND
    error = abs(clock.to_host(true.board(host)) - host)
    assert error <= clock.error_us(host)


def test_nothing_shifts_between_settlings() -> None:
    true = Observed(us=0, rate=0.002)
    clock = BoardClock(true.wire(0), 50_000)
    before = clock.to_host(777)
    true.ask(clock, 5 * SECOND)
    assert clock.to_host(777) == before
    assert clock.unsettled_us > 30_000
    clock.settle()
    assert clock.to_host(777) != before
    assert clock.unsettled_us == 0


def test_a_host_that_slept_starts_anew_with_the_clock() -> None:
    true = Observed(us=500)
    clock = watched(true, 60)
    asleep = 20 * 60 * SECOND
    host = 61 * SECOND
    board = true.board(host + asleep)
    assert clock.seen(board % ROLL, host) == board
    assert abs(clock.to_host(board) - host) <= clock.error_us(host)


def test_an_answer_that_came_before_its_question_is_not_believed() -> None:
    clock = BoardClock(0, 0)
    clock.asked(1000, 500, 900_000, 1100)
    clock.settle()
    assert clock.to_host(1_000_000) == 1_000_000
