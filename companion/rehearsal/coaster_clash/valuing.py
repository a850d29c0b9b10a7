"""What a coaster and a card are worth to somebody who plays to win, in points of excitement."""

from collections import Counter

from companion.rules.coaster_clash.components import LEAST_SCORED, Condition, Icon, Index, index
from companion.rules.coaster_clash.placing import laid, with_laid
from companion.rules.coaster_clash.scoring import IN_A_ROW, THEME_BONUS, icons_of, longest_run
from companion.rules.coaster_clash.state import PLACES, ROUNDS, Coaster, Place, State

SPEED_WORTH = 0.8
"""What a unit of speed is worth that may still be spent."""

SPENT_BY_CARD = 2
"""Speed that a card costs, all told."""

GOOD_RUN = 5
"""Cards of a theme in a row that are likely the longest run of the table."""

PACE = 0.8
"""Cards that a coaster gets in each round to come: two cards for two coasters, some of them discarded."""


def worth(state: State, coaster: Coaster, rounds: float) -> float:
    """What a coaster will have brought when so many rounds more are played."""
    where = index(state.components)
    to_come = PACE * rounds
    spendable = min(coaster.speed, SPENT_BY_CARD * to_come)
    value = coaster.excitement + SPEED_WORTH * spendable
    if coaster.layout:
        icons = icons_of(where, coaster)
        for condition in where.layout[coaster.layout].conditions:
            value += _hope(where, condition, coaster, icons, to_come)
    run = longest_run(where, coaster).cards
    return value + THEME_BONUS * min(1.0, run / GOOD_RUN) ** 2


def layout_worth(state: State, layout: str) -> float:
    """What a layout promises before anything is built."""
    speed = index(state.components).layout[layout].speed
    return worth(state, Coaster(layout, speed), ROUNDS)


def _hope(
    where: Index, condition: Condition, coaster: Coaster, icons: Counter[Icon], to_come: float
) -> float:
    """The points that a condition is likely to bring."""
    cards = len(coaster.row)
    if cards + to_come < LEAST_SCORED - 1:
        return 0.0
    amounts = [icons[icon] for icon in condition.icons]
    chance_each = to_come / 3
    points = float(condition.points)
    match condition.kind:
        case "per-icon":
            have = max(amounts) if condition.either else sum(amounts)
            total = points * (have + 0.3 * to_come)
            return min(total, condition.cap) if condition.cap else total
        case "at-least-icons":
            missing = condition.count - (max if condition.either else min)(amounts)
            return points * _likely(missing, chance_each)
        case "without-icons":
            there = (min if condition.either else max)(amounts)
            return points * (0.0 if there else 0.9 if to_come < 1 else 0.6)
        case "at-least-cards":
            return points * _likely(condition.count - cards, to_come)
        case "at-most-cards":
            return points * (
                0.0 if cards > condition.count else _likely(cards + to_come - condition.count, 2)
            )
        case "exactly-cards":
            missing = condition.count - cards
            return 0.0 if missing < 0 else points * _likely(missing, to_come) * (0.9 if missing else 0.7)
        case "row":
            return points * _likely(IN_A_ROW - _in_a_row(where, coaster, condition.icons[0]), chance_each)
        case "pair":
            return points * _likely(2 - amounts[0], chance_each)
        case "counted":
            return 0.0


def _in_a_row(where: Index, coaster: Coaster, icon: Icon) -> int:
    """The longest run of cards that show an icon, if it is complete or still at the right end."""
    run = 0
    for element in coaster.row:
        run = run + 1 if icon in where.element[element.card].icons else 0
        if run == IN_A_ROW:
            break
    return run


def _likely(missing: float, to_come: float) -> float:
    """How likely so much is still to come."""
    if missing <= 0:
        return 1.0
    return max(0.05, min(0.9, to_come / (missing + to_come)))


def gain(state: State, area: int, place: Place, card: str, rounds: float) -> float | None:
    """What a card adds to what a coaster is worth; None where it does not fit or there is no coaster."""
    coaster = state.areas[area].at(place)
    if coaster is None:
        return None
    done = laid(state.components, state.toggles, card, coaster.speed, coaster.excitement)
    if done.after < 0:
        return None
    return worth(state, with_laid(coaster, done), rounds) - worth(state, coaster, rounds)


def best_place(state: State, area: int, card: str, rounds: float) -> tuple[float, Place | None]:
    """Where in an area a card does most, and what it gains there; nowhere, if it only does harm."""
    found: tuple[float, Place | None] = (0.0, None)
    for place in PLACES:
        gained = gain(state, area, place, card, rounds)
        if gained is not None and gained > found[0]:
            found = (gained, place)
    return found


def rounds_left(state: State) -> float:
    """The rounds to come after this one."""
    return float(ROUNDS - state.turn)
