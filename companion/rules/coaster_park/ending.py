"""Scoring Bonus Cards and Tallying Final Scores: what happens between the last test and the ranking."""

from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Choose, Compare, Count, Measure, Reveal, Settle
from companion.rules.coaster_park.common import Asks, Judged, refused, with_player
from companion.rules.coaster_park.components import Bonus, index
from companion.rules.coaster_park.events import (
    BestChosen,
    Compared,
    Counted,
    Measured,
    Overridden,
    Revealed,
    Settled,
)
from companion.rules.coaster_park.outcome import remaining, totals
from companion.rules.coaster_park.scoring import best_attempts, bonus_cards, distinct
from companion.rules.coaster_park.state import Choosing, State, seats_in_play
from companion.rules.contract import Amount, Observe, Pick, Seat, Sensed

SECTION = "Scoring Bonus Cards"
TALLY = "Tallying Final Scores"
LONGEST_MM = 9999
MOST_COUNTED = 99


def shown(state: State) -> tuple[str, ...]:
    """The secret cards that lie open."""
    return tuple([secret.shown for player in state.players for secret in player.secrets if secret.shown])


def unrevealed(state: State) -> tuple[tuple[Seat, int], ...]:
    """The secret cards still face down, by seat and slot."""
    return tuple(
        [
            (seat, slot)
            for seat, player in enumerate(state.players)
            for slot, secret in enumerate(player.secrets)
            if not secret.shown
        ]
    )


def next_revealed(state: State) -> Revealed | None:
    """The next card that was entered before and can be turned up; one that two seats entered can't."""
    cards = [secret.card.value for player in state.players for secret in player.secrets]
    for seat, slot in unrevealed(state):
        card = state.players[seat].secrets[slot].card.value
        if card is not None and cards.count(card) == 1 and card not in shown(state):
            return Revealed(seat, slot, card)
    return None


def reveal_asks(state: State) -> Asks:
    """The next card that must be named as it is turned up: any that does not lie open yet."""
    found = unrevealed(state)
    if not found:
        return ()
    seat, slot = found[0]
    cards = tuple([card for card in index(state.components).secrets if card not in shown(state)])
    options = tuple([Reveal(seat, slot, card) for card in cards])
    return (Observe("reveal", seat, Sensed.CARD, options, cards, ("secret",)),)


def decide_reveal(state: State, command: Reveal) -> Judged:
    """A secret card is turned up."""
    asks = reveal_asks(state)
    options = asks[0].options if asks and isinstance(asks[0], Observe) else ()
    if command in options:
        return (Revealed(options[0].seat or 0, command.slot, command.card),)
    code = "park.reveal.open" if command.card in shown(state) else "park.reveal.other-card"
    return refused(code, SECTION, options[:3], card=command.card, slot=command.slot)


def best_chosen(state: State) -> BestChosen:
    """The attempts that count unless an owner chooses others (CP28)."""
    chosen = tuple([best_attempts(state, seat) for seat in range(len(state.players))])
    open_seats = tuple([seat for seat in seats_in_play(state) if _has_choice(state, seat)])
    return BestChosen(chosen, open_seats)


def _has_choice(state: State, seat: Seat) -> bool:
    player = state.players[seat]
    return any(len(distinct(player, number)) > 1 for number in range(len(player.coasters)))


def choosing_asks(state: State, stage: Choosing) -> Asks:
    """For each open seat: another attempt for a coaster it has not decided on, or to agree."""
    found: list[Pick[Any]] = []
    for seat in stage.seats:
        options = choices(state, seat)
        if options:
            found.append(Pick("attempt", seat, options))
        found.append(Pick("settle", seat, (Settle(seat),)))
    return tuple(found)


def choices(state: State, seat: Seat) -> tuple[Choose, ...]:
    """The attempts that leave other hills than the one that counts; each coaster is decided once."""
    player = state.players[seat]
    return tuple(
        [
            Choose(seat, number, pick)
            for number in range(len(player.coasters))
            if number not in player.overridden
            for pick, _ in distinct(player, number)
            if pick != player.chosen[number]
        ]
    )


def decide_choose(state: State, command: Choose, seat: Seat) -> Judged:
    """An owner's other choice."""
    options = choices(state, seat)
    if command not in options:
        facts = {"coaster": command.coaster, "attempt": command.attempt}
        return refused("park.attempt.no-choice", "CP28", options[:3] or (Settle(seat),), **facts)
    return (Overridden(seat, command.coaster, command.attempt),)


def uncounted(state: State) -> tuple[tuple[Seat, Bonus], ...]:
    """The bonus cards without terms that the table has still to count, seat by seat."""
    return tuple(
        [
            (seat, bonus)
            for seat in seats_in_play(state)
            for bonus in bonus_cards(state, seat)
            if not bonus.terms and bonus.id not in dict(state.players[seat].counted)
        ]
    )


def count_asks(state: State) -> Asks:
    """The points of the next card that only the table can count."""
    found = uncounted(state)
    if not found:
        return ()
    seat, bonus = found[0]
    return (Amount("count", None, Count(None, seat, bonus.id, 0), "points", -MOST_COUNTED, MOST_COUNTED),)


def decide_count(state: State, command: Count) -> Judged:
    """The table's own count."""
    seat, bonus = uncounted(state)[0]
    repairs = (Count(None, seat, bonus.id, 0),)
    if (command.player, command.card) != (seat, bonus.id):
        return refused("park.count.other-card", SECTION, repairs, player=seat, card=bonus.id)
    if not -MOST_COUNTED <= command.points <= MOST_COUNTED:
        return refused("park.count.out-of-range", SECTION, repairs, most=MOST_COUNTED, points=command.points)
    return (Counted(seat, bonus.id, command.points),)


class Tie(NamedTuple):
    """Tied seats whose next-longest coasters are not known; `fresh`: nobody's at that place is (CP38)."""

    seats: tuple[Seat, ...]
    fresh: bool


def tie(state: State) -> Tie | None:
    """The first tie that the next-longest coasters can break; None when there is none."""
    scores = totals(state)
    seats = seats_in_play(state)
    left = {seat: sum(1 for ride in remaining(state, seat) if ride.hills) for seat in seats}
    for place in range(max(left.values(), default=0)):

        def key(seat: Seat, place: int = place) -> tuple[int, tuple[int, ...]]:
            lengths = state.players[seat].lengths[:place]
            return scores[seat], lengths + (0,) * (place - len(lengths))

        for _, group in groupby(sorted(seats, key=key), key):
            tied = tuple(group)
            having = tuple([seat for seat in tied if left[seat] > place])
            missing = tuple([seat for seat in having if len(state.players[seat].lengths) <= place])
            if len(tied) > 1 and missing:
                return Tie(missing, missing == having)
    return None


def measure_asks(state: State) -> Asks:
    """The length of the next coaster in mm, at most that of the one before; or how several compare."""
    found = tie(state)
    if found is None:
        return ()
    seat = found.seats[0]
    length: Amount[Any] = Amount("length", None, Measure(None, seat, 1), "length", 1, most_mm(state, seat))
    options = tuple([Compare(None, order) for order in orders(found)])
    return (length, Pick("order", None, options)) if options else (length,)


def orders(found: Tie) -> tuple[tuple[tuple[Seat, ...], ...], ...]:
    """Every order in which several coasters may lie side by side, unless one of them was measured."""
    return tuple(_orders(found.seats)) if found.fresh and len(found.seats) > 1 else ()


def _orders(seats: tuple[Seat, ...]) -> Iterator[tuple[tuple[Seat, ...], ...]]:
    if not seats:
        yield ()
    for size in range(1, len(seats) + 1):
        for longest in combinations(seats, size):
            for others in _orders(tuple([seat for seat in seats if seat not in longest])):
                yield (longest, *others)


def most_mm(state: State, seat: Seat) -> int:
    """The most the next-longest coaster of a seat can measure."""
    player = state.players[seat]
    measured = [mm for place, mm in enumerate(player.lengths) if place not in player.compared]
    return measured[-1] if measured else LONGEST_MM


def decide_compare(state: State, command: Compare) -> Judged:
    """Coasters were laid side by side."""
    found = tie(state)
    possible = orders(found) if found else ()
    if command.order not in possible:
        repairs = [Compare(None, order) for order in possible[:3]]
        return refused("park.order.other-coasters", "CP38", repairs)
    return (Compared(command.order),)


def decide_measure(state: State, command: Measure) -> Judged:
    """A length is entered."""
    found = tie(state)
    seat = found.seats[0] if found else command.player
    most = most_mm(state, seat)
    if command.player != seat:
        return refused("park.length.other-player", "CP38", (Measure(None, seat, most),), player=seat)
    if not 1 <= command.length <= most:
        nearest = most if command.length > most else 1
        repairs = (Measure(None, seat, nearest),)
        return refused("park.length.out-of-range", "CP38", repairs, length=command.length, most=most)
    return (Measured(seat, command.length),)


def revealed(state: State, event: Revealed) -> State:
    """The card lies open."""
    player = state.players[event.seat]
    secret = replace(player.secrets[event.slot], shown=event.card)
    secrets = (*player.secrets[: event.slot], secret, *player.secrets[event.slot + 1 :])
    return replace(state, players=with_player(state, event.seat, replace(player, secrets=secrets)))


def chosen(state: State, event: BestChosen) -> State:
    """The best attempts count; owners may choose others."""
    players = tuple(
        [replace(player, chosen=picks) for player, picks in zip(state.players, event.chosen, strict=True)]
    )
    return replace(state, players=players, stages=(Choosing(event.open),))


def overridden(state: State, event: Overridden) -> State:
    """The owner's choice counts, and is made."""
    player = state.players[event.seat]
    picks = (*player.chosen[: event.coaster], event.attempt, *player.chosen[event.coaster + 1 :])
    decided = tuple(sorted((*player.overridden, event.coaster)))
    changed = replace(player, chosen=picks, overridden=decided)
    return replace(state, players=with_player(state, event.seat, changed))


def settled(state: State, event: Settled) -> State:
    """One seat less is still choosing."""
    stage = state.stages[-1]
    seats = stage.seats if isinstance(stage, Choosing) else ()
    return replace(state, stages=(Choosing(tuple([seat for seat in seats if seat != event.seat])),))


def counted(state: State, event: Counted) -> State:
    """The table's count stands."""
    player = state.players[event.player]
    changed = replace(player, counted=(*player.counted, (event.card, event.points)))
    return replace(state, players=with_player(state, event.player, changed))


def measured(state: State, event: Measured) -> State:
    """One length more is known."""
    player = state.players[event.player]
    changed = replace(player, lengths=(*player.lengths, event.length))
    return replace(state, players=with_player(state, event.player, changed))


def compared(state: State, event: Compared) -> State:
    """How the coasters compare is known: each counts those that are shorter."""
    shorter = sum(map(len, event.order))
    for seats in event.order:
        shorter -= len(seats)
        for seat in seats:
            player = state.players[seat]
            changed = replace(
                player,
                lengths=(*player.lengths, 1 + shorter),
                compared=(*player.compared, len(player.lengths)),
            )
            state = replace(state, players=with_player(state, seat, changed))
    return state
