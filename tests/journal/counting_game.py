"""A tiny honest game for the journal's and the table's tests: count to a goal, with a secret and a deck.

Each seat first names a secret number; then the seats add in turn, and a card may be drawn.
A seat may spend from its secret once. Who passes the goal ends the game.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.contract import (
    Ask,
    Line,
    Observe,
    Option,
    Outcome,
    Pick,
    Seat,
    Sensed,
    Setup,
    Standing,
    Viewer,
    Violation,
)
from companion.rules.hidden import Hidden


class Card(Struct, frozen=True, omit_defaults=True):
    id: str
    worth: int
    provenance: str = "house"


class Components(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    goal: int
    cards: tuple[Card, ...]


class Name(Struct, frozen=True, omit_defaults=True, tag=True):
    """A seat's secret number; None: it keeps it to itself."""

    seat: Seat
    number: Hidden[int]


class Add(Struct, frozen=True, omit_defaults=True, tag=True):
    seat: Seat
    amount: int


class Spend(Struct, frozen=True, omit_defaults=True, tag=True):
    seat: Seat
    amount: int


class Draw(Struct, frozen=True, omit_defaults=True, tag=True):
    card: str
    seat: Seat | None = None


class Teach(Struct, frozen=True, omit_defaults=True, tag=True):
    card: str
    worth: int
    seat: Seat | None = None


class Opened(Struct, frozen=True, omit_defaults=True, tag=True):
    seats: int
    first: Seat
    components: Components


class Named(Struct, frozen=True, omit_defaults=True, tag=True):
    seat: Seat
    number: Hidden[int]


class Added(Struct, frozen=True, omit_defaults=True, tag=True):
    seat: Seat
    amount: int


class Spent(Struct, frozen=True, omit_defaults=True, tag=True):
    seat: Seat
    amount: int


class Drawn(Struct, frozen=True, omit_defaults=True, tag=True):
    card: str


class TurnPassed(Struct, frozen=True, omit_defaults=True, tag=True):
    to: Seat


class TaughtCard(Struct, frozen=True, omit_defaults=True, tag=True):
    card: str
    worth: int


Command = Name | Add | Spend | Draw | Teach
Event = Opened | Named | Added | Spent | Drawn | TurnPassed | TaughtCard


class State(Struct, frozen=True, omit_defaults=True):
    components: Components
    turn: int
    on_turn: Seat
    secrets: tuple[Hidden[int], ...]
    named: tuple[bool, ...]
    points: tuple[int, ...]
    deck: tuple[str, ...]
    spent: tuple[bool, ...]
    drawn: bool = False

    @property
    def over(self) -> bool:
        return sum(self.points) >= self.components.goal


def refusal(code: str, **facts: int | str) -> Violation[Any]:
    return Violation(f"counting.{code}", "Counting", facts)


class CountingGame:
    name = "counting_game"
    title = "Counting"
    seats = range(1, 5)
    version = 1
    options: tuple[Option, ...] = ()
    command_type = Command
    event_type = Event
    state_type = State
    host_commands = (Teach,)

    def house(self) -> dict[str, Any]:
        cards = [{"id": f"card-{worth}", "worth": worth, "provenance": "house"} for worth in range(1, 6)]
        return {"goal": 40, "cards": cards}

    def longest(self, seats: int) -> int | None:
        return 40 + 2 * seats + 5

    def start(self, setup: Setup) -> tuple[Event, ...] | Violation[Command]:
        if len(setup.names) not in self.seats:
            return refusal("setup.seats", seats=len(setup.names))
        try:
            components = msgspec.convert(setup.components or self.house(), Components)
        except msgspec.ValidationError as error:
            return refusal("components.bad", fault=str(error))
        return (Opened(len(setup.names), setup.first, components),)

    def asks(self, state: State, viewer: Viewer) -> tuple[Ask[Command], ...]:
        return tuple(
            ask for ask in self._asks(state, viewer) if viewer.seat in (None, ask.seat) or ask.seat is None
        )

    def _asks(self, state: State, viewer: Viewer) -> Iterator[Ask[Command]]:
        for seat, named in enumerate(state.named):
            if not named:
                numbers = (*range(1, 10), None)
                yield Pick("name", seat, tuple(Name(seat, Hidden((seat,), number)) for number in numbers))
        if all(state.named) and not state.over:
            seat = state.on_turn
            yield Pick("add", seat, tuple(Add(seat, amount) for amount in (1, 2, 3)))
            if not state.spent[seat]:
                yield Pick("spend", seat, tuple(Spend(seat, amount) for amount in range(1, 10)))
            if state.deck and not state.drawn:
                yield Observe("draw", None, Sensed.CARD, tuple(Draw(card) for card in state.deck), state.deck)
        if viewer.host:
            cards = state.components.cards
            yield Pick(
                "teach", None, tuple(Teach(card.id, worth) for card in cards for worth in range(1, 10))
            )

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Violation[Command]:
        match command:
            case Teach(card=card, worth=worth):
                if card not in {each.id for each in state.components.cards}:
                    return refusal("teach.unknown", card=card)
                return (TaughtCard(card, worth),)
            case Name(seat=seat, number=number):
                if seat not in range(len(state.named)) or state.named[seat]:
                    return refusal("name.again", seat=seat)
                if number.viewers != (seat,) or number.value not in (*range(1, 10), None):
                    return refusal("name.number", seat=seat)
                return (Named(seat, number),)
            case _ if not all(state.named):
                return refusal("name.first")
            case _ if state.over:
                return refusal("over")
            case Draw(card=card):
                if card not in state.deck or state.drawn:
                    return refusal("draw.gone", card=card)
                return (Drawn(card),)
            case Add(seat=seat, amount=amount):
                if seat != state.on_turn:
                    return refusal("turn.other", seat=seat, turn=state.on_turn)
                if amount not in (1, 2, 3):
                    return refusal("add.amount", amount=amount)
                return Added(seat, amount), TurnPassed((seat + 1) % len(state.points))
            case Spend(seat=seat, amount=amount):
                if seat != state.on_turn or state.spent[seat]:
                    return refusal("spend.not-now", seat=seat)
                if not 1 <= amount <= 9:
                    return refusal("spend.beyond", amount=amount, most=9)
                return (Spent(seat, amount),)

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Opened):
            secrets = tuple(Hidden[int]((seat,)) for seat in range(event.seats))
            nobody = (False,) * event.seats
            deck = tuple(card.id for card in event.components.cards)
            points = (0,) * event.seats
            return State(event.components, 1, event.first, secrets, nobody, points, deck, nobody)
        assert state is not None
        match event:
            case Named(seat=seat, number=number):
                secrets, named = put(state.secrets, seat, number), put(state.named, seat, value=True)
                return replace(state, secrets=secrets, named=named)
            case Added(seat=seat, amount=amount):
                return replace(state, points=put(state.points, seat, state.points[seat] + amount))
            case Spent(seat=seat, amount=amount):
                points = put(state.points, seat, state.points[seat] + amount)
                return replace(state, points=points, spent=put(state.spent, seat, value=True))
            case Drawn(card=card):
                return replace(state, deck=tuple(each for each in state.deck if each != card), drawn=True)
            case TurnPassed(to=to):
                return replace(state, on_turn=to, turn=state.turn + 1, drawn=False)
            case TaughtCard(card=card, worth=worth):
                taught = Card(card, worth, "table")
                cards = tuple(taught if each.id == card else each for each in state.components.cards)
                return replace(state, components=replace(state.components, cards=cards))

    def audit(self, state: State) -> Iterator[str]:
        if state.turn < 1:
            yield "turns are counted from 1"

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        order = sorted(range(len(state.points)), key=lambda seat: -state.points[seat])
        ranks = [1 + sum(points > state.points[seat] for points in state.points) for seat in order]
        standings = [
            Standing(seat, rank, state.points[seat], (Line("added", state.points[seat], "Counting"),))
            for seat, rank in zip(order, ranks, strict=True)
        ]
        return Outcome(tuple(standings), "goal", "Counting")


class LeakyGame(CountingGame):
    """A planted fault: it refuses on the whole state what it accepts on a redacted one, and tells why."""

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Violation[Command]:
        if isinstance(command, Spend) and command.amount > (state.secrets[command.seat].value or 9):
            return refusal("spend.beyond", amount=command.amount, most=state.secrets[command.seat].value or 9)
        return super().decide(state, command)


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


RULES = CountingGame()


def find(name: str) -> CountingGame:
    """The only game there is in these tests."""
    if name != RULES.name:
        raise KeyError(f"no game is called {name!r}; there is {RULES.name}")
    return RULES
