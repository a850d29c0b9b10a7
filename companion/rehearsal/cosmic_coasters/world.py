"""The pretend table of Cosmic Coasters: moons drawn, hands thrown, dice rolled."""

from random import Random
from typing import Any

from companion.marbles.physics import Ride
from companion.rehearsal.company import company
from companion.rehearsal.playing import chance
from companion.rules.contract import Amount, Observe, Seat, Sensed, Setup
from companion.rules.cosmic_coasters.state import Combat, Moons, State

GAME = "cosmic_coasters"


class World:
    """One evening's table; nothing lies hidden on it but the moons still to be drawn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def setting(self, seats: int) -> Setup:
        """Who plays, and by which options: evenings with hands, results and dice take turns."""
        random = chance(self._seed, GAME, "setting")
        combat = tuple(Combat)[self._seed % len(Combat)]
        moons = tuple(Moons)[self._seed // len(Combat) % len(Moons)]
        options = {"combat": str(combat), "moons": str(moons)}
        defaults = {"combat": str(Combat.HANDS), "moons": str(Moons.CHOSEN)}
        return Setup(
            game=GAME,
            names=company(seats, random),
            first=random.randrange(seats),
            options={key: choice for key, choice in options.items() if choice != defaults[key]},
        )

    def secrets(self, state: State, seat: Seat) -> tuple[str, ...]:  # noqa: ARG002  # no card lies face down
        """Nothing lies face down in this game."""
        return ()

    def ride(self, state: State, ask: Observe[Any], random: Random) -> Ride:  # noqa: ARG002
        """No marble rolls in this game."""
        raise LookupError(f"no marble rolls for {ask.name}")

    def phone(self, state: State, command: Any) -> Seat | None:  # noqa: ARG002  # all use the shared screen
        """Everything is entered on the shared screen."""
        return None

    def tell(self, state: State, ask: Observe[Any] | Amount[Any], random: Random) -> Any:  # noqa: ARG002
        """The moon drawn next; or whatever is thrown, rolled or comes out of a round."""
        if isinstance(ask, Amount):
            return None
        if ask.sensed is not Sensed.CARD:
            return random.choice(ask.options)
        moons = sorted(set(ask.readings))
        chance(self._seed, GAME, "moons", *moons).shuffle(moons)
        return ask.options[ask.readings.index(moons[0])]
