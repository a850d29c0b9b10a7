"""Table rulings that the engine can't know: the host moves money, points, hills and cards."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.commands import (
    Abandon,
    AdjustCard,
    AdjustHill,
    AdjustMoney,
    AdjustPoints,
    Leave,
)
from companion.rules.coaster_park.common import (
    ROW,
    Asks,
    Judged,
    due,
    refused,
    room,
    with_coaster,
    with_player,
    without,
)
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.events import CardAdjusted, HillAdjusted, MoneyAdjusted, PointsAdjusted
from companion.rules.coaster_park.state import (
    Acting,
    Choosing,
    Counting,
    Grant,
    Measuring,
    Over,
    Player,
    SettingUp,
    State,
    seats_in_play,
)
from companion.rules.contract import Amount, Pick, Seat

SECTION = "Table ruling"
MOST_POINTS = 99


def host_asks(state: State) -> Asks:
    """What only the host may enter besides teaching."""
    if isinstance(state.stages[-1], Over):
        return ()
    seats = seats_in_play(state)
    found: list[Any] = []
    if may_adjust(state):
        for seat in seats:
            low, high = money_bounds(state, seat)
            order = AdjustMoney(None, seat, 0)
            found.append(Amount("adjust-money", None, order, "dollars", low, high, "reason"))
        for seat in seats:
            points = AdjustPoints(None, seat, 0)
            found.append(Amount("adjust-points", None, points, "points", -MOST_POINTS, MOST_POINTS, "reason"))
    hills, cards = tuple(hill_moves(state)), tuple(card_moves(state))
    if hills:
        found.append(Pick("adjust-hill", None, hills))
    if cards:
        found.append(Pick("adjust-card", None, cards))
    found.append(Pick("leave", None, tuple([Leave(None, seat) for seat in seats])))
    found.append(Pick("abandon", None, (Abandon(None),)))
    return tuple(found)


def may_adjust(state: State) -> bool:
    """Money and points may be adjusted from the first turn until the best attempts are chosen."""
    return not isinstance(state.stages[0], SettingUp | Choosing | Counting | Measuring | Over)


def money_bounds(state: State, seat: Seat) -> tuple[int, int]:
    """The least and the most a player may get: the named price stays payable, the bank gives what it has."""
    reserved = 0
    sale = state.sale
    if seat == state.active and sale and sale.price is not None and sale.buyer is None:
        reserved = due(state, seat, sale.price)
    return min(0, reserved - state.players[seat].money), max(0, state.bank)


def decide_money(state: State, command: AdjustMoney) -> Judged:
    """Money moves between a player and the bank."""
    if not may_adjust(state) or command.player not in seats_in_play(state):
        return refused("park.adjust.not-now", SECTION, player=command.player)
    low, high = money_bounds(state, command.player)
    if not low <= command.dollars <= high:
        nearest = replace(command, dollars=low if command.dollars < low else high)
        return refused("park.adjust.money", SECTION, (nearest,), least=low, most=high, named=command.dollars)
    return (MoneyAdjusted(command.player, command.dollars, command.reason),)


def decide_points(state: State, command: AdjustPoints) -> Judged:
    """A player gains or loses points."""
    if not may_adjust(state) or command.player not in seats_in_play(state):
        return refused("park.adjust.not-now", SECTION, player=command.player)
    if not -MOST_POINTS <= command.points <= MOST_POINTS:
        nearest = replace(command, points=MOST_POINTS if command.points > 0 else -MOST_POINTS)
        return refused("park.adjust.points", SECTION, (nearest,), most=MOST_POINTS, named=command.points)
    return (PointsAdjusted(command.player, command.points, command.reason),)


def decide_hill(state: State, command: AdjustHill) -> Judged:
    """A hill moves, between turns only, so that nobody's half-made move is upset."""
    if command not in tuple(hill_moves(state)):
        return refused("park.adjust.hill", SECTION, hill=command.hill, source=command.source)
    return (HillAdjusted(command.hill, command.source, command.target),)


def decide_card(state: State, command: AdjustCard) -> Judged:
    """A card moves, between turns only."""
    if command not in tuple(card_moves(state)):
        return refused("park.adjust.card", SECTION, card=command.card, source=command.source)
    return (CardAdjusted(command.card, command.source, command.target),)


def _between_turns(state: State) -> bool:
    return isinstance(state.stages[-1], Acting)


def hill_moves(state: State) -> Iterator[AdjustHill]:
    """Every move of a hill from where it lies loose to where it may lie."""
    if not _between_turns(state):
        return
    launches = index(state.components).launches
    for source, hill in dict.fromkeys(_loose_hills(state)):
        for target in _hill_targets(state, hill in launches):
            if target != source and not (hill in launches and _same_park(source, target)):
                yield AdjustHill(None, hill, source, target)


def _loose_hills(state: State) -> Iterator[tuple[str, str]]:
    yield from (("pool", hill) for hill in state.pool)
    yield from (("removed", hill) for hill in state.removed)
    for seat in seats_in_play(state):
        player = state.players[seat]
        yield from ((f"warehouse:{seat}", hill) for hill in player.warehouse)
        yield from ((f"coaster:{seat}:{number}", hills[-1]) for number, hills in enumerate(player.coasters))


def _hill_targets(state: State, launch: bool) -> Iterator[str]:
    yield from ("pool", "removed")
    for seat in seats_in_play(state):
        player = state.players[seat]
        if len(player.warehouse) < room(state, seat):
            yield f"warehouse:{seat}"
        coasters = len(player.coasters)
        yield from (f"coaster:{seat}:{number}" for number in ((coasters,) if launch else range(coasters)))


def _same_park(source: str, target: str) -> bool:
    """Whether a launch would only be set up again where it stands."""
    kind, seat = source.split(":")[:2] if source.count(":") > 1 else ("", "")
    return kind == "coaster" and target.startswith(f"coaster:{seat}:")


def card_moves(state: State) -> Iterator[AdjustCard]:
    """Every move of a card that lies open, where no warehouse overflows by it."""
    if not _between_turns(state):
        return
    for source, card in _open_cards(state):
        if not _holds_without(state, source, card):
            continue
        if len(state.row) < ROW and source != "row":
            yield AdjustCard(None, card, source, "row")
        if source != "discarded":
            yield AdjustCard(None, card, source, "discarded")
        for seat in seats_in_play(state):
            for place in (f"experts:{seat}", f"used:{seat}"):
                if place != source:
                    yield AdjustCard(None, card, source, place)


def _open_cards(state: State) -> Iterator[tuple[str, str]]:
    yield from (("row", card) for card in state.row)
    yield from (("discarded", card) for card in state.discarded)
    for seat in seats_in_play(state):
        yield from ((f"experts:{seat}", card) for card in state.players[seat].experts)
        yield from ((f"used:{seat}", card) for card in state.players[seat].used)


def _holds_without(state: State, source: str, card: str) -> bool:
    kind, _, seat = source.partition(":")
    if kind != "experts" or index(state.components).expert[card] != "manager":
        return True
    return len(state.players[int(seat)].warehouse) < room(state, int(seat))


def _granted(player: Player, grant: Grant) -> Player:
    return replace(player, grants=(*player.grants, grant))


def money_adjusted(state: State, event: MoneyAdjusted) -> State:
    """The money has moved, and the score will say so."""
    player = state.players[event.player]
    changed = replace(player, money=player.money + event.dollars)
    changed = _granted(changed, Grant("money", event.dollars, reason=event.reason))
    players = with_player(state, event.player, changed)
    return replace(state, players=players, bank=state.bank - event.dollars)


def points_adjusted(state: State, event: PointsAdjusted) -> State:
    """The points will be in the score."""
    changed = _granted(state.players[event.player], Grant("points", event.points, reason=event.reason))
    return replace(state, players=with_player(state, event.player, changed))


def hill_adjusted(state: State, event: HillAdjusted) -> State:
    """The hill lies elsewhere; added before it is taken, so that the coasters' numbers still hold."""
    state = _hill_at(state, event.target, event.hill, add=True)
    state = _hill_at(state, event.source, event.hill, add=False)
    return _told(state, Grant("hill", what=event.hill), event.source, event.target)


def _hill_at(state: State, place: str, hill: str, *, add: bool) -> State:
    kind, *numbers = place.split(":")
    match kind:
        case "pool":
            return replace(state, pool=(*state.pool, hill) if add else without(state.pool, hill))
        case "removed":
            return replace(state, removed=(*state.removed, hill) if add else without(state.removed, hill))
        case "warehouse":
            seat = int(numbers[0])
            stored = state.players[seat].warehouse
            kept = (*stored, hill) if add else without(stored, hill)
            return replace(
                state, players=with_player(state, seat, replace(state.players[seat], warehouse=kept))
            )
        case _:
            seat, number = map(int, numbers)
            coasters = state.players[seat].coasters
            old = coasters[number] if number < len(coasters) else ()
            changed = with_coaster(coasters, number, (*old, hill) if add else old[:-1])
            return replace(
                state, players=with_player(state, seat, replace(state.players[seat], coasters=changed))
            )


def card_adjusted(state: State, event: CardAdjusted) -> State:
    """The card lies elsewhere."""
    state = _card_at(state, event.source, event.card, add=False)
    state = _card_at(state, event.target, event.card, add=True)
    return _told(state, Grant("card", what=event.card), event.source, event.target)


def _card_at(state: State, place: str, card: str, *, add: bool) -> State:
    kind, _, seat = place.partition(":")
    if kind in {"row", "discarded"}:
        pile = state.row if kind == "row" else state.discarded
        return replace(state, **{kind: (*pile, card) if add else without(pile, card)})
    player = state.players[int(seat)]
    cards = player.experts if kind == "experts" else player.used
    changed = replace(player, **{kind: (*cards, card) if add else without(cards, card)})
    return replace(state, players=with_player(state, int(seat), changed))


def _told(state: State, grant: Grant, *places: str) -> State:
    """The move stands in the score of every player whose things it touched."""
    for seat in sorted({int(place.split(":")[1]) for place in places if ":" in place}):
        players = with_player(state, seat, _granted(state.players[seat], grant))
        state = replace(state, players=players)
    return state
