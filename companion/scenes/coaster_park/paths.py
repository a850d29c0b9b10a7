"""The steps of taps that lead to each command."""

from typing import assert_never

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.common import ACQUISITION, HIRE, TEST, due, room
from companion.rules.coaster_park.components import Expert, index
from companion.rules.coaster_park.state import Answering, Forced, State, stage_of
from companion.rules.contract import Seat
from companion.scenes.coaster_park import ids
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.coins import payment, payment_words
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.host_paths import host_path
from companion.scenes.coaster_park.people import bonus_name, card_expert, told_apart
from companion.scenes.coaster_park.symbols import FACES
from companion.scenes.coaster_park.view import coaster_name, hill_name, is_launch
from companion.scenes.speaking import plural, possessive
from companion.scenes.telling import Step

Path = tuple[Step, ...]

DIRECT_TESTS = 2
"""Up to so many coasters, each has its own button to be tested; more are behind one."""


NTH = ("first", "second", "third", "fourth")


def path(state: State, command: c.Command, names: tuple[str, ...]) -> Path:
    """The steps that lead to a command; an Amount's path ends before its number."""
    match command:
        case c.Offer() | c.Draw() | c.NamePrice() | c.Hire():
            return _turn(state, command)
        case c.Buy() | c.Test() | c.Pass() | c.TakeMoney() | c.TakeExpert():
            return _sale(state, command)
        case c.Build() | c.Store() | c.Done():
            return _place(state, command)
        case c.Acquire() | c.Spy() | c.Insert() | c.Move() | c.Demolish() | c.Engineer():
            return _expert(state, command, names)
        case c.TurnUp() | c.Keep() | c.Return() | c.ShowSide() | c.EnterSecret() | c.Peek() | c.Reveal():
            return _told(state, command)
        case c.Run() | c.Stop() | c.Try() | c.Choose() | c.Settle() | c.Count() | c.Measure() | c.Compare():
            return _end(state, command, names)
        case (
            c.TeachExpert()
            | c.TeachHill()
            | c.TeachDrawn()
            | c.TeachFlags()
            | c.TeachSize()
            | c.TeachColour()
            | c.TeachMaterial()
            | c.AdjustMoney()
            | c.AdjustPoints()
            | c.AdjustHill()
            | c.AdjustCard()
            | c.Leave()
            | c.Abandon()
        ):
            return host_path(state, command, names)
        case _:
            assert_never(command)


def _turn(state: State, command: c.Offer | c.Draw | c.NamePrice | c.Hire) -> Path:
    match command:
        case c.Offer():
            hill = index(state.components).hill[command.hill]
            return (Step(ids.pool(command.hill), hill.name, plural(hill.flags, "flag"), "tag"),)
        case c.Draw():
            left = len(state.launch if command.deck == "launch" else state.standard)
            return (Step(ids.deck(command.deck), f"Draw a {command.deck} card", f"{left} left", "cards"),)
        case c.NamePrice():
            title = f"Offer for ${command.price}" if command.price else "Name a price"
            return (Step("price", title, symbol="cash"),)
        case c.Hire():
            detail = _and_which(f"hire for ${HIRE}", state, command.card)
            hire = Step(ids.row(command.card), card_expert(state, command.card), detail, "account")
            if command.deck is None:
                return (hire, Step("no-refill", "Hire", "both decks are empty", "check"))
            return (hire, Step(ids.deck(command.deck), f"Refill from {command.deck}", symbol="cards"))


def _sale(state: State, command: c.Buy | c.Test | c.Pass | c.TakeMoney | c.TakeExpert) -> Path:
    match command:
        case c.Buy():
            return (_buy(state, command.seat),)
        case c.Test():
            return _test(state, command)
        case c.Pass():
            return (Step("pass", "Pass", symbol="close"),)
        case c.TakeMoney():
            paid = state.sale.paid if state.sale else 0
            return (Step("money", f"Take the ${paid}", symbol="cash"),)
        case c.TakeExpert():
            name = card_expert(state, command.card)
            detail = _and_which("instead of the money", state, command.card)
            return (Step(ids.row(command.card), f"Take the {name}", detail, "account"),)


def _and_which(detail: str, state: State, card: str) -> str:
    """The detail of a card of the row; with which it is, if the row has two of its expert."""
    which = told_apart(state, card, state.row)
    return f"{detail}: {which}" if which else detail


def _buy(state: State, seat: Seat | None) -> Step:
    price = state.sale.price or 0 if state.sale else 0
    pays = price if seat is None else due(state, seat, price)
    label = f"Buy for ${pays}"
    if seat is None or state.players[seat].money < pays:
        return Step("buy", label, symbol="cart")
    paid = payment(state, seat, pays, to_bank=isinstance(stage_of(state), Forced))
    return Step("buy", label, payment_words(paid), "cart")


def _test(state: State, command: c.Test) -> Path:
    seat = command.seat or 0
    coasters = state.players[seat].coasters
    whole = ids.coaster(seat, command.coaster)
    name = _coaster(state, seat, command.coaster)
    if len(coasters) <= 1:
        return (Step(whole, f"Test for ${TEST}", name, "circle-slice-8"),)
    if len(coasters) <= DIRECT_TESTS:
        return (Step(whole, f"Test {name}", f"${TEST}, up to three runs", "circle-slice-8"),)
    return (Step("test", f"Test for ${TEST}", "choose a coaster", "circle-slice-8"), Step(whole, name))


def _place(state: State, command: c.Build | c.Store | c.Done) -> Path:
    seat = command.seat or 0
    match command:
        case c.Build():
            last = _site(state, seat, command.hill, command.coaster)
            if not command.stored:
                return (last,)
            name = hill_name(state, command.hill)
            return (Step(ids.stored(seat, command.hill), f"Build the stored {name}", symbol="hammer"), last)
        case c.Store():
            store = Step(ids.warehouse(seat), "Store it", "in your warehouse", "warehouse")
            full = len(state.players[seat].warehouse) >= room(state, seat)
            if not full and not command.discard:
                return (store,)
            name = hill_name(state, command.discard) if command.discard else "nothing"
            drop = ids.stored(seat, command.discard) if command.discard else "discard-nothing"
            return (
                Step(ids.warehouse(seat), "Store it", "a stored hill must go", "warehouse"),
                Step(drop, f"Discard {name}", "out of the game", "delete"),
            )
        case c.Done():
            detail = "" if isinstance(stage_of(state), Answering) else "build nothing more"
            return (Step("done", "Done", detail, "check"),)


def _site(state: State, seat: Seat, hill: str, number: int) -> Step:
    if is_launch(state, hill):
        return Step(ids.ground(seat), "Start a new coaster", hill_name(state, hill), "plus")
    return Step(
        ids.end(seat, number), f"Build on {_coaster(state, seat, number)}", hill_name(state, hill), "plus"
    )


def _expert(
    state: State,
    command: c.Acquire | c.Spy | c.Insert | c.Move | c.Demolish | c.Engineer,
    names: tuple[str, ...],
) -> Path:
    seat = command.seat or 0
    match command:
        case c.Acquire():
            pays = due(state, seat, ACQUISITION)
            name = hill_name(state, command.hill)
            id_ = ids.sale(command.hill) if command.sold else ids.pool(command.hill)
            detail = f"the hill on sale, ${pays}" if command.sold else f"${pays} to the bank"
            return (_use(seat, "acquisitions"), Step(id_, f"Buy the {name}", detail, "cart"))
        case c.Spy():
            secret = ids.secret(command.target, command.slot)
            whose = possessive(names[command.target])
            which = "secret card" if len(state.players[command.target].secrets) < 2 else _which(command.slot)
            return (_use(seat, "spy"), Step(secret, f"Look at {whose} {which}", symbol="eye"))
        case c.Insert():
            name = hill_name(state, command.hill)
            hill = ids.stored(seat, command.hill) if command.stored else ids.bought(command.hill)
            kind = "stored" if command.stored else "bought"
            return (
                _use(seat, "foreman"),
                Step(hill, f"Insert the {name}", kind, "arrow-expand-horizontal"),
                Step(ids.joint(seat, command.coaster, command.place - 1), _between(state, seat, command)),
            )
        case c.Move():
            return (
                _use(seat, "crane"),
                Step(
                    ids.end(seat, command.source),
                    f"Move {_last(state, seat, command.source)}",
                    f"from {_coaster(state, seat, command.source)} to another end",
                ),
                Step(ids.end(seat, command.target), f"To {_coaster(state, seat, command.target)}"),
            )
        case c.Demolish():
            what = _last(state, seat, command.coaster)
            detail = f"end of {_coaster(state, seat, command.coaster)}"
            end = Step(ids.end(seat, command.coaster), f"Remove {what}", detail, "delete")
            return (_use(seat, "demolitions"), end)
        case c.Engineer():
            return (
                _use(seat, "engineer"),
                Step(ids.deck(command.deck), f"Draw 2 {command.deck} cards", symbol="cards"),
            )


def _use(seat: Seat, expert: Expert) -> Step:
    return Step(ids.expert(seat, expert), EXPERTS[expert], FACES[expert].ability, "account-star")


def _which(slot: int) -> str:
    return "first secret card" if slot == 0 else "second secret card"


def _between(state: State, seat: Seat, command: c.Insert) -> str:
    hills = state.players[seat].coasters[command.coaster]
    if not 1 <= command.place < len(hills):
        return f"In {_coaster(state, seat, command.coaster)}"
    before, after = (hill_name(state, hills[place]) for place in (command.place - 1, command.place))
    return f"Between {before} and {after}"


def _last(state: State, seat: Seat, number: int) -> str:
    coasters = state.players[seat].coasters
    return f"the {hill_name(state, coasters[number][-1])}" if number < len(coasters) else "a hill"


def _coaster(state: State, seat: Seat, number: int) -> str:
    if 0 <= number < len(state.players[seat].coasters):
        return coaster_name(state, seat, number)
    return "a new coaster"


def _told(
    state: State,
    command: c.TurnUp | c.Keep | c.Return | c.ShowSide | c.EnterSecret | c.Peek | c.Reveal,
) -> Path:
    match command:
        case c.TurnUp() | c.Keep():
            return _card(state, command.card)
        case c.Return():
            if command.card.value is None:
                return (Step(ids.UNSEEN, "Keep it to yourself", "only you have seen it", "eye-off"),)
            return _card(state, command.card.value)
        case c.ShowSide():
            return (_bonus(state, ids.side(command.side), command.side),)
        case c.EnterSecret() | c.Peek():
            if command.card.value is None:
                return (
                    Step(ids.UNSEEN, "Leave it face down", "it is entered when it is turned up", "eye-off"),
                )
            return (_bonus(state, ids.bonus(command.card.value), command.card.value),)
        case c.Reveal():
            return (_bonus(state, ids.bonus(command.card), command.card),)


def _card(state: State, card: str) -> Path:
    """By its hill, and where two cards of the decks bring that, by its expert."""
    where = index(state.components)
    if card not in where.card:
        return (Step(ids.card(card), card),)
    hill = where.hill[where.brings[card]]
    in_decks = (*state.launch, *state.standard)
    if sum(where.brings[other] == hill.id for other in in_decks) == 1:
        return (Step(ids.hill(hill.id), hill.name, card_expert(state, card)),)
    return (
        Step(ids.hill(hill.id), hill.name, plural(hill.flags, "flag")),
        Step(ids.card(card), card_expert(state, card), f"brings the {hill.name}", "account"),
    )


def _bonus(state: State, id_: str, card: str) -> Step:
    found = index(state.components).bonus.get(card)
    return Step(id_, bonus_name(state, card), bonus_words(state.components, found) if found else "", "star")


def _end(
    state: State,
    command: c.Run | c.Stop | c.Try | c.Choose | c.Settle | c.Count | c.Measure | c.Compare,
    names: tuple[str, ...],
) -> Path:
    seat = command.seat or 0
    match command:
        case c.Run():
            return (_run(state, command),)
        case c.Stop():
            return (Step("stop", "No more runs", symbol="check"),)
        case c.Try():
            name = _coaster(state, seat, command.coaster)
            return (
                Step(ids.coaster(seat, command.coaster), f"Test {name}", "three free runs", "circle-slice-8"),
            )
        case c.Choose():
            runs = state.players[seat].runs[command.coaster] or ()
            passed = runs[command.attempt].passed if 0 <= command.attempt < len(runs) else 0
            return (
                Step(
                    ids.coaster(seat, command.coaster),
                    _coaster(state, seat, command.coaster),
                    "another run counts",
                ),
                Step(f"attempt:{command.attempt}", f"Run {command.attempt + 1} counts", f"cleared {passed}"),
            )
        case c.Settle():
            return (Step("settle", "Agreed", "these runs count", "check"),)
        case c.Count():
            name = bonus_name(state, command.card)
            return (Step("count", name, f"for {names[command.player]}", "star"),)
        case c.Measure():
            return (Step("measure", "Measure", f"a coaster of {names[command.player]}", "ruler"),)
        case c.Compare():
            return _side_by_side(command, names)


def _side_by_side(command: c.Compare, names: tuple[str, ...]) -> Path:
    """Whose coaster is longest, then whose comes next; the last one is clear without a tap."""
    order = command.order
    clear = len(order) > 1 and len(order[-1]) == 1
    steps = [Step("side-by-side", "Compare side by side", "without a rule", "format-line-spacing")]
    for place, seats in enumerate(order[:-1] if clear else order):
        whose = " and ".join(names[seat] for seat in seats)
        id_ = f"longest:{place}:{'+'.join(map(str, seats))}"
        steps.append(Step(id_, whose, "equally long" if len(seats) > 1 else "the longest left", "ruler"))
    return tuple(steps)


def _run(state: State, command: c.Run) -> Step:
    """How far the marble ran, by the hill that stopped it."""
    stage = stage_of(state)
    id_ = f"run:{command.passed}+rest" if command.rest else f"run:{command.passed}"
    seat, number = getattr(stage, "seat", 0), getattr(stage, "coaster", 0)
    coasters = state.players[seat].coasters
    hills = coasters[number] if number < len(coasters) else ()
    if command.passed >= len(hills):
        return Step(id_, "All the way", f"cleared all {len(hills)}", "flag-checkered")
    name = _nth_name(state, hills, command.passed)
    cleared = f"cleared {command.passed} of {len(hills)}"
    if command.rest:
        return Step(id_, f"Rests in the {name}", cleared, "pause")
    return Step(id_, f"Stopped at the {name}", cleared, "close")


def _nth_name(state: State, hills: tuple[str, ...], place: int) -> str:
    """A hill's name, and which of its name it is from the launch on, where a coaster has several."""
    name = hill_name(state, hills[place])
    if hills.count(hills[place]) < 2:
        return name
    nth = hills[:place].count(hills[place])
    return f"{NTH[nth]} {name}" if nth < len(NTH) else f"{name} number {nth + 1}"
