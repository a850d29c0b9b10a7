"""Propose a Sale: a hill is chosen, its price named, the others answer, the seller takes the proceeds."""

from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.commands import (
    Buy,
    Done,
    Draw,
    Hire,
    NamePrice,
    Offer,
    Pass,
    TakeExpert,
    TakeMoney,
    Test,
)
from companion.rules.coaster_park.common import (
    HIRE,
    TEST,
    Asks,
    Judged,
    Refusal,
    due,
    flipped,
    means,
    on_top,
    refused,
    with_player,
    without,
)
from companion.rules.coaster_park.events import (
    Bought,
    DeckChosen,
    ExpertTaken,
    MoneyTaken,
    Offered,
    Passed,
    PriceNamed,
    TestPaid,
)
from companion.rules.coaster_park.state import (
    Acting,
    Answering,
    Closing,
    Drawing,
    Forced,
    Placing,
    Pricing,
    Proceeds,
    Running,
    Sale,
    State,
    next_seat,
)
from companion.rules.contract import Amount, Pick, Seat

CHOOSE = "Step 1: Choose a Hill"
PRICE = "Step 2: Name a Price"
ANSWER = "Step 3: Buy, Test, or Pass"


def asks_to_sell(state: State) -> Asks:
    """A hill of the pool, or a deck to draw one from; hiring is shown greyed where it is not affordable."""
    seat = state.active
    options: list[Any] = [Offer(seat, hill) for hill in dict.fromkeys(state.pool)]
    options += draws(state)
    if not options:
        return ()
    dear = state.row and state.players[seat].money < HIRE
    greyed = (Hire(seat, state.row[0], _any_deck(state)),) if dear else ()
    return (Pick("sell", seat, tuple(options), greyed),)


def draws(state: State) -> tuple[Draw, ...]:
    """A draw from each deck that has a card."""
    standard = (Draw(state.active, "standard"),) if state.standard else ()
    return (*standard, Draw(state.active, "launch")) if state.launch else standard


def _any_deck(state: State) -> Any:
    return "standard" if state.standard else "launch" if state.launch else None


def can_sell(state: State) -> bool:
    """Whether there is any hill to put up for sale (CP13)."""
    return bool(state.pool or state.standard or state.launch)


def decide_offer(state: State, command: Offer, seat: Seat) -> Judged:
    """A hill of the pool goes up for sale."""
    if command.hill not in state.pool:
        repairs = [Offer(seat, hill) for hill in dict.fromkeys(state.pool)][:3]
        return refused("park.offer.not-in-pool", CHOOSE, repairs, hill=command.hill)
    return (Offered(seat, command.hill),)


def decide_draw(state: State, command: Draw, seat: Seat) -> Judged:
    """The hill to be sold is drawn from a deck."""
    if not (state.launch if command.deck == "launch" else state.standard):
        return refused("park.draw.empty-deck", "CP6", draws(state), deck=command.deck)
    return (DeckChosen(seat, command.deck),)


def price_ask(state: State) -> Asks:
    """The price: at most the money and discounts at hand (CP7)."""
    seat = state.active
    return (Amount("price", seat, NamePrice(seat, 0), "price", 0, means(state, seat)),)


def decide_price(state: State, command: NamePrice, seat: Seat) -> Judged:
    """The price is named."""
    most = means(state, seat)
    if 0 <= command.price <= most:
        return (PriceNamed(seat, command.price),)
    if command.price < 0:
        return refused("park.price.negative", PRICE, (NamePrice(seat, 0),), named=command.price)
    money = state.players[seat].money
    return refused(
        "park.price.beyond-means",
        "CP7",
        (NamePrice(seat, most),),
        named=command.price,
        have=money,
        discount=most - money,
        most=most,
    )


def answer_asks(state: State, stage: Answering) -> Asks:
    """Buy, test or pass; what can't be paid is shown greyed. After a test only `Done` is left."""
    seat = stage.seat
    if stage.tested:
        return (Pick("answer", seat, (Done(seat),)),)
    options: list[Any] = []
    greyed: list[Any] = []
    (options if can_buy(state, seat) else greyed).append(Buy(seat))
    player = state.players[seat]
    tests = [Test(seat, number) for number in range(len(player.coasters))]
    if player.money >= TEST:
        options.extend(tests)
    else:
        greyed.extend(tests)
    options.append(Pass(seat))
    return (Pick("answer", seat, tuple(options), tuple(greyed)),)


def forced_asks(state: State) -> Asks:
    """The purchase nobody else made, in a stage that waits for experts to be used before it."""
    return (Pick("answer", state.active, (Buy(state.active),)),)


def tested_already(seat: Seat) -> Refusal:
    """The refusal of a second action of the same answer (CP14)."""
    return refused("park.answer.tested", "CP14", (Done(seat),))


def own_sale(state: State) -> Refusal:
    """The refusal of an answer by the active player, who only buys when nobody else has (CP14)."""
    forced = isinstance(state.stages[-1], Forced)
    return refused("park.answer.own-sale", "CP14", (Buy(state.active),) if forced else ())


def price_of_sale(state: State) -> int:
    """The named price; 0 before it is named."""
    sale = state.sale
    return sale.price or 0 if sale else 0


def can_buy(state: State, seat: Seat) -> bool:
    """Whether a seat can pay the named price."""
    return due(state, seat, price_of_sale(state)) <= state.players[seat].money


def decide_buy(state: State, seat: Seat, *, forced: bool) -> Judged:
    """The hill on sale is bought at the named price."""
    sale = state.sale
    assert sale is not None  # noqa: S101 - a price is only answered while there is a sale
    price = price_of_sale(state)
    pays = due(state, seat, price)
    money = state.players[seat].money
    if pays > money:
        discount = price - pays
        return refused(
            "park.buy.beyond-means", ANSWER, (Pass(seat),), price=price, have=money, discount=discount
        )
    return (Bought(seat, sale.hill, pays, "bank" if forced else "seller", sold=True, forced=forced),)


def decide_test(state: State, command: Test, seat: Seat) -> Judged:
    """A coaster is tested for $1 (CP15)."""
    player = state.players[seat]
    if not 0 <= command.coaster < len(player.coasters):
        repairs = [Test(seat, number) for number in range(len(player.coasters)) if player.money >= TEST]
        coasters = len(player.coasters)
        return refused("park.test.no-coaster", "CP15", repairs or (Pass(seat),), coasters=coasters)
    if player.money < TEST:
        return refused("park.test.beyond-means", "CP15", (Pass(seat),), have=player.money, cost=TEST)
    return (TestPaid(seat, command.coaster),)


def proceeds_asks(state: State) -> Asks:
    """The money, or any expert of the row."""
    seat = state.active
    experts = [TakeExpert(seat, card) for card in state.row]
    return (Pick("proceeds", seat, (TakeMoney(seat), *experts)),)


def decide_money(state: State, seat: Seat) -> Judged:
    """The seller takes the money."""
    return (MoneyTaken(seat, state.sale.paid if state.sale else 0),)


def decide_expert(state: State, command: TakeExpert, seat: Seat) -> Judged:
    """The seller takes an expert, and the bank the money (CP10)."""
    if command.card not in state.row:
        return refused("park.expert.not-in-row", ANSWER, (TakeMoney(seat),), card=command.card)
    return (ExpertTaken(seat, command.card, state.sale.paid if state.sale else 0),)


def offered(state: State, event: Offered) -> State:
    """The hill is on sale and its price awaited."""
    return replace(state, sale=Sale(event.hill, event.card), stages=on_top(state, Pricing()))


def deck_chosen(state: State, event: DeckChosen) -> State:
    """The drawn card is awaited."""
    return replace(state, stages=on_top(state, Drawing(event.deck, "sale")))


def price_named(state: State, event: PriceNamed) -> State:
    """The first seat on the left answers."""
    sale = replace(state.sale, price=event.price) if state.sale else None
    return replace(state, sale=sale, stages=on_top(state, answerer_after(state, state.active)))


def answerer_after(state: State, seat: Seat) -> Answering | Forced:
    """Who answers after this seat; when all have, the active player must buy."""
    following = next_seat(state, seat)
    return Forced() if following == state.active else Answering(following)


def passed(state: State, event: Passed) -> State:
    """The next seat answers; the active player's forced pass ends its turn (CP49)."""
    if isinstance(state.stages[-1], Acting):
        return replace(state, stages=on_top(state, Closing()))
    return replace(state, stages=on_top(state, answerer_after(state, event.seat)))


def bought(state: State, event: Bought) -> State:
    """The hill has left the pool and waits to be placed; a buyer's money waits in the sale (CP41)."""
    player = state.players[event.seat]
    changes = flipped(player, event.expert)
    players = with_player(state, event.seat, replace(player, money=player.money - event.paid, **changes))
    stages, sale = state.stages, state.sale
    if event.sold:
        stages = on_top(state, Closing() if event.forced else Proceeds())
        kept = event.paid if event.to == "seller" else 0
        sale = replace(sale, buyer=event.seat, paid=kept) if sale else None
    return replace(
        state,
        players=players,
        bank=state.bank + (event.paid if event.to == "bank" else 0),
        pool=without(state.pool, event.hill),
        sale=sale,
        stages=(*stages, Placing(event.seat, event.hill, sold=event.sold)),
    )


def test_paid(state: State, event: TestPaid) -> State:
    """The $1 is in the bank and the marble at the top."""
    player = state.players[event.seat]
    players = with_player(state, event.seat, replace(player, money=player.money - TEST))
    stages = (*state.stages, Running(event.seat, event.coaster))
    return replace(state, players=players, bank=state.bank + TEST, stages=stages)


def money_taken(state: State, event: MoneyTaken) -> State:
    """The seller has the buyer's money."""
    player = state.players[event.seat]
    players = with_player(state, event.seat, replace(player, money=player.money + event.dollars))
    return replace(state, players=players, sale=None, stages=on_top(state, Closing()))


def expert_taken(state: State, event: ExpertTaken) -> State:
    """The seller has the expert, the bank the money; the row stays shorter (CP10)."""
    player = state.players[event.seat]
    players = with_player(state, event.seat, replace(player, experts=(*player.experts, event.card)))
    return replace(
        state,
        players=players,
        bank=state.bank + event.dollars,
        row=without(state.row, event.card),
        sale=None,
        stages=on_top(state, Closing()),
    )
