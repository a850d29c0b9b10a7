"""The evening's story, a line for each event that somebody would tell; the seats' and the game's chips."""

from typing import assert_never

from companion.rules.coaster_clash import events as e
from companion.rules.coaster_clash.scoring import coasters_of
from companion.rules.coaster_clash.state import (
    Assigning,
    Counting,
    Flipping,
    Naming,
    Over,
    Place,
    Redrawing,
    State,
    area_of,
    place_of,
    sides_in_order,
)
from companion.rules.contract import Seat
from companion.scenes.coaster_clash.words import card_name, coaster_name, element_name, layout_name, signed
from companion.scenes.speaking import called, listed, plural
from companion.scenes.telling import Chip

Names = tuple[str, ...]

ENDINGS = {
    "scored": "The game is over: the coasters are scored",
    "last-seat": "The game ends: only one player is left",
    "abandoned": "The game was given up",
}


def story(event: e.Event, after: State, names: Names) -> str:
    """One line, or nothing."""
    match event:
        case e.Began(seats):
            return f"{seats} players, {2 * seats} coasters to build"
        case e.Assigned(seat):
            return f"{called(names, seat)} has laid two layouts"
        case e.LayoutsRevealed(left, right):
            known = [
                layout_name(after, card) for pair in zip(left, right, strict=True) for card in pair if card
            ]
            return (
                f"The layouts: {listed(known[:3], 'and')}{' …' if len(known) > 3 else ''}"
                if known
                else "The layouts are turned up"
            )
        case e.LayoutNamed(owner, side, layout):
            area = area_of(len(after.players), owner, side)
            return f"{layout_name(after, layout)} lies {place_of(side)} between {_pair(after, area, names)}"
        case e.RoundBegan(turn):
            first = sides_in_order(turn)[0]
            return f"Round {turn} begins, to the {first} first"
        case e.Renewed(cards):
            return f"The discards, {plural(cards, 'card')}, are the draw pile again"
        case e.RedrawChosen(seat):
            return f"{called(names, seat)} has decided about the hand"
        case e.RedrawsRevealed(seats):
            who = listed([called(names, seat) for seat in seats], "and")
            return f"{who} drew new cards" if seats else "All keep their hands"
        case e.Committed(seat, side):
            return f"{called(names, seat)} put a card down to the {side}"
        case e.TurnedUp(seat, card):
            return f"{called(names, seat)} turned up {card_name(after, card)}"
        case e.FlipRevealed(_, cards):
            known = [card for card in cards if card]
            return f"{plural(len(known), 'card')} turned up" if known else ""
        case e.Placed() | e.Discarded():
            return _placed(after, event, names)
        case e.RoundEnded(turn):
            return f"Round {turn} is over"
        case e.Counted(area, place, _, points):
            return f"{coaster_name(after, area, place)}: {signed(points)} counted by the table"
        case e.CountingBegan() | e.Dealt():
            return ""
        case e.Ended(reason):
            return ENDINGS[reason]
        case _:
            return _of_host(event, after, names)


def _pair(state: State, area: int, names: Names) -> str:
    return f"{called(names, area)} and {called(names, (area + 1) % len(state.players))}"


def _placed(after: State, event: e.Placed | e.Discarded, names: Names) -> str:
    name = called(names, event.seat)
    match event:
        case e.Placed():
            coaster = coaster_name(after, event.area, event.place)
            remark = ", perfect!" if event.perfect else ""
            if event.vomit:
                remark = ", perfect, but the guests are sick" if event.perfect else ", the guests are sick"
            return (
                f"{name} built {element_name(after, event.card)} on {coaster}: {signed(event.gained)}{remark}"
            )
        case e.Discarded(_, card, forced):
            why = ": too slow for it" if forced else ""
            return f"{name} discarded {element_name(after, card)}{why}"
        case _:
            assert_never(event)


def _of_host(event: e.Event, after: State, names: Names) -> str:
    """What the host entered."""
    match event:
        case e.ElementTaught(element):
            return f"The host taught {element.name}, {element.theme}"
        case e.LayoutTaught(layout):
            return f"The host taught {layout.name}"
        case e.PointsAdjusted(player, points):
            return f"The host gave {called(names, player)} {signed(points)}"
        case e.SpeedAdjusted(area, place) | e.ExcitementAdjusted(area, place):
            return f"The host moved a tracker of {coaster_name(after, area, place)}"
        case e.ElementTakenOff(area, place, card):
            return f"The host took {element_name(after, card)} off {coaster_name(after, area, place)}"
        case e.ElementPutOn(area, place, card):
            return f"The host put {element_name(after, card)} on {coaster_name(after, area, place)}"
        case e.Left(player):
            return f"{called(names, player)} left the game"
        case _:
            return ""


def total(state: State, seat: Seat) -> int:
    """The excitement of a seat's four coasters as their tracks stand."""
    return sum(coaster.excitement for _, _, coaster in coasters_of(state, seat))


def chip(state: State, seat: Seat) -> Chip:
    """A seat's summary: what its four coasters make together, and its cards."""
    player = state.players[seat]
    if player.left:
        return Chip("–", "has left")
    if isinstance(state.stage, Assigning | Naming):
        laid = player.layouts is not None or isinstance(state.stage, Naming)
        return Chip("0", "layouts laid" if laid else "lays layouts")
    return Chip(str(total(state, seat)), _cards(state, seat))


def _cards(state: State, seat: Seat) -> str:
    player, stage = state.players[seat], state.stage
    if isinstance(stage, Flipping) and player.up is not None:
        return "places a card"
    if isinstance(stage, Redrawing) and player.redraw is not None:
        return "has decided"
    if isinstance(stage, Over | Counting):
        return ""
    down = f"{len(player.down)} face down" if player.down else ""
    return down or (f"{player.hand} in hand" if player.hand else "")


def clock(state: State) -> Chip:
    """The round, and which side comes first in it."""
    match state.stage:
        case Assigning() | Naming():
            return Chip("Set-up", "the layouts")
        case Counting():
            return Chip("Scoring", "bonuses to count")
        case Over():
            scored = state.stage.reason == "scored"
            return Chip("The end", "six rounds built" if scored else f"in round {state.turn}")
        case _:
            return Chip(f"Round {state.turn}", f"{sides_in_order(state.turn)[0]} side first")


def whose(names: Names, area: int, place: Place) -> str:
    """An area's coaster by its two neighbours: `Ann & Ben, upper`."""
    return f"{_short(names, area)} & {_short(names, (area + 1) % len(names))}, {place}"


SHORT = 7


def _short(names: Names, seat: Seat) -> str:
    """A name of few letters, or its beginning."""
    name = called(names, seat)
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"
