"""Which hill to put up for sale, and at what price: as dear as others pay, or as cheap as they let it go."""

from collections.abc import Iterable
from random import Random

from companion.rehearsal.coaster_park.valuing import Appraiser, park_of
from companion.rehearsal.playing import Seen
from companion.rules.coaster_park.commands import Draw, Offer
from companion.rules.coaster_park.common import copies, means
from companion.rules.coaster_park.state import State
from companion.rules.contract import Seat

TRUST = 0.75
"""How far a seller counts on others valuing a hill as expected."""

STAKE = 3
"""How many dollars a price may be above what the hill is worth to the seller, who hopes for a buyer."""

UNKNOWN = 0.5
"""The part of an average hill's gain that is counted for one that is still to be drawn."""

SHARE = 0.55
"""The part of the money at hand that a player gives for one hill, when more hills are to come."""


def offered(seen: Seen, by: Appraiser, option: Offer | Draw, random: Random) -> float:
    """What putting a hill up for sale gains, in points."""
    state: State = seen.state
    match option:
        case Offer(hill=hill):
            return _sale(seen, by, hill)[1]
        case Draw(deck=deck):
            wanted = "standard" if state.players[seen.seat].coasters else "launch"
            cards = state.launch if deck == "launch" else state.standard
            hills = [by.where.brings[card] for card in random.sample(cards, min(3, len(cards)))]
            gains = [_sale(seen, by, hill)[1] for hill in hills]
            return UNKNOWN * sum(gains) / len(gains) + (0.1 if deck == wanted else 0.0)


def priced(seen: Seen, by: Appraiser, random: Random) -> int:
    """The price to name for the hill on sale."""
    sale = seen.state.sale
    if sale is None:
        return 0
    return max(0, _sale(seen, by, sale.hill)[0] + random.choice((-1, 0, 0, 0, 1)))


def _sale(seen: Seen, by: Appraiser, hill: str) -> tuple[int, float]:
    """The best price for a hill, and what the sale gains in points."""
    state: State = seen.state
    own = _dollars(state, seen.seat, by, hill)
    rivals = [_dollars(state, seat, _guessed(state, seat), hill) for seat in _others(state, seen.seat)]
    most = max(rivals, default=0.0)
    affordable = means(state, seen.seat)
    keeping = min(int(own), int(most) + 1, affordable)
    kept = (own - max(0, keeping - copies(state, seen.seat, "attorney"))) * by.dollar
    asking = min(max(int(most) - 1, 0), int(own) + STAKE, affordable)
    sold = (TRUST * asking - (1 - TRUST) * max(0.0, asking - own)) * by.dollar
    if own > most or kept >= sold:
        return max(keeping, 0), kept
    return asking, sold


def _dollars(state: State, seat: Seat, by: Appraiser, hill: str) -> float:
    """How many dollars a seat would give for a hill at most."""
    player = state.players[seat]
    worth = max(by.gain(park_of(player), hill), 0.0) / by.dollar
    spare = player.money * (SHARE if by.left > 0.2 else 1.0)
    return min(worth, spare) + copies(state, seat, "attorney")


def _guessed(state: State, seat: Seat) -> Appraiser:
    """How somebody else is thought to value parks: by the bonus cards of theirs that this seat knows."""
    known = [secret.card.value for secret in state.players[seat].secrets]
    return Appraiser(state, seat, [*filter(None, known), *filter(None, [state.side])])


def _others(state: State, seat: Seat) -> Iterable[Seat]:
    return (other for other, player in enumerate(state.players) if other != seat and not player.left)
