"""End of the Game: theme bonus, layout bonuses, and every player's four coasters (CC16-CC29, CC34-CC38)."""

from collections import Counter
from typing import Final, NamedTuple, assert_never

from companion.rules.coaster_clash.components import LEAST_SCORED, Condition, Icon, Index, Theme, index
from companion.rules.coaster_clash.placing import PERFECT, VOMIT
from companion.rules.coaster_clash.state import (
    PLACES,
    SIDES,
    Coaster,
    Over,
    Place,
    State,
    Toggles,
    area_of,
    coasters,
    seats_in_play,
)
from companion.rules.contract import Facts, Line, Outcome, Seat, Standing

THEME_BONUS: Final = 5
THEME_TIE: Final = 2
IN_A_ROW: Final = 3
A_PAIR: Final = 2

CARDS = "Coaster Element Cards"
FINAL = "Final Scoring"
TABLE = "Table ruling"

SECTIONS: dict[str, str] = {
    "at-least-icons": "CC20",
    "without-icons": "CC22",
    "at-least-cards": "Layout Card Bonus Excitement",
    "at-most-cards": "CC26",
    "exactly-cards": "Layout Card Bonus Excitement",
    "per-icon": "CC23",
    "row": "CC24",
    "pair": "CC25",
    "counted": "Layout Card Bonus Excitement",
}
"""Where each kind of condition is settled."""


class Run(NamedTuple):
    """The longest run of neighbouring cards of one theme in a coaster; no theme where it has no card."""

    cards: int
    theme: Theme | None


class ThemeBonus(NamedTuple):
    """What a coaster gets for its run: 5, or 2 where others have one as long (CC18)."""

    points: int
    run: Run
    tied: int


def longest_run(where: Index, coaster: Coaster) -> Run:
    """The longest run of neighbouring cards of one theme; the first of several as long (CC17)."""
    best, length = Run(0, None), 0
    last: Theme | None = None
    for element in coaster.row:
        theme = where.element[element.card].theme
        length = length + 1 if theme == last else 1
        last = theme
        if length > best.cards:
            best = Run(length, theme)
    return best


def theme_bonuses(state: State) -> dict[tuple[int, Place], ThemeBonus]:
    """Which coasters of the whole table get the theme bonus as they stand, and what (CC16-CC18)."""
    where = index(state.components)
    runs = {(area, place): longest_run(where, coaster) for area, place, coaster in coasters(state)}
    most = max((run.cards for run in runs.values()), default=0)
    if not most:
        return {}
    best = {place: run for place, run in runs.items() if run.cards == most}
    points = THEME_BONUS if len(best) == 1 else THEME_TIE
    return {place: ThemeBonus(points, run, len(best)) for place, run in best.items()}


def icons_of(where: Index, coaster: Coaster) -> Counter[Icon]:
    """How often each icon is in a coaster; a card may show two, or one twice."""
    found: Counter[Icon] = Counter()
    for element in coaster.row:
        found.update(where.element[element.card].icons)
    return found


def layout_bonuses(state: State, coaster: Coaster) -> tuple[int, ...]:
    """What each condition of a coaster's layout brings as it stands; nothing with fewer than 3 elements."""
    where = index(state.components)
    if not coaster.layout:
        return ()
    conditions = where.layout[coaster.layout].conditions
    if len(coaster.row) < LEAST_SCORED:
        return (0,) * len(conditions)
    counted = dict(coaster.counted)
    return tuple(
        [
            counted.get(number, 0)
            if condition.kind == "counted"
            else condition_points(where, state.toggles, coaster, condition)
            for number, condition in enumerate(conditions)
        ]
    )


def condition_points(where: Index, toggles: Toggles, coaster: Coaster, condition: Condition) -> int:
    """What a condition brings a coaster of at least 3 elements (CC20-CC27)."""
    icons = icons_of(where, coaster)
    amounts = [icons[icon] for icon in condition.icons]
    cards, count = len(coaster.row), condition.count
    match condition.kind:
        case "per-icon":
            points = condition.points * (max(amounts) if condition.either else sum(amounts))
            return min(points, condition.cap) if condition.cap else points
        case "at-least-icons":
            met = (max if condition.either else min)(amounts) >= count
        case "without-icons":
            one_suffices = condition.either and toggles.crossed == "one-missing"
            met = (min if one_suffices else max)(amounts) == 0
        case "at-least-cards":
            met = cards >= count
        case "at-most-cards":
            met = cards <= count
        case "exactly-cards":
            met = cards == count
        case "row":
            met = _in_a_row(where, coaster, condition.icons[0])
        case "pair":
            met = amounts[0] >= A_PAIR
        case "counted":
            met = False
        case _:
            assert_never(condition.kind)
    return condition.points if met else 0


def _in_a_row(where: Index, coaster: Coaster, icon: Icon) -> bool:
    """Whether three neighbouring cards show this icon, whatever else they show (CC24)."""
    length = 0
    for element in coaster.row:
        length = length + 1 if icon in where.element[element.card].icons else 0
        if length == IN_A_ROW:
            return True
    return False


def to_count(state: State) -> tuple[tuple[int, Place, int], ...]:
    """The conditions that the table must count and has not: area, place, and the condition's number."""
    where = index(state.components)
    return tuple(
        [
            (area, place, number)
            for area, place, coaster in coasters(state)
            if coaster.layout and len(coaster.row) >= LEAST_SCORED
            for number, condition in enumerate(where.layout[coaster.layout].conditions)
            if condition.kind == "counted" and number not in dict(coaster.counted)
        ]
    )


def coasters_of(state: State, seat: Seat) -> tuple[tuple[int, Place, Coaster], ...]:
    """The coasters that a seat helps to build: two with its left neighbour, two with its right one."""
    found = []
    for side in SIDES:
        number = area_of(len(state.players), seat, side)
        for place in PLACES:
            coaster = state.areas[number].at(place)
            if coaster is not None:
                found.append((number, place, coaster))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """The full ranking of a game that is over."""
    if not isinstance(state.stage, Over):
        return None
    match state.stage.reason:
        case "scored":
            return Outcome(_ranking(state), "scored", FINAL)
        case "last-seat":
            return Outcome(_ranking(state), "last-seat", "CC38")
        case "abandoned":
            unscored = [Standing(seat, 1, 0, ()) for seat in seats_in_play(state)]
            return Outcome((*unscored, *_gone(state)), "abandoned", TABLE)
        case _:
            assert_never(state.stage.reason)


def coaster_lines(state: State) -> dict[tuple[int, Place], tuple[Line, ...]]:
    """Why each coaster is as exciting as it is, as the table stands now."""
    themes = theme_bonuses(state)
    return {
        (area, place): _lines(state, area, place, coaster, themes.get((area, place)))
        for area, place, coaster in coasters(state)
    }


def _ranking(state: State) -> tuple[Standing, ...]:
    """By total; equal totals share a rank (CC28, CC38)."""
    by_coaster = coaster_lines(state)
    lines: dict[Seat, tuple[Line, ...]] = {}
    for seat in seats_in_play(state):
        built = [line for area, place, _ in coasters_of(state, seat) for line in by_coaster[area, place]]
        grants = [
            Line("table-points", grant.points, TABLE, {"reason": grant.reason}, "table")
            for grant in state.players[seat].grants
        ]
        lines[seat] = (*built, *grants)
    totals = {seat: sum(line.points for line in found) for seat, found in lines.items()}
    order = sorted(totals, key=lambda seat: -totals[seat])
    standings = [
        Standing(seat, 1 + sum(other > totals[seat] for other in totals.values()), totals[seat], lines[seat])
        for seat in order
    ]
    return (*standings, *_gone(state))


def _gone(state: State) -> tuple[Standing, ...]:
    behind = len(seats_in_play(state)) + 1
    return tuple(
        [Standing(seat, behind, 0, (), left=True) for seat, player in enumerate(state.players) if player.left]
    )


def _lines(
    state: State, area: int, place: Place, coaster: Coaster, theme: ThemeBonus | None
) -> tuple[Line, ...]:
    group = f"coaster:{area}:{place}"
    row = coaster.row
    layout = index(state.components).layout.get(coaster.layout)
    cards: Facts = {"layout": coaster.layout, "name": layout.name if layout else "", "cards": len(row)}
    found = [Line("elements", sum([element.printed for element in row]), CARDS, cards, group)]
    perfect = sum([element.perfect for element in row])
    vomit = sum([element.vomit for element in row])
    if perfect:
        found.append(Line("perfect", PERFECT * perfect, CARDS, {"cards": perfect}, group))
    if vomit:
        found.append(Line("vomit", VOMIT * vomit, CARDS, {"cards": vomit}, group))
    raised = sum([element.gained for element in row]) - sum([line.points for line in found])
    if raised:
        found.append(Line("floor", raised, "CC14", {}, group))
    for move in coaster.moves:
        points = move.by if move.label == "excitement" else 0
        found.append(Line(f"table-{move.label}", points, TABLE, {"what": move.what, "by": move.by}, group))
    found += _condition_lines(state, coaster, group)
    if theme is not None:
        run: Facts = {"cards": theme.run.cards, "theme": theme.run.theme or "", "tied": theme.tied}
        section = "Theme Bonus" if theme.tied == 1 else "CC18"
        found.append(Line("theme", theme.points, section, run, group))
    return tuple(found)


def _condition_lines(state: State, coaster: Coaster, group: str) -> list[Line]:
    """Every condition of the layout, the unmet ones too; `short` says that 3 elements are missing."""
    if not coaster.layout:
        return []
    conditions = index(state.components).layout[coaster.layout].conditions
    short = len(coaster.row) < LEAST_SCORED
    found = []
    for number, points in enumerate(layout_bonuses(state, coaster)):
        condition = conditions[number]
        choice = condition.either and not (
            condition.kind == "without-icons" and state.toggles.crossed == "all-missing"
        )
        facts: Facts = {
            "layout": coaster.layout,
            "condition": number,
            "kind": condition.kind,
            "icons": ("/" if choice else "+").join(condition.icons),
            "count": condition.count,
            "cap": condition.cap,
        }
        section = "CC19" if short else SECTIONS[condition.kind]
        label = "condition-short" if short else "condition"
        found.append(Line(label, points, section, facts, group))
    return found
