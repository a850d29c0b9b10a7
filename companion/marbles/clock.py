"""From a board's 32-bit microseconds to the host's time, with the error that may be in it.

A board is asked the time now and then. Its answer lies somewhere between question and arrival, so the
quickest round trip tells most, and bounds the error by half of what it took; two quick ones far apart tell
how much faster one clock runs than the other.
"""

from collections import deque

from msgspec import Struct

from companion.marbles.protocol import since

ROLL = 2**32

AHEAD_US = 10_000_000
"""An edge may seem to lie so far ahead of our notion of the board's present; further ahead, it is past."""

KEPT = 600
"""Round trips that are remembered, one a second; within these ten minutes warmth hardly changes a clock."""

UNKNOWN_RATE = 0.005
"""Ceramic resonators on boards are right to half a percent."""

USEFUL_RATE = 0.002
"""A measured rate that is less sure than this is no better than none."""

ONE_WAY_US = 100_000
"""How late a line may be read that was not asked for."""

STEP_US = 2_000_000
"""Disagreeing by more, one of the clocks was stopped (a laptop slept): what was known of them is over."""


class RoundTrip(Struct, frozen=True):
    """At the host's moment `host` the board's clock showed `board`, give or take `half`."""

    board: int
    host: int
    half: float


class Line(Struct, frozen=True):
    """The board's clock as a straight line over the host's; `rate` is how much faster it runs."""

    board: int
    host: int
    rate: float = 0.0

    def to_host(self, board: int) -> int:
        """The host's moment of a board's moment."""
        return self.host + round((board - self.board) / (1 + self.rate))

    def to_board(self, host: int) -> int:
        """The board's moment of a host's moment."""
        return self.board + round((host - self.host) * (1 + self.rate))


class BoardClock:
    """One start of a board, first seen when its clock showed `us` at the host's moment `host`."""

    def __init__(self, us: int, host: int) -> None:
        self._trips: deque[RoundTrip] = deque([RoundTrip(us, host, ONE_WAY_US)], KEPT)
        self._line = self._best = Line(us, host)
        self._half: float = ONE_WAY_US
        self._rate_error = UNKNOWN_RATE

    def present(self, us: int, host: int) -> int:
        """The 64-bit moment that `us` means in a line about the present."""
        expected = self._best.to_board(host)
        later = since(expected % ROLL, us)
        return expected + later if later < ROLL // 2 else expected - since(us, expected % ROLL)

    def past(self, us: int, host: int) -> int:
        """The 64-bit moment that `us` means in a line about an edge, at most 71 minutes ago."""
        latest = self._best.to_board(host) + AHEAD_US
        return latest - since(us, latest % ROLL)

    def seen(self, us: int, host: int) -> int:
        """The 64-bit moment of a line about the present, which also can tell that a clock was stopped."""
        board = self.present(us, host)
        if abs(self._best.to_board(host) - board) > STEP_US:
            self._start_anew(RoundTrip(board, host, ONE_WAY_US))
        return board

    def asked(self, sent: int, got_us: int, answered_us: int, received: int) -> None:
        """Take in a round trip: when the host asked, what the board showed then and on answering."""
        got = self.present(got_us, sent)
        answered = got + since(got_us, answered_us)
        half = ((received - sent) - (answered - got)) / 2
        if half < 0 or answered - got > STEP_US:
            return
        trip = RoundTrip((got + answered) // 2, (sent + received) // 2, half)
        if abs(self._best.to_board(trip.host) - trip.board) > STEP_US:
            self._start_anew(trip)
        self._trips.append(trip)
        self._fit()

    def settle(self) -> None:
        """Use the best that is known from now on: between runs, since moments may shift by it."""
        self._line = self._best

    def to_host(self, board: int) -> int:
        """The host's moment of a 64-bit moment of the board."""
        return self._line.to_host(board)

    def error_us(self, host: int) -> float:
        """How far `to_host` may be off for a moment about now."""
        age = abs(host - self._best.host)
        unsettled = abs(self._line.to_board(host) - self._best.to_board(host))
        return self._half + age * self._rate_error + unsettled

    @property
    def unsettled_us(self) -> int:
        """By how much settling would shift the latest moments."""
        return abs(self._line.to_host(self._best.board) - self._best.host)

    def _start_anew(self, trip: RoundTrip) -> None:
        self._trips.clear()
        self._trips.append(trip)
        self._fit()
        self.settle()

    def _fit(self) -> None:
        """The line through the round trip that tells most now, as steep as the surest older one says."""
        trips = list(self._trips)
        half_way = len(trips) // 2
        rate, self._rate_error = 0.0, UNKNOWN_RATE
        if half_way:
            newer = min(trips[half_way:], key=_half)
            older = min(trips[:half_way], key=lambda trip: _unsure(trip, newer))
            if _unsure(older, newer) < USEFUL_RATE:
                rate = (newer.board - older.board) / (newer.host - older.host) - 1
                self._rate_error = _unsure(older, newer)
        now = trips[-1].host
        told = min(trips, key=lambda trip: trip.half + (now - trip.host) * self._rate_error)
        self._best = Line(told.board, told.host, rate)
        self._half = told.half


def _half(trip: RoundTrip) -> float:
    return trip.half


def _unsure(older: RoundTrip, newer: RoundTrip) -> float:
    """How far off the rate between two round trips may be: their errors over the time between them."""
    apart = newer.host - older.host
    return (older.half + newer.half) / apart if apart > 0 else 1.0
