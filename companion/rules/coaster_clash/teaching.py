"""Teaching a box's own values as you play: this game's components change from there on.

An element is taught while it lies face up and waits for its place; a layout's starting speed until its
first element is placed, its conditions until the coasters are scored.
"""

from functools import lru_cache
from typing import Any, Literal, assert_never

from msgspec.structs import replace

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash import events as e
from companion.rules.coaster_clash.asks import Asks
from companion.rules.coaster_clash.components import (
    ICONS,
    KINDS,
    MOST_CONDITIONS,
    OF_CARDS,
    THEMES,
    Bound,
    Condition,
    Element,
    Icon,
    Kind,
    Layout,
    index,
    provenance,
)
from companion.rules.coaster_clash.flow import with_following
from companion.rules.coaster_clash.knowing import candidates
from companion.rules.coaster_clash.refusal import Judged, refuse
from companion.rules.coaster_clash.state import Assigning, Coaster, Counting, Over, State, coasters, unnamed
from companion.rules.contract import Amount, Ask, Pick

SECTION = "Components"

FASTEST = 20
"""The highest speed, cost and excitement that a screen offers to teach; a spreadsheet takes higher ones."""

MOST_CARDS = 12
"""The highest X: an area sees so many cards in a game."""

SPEEDS: tuple[int | None, ...] = (None, *range(FASTEST + 1))

ElementLesson = c.TeachTheme | c.TeachSpeed | c.TeachExcitement | c.TeachPerfect | c.TeachVomit | c.TeachIcons
ElementField = Literal["theme", "speed", "excitement", "perfect", "vomit", "icons"]


def asks(state: State) -> Asks:
    """All that may be taught of what lies open and still stands at a house value."""
    if not may_teach(state):
        return ()
    found: list[Ask[c.Command]] = [*_of_drawn(state)]
    for player in state.players:
        if player.up:
            found += _of_card(state, player.up)
    for _, _, coaster in coasters(state):
        if coaster.layout:
            found += _of_coaster(state, coaster)
    return tuple(found)


def may_teach(state: State) -> bool:
    """From the layouts' turning up until the coasters are counted."""
    return not isinstance(state.stage, Assigning | Counting | Over)


def _of_drawn(state: State) -> Asks:
    """The themes of a flipped card that the components do not know."""
    if not unnamed(state):
        return ()
    lessons = tuple([c.TeachDrawn(theme) for theme in THEMES if _blank(state, theme)])
    return (Pick("teach-drawn", None, lessons),) if lessons else ()


def _of_card(state: State, card: str) -> Asks:
    return _of_element(index(state.components).element[card])


def _of_coaster(state: State, coaster: Coaster) -> Asks:
    layout = index(state.components).layout[coaster.layout]
    return _of_layout(layout, fresh=not coaster.row, lowered=layout.speed - coaster.speed)


def _blank(state: State, theme: str) -> Element | None:
    """The first untaught element that the flipped card can be, of this theme if there is one."""
    where = index(state.components)
    cards = [where.element[card] for card in candidates(state, unnamed(state)[0])]
    blank = [card for card in cards if not card.table]
    return next((card for card in blank if card.theme == theme), next(iter(blank), None))


@lru_cache(maxsize=256)
def _of_element(element: Element) -> Asks:
    """The fields of an element that stand at house values."""
    card = element.id
    icons = [c.TeachIcons(card, icon) for icon in ICONS]
    icons += [c.TeachIcons(card, one, two) for at, one in enumerate(ICONS) for two in ICONS[at:]]
    lessons: dict[ElementField, Ask[c.Command]] = {
        "theme": Pick("teach-theme", None, tuple([c.TeachTheme(card, theme) for theme in THEMES])),
        "speed": Amount("teach-speed", None, c.TeachSpeed(card, element.speed), "speed", -FASTEST, FASTEST),
        "excitement": Amount(
            "teach-excitement", None, c.TeachExcitement(card, element.excitement), "excitement", 0, FASTEST
        ),
        "perfect": Pick("teach-perfect", None, tuple([c.TeachPerfect(card, speed) for speed in SPEEDS])),
        "vomit": Pick(
            "teach-vomit",
            None,
            tuple([c.TeachVomit(card, above, below) for above in SPEEDS for below in SPEEDS]),
        ),
        "icons": Pick("teach-icons", None, tuple(icons)),
    }
    return tuple([ask for field, ask in lessons.items() if provenance(element, field) == "house"])


@lru_cache(maxsize=256)
def _of_layout(layout: Layout, *, fresh: bool, lowered: int) -> Asks:
    """The starting speed if it is the house's and nothing was built, and the conditions.

    A tracker that the host `lowered` stays so far below the start, and never falls below 0.
    """
    name, conditions = layout.id, layout.conditions
    found: list[Ask[c.Command]] = []
    if fresh and provenance(layout, "speed") == "house" and lowered <= FASTEST:
        start = c.TeachStart(name, layout.speed)
        found.append(Amount("teach-start", None, start, "speed", max(0, lowered), FASTEST))
    many = c.TeachConditions(name, len(conditions))
    found.append(Amount("teach-conditions", None, many, "conditions", 0, MOST_CONDITIONS))
    for number, condition in enumerate(conditions):
        found += _of_condition(name, number, condition)
    return tuple(found)


def _of_condition(name: str, number: int, condition: Condition) -> list[Ask[c.Command]]:
    kinds = tuple([c.TeachKind(name, number, kind) for kind in KINDS])
    found: list[Ask[c.Command]] = [Pick("teach-kind", None, kinds)]
    if condition.icons:
        icons = [c.TeachConditionIcons(name, number, icon) for icon in ICONS]
        if condition.kind not in ("row", "pair"):
            icons += [
                c.TeachConditionIcons(name, number, one, two, either)
                for at, one in enumerate(ICONS)
                for two in ICONS[at + 1 :]
                for either in (False, True)
            ]
        found.append(Pick("teach-condition-icons", None, tuple(icons)))
    if condition.count:
        count = c.TeachCount(name, number, condition.count)
        found.append(Amount("teach-count", None, count, "count", 1, MOST_CARDS))
    if condition.kind != "counted":
        points = c.TeachBonus(name, number, condition.points)
        found.append(Amount("teach-bonus", None, points, "points", -FASTEST, FASTEST))
    if condition.kind == "per-icon":
        cap = c.TeachCap(name, number, condition.cap)
        found.append(Amount("teach-cap", None, cap, "cap", 0, FASTEST))
    return found


def decide(state: State, command: c.Teach) -> Judged:
    """A value of the table's box."""
    fault = _fault(state, command)
    if fault:
        return fault
    match command:
        case c.TeachDrawn():
            return _drawn(state, command)
        case c.TeachTheme(card, theme):
            return _element(state, card, "theme", theme)
        case c.TeachSpeed(card, speed):
            return _element(state, card, "speed", speed)
        case c.TeachExcitement(card, excitement):
            return _element(state, card, "excitement", excitement)
        case c.TeachPerfect(card, perfect):
            return _element(state, card, "perfect", perfect)
        case c.TeachVomit(card, above, below):
            bounds = [Bound("gt", above)] if above is not None else []
            bounds += [Bound("lt", below)] if below is not None else []
            return _element(state, card, "vomit", tuple(bounds))
        case c.TeachIcons(card, icon, second):
            return _element(state, card, "icons", (icon, second) if second else (icon,))
        case c.TeachStart(layout, speed):
            return _layout(state, layout, "speed", speed)
        case _:
            return _layout(state, command.layout, "conditions", _conditions(state, command))


def _fault(state: State, command: c.Teach) -> Judged | None:
    """Why this can't be taught now, if it can't."""
    about = _asks_about(state, command)
    if any(_offers(ask, command) for ask in about):
        return None
    open_now = [_subject(ask.command if isinstance(ask, Amount) else ask.options[0]) for ask in about]
    code = "clash.teach.out-of-bounds" if _subject(command) in open_now else "clash.teach.not-open"
    return refuse(state, command, code, SECTION, asks=asks(state))


def _asks_about(state: State, command: c.Teach) -> Asks:
    """What may be taught of the card or layout that a command is about."""
    if not may_teach(state):
        return ()
    if isinstance(command, c.TeachDrawn):
        return _of_drawn(state)
    if isinstance(command, ElementLesson):
        face_up = [player.up for player in state.players if player.up]
        return _of_card(state, command.card) if command.card in face_up else ()
    about = [coaster for _, _, coaster in coasters(state) if coaster.layout == command.layout]
    return _of_coaster(state, about[0]) if command.layout and about else ()


def _subject(command: c.Command) -> tuple[Any, ...]:
    """What a lesson is about: which value of which card, layout or condition."""
    return (type(command), *[getattr(command, name, None) for name in ("card", "layout", "number")])


def _offers(ask: Ask[c.Command], command: c.Command) -> bool:
    if not isinstance(ask, Amount):
        return type(ask.options[0]) is type(command) and command in ask.options
    if type(ask.command) is not type(command):
        return False
    value = getattr(command, ask.field)
    return bool(ask.low <= value <= ask.high) and ask.option(value) == command


def _taught(known: tuple[str, ...], field: str) -> tuple[str, ...]:
    return known if field in known else (*known, field)


def _element(state: State, card: str, field: ElementField, value: Any) -> tuple[e.Event, ...]:
    element = index(state.components).element[card]
    changes = {field: value, "table": _taught(element.table, field)}
    return (e.ElementTaught(replace(element, **changes), field),)


def _layout(
    state: State, name: str, field: Literal["speed", "conditions"], value: Any
) -> tuple[e.Event, ...]:
    layout = index(state.components).layout[name]
    changes = {field: value, "table": _taught(layout.table, field)}
    return (e.LayoutTaught(replace(layout, **changes), field),)


def _drawn(state: State, command: c.TeachDrawn) -> Judged:
    """An element that the components do not know takes the place of one that the box may not have."""
    blank = _blank(state, command.theme)
    if blank is None:
        raise LookupError("a lesson was offered that nothing is there for")
    taught = _element(state, blank.id, "theme", command.theme)
    return with_following(state, *taught, e.TurnedUp(unnamed(state)[0], blank.id))


ConditionLesson = (
    c.TeachConditions | c.TeachKind | c.TeachConditionIcons | c.TeachCount | c.TeachBonus | c.TeachCap
)


def _conditions(state: State, command: ConditionLesson) -> tuple[Condition, ...]:
    """The layout's conditions as they are once this is taught."""
    conditions = index(state.components).layout[command.layout].conditions
    if isinstance(command, c.TeachConditions):
        more = max(0, command.conditions - len(conditions))
        return (*conditions[: command.conditions], *[Condition("counted")] * more)
    old = conditions[command.number]
    match command:
        case c.TeachKind():
            new = of_kind(old, command.kind)
        case c.TeachConditionIcons():
            icons = (command.icon, command.second) if command.second else (command.icon,)
            new = replace(old, icons=icons, either=command.either)
        case c.TeachCount():
            new = replace(old, count=command.count)
        case c.TeachBonus():
            new = replace(old, points=command.points)
        case c.TeachCap():
            new = replace(old, cap=command.cap)
        case _:
            assert_never(command)
    return (*conditions[: command.number], new, *conditions[command.number + 1 :])


def of_kind(old: Condition, kind: Kind) -> Condition:
    """A condition turned into another kind: it keeps what the new kind has room for."""
    icons: tuple[Icon, ...] = old.icons or ICONS[:1]
    count = old.count or 1
    if kind == "counted":
        return Condition(kind)
    if kind in OF_CARDS:
        return Condition(kind, old.points, count=count)
    if kind in ("row", "pair"):
        return Condition(kind, old.points, icons[:1])
    return Condition(
        kind,
        old.points,
        icons,
        old.either,
        count if kind == "at-least-icons" else 0,
        old.cap if kind == "per-icon" else 0,
    )
