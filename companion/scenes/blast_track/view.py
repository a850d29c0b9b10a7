"""From the rules' state to what is drawn: the board with everybody's ride, the player boards, the hands."""

from companion.rules.blast_track.board import Cell, Laid, ahead
from companion.rules.blast_track.scoring import journey, longest_rides, ride
from companion.rules.blast_track.state import BONUS, TRACKS, Exiting, Over, State, Variant
from companion.rules.contract import Seat, Viewer
from companion.scenes.blast_track.board import At, Cart, Picture
from companion.scenes.blast_track.boards import Row, Sheet
from companion.scenes.blast_track.preview import Preview, passages
from companion.scenes.speaking import called

UNSEEN = ""
"""In a hand, a tile that nobody may see."""


def picture(state: State, found: Preview | None = None) -> Picture:
    """The board with everybody's ride; with a preview, as it would be."""
    plan = state.plan
    tiles: tuple[Laid, ...] = state.board
    new: tuple[int, ...] = ()
    if found is not None:
        tiles, new = found.board, tuple(range(found.new, len(found.board)))
    elif isinstance(state.stage, Exiting):
        waiting = Laid(state.stage.entrance, state.stage.cell, state.stage.turn)
        tiles, new = (*state.board, waiting), (len(state.board),)
    passed: dict[At, Seat] = {}
    for seat in seated(state):
        for passage in journey(state, seat):
            passed[passage.enters.cell, passage.enters.end] = seat
            passed[passage.leaves.cell, passage.leaves.end] = seat
    fresh: dict[At, Seat] = {}
    for seat, passage in passages(found) if found is not None else ():
        fresh[passage.enters.cell, passage.enters.end] = seat
        fresh[passage.leaves.cell, passage.leaves.end] = seat
    moved = {effect.seat: effect.to for effect in found.effects} if found is not None else {}
    carts = [Cart(seat, spot) for seat, spot in enumerate(state.carts) if spot is not None]
    return Picture(
        plan,
        tiles,
        tuple(Cart(cart.seat, moved.get(cart.seat, cart.spot)) for cart in carts),
        {plan.starts[state.players[seat].point].end: seat for seat in seated(state)},
        passed,
        fresh,
        new,
        tuple(cart for cart in carts if cart.seat in moved),
    )


def seated(state: State) -> tuple[Seat, ...]:
    """The seats whose rides are on the board: they have a starting point and have not left."""
    return tuple(seat for seat, player in enumerate(state.players) if player.point >= 0 and not player.left)


def aheads(state: State) -> dict[Seat, Cell]:
    """The cell ahead of each cart."""
    return {seat: ahead(spot, state.plan.ends) for seat, spot in enumerate(state.carts) if spot is not None}


def longest(state: State) -> tuple[Seat, ...]:
    """Whose ride is the longest so far; nobody's before the first tile lies."""
    return tuple(seat for seat in longest_rides(state) if ride(state, seat)) if state.board else ()


def total(state: State, seat: Seat) -> int:
    """A seat's points as its board shows them, with the bonus once the game is over."""
    player = state.players[seat]
    rulings = sum(ruling.points for ruling in player.rulings)
    if state.options.variant is Variant.RIDE_ONLY:
        return ride(state, seat) + rulings
    bonus = BONUS if isinstance(state.stage, Over) and seat in longest_rides(state) else 0
    return sum(row.value for row in player.rows) + rulings + bonus


def sheet(state: State, seat: Seat, names: tuple[str, ...]) -> Sheet:
    """A seat's Player Board."""
    player = state.players[seat]
    rows = tuple(
        Row(track.value, row.value, row.arrow) for track, row in zip(TRACKS, player.rows, strict=True)
    )
    if state.options.variant is Variant.RIDE_ONLY:
        rows = ()
    note = "left" if player.left else ""
    length = 0 if player.left else ride(state, seat)
    short = called(names, seat)
    return Sheet(seat, names[seat], rows, length, seat in longest(state), total(state, seat), note, short)


def hand(state: State, seat: Seat, viewer: Viewer) -> tuple[str, ...]:
    """The tiles a seat holds, the first one first; UNSEEN for one that this viewer may not see."""
    player = state.players[seat]
    first: tuple[str, ...] = ()
    if player.first is not None:
        may = viewer.seat is not None and viewer.seat in player.first.tile.viewers
        first = (player.first.tile.value or UNSEEN,) if may else (UNSEEN,)
    return (*first, *player.hand)
