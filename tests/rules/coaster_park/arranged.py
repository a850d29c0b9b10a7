"""A table of Coaster Park that a test arranges as it needs it, every piece still in exactly one place."""

from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.common import with_coins_moved, with_player, without
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Answering, Drawing, Secret, State, seats_in_play
from companion.rules.contract import HOST, TABLE, Amount, Setup, Violation
from companion.rules.hidden import Hidden, redact

NAMES = ("Ann", "Benedikt", "Chiara", "Dov")
ROW = ("standard-01", "standard-02", "standard-03", "launch-01", "launch-02")
"""A manager, a foreman, a crane, an attorney and a financier; they bring the pool below."""

POOL = ("bump", "double-dipper", "jump", "meadow-drop", "lantern-drop")
SECRETS = ("blue-steel", "long-ride", "full-staff", "red-timber")


class Table:
    """A game after its set-up, with moves to arrange it and to play it."""

    def __init__(self, seats: int = 3, *, first: int = 0, side: str = "full-till", **options: str) -> None:
        self.state: State = empty(seats, first=first, **options)
        for card in ROW:
            self.enter(c.TurnUp(None, card))
        self.enter(c.ShowSide(None, side))
        for seat in range(seats):
            self.enter(c.EnterSecret(seat, Hidden((seat,), SECRETS[seat])))
        if seats == 2:
            self.enter(c.EnterSecret(0, Hidden((0,), SECRETS[2])), c.EnterSecret(1, Hidden((1,), SECRETS[3])))

    def enter(self, *commands: c.Command) -> tuple[Any, ...]:
        """Enter commands that must be accepted; all their events."""
        told: list[Any] = []
        for command in commands:
            events = RULES.decide(self.state, command)
            assert not isinstance(events, Violation), (command, events, self.state.stages)
            for event in events:
                self._become(RULES.evolve(self.state, event))
            told += events
        return tuple(told)

    def refusal(self, command: c.Command) -> Violation[c.Command]:
        """The refusal of a command, whose repairs must be accepted and which nobody is offered."""
        answer = RULES.decide(self.state, command)
        assert isinstance(answer, Violation), answer
        assert answer.section
        for repair in answer.repairs:
            assert not isinstance(RULES.decide(self.state, repair), Violation), repair
        assert command not in self.options(HOST)
        return answer

    def options(self, viewer: Any = TABLE, name: str = "") -> list[c.Command]:
        """What is offered by picks and observations, of this name or at all."""
        asks = RULES.asks(redact(self.state, viewer), viewer)
        return [
            option
            for ask in asks
            if not isinstance(ask, Amount) and name in ("", ask.name)
            for option in ask.options
        ]

    def names(self, viewer: Any = TABLE) -> list[str]:
        """The names of the open asks."""
        return [ask.name for ask in RULES.asks(redact(self.state, viewer), viewer)]

    def ask(self, name: str, viewer: Any = TABLE) -> Any:
        """The first open ask of this name."""
        return next(ask for ask in RULES.asks(redact(self.state, viewer), viewer) if ask.name == name)

    @property
    def stage(self) -> Any:
        return self.state.stages[-1]

    def player(self, seat: int) -> Any:
        return self.state.players[seat]

    # arranging

    def money(self, seat: int, dollars: int) -> None:
        """Let a seat have so many dollars, the difference against the bank."""
        player = self.player(seat)
        moved = replace(
            self.state,
            players=with_player(self.state, seat, replace(player, money=dollars)),
            bank=self.state.bank + player.money - dollars,
        )
        self._become(with_coins_moved(moved))

    def give(self, seat: int, *experts: str) -> tuple[str, ...]:
        """Put experts from the decks before a seat; their hills are out of the game."""
        given = []
        for expert in experts:
            where = index(self.state.components)
            card = next(
                card for card in (*self.state.standard, *self.state.launch) if where.expert[card] == expert
            )
            player = self.player(seat)
            changed = replace(player, experts=(*player.experts, card))
            state = self._drawn(card)
            self._become(
                replace(
                    state,
                    players=with_player(state, seat, changed),
                    removed=(*state.removed, where.brings[card]),
                )
            )
            given.append(card)
        return tuple(given)

    def build(self, seat: int, *hills: str) -> int:
        """Let a coaster stand before a seat; its number."""
        state = self.state
        for hill in hills:
            state = self._without_hill(state, hill)
        player = state.players[seat]
        changed = replace(player, coasters=(*player.coasters, hills), built=player.built + len(hills))
        self._become(replace(state, players=with_player(state, seat, changed)))
        return len(player.coasters)

    def store(self, seat: int, *hills: str) -> None:
        """Let hills lie in a seat's warehouse."""
        state = self.state
        for hill in hills:
            state = self._without_hill(state, hill)
        player = state.players[seat]
        changed = replace(player, warehouse=(*player.warehouse, *hills))
        self._become(replace(state, players=with_player(state, seat, changed)))

    def empty(self, deck: str, *, leaving: int = 0) -> None:
        """Let a deck hold only its last cards; the others are discarded, their hills out of the game."""
        cards = self.state.launch if deck == "launch" else self.state.standard
        for card in cards[: len(cards) - leaving]:
            state = self._drawn(card)
            hill = index(state.components).brings[card]
            self._become(
                replace(state, discarded=(*state.discarded, card), removed=(*state.removed, hill)),
            )

    def clear_pool(self) -> None:
        """Let the pool be empty, its hills out of the game."""
        state = self.state
        self._become(replace(state, pool=(), removed=(*state.removed, *state.pool)))

    def clear_row(self) -> None:
        """Let the row be empty, its cards discarded."""
        state = self.state
        self._become(replace(state, row=(), discarded=(*state.discarded, *state.row)))

    def put_in_pool(self, hill: str) -> None:
        """Let a hill lie in the pool."""
        state = self._without_hill(self.state, hill)
        self._become(replace(state, pool=(*state.pool, hill)))

    def forget_secret(self, seat: int) -> None:
        """Let a seat's first secret card be one that was never entered."""
        self._with_secret(seat, Secret(Hidden((seat,))))

    def remember_secret(self, seat: int, card: str) -> None:
        """Let a seat's first secret card be entered as this one."""
        self._with_secret(seat, Secret(Hidden((seat,), card), known=True))

    def _with_secret(self, seat: int, secret: Secret) -> None:
        player = self.player(seat)
        changed = replace(player, secrets=(secret, *player.secrets[1:]))
        self._become(replace(self.state, players=with_player(self.state, seat, changed)))

    # playing what many tests need

    def sell(self, hill: str, price: int) -> None:
        """The active player puts a hill of the pool up for sale at this price."""
        self.enter(c.Offer(self.state.active, hill), c.NamePrice(self.state.active, price))

    def pass_round(self) -> None:
        """All the others pass."""
        while isinstance(self.stage, Answering):
            self.enter(c.Pass(self.stage.seat))

    def quick_turn(self) -> None:
        """A turn that only passes time: a hill sold at $0 to its seller, who stores it."""
        self.sell(self.state.pool[0], 0)
        self.pass_round()
        self.enter(self.options(name="place")[-1])

    def to_the_finals(self) -> None:
        """Let the standard deck run out, so that after the last turns the coasters are tested."""
        self.empty("standard")
        for _ in range(len(seats_in_play(self.state)) + 1):
            self.hire_nothing()

    def hire_nothing(self) -> None:
        """A turn without any other trace than $2: a card is hired and the row refilled as far as it goes."""
        seat = self.state.active
        self.money(seat, max(self.player(seat).money, 2))
        self.enter(self.options(name="hire")[0])
        if isinstance(self.stage, Drawing):
            self.enter(self.options(name="card")[0])

    def _drawn(self, card: str) -> State:
        state = self.state
        hill = index(state.components).brings[card]
        return replace(
            state,
            launch=without(state.launch, card),
            standard=without(state.standard, card),
            supply=without(state.supply, hill),
        )

    def _without_hill(self, state: State, hill: str) -> State:
        if hill in state.removed:
            return replace(state, removed=without(state.removed, hill))
        brings = index(state.components).brings
        for card in (*state.standard, *state.launch):
            if brings[card] == hill:
                return replace(
                    state,
                    launch=without(state.launch, card),
                    standard=without(state.standard, card),
                    supply=without(state.supply, hill),
                    discarded=(*state.discarded, card),
                )
        assert hill in state.pool, hill
        return replace(state, pool=without(state.pool, hill))

    def _become(self, state: State) -> None:
        assert list(RULES.audit(state)) == []
        self.state = state


def empty(seats: int = 3, *, first: int = 0, **options: str) -> State:
    """A table at which nothing has been entered yet."""
    events = RULES.start(Setup("coaster_park", NAMES[:seats], first, options))
    assert not isinstance(events, Violation), events
    state: Any = None
    for event in events:
        state = RULES.evolve(state, event)
    return state
