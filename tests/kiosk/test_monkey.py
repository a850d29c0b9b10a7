"""Fingers that touch at random: nothing they do fails, and what they enter is a game by the rules."""

import random

import pytest

from companion.journal import verify
from companion.kiosk.touching import Fingers
from companion.rules import games
from companion.rules.contract import HOST
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt", "Chiara", "Dora")
GAMES = tuple(games())


class Monkey:
    """Knows no game: it touches, holds, drags, taps twice and uses two fingers, wherever it likes."""

    def __init__(self, opened: Opened, dice: random.Random) -> None:
        self.opened, self.dice = opened, dice
        self.fingers: Fingers = opened.fingers

    def play(self, times: int) -> None:
        """Do so many things, some of them before the screen has come to rest."""
        for _ in range(times):
            ways = (self.touch, self.touch_twice, self.hold, self.drag, self.two_fingers, self.anywhere)
            self.dice.choices(ways, weights=(70, 10, 6, 6, 4, 4))[0]()
            if self.dice.random() < 0.75:
                self.opened.still()
            if self.opened.kiosk.session is None:
                self.sit_down_again()
        self.opened.still()

    def spot(self) -> tuple[float, float]:
        """The place of something that can be touched."""
        return self.fingers.place(self.dice.choice(sorted(self.fingers.visible())))

    def any_spot(self) -> tuple[float, float]:
        """Any place of the screen."""
        width, height = self.opened.kiosk.frames.size
        return self.dice.uniform(0, width), self.dice.uniform(0, height)

    def touch(self) -> None:
        self.fingers.down_and_up(*self.spot(), after_s=self.dice.choice((1.0, 0.4, 0.1)))

    def touch_twice(self) -> None:
        spot = self.spot()
        self.fingers.down_and_up(*spot)
        self.fingers.down_and_up(*spot, after_s=0.1)

    def hold(self) -> None:
        self.fingers.hold(self.dice.choice(sorted(self.fingers.visible())))

    def drag(self) -> None:
        finger = self.fingers.down(*self.any_spot())
        self.fingers.move(finger, *self.any_spot())
        self.fingers.move(finger, *self.spot())
        self.fingers.up(finger)

    def two_fingers(self) -> None:
        first = self.fingers.down(*self.spot())
        second = self.fingers.down(*self.spot(), after_s=0.02)
        self.fingers.up(first)
        self.fingers.up(second)

    def anywhere(self) -> None:
        self.fingers.down_and_up(*self.any_spot())

    def sit_down_again(self) -> None:
        """Now and then go on with the first evening, where it has left the table."""
        if self.dice.random() < 0.3:
            self.opened.still()
            self.opened.kiosk.resume(self.opened.kiosk.journal.evenings()[0].id)
            self.opened.still()


def let_loose(opened: Opened, game: str, seats: int, times: int, seed: int) -> None:
    """Let a monkey at an evening, and look afterwards whether all of the journal is right."""
    opened.play(game, NAMES[:seats], moves=6)
    begun = opened.table.n
    Monkey(opened, random.Random(seed)).play(times)
    journal = opened.kiosk.journal
    verdicts = [verify(journal, evening.id) for evening in journal.evenings()]
    assert [verdict.difference for verdict in verdicts] == [None] * len(verdicts)
    assert verdicts[0].entries > begun + 1
    if opened.kiosk.session is not None:
        table = opened.table
        assert list(table.rules.audit(table.view(HOST).state)) == []


@pytest.mark.parametrize("game", GAMES)
def test_fingers_that_touch_at_random_break_nothing(open_kiosk, game):
    let_loose(open_kiosk(), game, seats=3, times=120, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("game", GAMES)
def test_fingers_that_touch_at_random_for_long_break_nothing(open_kiosk, game, size):
    let_loose(open_kiosk(size=size), game, seats=4, times=1500, seed=2)
