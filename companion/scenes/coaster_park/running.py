"""From a test that is going on to its picture: what was passed, and what it would score."""

from msgspec import Struct

from companion.journal import Note
from companion.marbles import BUMP
from companion.rules.coaster_park.commands import Command, Try
from companion.rules.coaster_park.commands import Run as RunEntered
from companion.rules.coaster_park.common import ATTEMPTS
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.scoring import points, ride
from companion.rules.coaster_park.state import Attempt, Coaster, Finals, Running, State, stage_of
from companion.scenes.coaster_park.prompts import ORDINALS
from companion.scenes.coaster_park.run import Run
from companion.scenes.coaster_park.view import coaster_name, drawn_hill, hill_name
from companion.scenes.palette import seat_colour
from companion.scenes.speaking import plural, possessive
from companion.scenes.telling import ComingTest


class Progress(Struct, frozen=True, omit_defaults=True):
    """How far the marble on its way has come: hills passed, its place, and how each beam stands.

    `beams` and `speeds` are as in `run.Run`; `rest`: it lies between the bumps of the next hill.
    """

    passed: int = 0
    rest: bool = False
    marble: tuple[int, float] | None = None
    beams: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()


def running_test(state: State) -> Running | None:
    """The test that is going on."""
    stage = stage_of(state)
    return stage if isinstance(stage, Running) else None


def run_of(state: State, test: Running, progress: Progress, names: tuple[str, ...]) -> Run:
    """A test as it is drawn."""
    coaster = state.players[test.seat].coasters[test.coaster]
    attempt = len(test.attempts)
    kind = "final test" if test.final else "test for $1"
    turn = ORDINALS[min(attempt, ATTEMPTS - 1)]
    worth, lines = worth_of(state, coaster, Attempt(progress.passed, progress.rest))
    return Run(
        f"{possessive(names[test.seat])} {coaster_name(state, test.seat, test.coaster)}",
        f"{kind} · {turn} of three runs",
        tuple(drawn_hill(state.components, hill) for hill in coaster),
        seat_colour(test.seat),
        progress.passed,
        progress.marble,
        progress.beams,
        progress.speeds,
        worth,
        lines,
        _attempts(test, rolling=progress.marble is not None and progress.marble > (0, 0.0)),
        attempt,
        coaster_name(state, test.seat, test.coaster),
    )


def worth_of(state: State, coaster: Coaster, attempt: Attempt) -> tuple[str, tuple[str, ...]]:
    """How far it is, what it scores if it stops there, and what one hill more would bring."""
    hills = len(coaster)
    now = _points(state, coaster, attempt)
    if attempt.passed >= hills:
        return f"Cleared all {hills}", (f"{plural(now, 'point')} for the coaster",)
    following = hill_name(state, coaster[attempt.passed])
    title = f"Resting in the {following}" if attempt.rest else f"Passed {attempt.passed} of {hills} so far"
    then = _points(state, coaster, Attempt(attempt.passed + 1))
    return title, (f"{plural(now, 'point')} if it stops now,", f"{then} over the {following}")


def timing(state: State, command: Command, note: Note) -> str:
    """The marble's speed over the hill where it was fastest, and how long it ran; another reading first."""
    test = running_test(state)
    if test is None or not isinstance(command, RunEntered):
        return ""
    coaster = state.players[test.seat].coasters[test.coaster]
    parts: list[str] = []
    if note.reading and note.reading != f"{command.passed}{'+rest' if command.rest else ''}":
        passed, rest, _ = note.reading.partition("+")
        parts.append(f"the beams read {passed}{' and a rest' if rest else ''}")
    fastest = max(note.speeds, default=0)
    if fastest and len(note.speeds) == len(coaster):
        hill = hill_name(state, coaster[note.speeds.index(fastest)])
        parts.append(f"{fastest / 1000:.2f} m/s over the {hill}")
    if note.took_ms:
        parts.append(f"{note.took_ms / 1000:.1f} s")
    return ", ".join(parts)


def coming_tests(state: State) -> tuple[ComingTest, ...]:
    """The coasters without a final test yet, in the order of the seats; the first seat may choose (CP47)."""
    stage = stage_of(state)
    if not isinstance(stage, Finals):
        return ()
    return tuple(
        ComingTest(
            coaster_name(state, seat, number),
            _kinds(state, state.players[seat].coasters[number]),
            Try(seat, number) if seat == stage.seats[0] else None,
        )
        for seat in stage.seats
        for number, runs in enumerate(state.players[seat].runs)
        if runs is None
    )


def _kinds(state: State, coaster: Coaster) -> tuple[str, ...]:
    """The hills as beams know them: each by its id, but a Bump is a Bump."""
    hills = index(state.components).hill
    return tuple(BUMP if hills[hill].special == "bump" else hill for hill in coaster)


def _points(state: State, coaster: Coaster, attempt: Attempt) -> int:
    return points(index(state.components), state.toggles, ride(coaster, attempt)).total()


def _attempts(test: Running, *, rolling: bool) -> tuple[str, ...]:
    now = "running" if rolling else "waiting"
    done = len(test.attempts)
    texts = []
    for number in range(ATTEMPTS):
        if number < done:
            made = test.attempts[number]
            texts.append(f"{number + 1} · passed {made.passed}{' + rest' if made.rest else ''}")
        else:
            texts.append(f"{number + 1} · {now}" if number == done else str(number + 1))
    return tuple(texts)
