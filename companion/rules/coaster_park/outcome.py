"""Tallying Final Scores: every point with its reason, and the ranking with its tie-break."""

from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.scoring import Ride, amount, bonus_cards, bonus_points, points, rides
from companion.rules.coaster_park.state import Over, State, seats_in_play
from companion.rules.contract import Facts, Line, Outcome, Seat, Standing

SPECIAL = "Special Hills"
TESTING = "Testing Coasters"
BONUS = "Scoring Bonus Cards"
TALLY = "Tallying Final Scores"
TABLE = "Table ruling"


def outcome(state: State) -> Outcome | None:
    """The full ranking of a game that is over."""
    stage = state.stages[-1]
    if not isinstance(stage, Over):
        return None
    match stage.reason:
        case "scored":
            return Outcome(_ranking(state), "scored", TALLY)
        case "last-seat":
            return Outcome(_unscored(state), "last-seat", "CP50")
        case "abandoned":
            return Outcome(_unscored(state), "abandoned", TABLE)


def remaining(state: State, seat: Seat) -> tuple[Ride, ...]:
    """What is left of a seat's coasters once the attempts are chosen; nothing before."""
    player = state.players[seat]
    return rides(player, player.chosen) if player.chosen else ()


def totals(state: State) -> dict[Seat, int]:
    """Every player's points, by seat in play."""
    left = {seat: remaining(state, seat) for seat in seats_in_play(state)}
    return {seat: _total(state, seat, left) for seat in left}


def _total(state: State, seat: Seat, left: dict[Seat, tuple[Ride, ...]]) -> int:
    where = index(state.components)
    coasters = sum([points(where, state.toggles, ride).total() for ride in left[seat]])
    bonuses = sum([bonus_points(state, seat, bonus, left) for bonus in bonus_cards(state, seat)])
    granted = sum([grant.amount for grant in state.players[seat].grants if grant.label == "points"])
    return coasters + bonuses + granted


def _ranking(state: State) -> tuple[Standing, ...]:
    left = {seat: remaining(state, seat) for seat in seats_in_play(state)}
    scores = totals(state)
    most = max(map(len, left.values()), default=0)

    def key(seat: Seat) -> tuple[int, ...]:
        lengths = state.players[seat].lengths
        return (scores[seat], *lengths, *(0,) * (most - len(lengths)))

    found = []
    for seat in sorted(left, key=lambda seat: (*[-part for part in key(seat)], seat)):
        rank = 1 + sum(key(other) > key(seat) for other in left)
        found.append(Standing(seat, rank, scores[seat], _lines(state, seat, left)))
    return (*found, *_gone(state))


def _gone(state: State) -> tuple[Standing, ...]:
    behind = len(seats_in_play(state)) + 1
    return tuple(
        [Standing(seat, behind, 0, (), left=True) for seat, player in enumerate(state.players) if player.left]
    )


def _unscored(state: State) -> tuple[Standing, ...]:
    """Who is still there shares the first place without a score, who has left comes behind."""
    return (*[Standing(seat, 1, 0, ()) for seat in seats_in_play(state)], *_gone(state))


def _lines(state: State, seat: Seat, left: dict[Seat, tuple[Ride, ...]]) -> tuple[Line, ...]:
    player = state.players[seat]
    found: list[Line] = []
    for number, ride in enumerate(left[seat]):
        found += _coaster_lines(state, number, len(player.coasters[number]), ride)
    where = index(state.components)
    for bonus in bonus_cards(state, seat):
        facts: Facts = {"card": bonus.id}
        if bonus.terms:
            facts["count"] = sum([amount(where, player, left[seat], term) for term in bonus.terms])
        label = "secret" if bonus.side == "secret" else "global"
        found.append(Line(label, bonus_points(state, seat, bonus, left), BONUS, facts, "bonus"))
    for grant in player.grants:
        scored = grant.amount if grant.label == "points" else 0
        reason: Facts = {"reason": grant.reason, "what": grant.what, "amount": grant.amount}
        found.append(Line(f"table-{grant.label}", scored, TABLE, reason, "table"))
    for place, length in enumerate(player.lengths):
        if place in player.compared:
            found.append(Line("compared", 0, "CP38", {"place": place + 1, "shorter": length - 1}, "tie"))
        else:
            found.append(Line("length", 0, "CP38", {"place": place + 1, "mm": length}, "tie"))
    return tuple(found)


def _coaster_lines(state: State, number: int, built: int, ride: Ride) -> list[Line]:
    group = f"coaster:{number}"
    hills: Facts = {"hills": len(ride.hills), "built": built}
    if not ride.hills:
        return [Line("removed", 0, "CP31", hills, group)]
    score = points(index(state.components), state.toggles, ride)
    found = [Line("flags", score.flags, TESTING, hills, group)]
    specials = (
        ("bump", score.bump, "CP30"),
        ("double-dipper", score.dipper, "CP34"),
        ("jump", score.jump, "CP32"),
        ("plateau", score.plateau, "CP33"),
        ("loop", score.loops, "CP36"),
    )
    found += [Line(label, scored, section, hills, group) for label, scored, section in specials if scored]
    return found
