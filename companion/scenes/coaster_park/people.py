"""Names in the game's words: cards by their expert, bonus cards, places of hills and cards."""

from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.state import State
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.view import coaster_name, hill_name
from companion.scenes.speaking import possessive


def card_expert(state: State, card: str) -> str:
    """The expert on a card, in full."""
    return EXPERTS[index(state.components).expert[card]]


def told_apart(state: State, card: str, among: tuple[str, ...]) -> str:
    """Which card of these it is, where others of them show the same expert: its deck and hill, and its place.

    Nothing where its expert says it all.
    """
    where = index(state.components)
    alike = [other for other in among if where.expert[other] == where.expert[card]]
    if len(alike) < 2 or card not in alike:
        return ""
    hill = where.hill[where.brings[card]]
    words = f"the {hill.deck} card with the {hill.name}"
    if sum(where.brings[other] == hill.id for other in alike) > 1:
        words += f", card {among.index(card) + 1}"
    return words


def bonus_name(state: State, card: str) -> str:
    """A bonus card's name."""
    found = index(state.components).bonus.get(card)
    return found.name if found else card


def place_name(state: State, place: str, names: tuple[str, ...]) -> str:
    """A place between which the host moves hills and cards: `coaster:0:1` is the Comet Drop of seat 0."""
    kind, *numbers = place.split(":")
    match kind:
        case "pool":
            return "the central pool"
        case "row":
            return "the card row"
        case "removed" | "discarded":
            return "out of the game"
        case "warehouse":
            return f"{possessive(names[int(numbers[0])])} warehouse"
        case "experts":
            return f"{possessive(names[int(numbers[0])])} experts"
        case "used":
            return f"{possessive(names[int(numbers[0])])} used experts"
        case "coaster":
            seat, number = int(numbers[0]), int(numbers[1])
            if number < len(state.players[seat].coasters):
                return f"{possessive(names[seat])} {coaster_name(state, seat, number)}"
            return f"a new coaster of {names[seat]}"
        case _:
            return place


def the_hill(state: State, hill: str) -> str:
    """A hill with its article."""
    return f"the {hill_name(state, hill)}"
