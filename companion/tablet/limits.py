"""How often something may be tried: a bucket that fills again, and a lock that closes after wrong guesses."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds, never going back."""

MOST_KEYS = 2000
"""Of so many callers the bucket is remembered; those that were quiet longest are forgotten first."""


class Limit:
    """At most `burst` at once, and `per_second` in the long run, for each key; from any thread."""

    def __init__(self, burst: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._full: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._mutex = threading.Lock()

    def allows(self, key: str) -> bool:
        """Whether this key may go on; if so, it has been counted."""
        now = self._clock()
        with self._mutex:
            left, then = self._full.pop(key, (self._burst, now))
            left = min(self._burst, left + (now - then) * self._rate)
            allowed = left >= 1
            self._full[key] = (left - 1 if allowed else left, now)
            if len(self._full) > MOST_KEYS:
                self._full.popitem(last=False)
        return allowed


class Guesses:
    """Closes after `most` wrong guesses of one key, or `everybody` of all, for so many seconds."""

    def __init__(self, most: int, everybody: int, closed_s: float, clock: Clock = time.monotonic) -> None:
        self._most, self._everybody, self._closed_s, self._clock = most, everybody, closed_s, clock
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._all: list[float] = []
        self._mutex = threading.Lock()

    def closed(self, key: str) -> bool:
        """Whether this key may not guess now."""
        since = self._clock() - self._closed_s
        with self._mutex:
            self._all = [at for at in self._all if at > since]
            own = [at for at in self._wrong.get(key, ()) if at > since]
            return len(own) >= self._most or len(self._all) >= self._everybody

    def wrong(self, key: str) -> None:
        """It guessed wrong."""
        now = self._clock()
        with self._mutex:
            self._all.append(now)
            self._wrong.setdefault(key, []).append(now)
            self._wrong.move_to_end(key)
            if len(self._wrong) > MOST_KEYS:
                self._wrong.popitem(last=False)
