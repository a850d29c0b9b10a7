"""Teaching a box's own values as you play: this game's components change from there on."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.commands import (
    Keep,
    TeachColour,
    TeachDrawn,
    TeachExpert,
    TeachFlags,
    TeachHill,
    TeachMaterial,
    TeachSize,
    TurnUp,
)
from companion.rules.coaster_park.common import ROW, Asks, Judged, Refusal, refused, room, without
from companion.rules.coaster_park.components import (
    COPIES,
    EXPERTS,
    LARGEST,
    MOST_FLAGS,
    Card,
    Deck,
    Hill,
    index,
    provenance,
)
from companion.rules.coaster_park.events import CardTaught, HillTaught
from companion.rules.coaster_park.setting_up import deck_awaited
from companion.rules.coaster_park.state import (
    Acting,
    Choosing,
    Counting,
    Drawing,
    Engineering,
    Measuring,
    Over,
    Pricing,
    SettingUp,
    State,
)
from companion.rules.contract import Amount, Pick

SECTION = "Components"

Teach = TeachExpert | TeachHill | TeachFlags | TeachSize | TeachColour | TeachMaterial


def teaching_asks(state: State) -> Asks:
    """All that may be taught of what has been turned up and still stands at a house value."""
    if not may_teach(state):
        return ()
    picks: dict[str, list[Any]] = {
        "teach-expert": list(expert_lessons(state)),
        "teach-hill": list(hill_lessons(state)),
        "teach-drawn": list(drawn_lessons(state)),
        "teach-colour": [
            TeachColour(None, hill.id, colour)
            for hill in _open_hills(state, "colour")
            for colour in state.components.colours
        ],
        "teach-material": [
            TeachMaterial(None, hill.id, material)
            for hill in _open_hills(state, "material")
            for material in state.components.materials
        ],
    }
    found: list[Any] = [Pick(name, None, tuple(options)) for name, options in picks.items() if options]
    flags = (TeachFlags(None, hill.id, hill.flags) for hill in _open_hills(state, "flags"))
    sizes = (TeachSize(None, hill.id, hill.size) for hill in _open_hills(state, "size"))
    return (
        *found,
        *(Amount("teach-flags", None, lesson, "flags", 0, MOST_FLAGS) for lesson in flags),
        *(Amount("teach-size", None, lesson, "size", 0, LARGEST) for lesson in sizes),
    )


def may_teach(state: State) -> bool:
    """Until the best attempts are chosen, for they depend on what is printed."""
    return not isinstance(state.stages[0], Choosing | Counting | Measuring | Over)


def _open_hills(state: State, field: str) -> Iterator[Hill]:
    """The types of hill of which a copy has left the supply, and whose value is the house's."""
    for hill in state.components.hills:
        if state.supply.count(hill.id) < COPIES and provenance(hill, field) == "house":
            yield hill


def expert_lessons(state: State) -> Iterator[TeachExpert]:
    """The row's cards with every expert; between turns also those that lie face up before a seat."""
    where = index(state.components)
    for name in _teachable_cards(state):
        if provenance(where.card[name], "expert") == "house":
            for expert in EXPERTS:
                yield TeachExpert(None, name, expert)


def _teachable_cards(state: State) -> Iterator[str]:
    yield from state.row
    if isinstance(state.stages[-1], Acting):
        expert = index(state.components).expert
        for seat, player in enumerate(state.players):
            for card in player.experts:
                if expert[card] != "manager" or len(player.warehouse) < room(state, seat):
                    yield card


def hill_lessons(state: State) -> Iterator[TeachHill]:
    """The row's cards with every hill that an undrawn card of their deck stands for at a house value."""
    where = index(state.components)
    for name in state.row:
        card = where.card[name]
        if name in state.unbrought or provenance(card, "hill") != "house" or not _in_the_pool(state, card):
            continue
        yield TeachHill(None, name, card.hill)
        for hill in dict.fromkeys(other.hill for other in _undrawn(state, card)):
            if hill != card.hill:
                yield TeachHill(None, name, hill)


def _undrawn(state: State, card: Card) -> Iterator[Card]:
    where = index(state.components)
    for name in state.launch if card.deck == "launch" else state.standard:
        other = where.card[name]
        if provenance(other, "hill") == "house":
            yield other


def _in_the_pool(state: State, card: Card) -> bool:
    """Whether the hill that the card brought can still be exchanged for another."""
    loose = state.pool.count(card.hill)
    sale = state.sale
    if sale and sale.buyer is None and sale.hill == card.hill and not _just_drawn(state, card):
        loose -= 1
    return loose > 0


def _just_drawn(state: State, card: Card) -> bool:
    return state.sale is not None and state.sale.card == card.id and isinstance(state.stages[-1], Pricing)


def deck_drawn_from(state: State) -> Deck | None:
    """The deck of the card that is awaited now; None if no card is."""
    stage = state.stages[-1]
    match stage:
        case Drawing() | Engineering():
            return stage.deck
        case SettingUp() if len(state.row) < ROW:
            return deck_awaited(state)
        case _:
            return None


def _in_deck(state: State) -> tuple[Card, ...]:
    """The cards that may be the one that is awaited now."""
    deck = deck_drawn_from(state)
    names = state.launch if deck == "launch" else state.standard if deck else ()
    where = index(state.components)
    return tuple([where.card[name] for name in names])


def drawn_lessons(state: State) -> Iterator[TeachDrawn]:
    """Every hill of the deck with each expert that no card of it shows, while one of them is the house's."""
    cards = _in_deck(state)
    for hill in dict.fromkeys(card.hill for card in cards):
        known = [card.expert for card in cards if card.hill == hill]
        if _blank(cards, hill):
            for expert in EXPERTS:
                if expert not in known:
                    yield TeachDrawn(None, hill, expert)


def _blank(cards: tuple[Card, ...], hill: str) -> Card | None:
    """The first card that brings a hill and whose expert is the house's, so that it can be any."""
    return next((card for card in cards if card.hill == hill and provenance(card, "expert") == "house"), None)


def decide_drawn(state: State, command: TeachDrawn) -> tuple[CardTaught, ...] | Refusal:
    """A card of the deck becomes the one that was drawn, whose like was not in the components."""
    cards = _in_deck(state)
    for card in cards:
        if (card.hill, card.expert) == (command.hill, command.expert):
            return refused("park.teach.known", SECTION, (as_drawn(state, card.id),), card=card.id)
    blank = _blank(cards, command.hill)
    if blank is None:
        repairs = tuple(drawn_lessons(state))[:3]
        return refused("park.teach.hill-taken", SECTION, repairs, hill=command.hill)
    taught = CardTaught(blank.id, expert=command.expert)
    if provenance(blank, "hill") == "house":
        return (taught, CardTaught(blank.id, hill=blank.hill, old=blank.hill))
    return (taught,)


def as_drawn(state: State, card: str) -> TurnUp | Keep:
    """The entry of a card as the one that is awaited now."""
    stage = state.stages[-1]
    if isinstance(stage, Engineering):
        return Keep(stage.seat, card)
    return TurnUp(state.active if isinstance(stage, Drawing) else None, card)


def decide_teach(state: State, command: Teach) -> Judged:
    """A value of the table's box."""
    if not may_teach(state):
        return refused("park.teach.too-late", SECTION)
    match command:
        case TeachExpert():
            if command not in tuple(expert_lessons(state)):
                return refused("park.teach.not-open", SECTION, card=command.card)
            return (CardTaught(command.card, expert=command.expert),)
        case TeachHill():
            return _decide_teach_hill(state, command)
        case TeachFlags():
            return _decide_value(state, command.hill, "flags", command.flags, MOST_FLAGS)
        case TeachSize():
            return _decide_value(state, command.hill, "size", command.size, LARGEST)
        case TeachColour():
            return _decide_word(state, command.hill, "colour", command.colour, state.components.colours)
        case TeachMaterial():
            return _decide_word(state, command.hill, "material", command.material, state.components.materials)


def _decide_teach_hill(state: State, command: TeachHill) -> Judged:
    lessons = tuple(hill_lessons(state))
    if command not in lessons:
        repairs = [lesson for lesson in lessons if lesson.card == command.card][:3]
        return refused("park.teach.hill-taken", SECTION, repairs, card=command.card, hill=command.hill)
    card = index(state.components).card[command.card]
    if command.hill == card.hill:
        return (CardTaught(command.card, hill=command.hill, old=card.hill),)
    swapped = next(other.id for other in _undrawn(state, card) if other.hill == command.hill)
    return (CardTaught(command.card, hill=command.hill, old=card.hill, swapped=swapped),)


def _decide_value(state: State, hill: str, field: Any, value: int, most: int) -> Judged:
    if all(open_hill.id != hill for open_hill in _open_hills(state, field)):
        return refused("park.teach.not-open", SECTION, hill=hill)
    if not 0 <= value <= most:
        return refused("park.teach.out-of-range", SECTION, hill=hill, most=most, named=value)
    return (HillTaught(hill, field, value),)


def _decide_word(state: State, hill: str, field: Any, value: str, words: tuple[str, ...]) -> Judged:
    if all(open_hill.id != hill for open_hill in _open_hills(state, field)):
        return refused("park.teach.not-open", SECTION, hill=hill)
    if value not in words:
        return refused("park.teach.no-such-word", SECTION, hill=hill, named=value)
    return (HillTaught(hill, field, value),)


def card_taught(state: State, event: CardTaught) -> State:
    """The card shows what it was taught; a hill it does not bring after all goes back to the supply."""
    cards = []
    for card in state.components.cards:
        if card.id == event.card:
            field = "expert" if event.expert else "hill"
            value: Any = event.expert or event.hill
            cards.append(replace(card, table=(*card.table, field), **{field: value}))
        elif card.id == event.swapped:
            cards.append(replace(card, hill=event.old))
        else:
            cards.append(card)
    state = replace(state, components=replace(state.components, cards=tuple(cards)))
    if not event.swapped:
        return state
    sale = state.sale
    if sale and sale.card == event.card and isinstance(state.stages[-1], Pricing):
        sale = replace(sale, hill=event.hill)
    return replace(
        state,
        pool=(*without(state.pool, event.old), event.hill),
        supply=(*without(state.supply, event.hill), event.old),
        sale=sale,
    )


def hill_taught(state: State, event: HillTaught) -> State:
    """The type of hill has its box's value."""
    hills = tuple(
        [
            replace(hill, table=(*hill.table, event.field), **{event.field: event.value})
            if hill.id == event.hill
            else hill
            for hill in state.components.hills
        ]
    )
    return replace(state, components=replace(state.components, hills=hills))
