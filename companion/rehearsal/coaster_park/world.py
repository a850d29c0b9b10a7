"""The pretend table of Coaster Park: decks as shuffled, cards as dealt, coasters that marbles run down."""

from collections.abc import Iterable
from random import Random
from typing import Any, assert_never

from companion.marbles.physics import Course, Habits, Ride, build, roll
from companion.rehearsal.company import company
from companion.rehearsal.playing import chance
from companion.rules.coaster_park.commands import EnterSecret, Measure, Peek, Return, Reveal
from companion.rules.coaster_park.components import Deck, index
from companion.rules.coaster_park.scoring import rides
from companion.rules.coaster_park.setting_up import secrets_each
from companion.rules.coaster_park.state import (
    Coaster,
    Engineering,
    Peeking,
    Returning,
    Revealing,
    Running,
    State,
    stage_of,
)
from companion.rules.contract import Amount, Observe, Seat, Sensed, Setup

GAME = "coaster_park"

HABITS = Habits(launch_heights=(140.0, 200.0), skill=(0.65, 0.95), crests=(45.0, 170.0))
"""Coasters put together by hand: most hills are easy for the marble, some too steep for most runs."""

OUTLINES = {
    "bump": "Bump",
    "plateau": "Plateau",
    "jump": "Jump",
    "loop": "Loop",
    "double-dipper": "Double Dipper",
}
"""The outlines that special hills have for a rolling marble; all others are plain."""

PHONES = 0.4
"""How many players have a phone, on which they enter what only they see."""


class World:
    """One evening's table. The seed has shuffled the decks; an Engineer's shuffle changes the order."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def setting(self, seats: int) -> Setup:
        """Who plays, by the default options and the house values."""
        random = self._chance("setting")
        return Setup(game=GAME, names=company(seats, random), first=random.randrange(seats))

    def deck(self, state: State, deck: Deck) -> tuple[str, ...]:
        """The cards of a deck from the top, as they truly lie."""
        cards = state.launch if deck == "launch" else state.standard
        return self._shuffled(cards, deck, _shuffles(state))

    def secrets(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The secret cards dealt to a seat; behind them the cards its Engineer has just drawn."""
        each = secrets_each(state)
        dealt = self._shuffled(index(state.components).secrets, "secrets")[seat * each : (seat + 1) * each]
        match stage_of(state):
            case Engineering(seat=owner, deck=deck) if owner == seat:
                return (*dealt, *self.deck(state, deck)[:2])
            case _:
                return dealt

    def phone(self, state: State, command: Any) -> Seat | None:  # noqa: ARG002  # phones are the same all evening
        """Who has a phone enters on it the cards that nobody else sees."""
        if isinstance(command, EnterSecret | Peek | Return) and command.card.value is not None:
            return command.seat
        return None

    def tell(self, state: State, ask: Observe[Any] | Amount[Any], random: Random) -> Any:
        """The card that is truly next, how far the marble runs, how long a coaster is."""
        if isinstance(ask, Amount):
            return self._measured(state, ask)
        match ask.sensed:
            case Sensed.RUN:
                return ask.options[ask.readings.index(self.ride(state, ask, random).result.sensed)]
            case Sensed.CARD:
                return ask.options[ask.readings.index(self._card(state, ask))]
            case Sensed.DIE | Sensed.HAND | Sensed.RESULT | Sensed.TURN | Sensed.LENGTH:
                return None
            case _:
                assert_never(ask.sensed)

    def ride(self, state: State, ask: Observe[Any], random: Random) -> Ride:
        """A marble on the coaster under test; it was built once, and its hills are as they were made."""
        match stage_of(state):
            case Running(seat=seat, coaster=number):
                hills = _outlines(state, state.players[seat].coasters[number])
                course = self._course(seat, number, hills)
                return roll(course, hills, HABITS, random, random.uniform(0.1, 0.5))
            case _:
                raise LookupError(f"no marble rolls for {ask.name}")

    def _card(self, state: State, ask: Observe[Any]) -> str:
        """The card that the ask awaits, empty where nobody is told."""
        stage = stage_of(state)
        match stage:
            case Returning(seat=seat, deck=deck):
                return self._kept_secret(self.deck(state, deck)[0], seat)
            case Peeking(seat=seat, target=target, slot=slot):
                return self._kept_secret(self.secrets(state, target)[slot], seat)
            case Revealing():
                turned: Reveal = ask.options[0]
                return self.secrets(state, turned.seat or 0)[turned.slot]
            case _:
                pass
        match ask.subject:
            case ("secret",):
                seat = ask.options[0].seat
                slot = len(state.players[seat].secrets)
                return self._kept_secret(self.secrets(state, seat)[slot], seat)
            case ("global",):
                return self._shuffled(ask.readings, "side")[0]
            case ("launch" | "standard" as deck,):
                return self.deck(state, deck)[0]
            case _:
                raise LookupError(f"nobody knows the card that {ask.name} awaits")

    def _kept_secret(self, card: str, seat: Seat) -> str:
        """The card, if its owner enters it on a phone; else it stays unseen."""
        return card if self._chance("phone", seat).random() < PHONES else ""

    def _measured(self, state: State, ask: Amount[Any]) -> Any:
        """The length of the next of a player's coasters, the longest first."""
        match ask.command:
            case Measure(player=seat):
                lengths = sorted(self._lengths(state, seat), reverse=True)
                length = lengths[len(state.players[seat].lengths)]
                return ask.option(min(max(length, ask.low), ask.high))
            case _:
                return None

    def _lengths(self, state: State, seat: Seat) -> Iterable[int]:
        """How long what is left of each coaster is, in millimetres."""
        player = state.players[seat]
        for number, left in enumerate(rides(player, player.chosen)):
            if left.hills:
                course = self._course(seat, number, _outlines(state, player.coasters[number]))
                yield round(course.exits[len(left.hills) - 1])

    def _course(self, seat: Seat, coaster: int, hills: tuple[str, ...]) -> Course:
        return build(hills, HABITS, self._chance("course", seat, coaster))

    def _shuffled(self, cards: Iterable[str], *what: int | str) -> tuple[str, ...]:
        """The cards in an order that does not change when some of them are gone."""
        return tuple(sorted(cards, key=lambda card: self._chance("shuffle", *what, card).random()))

    def _chance(self, *what: int | str) -> Random:
        return chance(self._seed, GAME, *what)


def _shuffles(state: State) -> int:
    """How often a deck was shuffled again: an Engineer does it with the card that goes back."""
    experts = index(state.components).expert
    called = sum(experts[card] == "engineer" for player in state.players for card in player.used)
    return called - any(isinstance(stage, Engineering | Returning) for stage in state.stages)


def _outlines(state: State, coaster: Coaster) -> tuple[str, ...]:
    """A coaster's hills by what a marble feels of them."""
    where = index(state.components).hill
    return tuple(OUTLINES.get(where[hill].special, hill) for hill in coaster)
