"""The evening's story, a line for each event worth telling; and the summaries of the top bar."""

from typing import assert_never

from companion.rules.coaster_park import events as e
from companion.rules.coaster_park.common import HIRE, SEVENTH
from companion.rules.coaster_park.outcome import totals
from companion.rules.coaster_park.state import (
    Choosing,
    Counting,
    Finals,
    Measuring,
    Over,
    Revealing,
    SettingUp,
    State,
    stage_of,
    standing,
)
from companion.rules.contract import Seat
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.people import bonus_name, card_expert, place_name
from companion.scenes.coaster_park.view import coaster_name, hill_name, is_launch
from companion.scenes.speaking import plural, possessive
from companion.scenes.telling import Chip


def story(before: State | None, event: e.Event, after: State, names: tuple[str, ...]) -> str:
    """One line for an event, as anybody may read it who was given these states; nothing for the rest."""
    match event:
        case e.Started():
            return f"Coaster Park opens; {names[event.first]} rode a coaster last and starts"
        case e.TurnedUp() | e.SideShown() | e.Revealed():
            return _turned_up(event, after, names)
        case e.Spied() | e.EngineerCalled() | e.Kept() | e.Inserted() | e.Moved() | e.Demolished():
            return _expert(event, before or after, after, names)
        case e.TurnBegan():
            return _turn(event, names)
        case e.Offered():
            drawn = ", fresh from the deck" if event.card else ""
            return f"{names[event.seat]} puts the {hill_name(after, event.hill)} up for sale{drawn}"
        case e.PriceNamed():
            hill = f" for the {hill_name(after, after.sale.hill)}" if after.sale else ""
            return f"{names[event.seat]} asks ${event.price}{hill}"
        case e.Hired():
            return f"{names[event.seat]} hires the {card_expert(after, event.card)} · ${HIRE} to the bank"
        case e.Passed():
            return f"{names[event.seat]} passes"
        case e.Bought():
            return _bought(event, after, names)
        case e.MoneyTaken():
            return f"{names[event.seat]} takes the ${event.dollars}"
        case e.ExpertTaken():
            expert = card_expert(after, event.card)
            return f"{names[event.seat]} takes the {expert} instead of ${event.dollars}"
        case e.Built() | e.StoredAway():
            return _placed(event, after, names)
        case e.TestPaid() | e.Ran() | e.TestEnded() | e.Tried():
            return _tested(event, before or after, names)
        case e.EndTriggered() | e.FinalsBegan() | e.Overridden() | e.Counted() | e.Ended():
            return _ended(event, after, names)
        case e.Measured() | e.Compared():
            return _measured(event, names)
        case e.CardTaught() | e.HillTaught() | e.HillAdjusted() | e.CardAdjusted():
            return _taught(event, before or after, names)
        case e.MoneyAdjusted() | e.PointsAdjusted() | e.Left():
            return _ruled(event, names)
        case e.TestsEnded():
            return "All coasters are tested; the secret cards are turned up"
        case e.MeasuringBegan():
            return "It is a tie: the coasters are measured"
        case (
            e.SecretDealt()
            | e.Peeked()
            | e.Returned()
            | e.DeckChosen()
            | e.Answered()
            | e.Placed()
            | e.CoasterTested()
            | e.BestChosen()
            | e.Settled()
            | e.CountingBegan()
        ):
            return ""
        case _:
            assert_never(event)


def _turned_up(event: e.TurnedUp | e.SideShown | e.Revealed, after: State, names: tuple[str, ...]) -> str:
    match event:
        case e.TurnedUp():
            gone = f"; the {card_expert(after, event.discarded)} leaves the row" if event.discarded else ""
            hill = hill_name(after, event.hill)
            return f"The {card_expert(after, event.card)} joins the row, the {hill} the pool{gone}"
        case e.SideShown():
            return f"The bonus for everybody is {bonus_name(after, event.side)}"
        case e.Revealed():
            return f"{names[event.seat]} turns up {bonus_name(after, event.card)}"


def _turn(event: e.TurnBegan, names: tuple[str, ...]) -> str:
    last = "last " if event.last else ""
    income = f" · ${event.income} from the bank" if event.income else ""
    return f"{possessive(names[event.seat])} {last}turn{income}"


def _bought(event: e.Bought, after: State, names: tuple[str, ...]) -> str:
    hill, name = hill_name(after, event.hill), names[event.seat]
    if event.forced:
        return f"Nobody else wants it: {name} takes the {hill} · ${event.paid} to the bank"
    by = " with an Acquisitions Expert" if event.expert else ""
    to = " to the bank" if event.to == "bank" else ""
    return f"{name} buys the {hill} for ${event.paid}{to}{by}"


def _placed(event: e.Built | e.StoredAway, after: State, names: tuple[str, ...]) -> str:
    name, hill = names[event.seat], hill_name(after, event.hill)
    match event:
        case e.Built():
            stored = "the stored " if event.stored else "the "
            if is_launch(after, event.hill):
                return f"{name} starts a coaster with {stored}{hill}"
            return f"{name} builds {stored}{hill} on {coaster_name(after, event.seat, event.coaster)}"
        case e.StoredAway():
            gone = f" and discards the {hill_name(after, event.discarded)}" if event.discarded else ""
            return f"{name} stores the {hill}{gone}"


def _expert(
    event: e.Spied | e.EngineerCalled | e.Kept | e.Inserted | e.Moved | e.Demolished,
    before: State,
    after: State,
    names: tuple[str, ...],
) -> str:
    name = names[event.seat]
    match event:
        case e.Spied():
            return f"{possessive(name)} Corporate Spy looks at a secret card of {names[event.target]}"
        case e.EngineerCalled():
            return f"{possessive(name)} Engineer draws two {event.deck} cards"
        case e.Kept():
            return f"{name} keeps the {card_expert(after, event.card)}"
        case e.Inserted():
            coaster = coaster_name(after, event.seat, event.coaster)
            return f"{possessive(name)} Foreman inserts the {hill_name(after, event.hill)} in {coaster}"
        case e.Moved():
            coaster = coaster_name(before, event.seat, event.target)
            return f"{possessive(name)} Crane moves the {hill_name(after, event.hill)} to {coaster}"
        case e.Demolished():
            coaster = coaster_name(before, event.seat, event.coaster)
            hill = hill_name(after, event.hill)
            return f"{possessive(name)} Demolitions Expert removes the {hill} from {coaster}"


def _tested(event: e.TestPaid | e.Ran | e.TestEnded | e.Tried, before: State, names: tuple[str, ...]) -> str:
    name, coaster = names[event.seat], coaster_name(before, event.seat, event.coaster)
    match event:
        case e.TestPaid():
            return f"{name} tests {coaster} · $1 to the bank"
        case e.Tried():
            return f"{name} tests {coaster} for the score"
        case e.Ran():
            hills = before.players[event.seat].coasters[event.coaster]
            passed = event.attempt.passed
            if passed == len(hills):
                return f"The marble clears all {passed} hills of {coaster}"
            stop = hill_name(before, hills[passed])
            verb = "rests in" if event.attempt.rest else "stops at"
            return f"The marble {verb} the {stop} of {coaster} · {passed} of {len(hills)} cleared"
        case e.TestEnded():
            return f"{possessive(name)} Ride Mechanic gets the ${event.refund} back" if event.refund else ""


def _ended(
    event: e.EndTriggered | e.FinalsBegan | e.Overridden | e.Counted | e.Ended,
    after: State,
    names: tuple[str, ...],
) -> str:
    match event:
        case e.EndTriggered():
            if event.seat is None:
                return "The last standard card is drawn: everybody gets one more turn"
            return f"{possessive(names[event.seat])} seventh hill: everybody gets one more turn"
        case e.FinalsBegan():
            return "The gates close. Now every coaster is tested"
        case e.Overridden():
            coaster = coaster_name(after, event.seat, event.coaster)
            return f"{names[event.seat]} lets run {event.attempt + 1} count on {coaster}"
        case e.Counted():
            points = plural(event.points, "point")
            return f"{bonus_name(after, event.card)} brings {names[event.player]} {points}"
        case e.Ended():
            return reason(event.reason)


def _measured(event: e.Measured | e.Compared, names: tuple[str, ...]) -> str:
    match event:
        case e.Measured():
            return f"{possessive(names[event.player])} coaster measures {event.length} mm"
        case e.Compared():
            places = (" and ".join(names[seat] for seat in seats) for seats in event.order)
            return f"Side by side, from the longest coaster on: {', then '.join(places)}"


def reason(name: str) -> str:
    """Why a game ended."""
    match name:
        case "scored":
            return "The scores are in"
        case "last-seat":
            return "Only one park is left open"
        case "abandoned":
            return "The game was abandoned"
        case "seventh-hill":
            return "Somebody’s seventh hill was built"
        case "standard-deck":
            return "The standard deck is empty"
        case _:
            return ""


def _taught(
    event: e.CardTaught | e.HillTaught | e.HillAdjusted | e.CardAdjusted,
    before: State,
    names: tuple[str, ...],
) -> str:
    match event:
        case e.CardTaught():
            old = card_expert(before, event.card)
            if event.expert:
                return f"Taught: the card taken for a {old} shows the {EXPERTS[event.expert]}"
            return f"Taught: the {old} brings the {hill_name(before, event.hill)}"
        case e.HillTaught():
            return f"Taught: the {hill_name(before, event.hill)} has {event.field} {event.value}"
        case e.HillAdjusted():
            target = place_name(before, event.target, names)
            return f"Table ruling: the {hill_name(before, event.hill)} goes to {target}"
        case e.CardAdjusted():
            target = place_name(before, event.target, names)
            return f"Table ruling: the {card_expert(before, event.card)} goes to {target}"


def _ruled(event: e.MoneyAdjusted | e.PointsAdjusted | e.Left, names: tuple[str, ...]) -> str:
    name = names[event.player]
    match event:
        case e.MoneyAdjusted():
            why = f" · {event.reason}" if event.reason else ""
            verb = "gets" if event.dollars >= 0 else "pays"
            return f"Table ruling: {name} {verb} ${abs(event.dollars)}{why}"
        case e.PointsAdjusted():
            why = f" · {event.reason}" if event.reason else ""
            verb = "gains" if event.points >= 0 else "loses"
            return f"Table ruling: {name} {verb} {plural(abs(event.points), 'point')}{why}"
        case e.Left():
            return f"{name} has left the table"


def chip(state: State, seat: Seat) -> Chip:
    """A seat's money, and its hills out of the seven that ring the bell; at the end its points."""
    player = state.players[seat]
    built = player.built if state.toggles.seventh == "lifetime" else standing(player)
    pips = (min(built, SEVENTH), SEVENTH)
    if player.left:
        return Chip("–", "left")
    if isinstance(stage_of(state), Over):
        return Chip(str(totals(state).get(seat, 0)), "points", pips)
    stored = f"{len(player.warehouse)} stored" if player.warehouse else ""
    return Chip(f"${player.money}", stored, pips)


def clock(state: State) -> Chip:
    """The turn, and what brings the end nearer."""
    match state.stages[0]:
        case SettingUp():
            return Chip("Set-up", f"{plural(len(state.row), 'card')} of 5 in the row")
        case Finals():
            return Chip("Final tests", "three runs a coaster")
        case Revealing() | Choosing() | Counting() | Measuring():
            return Chip("Scoring", "cards and coasters")
        case Over():
            return Chip("The end", reason(stage_of(state).reason))  # type: ignore[union-attr]  # only Over lies there
        case _:
            if state.last is not None:
                return Chip(f"Turn {state.turn}", _last_turns(len(state.last)))
            if state.ending:
                return Chip(f"Turn {state.turn}", "then one more each")
            return Chip(f"Turn {state.turn}", f"{plural(len(state.standard), 'standard card')} left")


def _last_turns(left: int) -> str:
    return "the last turn" if left == 0 else f"last turns, {left} after this"
