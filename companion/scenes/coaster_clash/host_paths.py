"""The steps that lead to what only the host may enter: teaching, table rulings, leaving, abandoning."""

from typing import assert_never

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import Kind, index
from companion.rules.coaster_clash.state import Place, State
from companion.scenes.coaster_clash import ids
from companion.scenes.coaster_clash.words import ICONS, THEMES, coaster_name, element_of, layout_name
from companion.scenes.speaking import called
from companion.scenes.telling import Step

Path = tuple[Step, ...]
Names = tuple[str, ...]

TEACH_CARD = Step("teach-card", "Teach a card", "what your box prints on it", "school")
TEACH_LAYOUT = Step("teach-layout", "Teach a layout", "start speed, conditions", "school")
ADJUST = Step("adjust", "Table ruling", "what the companion can’t know", "gavel")
LEAVE = Step("leave", "Somebody leaves", symbol="logout")

KINDS: dict[Kind, str] = {
    "at-least-icons": "X or more of icons",
    "without-icons": "crossed-out icons",
    "at-least-cards": "X or more cards",
    "at-most-cards": "X or fewer cards",
    "exactly-cards": "exactly X cards",
    "per-icon": "points per icon",
    "row": "three in a row",
    "pair": "two of an icon",
    "counted": "counted at the table",
}


def host_path(state: State, command: c.Teach | c.Adjust | c.Leave | c.Abandon, names: Names) -> Path:
    """The steps to a command of the host."""
    match command:
        case (
            c.TeachDrawn()
            | c.TeachTheme()
            | c.TeachSpeed()
            | c.TeachExcitement()
            | c.TeachPerfect()
            | c.TeachVomit()
            | c.TeachIcons()
        ):
            return _card(state, command)
        case (
            c.TeachStart()
            | c.TeachConditions()
            | c.TeachKind()
            | c.TeachConditionIcons()
            | c.TeachCount()
            | c.TeachBonus()
            | c.TeachCap()
        ):
            return _layout(state, command)
        case c.AdjustPoints() | c.AdjustSpeed() | c.AdjustExcitement() | c.AdjustElement():
            return _adjust(state, command, names)
        case c.Leave(player):
            name = called(names, player)
            return (LEAVE, Step(f"leave.{player}", f"{name} leaves", "the coasters stay", "logout"))
        case c.Abandon():
            return (
                Step("abandon", "Abandon the game", "nobody wins", "close"),
                Step("abandon.sure", "Yes, end it here"),
            )
        case _:
            assert_never(command)


Card = (
    c.TeachDrawn
    | c.TeachTheme
    | c.TeachSpeed
    | c.TeachExcitement
    | c.TeachPerfect
    | c.TeachVomit
    | c.TeachIcons
)


def _card(state: State, command: Card) -> Path:
    if isinstance(command, c.TeachDrawn):
        drawn = Step("teach-drawn", "The card turned up", "if it can’t be found", "card-search")
        return (TEACH_CARD, drawn, _theme(command.theme))
    element = element_of(state, command.card)
    name, detail = (element.name, element.theme) if element else (command.card, "")
    card = Step(ids.element(command.card), name, detail)
    match command:
        case c.TeachTheme(_, theme):
            return (TEACH_CARD, card, Step("field.theme", "Theme"), _theme(theme))
        case c.TeachSpeed():
            return (TEACH_CARD, card, Step("field.speed", "Speed", "below 0 for a cost"))
        case c.TeachExcitement():
            return (TEACH_CARD, card, Step("field.excitement", "Excitement"))
        case c.TeachPerfect(_, perfect):
            last = Step("perfect.none", "None", "shown as (–)")
            if perfect is not None:
                last = Step(f"perfect.{perfect}", f"Speed {perfect}")
            return (TEACH_CARD, card, Step("field.perfect", "Perfect speed"), last)
        case c.TeachVomit(_, above, below):
            first = Step("field.vomit", "Vomit speeds")
            return (TEACH_CARD, card, first, _bound("above", above), _bound("below", below))
        case c.TeachIcons(_, icon, second):
            return (TEACH_CARD, card, Step("field.icons", "Icons"), *_icons(icon, second))
        case _:
            assert_never(command)


def _theme(theme: str) -> Step:
    return Step(ids.theme(theme), THEMES.get(theme, theme))


def _bound(side: str, value: int | None) -> Step:
    label = f"Nothing {side}" if value is None else f"{side.capitalize()} {value}"
    return Step(f"{side}.{'none' if value is None else value}", label)


def _icons(icon: str, second: str | None) -> Path:
    one = Step(f"icon.{icon}", _upper(ICONS[icon]))
    if second is None:
        return (one, Step("second.none", "Only this icon"))
    return (one, Step(f"second.{second}", f"And {ICONS[second]}"))


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


Layout = (
    c.TeachStart
    | c.TeachConditions
    | c.TeachKind
    | c.TeachConditionIcons
    | c.TeachCount
    | c.TeachBonus
    | c.TeachCap
)


def _layout(state: State, command: Layout) -> Path:
    layout = Step(ids.layout(command.layout), layout_name(state, command.layout))
    match command:
        case c.TeachStart():
            return (TEACH_LAYOUT, layout, Step("field.start", "Starting speed"))
        case c.TeachConditions():
            return (TEACH_LAYOUT, layout, Step("field.conditions", "How many conditions"))
        case _:
            return (TEACH_LAYOUT, layout, *_condition(state, command))


def _condition(
    state: State, command: c.TeachKind | c.TeachConditionIcons | c.TeachCount | c.TeachBonus | c.TeachCap
) -> Path:
    printed = index(state.components).layout.get(command.layout)
    kind = (
        printed.conditions[command.number].kind
        if printed and command.number < len(printed.conditions)
        else None
    )
    detail = KINDS[kind] if kind else ""
    which = Step(f"condition.{command.number}", f"Condition {command.number + 1}", detail)
    match command:
        case c.TeachKind():
            taught = KINDS[command.kind]
            return (which, Step("field.kind", "Its kind"), Step(f"kind.{command.kind}", _upper(taught)))
        case c.TeachConditionIcons(_, _, icon, second, either):
            first = Step("field.icons", "Its icons")
            one = Step(f"icon.{icon}", _upper(ICONS[icon]))
            if second is None:
                return (which, first, one, Step("second.none", "Only this icon"))
            joint = "or" if either else "and"
            return (which, first, one, Step(f"{joint}.{second}", f"{joint.capitalize()} {ICONS[second]}"))
        case c.TeachCount():
            return (which, Step("field.count", "Its number"))
        case c.TeachBonus():
            return (which, Step("field.points", "Its excitement"))
        case c.TeachCap():
            return (which, Step("field.cap", "Its limit", "0 for none"))
        case _:
            assert_never(command)


def _adjust(state: State, command: c.Adjust, names: Names) -> Path:
    match command:
        case c.AdjustPoints(player):
            return (
                ADJUST,
                Step("adjust.points", "Points", symbol="star"),
                Step(f"player.{player}", names[player]),
            )
        case c.AdjustSpeed(area, place):
            step = Step("adjust.speed", "A speed tracker", symbol="speedometer")
            return (ADJUST, step, _coaster(state, area, place))
        case c.AdjustExcitement(area, place):
            step = Step("adjust.excitement", "An excitement tracker", symbol="star-shooting")
            return (ADJUST, step, _coaster(state, area, place))
        case c.AdjustElement(card, area, place):
            element = element_of(state, card)
            name, detail = (element.name, element.theme) if element else (card, "")
            to = (
                Step("to.discards", "To the discards")
                if area is None or place is None
                else Step(f"to.{area}.{place}", f"To {coaster_name(state, area, place)}")
            )
            step = Step("adjust.element", "Move an element", symbol="cards")
            return (ADJUST, step, Step(ids.element(card), name, detail), to)
        case _:
            assert_never(command)


def _coaster(state: State, area: int, place: Place) -> Step:
    name = coaster_name(state, area, place)
    return Step(ids.coaster(area, place), _upper(name))
