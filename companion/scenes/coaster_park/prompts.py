"""What is asked, and of whom; and what the number says that is about to be entered."""

from typing import Any

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.common import ATTEMPTS, HIRE, due, means
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.setting_up import secrets_each
from companion.rules.coaster_park.state import Answering, Drawing, Peeking, Placing, Running, State, stage_of
from companion.rules.contract import Amount, Ask, Observe, Seat
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.coins import payment, payment_words
from companion.scenes.coaster_park.people import bonus_name
from companion.scenes.coaster_park.refusals import discounts
from companion.scenes.coaster_park.view import coaster_name, hill_name
from companion.scenes.speaking import plural, possessive
from companion.scenes.telling import Prompt

ORDINALS = ("first", "second", "third")


def prompt(state: State, asks: tuple[Ask[Any], ...], names: tuple[str, ...]) -> Prompt:
    """What these asks want; they are all of one seat, or of the table."""
    if not asks:
        return Prompt("Nothing is asked", "The table has moved on.")
    first = asks[0]
    name = "" if first.seat is None else names[first.seat]
    stage = stage_of(state)
    match first.name:
        case "sell" | "hire":
            return _turn(state, name, {ask.name for ask in asks})
        case "pass":
            return Prompt(f"Nothing to do, {name}", "No hill can be sold and nobody hired. Pass the turn on.")
        case "price":
            return Prompt(f"Name a price, {name}", f"for the {_on_sale(state)}")
        case "answer":
            return _answer(state, stage, first.seat or 0, name)
        case "place":
            return _place(stage, state, name)
        case "proceeds":
            paid = state.sale.paid if state.sale else 0
            return Prompt(
                f"Money or an expert, {name}?",
                f"Take the ${paid}, or a card of the row; then the bank has it.",
            )
        case "run" | "stop":
            return _run(state, stage, names)
        case _:
            return _rest(state, first, name, names)


def _turn(state: State, name: str, asked: set[str]) -> Prompt:
    last = " It is your last turn." if state.last is not None else ""
    if asked == {"hire"}:
        return Prompt(f"Hire an expert, {name}", f"${HIRE} for any card of the row.{last}")
    hire = f", or a card of the row to hire for ${HIRE}" if "hire" in asked else ""
    if not state.pool:
        return Prompt(f"Your turn, {name}", f"Draw a card whose hill you sell{hire}.{last}")
    return Prompt(f"Your turn, {name}", f"Tap a hill to sell, a deck to draw one{hire}.{last}")


def _answer(state: State, stage: Any, seat: Seat, name: str) -> Prompt:
    hill, price = _on_sale(state), state.sale.price or 0 if state.sale else 0
    if isinstance(stage, Answering) and stage.tested:
        return Prompt(f"Anything else, {name}?", "Use an expert, or end your answer.")
    if not isinstance(stage, Answering):
        pays = due(state, seat, price)
        return Prompt(f"It is yours, {name}", f"Nobody else wants the {hill}. Pay ${pays} to the bank.")
    pays = due(state, seat, price)
    off = f", ${pays} for you" if pays != price else ""
    return Prompt(f"{name}, buy it?", f"The {hill} for ${price}{off}")


def _place(stage: Any, state: State, name: str) -> Prompt:
    if isinstance(stage, Placing) and stage.hill:
        stored = " Stored hills may be built with it." if state.players[stage.seat].warehouse else ""
        hill = hill_name(state, stage.hill)
        return Prompt(f"Build it, {name}", f"Put the {hill} on a coaster, or store it.{stored}")
    return Prompt(f"More to build, {name}?", "Stored hills may be built now.")


def _run(state: State, stage: Any, names: tuple[str, ...]) -> Prompt:
    if not isinstance(stage, Running):
        return Prompt("How far did it run?")
    name = coaster_name(state, stage.seat, stage.coaster)
    kind = "final test" if stage.final else "test for $1"
    turn = ORDINALS[min(len(stage.attempts), ATTEMPTS - 1)]
    title = f"Let it roll, {names[stage.seat]}"
    return Prompt(title, f"{name}, {kind}, {turn} of three runs. How far did the marble get?")


def _rest(state: State, ask: Ask[Any], name: str, names: tuple[str, ...]) -> Prompt:
    stage = stage_of(state)
    match ask.name:
        case "card":
            return _card(state, stage, ask, name)
        case "side":
            return Prompt("Which side lies up?", "the bonus card for everybody")
        case "secret":
            return _secret(state, ask.seat or 0, name)
        case "keep":
            return Prompt(f"Which card do you keep, {name}?", "Look at two cards of the deck.")
        case "return":
            return Prompt(f"Which card goes back, {name}?", "Only you have seen it.")
        case "peek":
            target = names[stage.target] if isinstance(stage, Peeking) else "the other"
            return Prompt(
                f"What did you see, {name}?", f"{possessive(target)} secret card stays between you two."
            )
        case "coaster":
            return Prompt(f"Which coaster, {name}?", "Three free runs each, and the best one counts.")
        case "reveal":
            return Prompt(f"Turn up your secret card, {name}", "Which one is it?")
        case "attempt" | "settle":
            return Prompt(
                f"Do these runs count, {name}?", "The best ones are chosen. Agree, or let another count."
            )
        case "acquire" | "spy" | "insert" | "move" | "demolish" | "engineer":
            return Prompt(f"Use an expert, {name}?", "or go on without")
        case "order":
            return Prompt("Whose coaster is longest?", "Lay them side by side; equal ones go together.")
        case "count" | "length":
            return _counted(state, ask, names)
        case _:
            return Prompt("For the host", "Teach what your box prints, or settle what the rules can’t know.")


def _secret(state: State, seat: Seat, name: str) -> Prompt:
    """The next secret card; with two players, which of the two it is."""
    how = "Enter it for your eyes only, or leave it face down."
    if secrets_each(state) < 2:
        return Prompt(f"Your secret card, {name}", how)
    nth = ORDINALS[min(len(state.players[seat].secrets), 1)]
    return Prompt(f"Your {nth} secret card, {name}", f"The {nth} of two. {how}")


def _card(state: State, stage: Any, ask: Ask[Any], name: str) -> Prompt:
    deck = ask.subject[0] if isinstance(ask, Observe) and ask.subject else "standard"
    if isinstance(stage, Drawing):
        purpose = "Its hill goes up for sale." if stage.purpose == "sale" else "It refills the row."
        return Prompt(
            f"What did you draw, {name}?", f"A {deck} card. Tap its hill, then its expert if asked. {purpose}"
        )
    number = len(state.row) + 1
    return Prompt(
        f"Card {number} of the row", f"Turn up a {deck} card. Tap its hill, then its expert if asked."
    )


def _counted(state: State, ask: Ask[Any], names: tuple[str, ...]) -> Prompt:
    command = ask.command if isinstance(ask, Amount) else None
    if isinstance(command, c.Count):
        bonus = index(state.components).bonus[command.card]
        title = f"Count {bonus.name} for {names[command.player]}"
        return Prompt(title, f"{bonus_words(state.components, bonus)}: how many points?")
    if isinstance(command, c.Measure):
        place = _length_place(state, command.player)
        return Prompt(
            f"Measure {possessive(names[command.player])} {place}", "in millimetres, as it stands now"
        )
    return Prompt("A number is awaited")


def _length_place(state: State, seat: Seat) -> str:
    known = len(state.players[seat].lengths)
    return "longest coaster" if known == 0 else f"next coaster, number {known + 1}"


def _on_sale(state: State) -> str:
    return hill_name(state, state.sale.hill) if state.sale else "hill"


def amount(state: State, ask: Amount[Any], value: int, names: tuple[str, ...]) -> Prompt:
    """The confirming button and the remark below it for a number not yet entered."""
    command = ask.command
    match command:
        case c.NamePrice():
            return Prompt(
                f"Offer for ${value}", _price_remark(state, command.seat or 0, value), figure=f"${value}"
            )
        case c.Count():
            return Prompt(
                plural(value, "point"), f"{bonus_name(state, command.card)}, for {names[command.player]}"
            )
        case c.Measure():
            most = f", at most {ask.high} mm" if state.players[command.player].lengths else ""
            return Prompt(
                f"{value} mm",
                f"{possessive(names[command.player])} {_length_place(state, command.player)}{most}",
            )
        case c.TeachFlags():
            return Prompt(plural(value, "flag"), f"on one side of the {hill_name(state, command.hill)}")
        case c.TeachSize():
            size = f"Size {value}" if value else "No size"
            return Prompt(size, f"of the {hill_name(state, command.hill)}, compared by the Double Dipper")
        case c.AdjustMoney():
            name = names[command.player]
            title = f"Pay {name} ${value}" if value >= 0 else f"Take ${-value} from {name}"
            return Prompt(title, f"Between ${ask.low} and ${ask.high}, against the bank. Say why.")
        case c.AdjustPoints():
            name = names[command.player]
            verb = "Give" if value >= 0 else "Take from"
            return Prompt(
                f"{verb} {name} {plural(abs(value), 'point')}", "It stands in the score with its reason."
            )
        case _:
            return Prompt(str(value))


def _price_remark(state: State, seat: Seat, value: int) -> str:
    """How high one may go, and what it would cost if nobody else buys."""
    money = state.players[seat].money
    discount = means(state, seat) - money
    most = f"At most your ${money}."
    if discount:
        most = f"At most ${means(state, seat)}: your ${money} and {discounts(discount)}."
    pays = due(state, seat, value)
    if not 0 < pays <= money:
        return most
    return f"{most} If nobody buys, you pay {payment_words(payment(state, seat, pays, to_bank=True))}."
