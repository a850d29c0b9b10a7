"""Which entries the cards in view make: pure, from what is asked and what is seen.

A row is entered from the left, each card for the ask that is open once those before it are entered. A card
turned up later is the one in view that may be it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.journal.fold import AnyRules
from companion.rules.contract import TABLE, Observe, Sensed, Violation
from companion.rules.hidden import Hidden

LONGEST_ROW = 24
"""No game asks for more cards in a row than this."""

Twins = Mapping[str, tuple[str, ...]]
"""Further ids of cards that look like the one of this id."""


class Laid(Struct, frozen=True):
    """A card's place in reading order, and the command that enters it."""

    place: int
    command: Any


class Refused(Struct, frozen=True):
    """A card's place in reading order, and why it can't lie there."""

    place: int
    violation: Violation[Any]


class Plan(Struct, frozen=True):
    """What the cards in view come to.

    `missing` cards more are awaited for the row. The cards at the places that are `unclear` might each be
    the one that is asked for.
    """

    asked: bool = False
    laid: tuple[Laid, ...] = ()
    missing: int = 0
    refused: Refused | None = None
    unclear: tuple[int, ...] = ()


class View(Struct, frozen=True):
    """The cards in view, in reading order, and those known before.

    `entered` counts what was entered ever, `lying` what of it was in view since without a break.
    """

    cards: tuple[str, ...]
    entered: Counter[str] = Counter()
    lying: Counter[str] = Counter()
    twins: Twins = {}


def card_asks(rules: AnyRules, state: Any) -> tuple[Observe[Any], ...]:
    """The asks for a card that lies open for all: what only one seat may see is no camera's business."""
    return tuple(
        ask
        for ask in rules.asks(state, TABLE)
        if isinstance(ask, Observe) and ask.sensed is Sensed.CARD and not any(map(_hides, ask.options))
    )


def plan(rules: AnyRules, state: Any, view: View) -> Plan:
    """What these cards enter into this state, which is redacted for the table."""
    asks = card_asks(rules, state)
    if not asks:
        return Plan()
    may = [place for place in _unaccounted(view.cards, view.lying) if _ways(asks, view, place)]
    odd = [place for place in _unaccounted(view.cards, view.entered) if not _ways(asks, view, place)]
    if not may:
        refused = Refused(odd[0], _violation(rules, state, asks, view.cards[odd[0]])) if odd else None
        return Plan(asked=True, refused=refused, missing=_missing(rules, state, asks[0].name))
    if any(_goes_on(rules, state, way) for place in may for way in _ways(asks, view, place)[:1]):
        return _row(rules, state, view, sorted({*may, *odd}))
    ways = _ways(asks, view, may[0])
    if len(may) > 1 or len(ways) > 1:
        return Plan(asked=True, unclear=tuple(may))
    return Plan(asked=True, laid=(Laid(may[0], ways[0].command),))


def choices(rules: AnyRules, state: Any, laid: Sequence[Laid]) -> tuple[str, ...]:
    """The cards that may lie behind those laid so far."""
    for each in laid:
        state = _after(rules, state, each.command) or state
    readings = (reading for ask in card_asks(rules, state) for reading in ask.readings if reading)
    return tuple(dict.fromkeys(readings))


def _row(rules: AnyRules, state: Any, view: View, places: Sequence[int]) -> Plan:
    """The cards at these places, each entered for what is asked once those before it are entered."""
    laid: list[Laid] = []
    used: set[str] = set()
    for place in places:
        asks = card_asks(rules, state)
        ways = _ways(asks, view, place)
        after = _after(rules, state, ways[0].command) if len(ways) == 1 else None
        if after is None:
            fitting = [ask for ask in asks if not used or ask.name in used]
            violation = _violation(rules, state, fitting, view.cards[place], len(laid))
            return Plan(asked=True, laid=tuple(laid), refused=Refused(place, violation))
        laid.append(Laid(place, ways[0].command))
        used.add(ways[0].ask)
        state = after
    missing = max(_missing(rules, state, name) for name in used)
    return Plan(asked=True, laid=tuple(laid), missing=missing)


def _goes_on(rules: AnyRules, state: Any, way: "_Way") -> bool:
    """Whether another card is asked for alike once this one is entered: they lie in a row."""
    after = _after(rules, state, way.command)
    return after is not None and any(ask.name == way.ask for ask in card_asks(rules, after))


def _missing(rules: AnyRules, state: Any, name: str) -> int:
    """How many cards the ask of this name still wants, one after the other, whichever they are."""
    for count in range(LONGEST_ROW):
        ask = next((ask for ask in card_asks(rules, state) if ask.name == name), None)
        if ask is None:
            return count
        after = _after(rules, state, ask.options[0])
        if after is None:
            return count + 1
        state = after
    return LONGEST_ROW


def _unaccounted(cards: Sequence[str], known: Counter[str]) -> Iterator[int]:
    """The places of cards beyond those that are known; of several copies, the first are the known ones."""
    left = Counter(known)
    for place, card in enumerate(cards):
        if left[card] > 0:
            left[card] -= 1
        else:
            yield place


class _Way(Struct, frozen=True):
    """A command that enters a card, and the name of the ask that it answers."""

    ask: str
    command: Any


def _ways(asks: Sequence[Observe[Any]], view: View, place: int) -> list[_Way]:
    """How the card at this place can be entered: more ways than one where several seats await it."""
    card = view.cards[place]
    found: list[_Way] = []
    for ask in asks:
        named = [id_ for id_ in (card, *view.twins.get(card, ())) if id_ in ask.readings]
        if named:
            found.append(_Way(ask.name, ask.options[ask.readings.index(named[0])]))
    return found


def _after(rules: AnyRules, state: Any, command: Any) -> Any | None:
    """The state after a command; None if it is refused."""
    events = rules.decide(state, command)
    return None if isinstance(events, Violation) else reduce(rules.evolve, events, state)


def _violation(
    rules: AnyRules, state: Any, asks: Sequence[Observe[Any]], card: str, wanted: int = 0
) -> Violation[Any]:
    """Why the rules refuse this card for what is asked; or that all `wanted` cards lie there already."""
    for ask in asks:
        for option, reading in zip(ask.options, ask.readings, strict=True):
            fields = [name for name in option.__struct_fields__ if getattr(option, name) == reading]
            if reading and fields:
                answer = rules.decide(state, replace(option, **{fields[0]: card}))
                if isinstance(answer, Violation):
                    return answer
    if wanted:
        return Violation("table.card.too-many", "table", {"card": card, "wanted": wanted})
    return Violation("table.card.not-asked", "table", {"card": card})


def _hides(command: Any) -> bool:
    return any(isinstance(getattr(command, name), Hidden) for name in command.__struct_fields__)
