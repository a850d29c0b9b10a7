"""What follows once an action is done: who is out, who has won, whose turn it is (CO15-CO18, CO29)."""

from companion.rules.contract import Seat
from companion.rules.cosmic_coasters.commands import Eliminated, Ended, Event, TurnBegan
from companion.rules.cosmic_coasters.components import AT_HOME
from companion.rules.cosmic_coasters.folding import evolve
from companion.rules.cosmic_coasters.state import Ending, State, following, home


def conclude(state: State, *events: Event) -> tuple[Event, ...]:
    """An action's events, and what follows once the whole action is done."""
    after = state
    for event in events:
        after = evolve(after, event)
    return (*events, *consequences(after))


def consequences(state: State) -> tuple[Event, ...]:
    """Eliminations, opponents first (CO16); then the last survivor's victory, or the next turn."""
    gone = _stranded(state)
    if not gone:
        return (TurnBegan(following(state, state.active), state.turn + 1),)
    eliminated = Eliminated(gone)
    after = evolve(state, eliminated)
    if len(after.survivors) == 1:
        return (eliminated, Ended(Ending.SURVIVOR, after.survivors))
    return (eliminated, TurnBegan(following(after, state.active), state.turn + 1))


def _stranded(state: State) -> tuple[Seat, ...]:
    """Who has too few ships at home, in turn order, the active seat last, until one survivor is left."""
    short = [seat for seat, gone in enumerate(state.out) if gone is None and home(state, seat) < AT_HOME]
    if not short:
        return ()
    short.sort(key=lambda seat: (seat - state.active - 1) % state.seats)
    return tuple(short[: len(state.survivors) - 1])
