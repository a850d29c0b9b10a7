"""The ranking: there are no points, so each line of a seat gives a reason for its place (CO30)."""

from companion.rules.contract import Facts, Line, Outcome, Seat, Standing
from companion.rules.cosmic_coasters.state import Ending, Over, State, home

SECTIONS = {
    Ending.HOME: "CO7",
    Ending.SURVIVOR: "CO17",
    Ending.DRAW: "CO27",
    Ending.ABANDONED: "CO30",
}


def outcome(state: State) -> Outcome | None:
    """The winners, then the other survivors, then who went out, the last one first."""
    over = state.pending
    if not isinstance(over, Over):
        return None
    places = sorted(range(state.seats), key=lambda seat: _place(state, over, seat))
    standings = []
    for seat in places:
        better = sum(_place(state, over, other) < _place(state, over, seat) for other in places)
        gone = state.out[seat]
        standings.append(
            Standing(seat, better + 1, 0, _lines(state, over, seat), gone is not None and gone.left)
        )
    return Outcome(tuple(standings), over.ending.value, SECTIONS[over.ending])


def _place(state: State, over: Over, seat: Seat) -> tuple[int, int]:
    gone = state.out[seat]
    if gone is not None:
        return (2, -gone.order)
    return (0 if seat in over.winners else 1, 0)


def _lines(state: State, over: Over, seat: Seat) -> tuple[Line, ...]:
    """Why a seat stands where it does, and what the host adjusted of its fleet."""
    gone = state.out[seat]
    facts: Facts = {"ships": state.ships.count(seat), "home": home(state, seat)}
    if gone is not None:
        label, section = ("left", "CO34") if gone.left else ("eliminated", "CO15")
        reason = Line(label, 0, section, {"turn": gone.turn})
    elif seat in over.winners:
        reason = Line(over.ending.value, 0, SECTIONS[over.ending], facts)
    else:
        reason = Line("in-play", 0, "CO30", facts)
    adjusted = [note for note in state.adjustments if note.ship == seat]
    return (reason, *(_adjusted(note.reason.value, note.turn, note.origin, note.to) for note in adjusted))


def _adjusted(reason: str, turn: int, origin: int | None, to: int | None) -> Line:
    facts: Facts = {"reason": reason, "turn": turn}
    if origin is not None:
        facts["origin"] = origin
    if to is not None:
        facts["to"] = to
    return Line("adjusted", 0, "Setup", facts, "adjustments")
