"""Parks to look at: whole evenings walked at random, and tables laid out by hand."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.coaster_park.commands import Command
from companion.rules.coaster_park.components import house, index
from companion.rules.coaster_park.events import Event
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Acting, Player, Sale, Secret, Stage, State, Toggles
from companion.rules.contract import TABLE, Amount, Ask, Seat, Setup, Violation
from companion.rules.hidden import Hidden

SHORT = ("Ann", "Benedikt", "Chiara", "Dov")
LONG = ("Maximiliane-Theodora", "Bartholomäus-Benedikt", "Chiara-Annunziata M.", "Wolfgangamadeusmoz")

SEVEN = ("thunder-drop", "jump", "bump", "plateau", "loop", "double-dipper", "whaleback")
NINE = (*SEVEN, "rolling-crest", "rabbit-hop")
FIVE_COASTERS = (
    ("thunder-drop", "jump", "bump"),
    ("comet-drop", "loop"),
    ("meadow-drop",),
    ("lantern-drop", "swan-neck", "rolling-crest", "camelback"),
    ("thunder-drop", "skyline"),
)
POOL = ("jump", "loop", "plateau", "double-dipper", "falcon-drop", "whaleback")
ROW = ("standard-03", "standard-04", "standard-06", "launch-02", "launch-12")
EXPERTS = ("launch-01", "standard-23", "standard-07", "standard-14", "standard-01", "launch-04", "launch-03")
USED = ("standard-02", "standard-06", "standard-08")


class Step(Struct, frozen=True):
    """One entry of a walk: what was asked, what was entered, and what was told of it."""

    before: State
    asks: tuple[Ask[Command], ...]
    command: Command
    told: tuple[tuple[State | None, Event, State], ...]

    @property
    def after(self) -> State:
        return self.told[-1][2]


def begin(seats: int, **options: str) -> State:
    events = RULES.start(Setup("coaster_park", SHORT[:seats], options=options))
    assert not isinstance(events, Violation)
    return tuple(fold(None, events))[-1][2]


def fold(state: State | None, events: tuple[Event, ...]) -> Iterator[tuple[State | None, Event, State]]:
    for event in events:
        after = RULES.evolve(state, event)
        yield state, event, after
        state = after


def walk(seats: int, seed: int, most: int = 1000, **options: str) -> Iterator[Step]:
    chance = random.Random(seed)
    state = begin(seats, **options)
    for _ in range(most):
        asks = RULES.asks(state, TABLE)
        if not asks:
            return
        ask = chance.choice(asks)
        command = (
            ask.option(chance.randint(ask.low, min(ask.high, ask.low + 12)))
            if isinstance(ask, Amount)
            else chance.choice(ask.options)
        )
        events = RULES.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        step = Step(state, asks, command, tuple(fold(state, events)))
        yield step
        state = step.after


@cache
def evening(seats: int, seed: int) -> tuple[Step, ...]:
    """A whole random evening, remembered."""
    return tuple(walk(seats, seed))


def entered(state: State, command: Command) -> State:
    events = RULES.decide(state, command)
    assert not isinstance(events, Violation), events
    return tuple(fold(state, events))[-1][2]


def by_seat(asks: tuple[Ask[Command], ...]) -> dict[Seat | None, tuple[Ask[Command], ...]]:
    seats = dict.fromkeys(ask.seat for ask in asks)
    return {seat: tuple(ask for ask in asks if ask.seat == seat) for seat in seats}


def commands_of(asks: tuple[Ask[Command], ...]) -> Iterator[Command]:
    for ask in asks:
        if isinstance(ask, Amount):
            yield ask.command
        else:
            yield from ask.options
            yield from ask.refused


def laid_out(
    seats: int = 4,
    *,
    coasters: tuple[tuple[str, ...], ...] = (SEVEN,),
    stage: Stage | None = None,
    pool: tuple[str, ...] = POOL,
    row: tuple[str, ...] = ROW,
    warehouse: tuple[str, ...] = (),
    experts: tuple[str, ...] = (),
    used: tuple[str, ...] = (),
    money: int = 19,
    sale: Sale | None = None,
) -> State:
    """A table in mid-game, of which seat 0 has all that is given; the others have a little."""
    components = house()
    where = index(components)
    first = Player(money, experts, used, warehouse, coasters, (Secret(Hidden((0,))),))
    others = tuple(
        Player(12, (), (), (), (("comet-drop", "ripple"),), (Secret(Hidden((seat,))),))
        for seat in range(1, seats)
    )
    return State(
        components=components,
        toggles=Toggles(),
        players=(first, *others),
        bank=321 - money - 12 * (seats - 1),
        active=0,
        turn=14,
        stages=(stage or Acting(),),
        launch=where.decks["launch"][4:10],
        standard=where.decks["standard"][10:19],
        supply=(),
        row=row,
        pool=pool,
        side="full-till",
        sale=sale,
    )


def with_secrets(state: State, seat: Seat, *cards: str) -> State:
    player = state.players[seat]
    secrets = tuple(Secret(Hidden((seat,), card), known=True) for card in cards)
    players = (*state.players[:seat], replace(player, secrets=secrets), *state.players[seat + 1 :])
    return replace(state, players=players)
