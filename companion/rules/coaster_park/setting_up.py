"""Setting Up the Game: the card row, the pool, the global card's side and the secret cards."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.rules.coaster_park import components as printed
from companion.rules.coaster_park.commands import EnterSecret, ShowSide, TurnUp
from companion.rules.coaster_park.common import (
    DOLLARS,
    ROW,
    Asks,
    Judged,
    Refusal,
    on_top,
    refused,
    with_player,
    without,
)
from companion.rules.coaster_park.components import Deck, index
from companion.rules.coaster_park.events import SecretDealt, SideShown, Started, TurnedUp
from companion.rules.coaster_park.state import (
    Closing,
    Drawing,
    Player,
    Secret,
    SettingUp,
    State,
    Toggles,
)
from companion.rules.contract import Observe, Option, Seat, Sensed, Setup
from companion.rules.faults import ComponentsError
from companion.rules.hidden import Hidden

SECTION = "Setting Up the Game"
START_MONEY = 24
STANDARD_IN_ROW = 3
SEATS = range(2, 5)

OPTIONS = (
    Option("seventh", ("standing", "lifetime"), "standing", "CP3"),
    Option("engineer", ("hill", "no-hill"), "hill", "CP20"),
    Option("acquisitions", ("pool", "sale"), "pool", "CP21"),
    Option("loops", ("x4", "x3", "x2"), "x4", "CP35"),
)


def start(setup: Setup) -> tuple[Started, ...] | Refusal:
    """The first event of a game with these players, options and components."""
    seats = len(setup.names)
    if seats not in SEATS:
        return refused("park.seats.count", SECTION, have=seats, least=SEATS.start, most=SEATS.stop - 1)
    if not 0 <= setup.first < seats:
        return refused("park.seats.first", "CP40", have=setup.first, most=seats - 1)
    choices = {option.key: option for option in OPTIONS}
    for key, choice in setup.options.items():
        if key not in choices:
            return refused("park.option.unknown", SECTION, option=key)
        if choice not in choices[key].choices:
            return refused("park.option.choice", choices[key].section, option=key, choice=choice)
    try:
        components = printed.read(setup.components) if setup.components else printed.house()
    except ComponentsError as fault:
        return refused("park.components.faulty", "Components", field=fault.field, expected=fault.expected)
    return (Started(seats, setup.first, components, msgspec.convert(setup.options, Toggles)),)


def started(_: None, event: Started) -> State:
    """The table as it is before the first card is turned up."""
    decks = index(event.components).decks
    return State(
        components=event.components,
        toggles=event.toggles,
        players=(Player(START_MONEY),) * event.seats,
        bank=DOLLARS - START_MONEY * event.seats,
        active=event.first,
        turn=1,
        stages=(SettingUp(),),
        launch=decks["launch"],
        standard=decks["standard"],
        supply=tuple(hill.id for hill in event.components.hills for _ in range(printed.COPIES)),
    )


def deck_awaited(state: State) -> Deck:
    """The deck from which the row is filled next."""
    return "standard" if len(state.row) < STANDARD_IN_ROW else "launch"


def secrets_each(state: State) -> int:
    """How many secret cards each seat gets: two with two players (CP37)."""
    return 2 if len(state.players) == SEATS.start else 1


def complete(state: State) -> bool:
    """Whether everything has been entered that the first turn needs."""
    wanted = secrets_each(state)
    return (
        len(state.row) == ROW
        and state.side != ""
        and all(player.left or len(player.secrets) == wanted for player in state.players)
    )


def asks(state: State) -> Asks:
    """The next card of the row, the global card's side, each seat's next secret card."""
    found: list[Any] = []
    if len(state.row) < ROW:
        found.append(card_ask(state, None, deck_awaited(state)))
    if not state.side:
        sides = index(state.components).sides
        options = tuple(ShowSide(None, side) for side in sides)
        found.append(Observe("side", None, Sensed.CARD, options, sides, ("global",)))
    wanted = secrets_each(state)
    for seat, player in enumerate(state.players):
        if not player.left and len(player.secrets) < wanted:
            found.append(secret_ask(state, seat))
    return tuple(found)


def card_ask(state: State, seat: Seat | None, deck: Deck) -> Observe[Any]:
    """The card drawn from a deck: any that is still in it."""
    cards = state.launch if deck == "launch" else state.standard
    return Observe("card", seat, Sensed.CARD, tuple([TurnUp(seat, card) for card in cards]), cards, (deck,))


def secret_ask(state: State, seat: Seat) -> Observe[Any]:
    """A seat's secret card: any that it is not known here to have, or unseen.

    Where its cards are hidden all are offered and none is refused: nobody may learn one by trying.
    """
    secrets = tuple(
        [card for card in index(state.components).secrets if card not in own_secrets(state, seat)]
    )
    options = (
        EnterSecret(seat, Hidden((seat,))),
        *(EnterSecret(seat, Hidden((seat,), card)) for card in secrets),
    )
    return Observe("secret", seat, Sensed.CARD, options, ("", *secrets), ("secret",))


def own_secrets(state: State, seat: Seat) -> tuple[str, ...]:
    """The secret cards that a seat has, as far as they are known here."""
    return tuple([each.card.value for each in state.players[seat].secrets if each.card.value is not None])


def turn_up(state: State, command: TurnUp, seat: Seat | None, deck: Deck) -> Refusal | TurnedUp:
    """The card that lies in the row now, with what must go for it (CP12); or why it can't be that card."""
    cards = state.launch if deck == "launch" else state.standard
    where = index(state.components)
    if command.card not in where.card:
        return refused("park.card.unknown", "Components", (), card=command.card)
    if command.card not in cards:
        repairs = (TurnUp(seat, cards[0]),) if len(cards) == 1 else ()
        if where.card[command.card].deck != deck:
            return refused("park.card.wrong-deck", SECTION, repairs, card=command.card, deck=deck)
        lies = place_of(state, command.card)
        return refused("park.card.elsewhere", "Components", repairs, card=command.card, lies=lies)
    discarded = state.row[0] if len(state.row) == ROW else ""
    return TurnedUp(command.card, where.brings[command.card], discarded)


def place_of(state: State, card: str) -> str:
    """Where a card lies that is in no deck."""
    if card in state.row:
        return "row"
    for seat, player in enumerate(state.players):
        if card in player.experts or card in player.used:
            return f"seat:{seat}"
    return "discarded"


def decide_side(state: State, command: ShowSide) -> Judged:
    """The global card's side, while it is not known."""
    if state.side:
        return refused("park.side.known", "CP42", side=state.side)
    if command.side not in index(state.components).sides:
        repairs = tuple(ShowSide(None, side) for side in index(state.components).sides)
        return refused("park.side.unknown", "CP42", repairs, side=command.side)
    return (SideShown(command.side),)


def decide_secret(state: State, command: EnterSecret, seat: Seat) -> Judged:
    """A seat's next secret card."""
    if len(state.players[seat].secrets) >= secrets_each(state):
        return refused("park.secret.dealt", SECTION, cards=secrets_each(state))
    fault = secret_fault(state, command.card, (seat,), (EnterSecret(seat, Hidden((seat,))),))
    return fault or (SecretDealt(seat, command.card, command.card.value is not None),)


def secret_fault(
    state: State, card: Hidden[str], viewers: tuple[Seat, ...], repairs: tuple[Any, ...]
) -> Refusal | None:
    """Why this can't be a secret bonus card that exactly these seats may see."""
    if card.viewers != viewers:
        return refused("park.secret.viewers", SECTION, repairs)
    if card.value is not None and card.value not in index(state.components).secrets:
        return refused("park.secret.unknown", SECTION, repairs)
    return None


def turned_up(state: State, event: TurnedUp) -> State:
    """The card is in the row and its hill in the pool."""
    row = state.row[1:] if event.discarded else state.row
    discarded = (*state.discarded, event.discarded) if event.discarded else state.discarded
    stage = state.stages[-1]
    hiring = isinstance(stage, Drawing) and stage.purpose == "hire"
    launches = event.card in state.launch
    return replace(
        state,
        launch=without(state.launch, event.card) if launches else state.launch,
        standard=state.standard if launches else without(state.standard, event.card),
        row=(*row, event.card),
        discarded=discarded,
        supply=without(state.supply, event.hill),
        pool=(*state.pool, event.hill),
        stages=on_top(state, Closing()) if hiring else state.stages,
    )


def secret_dealt(state: State, event: SecretDealt) -> State:
    """The seat has one secret card more."""
    player = state.players[event.seat]
    secrets = (*player.secrets, Secret(event.card, event.known))
    return replace(state, players=with_player(state, event.seat, replace(player, secrets=secrets)))
