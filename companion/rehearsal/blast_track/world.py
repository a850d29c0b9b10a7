"""The pretend table of Blast Track: piles as shuffled, and the tile dealt to each hand."""

from random import Random
from typing import Any

from companion.marbles.physics import Ride
from companion.rehearsal.company import company
from companion.rehearsal.playing import chance
from companion.rules.blast_track.commands import EnterFirst
from companion.rules.blast_track.folding import piles
from companion.rules.blast_track.state import Colours, State, drawn_tiles
from companion.rules.contract import Amount, Observe, Seat, Sensed, Setup

GAME = "blast_track"

PHONES = 0.4
"""How many players have a phone, on which they enter the tile that only they see."""


class World:
    """One evening's table. The seed has shuffled the tiles, dealt one to each seat, and made the piles."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def setting(self, seats: int) -> Setup:
        """Who plays; on every third evening the players choose their colours."""
        random = self._chance("setting")
        options = {"colours": str(Colours.CHOSEN)} if self._seed % 3 == 0 else {}
        return Setup(GAME, company(seats, random), random.randrange(seats), options)

    def secrets(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The first tile of a seat, until it is shown."""
        player = state.players[seat]
        hidden = not player.dealt or player.first is not None
        return (self.dealt(state)[seat],) if hidden else ()

    def dealt(self, state: State) -> tuple[str, ...]:
        """The tile dealt to each seat."""
        return self._shuffled(state)[: state.seats]

    def pile(self, state: State, number: int) -> tuple[str, ...]:
        """A pile as it was made, the top tile first."""
        tiles = self._shuffled(state)[state.seats :]
        heights = [pile.unseen for pile in piles(len(tiles))]
        below = sum(heights[:number])
        return tiles[below : below + heights[number]]

    def ride(self, state: State, ask: Observe[Any], random: Random) -> Ride:  # noqa: ARG002
        """No marble rolls in this game."""
        raise LookupError(f"no marble rolls for {ask.name}")

    def phone(self, state: State, command: Any) -> Seat | None:  # noqa: ARG002  # phones are the same all evening
        """Who has a phone enters on it the tile that nobody else sees."""
        if isinstance(command, EnterFirst) and command.tile.value is not None:
            return command.seat
        return None

    def tell(self, state: State, ask: Observe[Any] | Amount[Any], random: Random) -> Any:
        """The tile that is truly next; in which turn a tile is laid is its player's choice."""
        if isinstance(ask, Amount) or ask.sensed is not Sensed.CARD:
            return None
        return ask.options[ask.readings.index(self._tile(state, ask, random))]

    def _tile(self, state: State, ask: Observe[Any], random: Random) -> str:
        """The tile that the ask awaits, empty where nobody is told; any, if people drew others before."""
        (what,) = ask.subject
        if what == "first":
            seat = ask.seat or 0
            has_phone = self._chance("phone", seat).random() < PHONES
            return self.dealt(state)[seat] if has_phone else ""
        number = int(what.removeprefix("pile-"))
        pile = self.pile(state, number)
        drawn = len(pile) - state.piles[number].unseen
        tile = pile[drawn] if 0 <= drawn < len(pile) else ""
        return tile if tile in ask.readings else random.choice(ask.readings)

    def _shuffled(self, state: State) -> tuple[str, ...]:
        counts = drawn_tiles(state.components, state.seats)
        tiles = [tile for tile, count in counts.items() for _ in range(count)]
        self._chance("tiles").shuffle(tiles)
        return tuple(tiles)

    def _chance(self, *what: int | str) -> Random:
        return chance(self._seed, GAME, *what)
