"""How long a game can get."""

CARDS = 36
ROW = 5
ATTEMPTS = 3


def longest(seats: int) -> int:
    """A bound on the commands of a game, teaching and adjusting left out.

    A turn sells a hill, of which there are 36, or draws a card, of which 31 are left after set-up;
    only the last turns may do neither, one each. Everything else is bounded by what it uses up.
    """
    turns = CARDS + (CARDS - ROW) + seats
    set_up = ROW + 1 + 2 * seats
    sale = 3 + 1
    answers = (seats - 1) * (1 + ATTEMPTS + 1)
    placing = 2
    own_turn = turns * (sale + answers + placing)
    stored = CARDS
    experts = CARDS * 3
    finals = CARDS * (1 + ATTEMPTS + 1)
    ending = 2 * seats + CARDS + seats + 3 * seats + CARDS
    return set_up + own_turn + stored + experts + finals + ending
