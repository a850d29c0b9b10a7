"""A player of Coaster Park who reckons in points to be expected, names prices and uses experts."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.rehearsal.coaster_park.selling import offered, priced
from companion.rehearsal.coaster_park.valuing import (
    EXPERTS,
    Appraiser,
    Park,
    built,
    demolished,
    inserted,
    moved,
    park_of,
    seen_runs,
)
from companion.rehearsal.playing import Seen
from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.common import ACQUISITION, HIRE, TEST, due, ready, without
from companion.rules.coaster_park.components import Expert
from companion.rules.coaster_park.events import Ran
from companion.rules.coaster_park.setting_up import secrets_each
from companion.rules.coaster_park.state import (
    Coaster,
    Engineering,
    Placing,
    Running,
    State,
    stage_of,
)
from companion.rules.contract import Amount, Observe, Pick

WHIM = 0.35
"""How much better something must be, in points, for a player never to choose the other."""

LIKINGS = 3
"""How many of the ten experts a player has a liking for."""

WORTHWHILE = 0.1
"""What using an expert must gain, in points, beside what the card is worth unused."""

CURIOSITY = 2.2
"""What it is worth to see a coaster run before the end."""

SPYING = 1.7
"""What it is worth to know what another player is after."""

ENGINEERING = 2.1
"""What the better of two cards is worth, at the start."""

USES: dict[type, Expert] = {
    c.Acquire: "acquisitions",
    c.Spy: "spy",
    c.Insert: "foreman",
    c.Move: "crane",
    c.Demolish: "demolitions",
    c.Engineer: "engineer",
}
"""The experts that are used up by a command."""


class ParkPlayer:
    """Chooses what leaves the own park worth most."""

    def choose(self, seen: Seen, random: Random) -> Any:
        """The command that suits this seat best; facts are left to the table."""
        for ask in seen.asks:
            if isinstance(ask, Amount):
                return ask.option(min(max(priced(seen, appraiser(seen), random), ask.low), ask.high))
        match stage_of(seen.state):
            case Running() as stage:
                return _stop(seen, stage)
            case Engineering() if any(isinstance(ask, Observe) for ask in seen.asks):
                return _keep(seen)
            case _:
                pass
        options = [option for ask in seen.asks if isinstance(ask, Pick) for option in ask.options]
        if not options:
            return None
        return _best(seen, options, random)


PLAYER = ParkPlayer()


def appraiser(seen: Seen) -> Appraiser:
    """How this seat values parks: by its own secret cards, the global one, and the runs it has seen."""
    state: State = seen.state
    bonuses = [*seen.secrets[: secrets_each(state)], *([state.side] if state.side else [])]
    liked = seen.temper().sample(sorted(EXPERTS), LIKINGS)
    return Appraiser(state, seen.seat, bonuses, seen_runs(_attempts(seen)), liked)


def _attempts(seen: Seen) -> Iterator[tuple[Coaster, int]]:
    """The own runs so far: the coaster as it stood, and how many hills the marble passed."""
    for told in seen.history():
        for before, event, _ in told.steps:
            if isinstance(event, Ran) and event.seat == seen.seat:
                yield before.players[event.seat].coasters[event.coaster], event.attempt.passed


def _best(seen: Seen, options: list[Any], random: Random) -> Any:
    """An expert that is worth using; else the option that leaves most."""
    by = appraiser(seen)
    gains = {option: _gain(seen, by, option, random) for option in options}
    whims = {option: random.uniform(0, WHIM) for option in options}
    if isinstance(stage_of(seen.state), Placing):
        return max(options, key=lambda option: gains[option])
    uses = [option for option in options if type(option) in USES]
    use = max(uses, key=lambda option: gains[option], default=None)
    if use is not None and gains[use] > WORTHWHILE:
        return use
    others = [option for option in options if type(option) not in USES]
    return max(others, key=lambda option: gains[option] + whims[option], default=use)


def _gain(seen: Seen, by: Appraiser, option: Any, random: Random) -> float:
    """The points that an option gains, all told."""
    state: State = seen.state
    park = park_of(state.players[seen.seat])
    match option:
        case c.Offer() | c.Draw():
            return offered(seen, by, option, random)
        case c.Hire(card=card):
            return _with_card(by, park, card) - HIRE * by.dollar
        case c.Buy():
            sale = state.sale
            if sale is None:
                return 0.0
            return by.gain(park, sale.hill) - by.dollar * due(state, seen.seat, sale.price or 0)
        case c.Test(coaster=coaster):
            return _curiosity(by, park, coaster) - TEST * by.dollar
        case c.TakeMoney():
            return by.dollar * (state.sale.paid if state.sale else 0)
        case c.TakeExpert(card=card):
            return _with_card(by, park, card)
        case c.Build() | c.Store() | c.Done():
            return _placed(seen, by, park, option)
        case c.Acquire() | c.Spy() | c.Insert() | c.Move() | c.Demolish() | c.Engineer():
            return _used(seen, by, park, option)
        case c.Choose():
            return -1.0  # the attempts that score most are chosen already
        case _:
            return 0.0


def _with_card(by: Appraiser, park: Park, card: str) -> float:
    """What a card more is worth; one that can take a hill away at once where the marble stops, more."""
    worth = by.worth(park)
    gain = by.worth(replace(park, experts=(*park.experts, card))) - worth
    if by.where.expert[card] == "demolitions":
        freed = [by.worth(demolished(park, number)) for number in range(len(park.coasters))]
        gain += max(0.0, max(freed, default=0.0) - worth)
    return gain


def _curiosity(by: Appraiser, park: Park, coaster: int) -> float:
    """What a test is worth: more where a coaster can still be changed, nothing for a launch alone."""
    hills = len(park.coasters[coaster])
    if hills < 2 or by.tested(park.coasters[coaster]):
        return 0.0
    changes = any(by.where.expert[card] in ("crane", "demolitions", "foreman") for card in park.experts)
    free = any(by.where.expert[card] == "mechanic" for card in park.experts)
    return CURIOSITY * (1 + 2 * changes + free) * by.left * min(hills, 4) / 2


def _placed(seen: Seen, by: Appraiser, park: Park, option: Any) -> float:
    """What the park is worth after a step of placing a bought hill."""
    stage = stage_of(seen.state)
    hand = stage.hill if isinstance(stage, Placing) else ""
    match option:
        case c.Build(hill=hill, coaster=coaster, stored=stored):
            after = built(park, hill, coaster, stored=stored)
            return by.best(after, hand) if stored and hand else by.worth(after)
        case c.Store(discard=discard):
            kept = without(park.warehouse, discard) if discard else park.warehouse
            return by.worth(replace(park, warehouse=(*kept, hand)))
        case _:
            return by.worth(park)


def _used(seen: Seen, by: Appraiser, park: Park, option: Any) -> float:
    """What using an expert gains; while a hill is placed, what the park is worth after it."""
    state: State = seen.state
    stage = stage_of(state)
    hand = stage.hill if isinstance(stage, Placing) else ""
    card = ready(state, seen.seat, USES[type(option)])
    spent = replace(park, experts=without(park.experts, card), used=(*park.used, card))
    extra = 0.0
    match option:
        case c.Acquire(hill=hill):
            pays = due(state, seen.seat, ACQUISITION)
            paid = replace(spent, money=spent.money - pays)
            after = max(by.placements(paid, hill), key=by.worth)
        case c.Insert(hill=hill, coaster=coaster, place=place, stored=stored):
            after = inserted(spent, hill, coaster, place, stored=stored)
            hand = hand if stored else ""
        case c.Move(source=source, target=target):
            after = moved(spent, source, target)
        case c.Demolish(coaster=coaster):
            after = demolished(spent, coaster)
        case c.Spy():
            after, extra = spent, SPYING
        case _:
            after, extra = spent, ENGINEERING * by.left + WORTHWHILE
    if isinstance(stage, Placing):
        return (by.best(after, hand) if hand else by.worth(after)) + extra
    return by.worth(after) + extra - by.worth(park)


def _stop(seen: Seen, stage: Running) -> Any:
    """No further attempt where none can do better; else the marble rolls."""
    state: State = seen.state
    coaster = state.players[stage.seat].coasters[stage.coaster]
    if not any(attempt.passed == len(coaster) for attempt in stage.attempts):
        return None
    where = appraiser(seen).where
    if stage.final and where.hill[coaster[-1]].special == "bump":
        return None
    return c.Stop(seen.seat)


def _keep(seen: Seen) -> Any:
    """The better of the two cards that an Engineer drew."""
    by = appraiser(seen)
    park = park_of(seen.state.players[seen.seat])
    drawn = seen.secrets[secrets_each(seen.state) :]
    card = max(drawn, key=lambda card: _with_card(by, park, card))
    return c.Keep(seen.seat, card)
