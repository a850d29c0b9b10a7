"""What only the host may enter: adjusting, a seat that leaves, giving the game up (CC38)."""

from typing import assert_never

from companion.rules.coaster_clash.asks import Asks
from companion.rules.coaster_clash.commands import (
    Abandon,
    Adjust,
    AdjustElement,
    AdjustExcitement,
    AdjustPoints,
    AdjustSpeed,
    Command,
    Leave,
)
from companion.rules.coaster_clash.components import FASTEST, MOST_CONDITIONS
from companion.rules.coaster_clash.events import (
    ElementPutOn,
    ElementTakenOff,
    Ended,
    Event,
    ExcitementAdjusted,
    Left,
    PointsAdjusted,
    SpeedAdjusted,
)
from companion.rules.coaster_clash.flow import with_following
from companion.rules.coaster_clash.folding import evolve
from companion.rules.coaster_clash.knowing import held
from companion.rules.coaster_clash.placing import laid, without_last
from companion.rules.coaster_clash.refusal import Judged, refuse
from companion.rules.coaster_clash.state import (
    CARDS_DOWN,
    HAND,
    ROUNDS,
    Coaster,
    Committing,
    Flipping,
    Over,
    Place,
    Redrawing,
    State,
    coasters,
    seats_in_play,
)
from companion.rules.contract import Amount, Ask, Pick

TABLE_RULING = "Table ruling"
MOST_POINTS = 99
MOST_EXCITEMENT = 199


def longest(seats: int) -> int:
    """The most entries: layouts put down and named, six rounds, conditions that the table counts."""
    of_a_card = 3
    return seats * (3 + ROUNDS * (1 + CARDS_DOWN * of_a_card) + 2 * MOST_CONDITIONS)


def asks(state: State) -> Asks:
    """What only the host may enter besides teaching."""
    if isinstance(state.stage, Over):
        return ()
    seats = seats_in_play(state)
    found: list[Ask[Command]] = []
    if _may_adjust(state):
        for seat in seats:
            points = AdjustPoints(seat, 0)
            found.append(Amount("adjust-points", None, points, "points", -MOST_POINTS, MOST_POINTS, "reason"))
        for area, place, coaster in coasters(state):
            speed = AdjustSpeed(area, place, coaster.speed)
            found.append(Amount("adjust-speed", None, speed, "speed", 0, _fastest(state), "reason"))
            excitement = AdjustExcitement(area, place, coaster.excitement)
            low = _least_excitement(state)
            found.append(
                Amount("adjust-excitement", None, excitement, "excitement", low, MOST_EXCITEMENT, "reason")
            )
        moves = element_moves(state)
        if moves:
            found.append(Pick("adjust-element", None, moves))
    found.append(Pick("leave", None, tuple([Leave(seat) for seat in seats])))
    found.append(Pick("abandon", None, (Abandon(),)))
    return tuple(found)


def _may_adjust(state: State) -> bool:
    """From the first round until the coasters are scored."""
    return isinstance(state.stage, Redrawing | Committing | Flipping)


def _least_excitement(state: State) -> int:
    return 0 if state.toggles.floor == "zero" else -MOST_EXCITEMENT


def _fastest(state: State) -> int:
    maximum = state.components.speed_maximum
    return FASTEST if maximum is None else maximum


def element_moves(state: State) -> tuple[AdjustElement, ...]:
    """Every move of a coaster's last element or of a face-up discard, while no card is being played."""
    if not isinstance(state.stage, Redrawing):
        return ()
    found: list[AdjustElement] = []
    for area, place, coaster in coasters(state):
        if coaster.row and _may_lose_last(state, coaster):
            card = coaster.row[-1].card
            found.append(AdjustElement(card))
            found += _ways_onto(state, card, (area, place))
    if _leaves_cards_to_deal(state):
        for card in state.discards:
            found += _ways_onto(state, card)
    return tuple(found)


def _may_lose_last(state: State, coaster: Coaster) -> bool:
    """Whether no tracker falls below its lower end when the last element goes."""
    rest = without_last(coaster)
    return rest.speed >= 0 and rest.excitement >= min(_least_excitement(state), coaster.excitement)


def _ways_onto(state: State, card: str, source: tuple[int, Place] | None = None) -> list[AdjustElement]:
    """The coasters that a card fits at their right end, but for the one that it comes from."""
    return [
        AdjustElement(card, area, place)
        for area, place, coaster in coasters(state)
        if (area, place) != source
        and laid(state.components, state.toggles, card, coaster.speed, coaster.excitement).after >= 0
    ]


def _leaves_cards_to_deal(state: State) -> bool:
    """Whether one more card in a coaster still leaves three for everybody in the last round."""
    seats = len(seats_in_play(state))
    placed = sum([len(coaster.row) for _, _, coaster in coasters(state)])
    to_come = CARDS_DOWN * seats * (ROUNDS - state.turn)
    needed = HAND * seats if state.turn < ROUNDS else 0
    return placed + 1 + to_come + needed <= len(state.components.elements)


HostCommand = Adjust | Leave | Abandon


def decide(state: State, command: HostCommand) -> Judged:
    """What follows from an entry of the host."""
    match command:
        case AdjustPoints():
            return _decide_points(state, command)
        case AdjustSpeed():
            return _decide_speed(state, command)
        case AdjustExcitement():
            return _decide_excitement(state, command)
        case AdjustElement():
            return _decide_element(state, command)
        case Leave():
            return _decide_leave(state, command)
        case Abandon():
            return (Ended("abandoned"),)
        case _:
            assert_never(command)


def _not_now(state: State, command: HostCommand) -> Judged:
    return refuse(state, command, "clash.adjust.not-now", TABLE_RULING, asks=asks(state))


def _bounds(state: State, command: HostCommand, value: int, low: int, high: int) -> Judged | None:
    """The refusal of a value that is not within its bounds."""
    if low <= value <= high:
        return None
    code = "clash.adjust.out-of-bounds"
    return refuse(state, command, code, TABLE_RULING, asks=asks(state), low=low, high=high, entered=value)


def _decide_points(state: State, command: AdjustPoints) -> Judged:
    if not _may_adjust(state) or command.player not in seats_in_play(state):
        return _not_now(state, command)
    fault = _bounds(state, command, command.points, -MOST_POINTS, MOST_POINTS)
    return fault or (PointsAdjusted(command.player, command.points, command.reason),)


def _coaster(state: State, command: AdjustSpeed | AdjustExcitement) -> Coaster | None:
    """The coaster whose tracker is to be moved."""
    if not _may_adjust(state) or not 0 <= command.area < len(state.areas):
        return None
    return state.areas[command.area].at(command.place)


def _decide_speed(state: State, command: AdjustSpeed) -> Judged:
    coaster = _coaster(state, command)
    if coaster is None:
        return _not_now(state, command)
    fault = _bounds(state, command, command.speed, 0, _fastest(state))
    by = command.speed - coaster.speed
    return fault or (SpeedAdjusted(command.area, command.place, by, command.reason),)


def _decide_excitement(state: State, command: AdjustExcitement) -> Judged:
    coaster = _coaster(state, command)
    if coaster is None:
        return _not_now(state, command)
    fault = _bounds(state, command, command.excitement, _least_excitement(state), MOST_EXCITEMENT)
    by = command.excitement - coaster.excitement
    return fault or (ExcitementAdjusted(command.area, command.place, by, command.reason),)


def _decide_element(state: State, command: AdjustElement) -> Judged:
    """A moved element undoes what it did, and does what it does where it goes."""
    if command not in element_moves(state):
        code = "clash.adjust.element"
        return refuse(state, command, code, TABLE_RULING, asks=asks(state), card=command.card)
    events: list[Event] = []
    for area, place, coaster in coasters(state):
        if coaster.row and coaster.row[-1].card == command.card:
            events.append(ElementTakenOff(area, place, command.card))
    if command.area is not None and command.place is not None:
        for event in events:
            state = evolve(state, event)
        coaster = state.areas[command.area].at(command.place) or Coaster()
        speed, excitement = coaster.speed, coaster.excitement
        done = laid(state.components, state.toggles, command.card, speed, excitement)
        events.append(
            ElementPutOn(
                command.area,
                command.place,
                done.card,
                done.before,
                done.after,
                done.printed,
                done.gained,
                done.perfect,
                done.vomit,
            )
        )
    return tuple(events)


def _decide_leave(state: State, command: Leave) -> Judged:
    """A player's cards go to the discards; its coasters stay (CC38)."""
    if command.player not in seats_in_play(state):
        return refuse(
            state, command, "clash.leave.not-playing", "CC38", asks=asks(state), player=command.player
        )
    return with_following(state, Left(command.player, held(state, command.player)))
