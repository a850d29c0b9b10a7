"""A table of Coaster Clash that a test arranges as it needs it, every card still in exactly one place."""

from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import house, index, read, values
from companion.rules.coaster_clash.events import RoundEnded
from companion.rules.coaster_clash.flow import round_begins
from companion.rules.coaster_clash.folding import with_coaster
from companion.rules.coaster_clash.placing import laid, with_laid
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import (
    Coaster,
    Place,
    State,
    seats_in_play,
    sides_in_order,
    unnamed,
    unnamed_layouts,
)
from companion.rules.contract import HOST, TABLE, Amount, Setup, Viewer, Violation
from companion.rules.hidden import Hidden, redact

NAMES = ("Ann", "Benedikt", "Chiara", "Dov", "Eun-ji", "Fatoumata")

LAYOUTS = (
    "thunder-ridge", "monsoon", "corsair", "black-flag-run", "sun-pyramid", "oracle",
    "comet-chaser", "event-horizon", "magma-rush", "caldera", "grand-junction", "silver-serpent",
)  # fmt: skip
"""Those on the table, by seat: its left one, then its right one."""


def box(elements: dict[str, dict[str, Any]] | None = None, **layouts: dict[str, Any]) -> dict[str, Any]:
    """The house values with some of them changed; a layout's name is written with underscores."""
    plain = values(house())
    changed = {name.replace("_", "-"): changes for name, changes in layouts.items()}
    plain["elements"] = [each | (elements or {}).get(each["id"], {}) for each in plain["elements"]]
    plain["layouts"] = [each | changed.get(each["id"], {}) for each in plain["layouts"]]
    read(plain)
    return plain


class Table:
    """A game whose layouts lie on the table, at the redraw of its first round."""

    def __init__(
        self, seats: int = 3, *, first: int = 0, components: dict[str, Any] | None = None, **options: str
    ) -> None:
        self.state: State = begun(seats, first=first, components=components, **options)
        self.enter(c.AllAssigned())
        for owner, side in unnamed_layouts(self.state):
            layout = LAYOUTS[2 * owner + (side == "right")]
            self.enter(c.NameLayout(owner, side, layout))

    def enter(self, *commands: c.Command) -> tuple[Any, ...]:
        """Enter commands that must be accepted; all their events."""
        told: list[Any] = []
        for command in commands:
            events = RULES.decide(self.state, command)
            assert not isinstance(events, Violation), (command, events)
            for event in events:
                self.become(RULES.evolve(self.state, event))
            told += events
        return tuple(told)

    def become(self, state: State) -> None:
        """Another state, which breaks no law."""
        assert list(RULES.audit(state)) == []
        self.state = state

    def refusal(self, command: c.Command) -> Violation[c.Command]:
        """The refusal of a command, whose repairs must be accepted and which nobody is offered."""
        answer = RULES.decide(self.state, command)
        assert isinstance(answer, Violation), answer
        assert answer.section
        for repair in answer.repairs:
            assert not isinstance(RULES.decide(self.state, repair), Violation), repair
        assert command not in self.options(HOST)
        return answer

    def options(self, viewer: Viewer = TABLE, name: str = "") -> list[c.Command]:
        """What is offered by picks and observations, of this name or at all."""
        return [
            option
            for ask in self.asks(viewer)
            if not isinstance(ask, Amount) and name in ("", ask.name)
            for option in ask.options
        ]

    def asks(self, viewer: Viewer = TABLE) -> tuple[Any, ...]:
        """What this viewer is asked."""
        return RULES.asks(redact(self.state, viewer), viewer)

    def coaster(self, area: int, place: Place) -> Coaster:
        """A coaster that is there."""
        found = self.state.areas[area].at(place)
        assert found is not None
        return found

    def tracks(self, area: int, place: Place) -> tuple[int, int]:
        """A coaster's speed and excitement."""
        coaster = self.coaster(area, place)
        return coaster.speed, coaster.excitement

    def build(self, area: int, place: Place, *cards: str) -> None:
        """Lay cards from the draw pile to the right end of a coaster."""
        for card in cards:
            state, coaster = self.state, self.coaster(area, place)
            done = laid(state.components, state.toggles, card, coaster.speed, coaster.excitement)
            unseen = tuple(other for other in state.unseen if other != card)
            areas = with_coaster(state, area, place, with_laid(coaster, done))
            self.become(replace(state, areas=areas, unseen=unseen, pile=state.pile - 1))

    def discard(self, *cards: str) -> None:
        """Lay cards from the draw pile face up on the discards."""
        for card in cards:
            unseen = tuple(other for other in self.state.unseen if other != card)
            discards = tuple(sorted((*self.state.discards, card)))
            self.become(replace(self.state, unseen=unseen, discards=discards, pile=self.state.pile - 1))

    def bury(self, cards: int) -> None:
        """Lay so many cards from the draw pile face down on the discards."""
        state = self.state
        self.become(replace(state, pile=state.pile - cards, face_down=state.face_down + cards))

    def to_round(self, turn: int) -> tuple[Any, ...]:
        """Throw the hands away and begin this round; its events."""
        state = self.state
        ended = RoundEnded(turn - 1, sum(player.hand for player in state.players))
        state = RULES.evolve(state, ended)
        began = round_begins(state, turn)
        for event in began:
            state = RULES.evolve(state, event)
        self.become(state)
        return began

    def flip(self, *cards: str) -> tuple[Any, ...]:
        """Everybody keeps the hand and puts down unseen; the first cards are named in the order of seats."""
        if self.options(name="all-keep"):
            self.enter(c.AllKeep())
        if self.options(name="all-committed"):
            self.enter(c.AllCommitted())
        told: list[Any] = []
        for seat, card in zip(unnamed(self.state), cards, strict=False):
            told += self.enter(c.TurnUp(seat, card))
        return tuple(told)

    def discard_all(self) -> tuple[Any, ...]:
        """Every card that lies face up is discarded."""
        waiting = [seat for seat in seats_in_play(self.state) if self.state.players[seat].up]
        return self.enter(*[c.DiscardElement(seat) for seat in waiting])

    def finish_round(self) -> tuple[Any, ...]:
        """All that is left of the round is discarded, whatever it is."""
        told: list[Any] = []
        turn = self.state.turn
        while self.state.turn == turn and RULES.outcome(self.state) is None and self.options():
            if self.options(name="all-keep") or self.options(name="all-committed"):
                self.flip()
            if unnamed(self.state):
                told += self.enter(self.options(name="flip")[0])
            elif any(player.up for player in self.state.players):
                told += self.discard_all()
            else:
                break
        return tuple(told)


def begun(
    seats: int = 3, *, first: int = 0, components: dict[str, Any] | None = None, **options: str
) -> State:
    """A game in which the layouts were dealt."""
    events = RULES.start(Setup(RULES.name, NAMES[:seats], first, options, components or {}))
    assert not isinstance(events, Violation), events
    return RULES.evolve(None, events[0])


def hidden(seat: int, value: Any = None) -> Hidden[Any]:
    """A secret of this seat."""
    return Hidden((seat,), value)


def commit(state: State, seat: int, card: str | None) -> c.Commit:
    """The next card that a seat puts down."""
    down = len(state.players[seat].down)
    return c.Commit(seat, sides_in_order(state.turn)[down], hidden(seat, card))


def cards_of(theme: str, count: int) -> tuple[str, ...]:
    """Some elements of a theme."""
    return tuple(card.id for card in house().elements if card.theme == theme)[:count]


ELEMENTS = index(house()).element
