"""A demo's evening on the real touchscreen, off screen: every entry by touches, a picture of each screen."""

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from companion.cli._ahead import next_are
from companion.cli._evening import JOURNAL, Chosen, DemoError, Wanted, agreed, chosen, note, open_journal
from companion.cli._laying import Laying
from companion.cli._playing import faults, key, play
from companion.cli._rehearsing import Report, Touches, confirmed, progress, report
from companion.journal import Evening, Source
from companion.kiosk.environment import Display, prepare
from companion.marbles import Edge
from companion.rehearsal import Move, Rehearsal, rehearse
from companion.rules import game
from companion.rules.contract import TABLE, Setup, Violation
from companion.table import Table
from companion.table.devices import Devices, Phase

if TYPE_CHECKING:
    from companion.cli._hands import Hands, TurnTouches
    from companion.cli._pictures import Pictures

SEEN_S = 0.3
"""How long the screen is given to show a marble where its beams have seen it."""

LONG = 4
"""How many hills a coaster must have for the picture of a marble on its way."""

PATIENCE_S = 20.0
"""How long beams are waited for that should answer at once."""


def rehearse_by_touch(wanted: Wanted, folder: Path, size: tuple[int, int], *, trace: bool) -> Report:
    """Play an evening, or what is left of it, on a touchscreen of this size that nobody sees."""
    agreed(wanted, folder)
    with open_journal(folder) as journal:
        evenings = journal.evenings()
        evening = chosen(wanted, folder, evenings)
        if not evenings:
            note(folder, evening)
    logging.getLogger("companion").addHandler(logging.NullHandler())  # what fails is raised, and told once
    prepare(Display(*size, offscreen=True))
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as own:
        return _on_screen(evening, folder, Path(own), size, evenings, trace=trace)


def _on_screen(
    evening: Chosen,
    folder: Path,
    own: Path,
    size: tuple[int, int],
    evenings: tuple[Evening, ...],
    *,
    trace: bool,
) -> Report:
    from companion.cli._hands import Hands, TurnTouches
    from companion.cli._pictures import Pictures
    from companion.kiosk.app import Kiosk, Places

    rehearsal = rehearse(evening.game, evening.seed)
    places = Places(folder / JOURNAL, own / "kiosk.json", own / "recordings")
    kiosk = Kiosk(places, Display(*size, offscreen=True), "simulated:0")
    kiosk.open()
    hands, turns = Hands(kiosk), TurnTouches()
    pictures = Pictures(hands, folder)
    try:
        hands.fingers.settle()
        pictures.take("home")
        if evenings:
            table = _sit_down_again(hands, evenings[-1])
        else:
            table = _sit_down(hands, pictures, rehearsal.world.setting(evening.seats))
            if trace:
                confirmed(table, 0)
        finished_before = table.view(TABLE).outcome is not None
        touching = Touching(hands, table, rehearsal, pictures, turns)
        entering = Laying(touching, table, rehearsal, hands.fingers.settle)
        with progress(table, trace=trace) as moved:
            play(table, rehearsal, entering, moved)
        pictures.finish()
        state = table.view(TABLE).state
        counted = turns.whole_turns(state.turn)
        touches = Touches(
            hands.touches - pictures.touches,
            round(sum(counted) / len(counted), 2) if counted else 0.0,
            max(counted, default=0),
        )
        return report(
            table,
            evening,
            folder,
            resumed=bool(evenings),
            finished_before=finished_before,
            touches=None if finished_before else touches,
        )
    finally:
        kiosk.close()


def _sit_down_again(hands: "Hands", evening: Evening) -> Table:
    """Go on with the evening that Home shows, or open a finished one among the past evenings."""
    if evening.finished:
        hands.touch("home.past")
        hands.touch(f"history.evening.{evening.id}")
    else:
        hands.touch("home.resume")
    return _table(hands)


def _sit_down(hands: "Hands", pictures: "Pictures", setup: Setup) -> Table:
    """Begin a new evening: the game, its players by the keyboard, who begins, the options, the checklist."""
    hands.touch(f"home.new.{setup.game}")
    while not hands.sees(f"seats.name.{len(setup.names) - 1}"):
        hands.touch("seats.add")
    for seat, name in enumerate(setup.names):
        hands.touch(f"seats.name.{seat}")
        if seat == 0:
            pictures.take("keyboard")
        hands.write(name)
    hands.touch(f"seats.first.{setup.first}")
    for option in game(setup.game).options:
        wanted = setup.options.get(option.key, option.default)
        steps = option.choices.index(wanted) - option.choices.index(option.default)
        for _ in range(steps % len(option.choices)):
            hands.touch(f"seats.option.{option.key}")
    pictures.take("seats")
    hands.touch("seats.start")
    session = hands.kiosk.session
    if session is None:
        raise DemoError("the screen did not begin the evening")
    steps = len(session.telling.checklist(setup))
    for step in range(steps):
        if step == steps // 2:
            pictures.take("setup")
        hands.touch(f"setup.step.{step}")
    hands.touch("setup.ready")
    return _table(hands)


def _table(hands: "Hands") -> Table:
    session = hands.kiosk.session
    if session is None:
        raise DemoError("the screen shows no table")
    return session.table


class Touching:
    """Enters moves by touches; marbles roll past the beams of the screen."""

    def __init__(
        self, hands: "Hands", table: Table, rehearsal: Rehearsal, pictures: "Pictures", turns: "TurnTouches"
    ) -> None:
        self._hands, self._table, self._rehearsal = hands, table, rehearsal
        self._seed = rehearsal.seed
        self._pictures, self._turns = pictures, turns

    def enter(self, move: Move) -> None:
        """Make this entry, with others that the same touch makes, and wait until the screen shows it."""
        hands, turn = self._hands, self._table.view(TABLE).state.turn
        self._pictures.before(move)
        before = hands.touches
        watched = faults(self._seed, move) if move.ride is not None else None
        if move.by.seat is not None:
            self._by_phone(move)
        elif self._all_pass(move):
            hands.touch("prompt.all_pass")
        elif watched is None or not self._roll(move):
            self._say(move)
        hands.fingers.settle()
        self._turns.add(turn, hands.touches - before)

    def _all_pass(self, move: Move) -> bool:
        """Whether this and the next entries are those that one touch makes for all."""
        session = self._hands.kiosk.session
        passes = session.shown.passes if session is not None and session.shown is not None else ()
        return (
            len(passes) > 1 and move.command == passes[0] and next_are(self._table, self._rehearsal, passes)
        )

    def _by_phone(self, move: Move) -> None:
        """What a seat enters on its own phone reaches the screen from the table."""
        answer = self._table.submit(move.command, move.by, Source.PHONE, key(move))
        if isinstance(answer, Violation):
            raise DemoError(f"entry {move.n} was refused ({answer.code}): {move.command!r}")

    def _roll(self, move: Move) -> bool:
        """Let the marble roll past the beams; whether they were sure enough to enter its run."""
        beams, watched = self._hands.kiosk.beams, faults(self._seed, move)
        devices, source = beams.devices, beams.source
        replay = getattr(source, "replay", None)
        if devices is None or replay is None or move.ride is None or watched is None:
            return False
        armed = f"-n{move.n}-"
        self._wait(lambda: devices.progress().phase is Phase.ARMED and armed in devices.progress().run)
        self._pictures.take("marble")
        halt = source.listen(self._on_the_way(devices)) if source is not None else None
        replay(move.ride, len(devices.progress().beams), f"{self._seed}:{move.n}", watched)
        if halt is not None:
            halt()
        devices.done()
        self._wait(lambda: self._table.n >= move.n or devices.pending() is not None)
        self._hands.fingers.settle()
        return self._table.n >= move.n

    def _on_the_way(self, devices: Devices) -> Callable[[Edge], None]:
        """Take a picture of the marble half way down a longer coaster; time stands still meanwhile."""
        hills = len(devices.progress().hills)

        def hear(edge: Edge) -> None:
            beams = devices.progress().beams
            if hills >= LONG and not edge.broken and beams[edge.beam].hill == hills // 2:
                self._hands.fingers.wait(SEEN_S)
                if devices.progress().passed > hills // 2:
                    self._pictures.take("marble-running")

        return hear

    def _say(self, move: Move) -> None:
        """Answer; about a run, by one of the beams' guesses if they have it, else by hand."""
        hands, guess = self._hands, self._guess(move)
        if guess:
            self._pictures.take("marble-doubt")
            hands.touch(guess)
            return
        if move.ride is None and hands.sees("marble.else"):
            hands.touch("marble.else")
            if self._table.n >= move.n:
                return
        if hands.sees("marble.by_hand") and not hands.offers(move):
            hands.touch("marble.by_hand")
        if move.ride is not None:
            self._pictures.take("marble-by-hand")
        hands.answer(move)

    def _guess(self, move: Move) -> str:
        """The button of the beams' guess that is true, if there is one."""
        devices = self._hands.kiosk.beams.devices
        guess = devices.pending() if devices is not None else None
        possible = [] if guess is None else [one.command for one in guess.possible]
        if move.command not in possible:
            return ""
        button = f"marble.guess.{possible.index(move.command)}"
        return button if self._hands.sees(button) else ""

    def _wait(self, until: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE_S
        while not until():
            self._hands.fingers.wait(0.01)
            if monotonic() > end:
                raise DemoError("the beams do not answer")
