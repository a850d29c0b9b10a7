"""What slides score, how rows move, who has the longest ride, and the ranking."""

from collections.abc import Iterable, Iterator

from companion.rules.blast_track.board import Board, Passage, Plan, Slide, route
from companion.rules.blast_track.state import (
    BONUS,
    TOP,
    TRACKS,
    Due,
    Ending,
    LossOrder,
    Options,
    Over,
    Overboard,
    Player,
    RideLength,
    Row,
    State,
    Track,
    Variant,
    playing,
)
from companion.rules.contract import Facts, Line, Outcome, Seat, Standing

CONNECTED = 3
"""Tiles that make a connection (BT21)."""

HEADINGS = {
    Track.TUNNEL: "Tunnel Tiles",
    Track.SLOPE: "Slope Tiles",
    Track.LOOP: "Loop Tiles",
    Track.HELP: "Helping Others",
    Track.CONNECTION: "Connecting Multiple Tiles",
}


def dues(
    plan: Plan, board: Board, options: Options, placer: Seat, slides: tuple[Slide, ...], plain: int = -1
) -> tuple[Due, ...]:
    """All changes of rows that slides bring, in the order in which they are made (BT41).

    `plain` is the number of a Slope laid in an extra turn, a plain rail in these slides (BT15).
    """
    if options.variant is Variant.RIDE_ONLY:
        return ()
    passing = [Due(each.seat, track) for each in slides for track in _passed(plan, board, each, plain)]
    shared = [*_help(placer, slides), *_connection(plan, board, placer, slides)]
    if options.losses is LossOrder.IN_PASSING:
        return (*passing, *shared)
    gains = [due for due in passing if due.track is not None]
    losses = [due for due in passing if due.track is None]
    return (*gains, *shared, *losses)


def _passed(plan: Plan, board: Board, ridden: Slide, plain: int) -> Iterator[Track | None]:
    """The row that each passage moves; None for a loss at a construction site."""
    behind_site = False
    for passage in ridden.passages:
        match plan.kinds[board[passage.tile].tile]:
            case "site-entrance":
                behind_site = True
                yield None
            case "entrance" if not behind_site:
                yield Track.TUNNEL
            case "slope" if passage.tile != plain and _marked(plan, board, passage):
                yield Track.SLOPE
            case "loop":
                yield Track.LOOP
            case _:
                pass


def _marked(plan: Plan, board: Board, passage: Passage) -> bool:
    """Whether the rail that was ridden is one with arrows (BT37)."""
    laid = board[passage.tile]
    marked = plan.tiles[laid.tile].marked
    return not marked or plan.rail(laid.tile, laid.turn, passage.enters.end) in marked


def _help(placer: Seat, slides: tuple[Slide, ...]) -> Iterator[Due]:
    """One for the tile, however many carts it moved (BT20)."""
    if any(each.seat != placer for each in slides):
        yield Due(placer, Track.HELP)


def _connection(plan: Plan, board: Board, placer: Seat, slides: tuple[Slide, ...]) -> Iterator[Due]:
    """One if the placer's own slide passes three different tiles and no construction site (BT21)."""
    for each in slides:
        ridden = {passage.tile for passage in each.passages}
        sites = any(plan.kinds[board[number].tile] == "site-entrance" for number in ridden)
        if each.seat == placer and len(ridden) >= CONNECTED and not sites:
            yield Due(placer, Track.CONNECTION)


def raised(row: Row, track: Track, options: Options) -> Row:
    """A row after one passage, help or connection (BT18, BT19, BT30, BT43)."""
    if row.arrow:
        return Row(max(row.value - 1, 0), arrow=True)
    if row.value < TOP:
        return Row(row.value + 1)
    if track is Track.CONNECTION or options.variant is Variant.NO_ARROW:
        return row
    return Row(TOP if options.overboard is Overboard.STAYS else TOP - 1, arrow=True)


def lowered(row: Row) -> Row:
    """A row after a loss at a construction site (BT24, BT43)."""
    return Row(row.value - 1, row.arrow)


def losable(player: Player) -> tuple[Track, ...]:
    """The rows from which a point can be lost (BT24)."""
    return tuple([track for track, row in zip(TRACKS, player.rows, strict=True) if row.value > 0])


def journey(state: State, seat: Seat) -> tuple[Passage, ...]:
    """A seat's whole ride from its starting point on."""
    point = state.players[seat].point
    return route(state.grid, state.plan.starts[point]) if point >= 0 else ()


def ride(state: State, seat: Seat) -> int:
    """The length of a seat's ride in tiles (BT28)."""
    ridden = [passage.tile for passage in journey(state, seat)]
    return len(set(ridden)) if state.options.ride is RideLength.DISTINCT else len(ridden)


def loops_ridden(state: State, seat: Seat) -> int:
    """How often a seat really went through a Loop (BT29)."""
    loop = state.plan.loop
    return sum(state.board[passage.tile].tile == loop for passage in journey(state, seat))


def longest_rides(state: State) -> tuple[Seat, ...]:
    """The seats with the longest ride; all who are tied (BT28)."""
    rides = {seat: ride(state, seat) for seat in playing(state)}
    best = max(rides.values(), default=0)
    return tuple(seat for seat, length in rides.items() if length == best)


def lines(state: State, seat: Seat) -> tuple[Line, ...]:
    """A seat's points with their reasons, as they stand now."""
    player = state.players[seat]
    length = ride(state, seat) if not player.left else 0
    found: list[Line] = []
    if state.options.variant is not Variant.RIDE_ONLY:
        for track, row in zip(TRACKS, player.rows, strict=True):
            facts: Facts = {"arrow": "yes"} if row.arrow else {}
            found.append(Line(track.value, row.value, HEADINGS[track], facts, track.value))
        if not player.left:
            points = BONUS if seat in longest_rides(state) else 0
            found.append(Line("longest-ride", points, "BT28", {"tiles": length}, "ride"))
    elif not player.left:
        found.append(Line("ride", length, "BT44", {"tiles": length}, "ride"))
    for ruling in player.rulings:
        told: Facts = {"turn": ruling.turn, "reason": ruling.reason}
        found.append(Line("adjusted", ruling.points, "Table ruling", told, "adjustments"))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """Everybody's rank: by score, ride and loops; those who left come last (BT29, BT44, BT47)."""
    over = state.stage
    if not isinstance(over, Over):
        return None
    scored = {seat: lines(state, seat) for seat in range(state.seats)}
    totals = {seat: sum(line.points for line in found) for seat, found in scored.items()}
    keys = {seat: _key(state, seat, totals[seat]) for seat in scored}
    standings = [
        Standing(
            seat,
            1 + sum(other > keys[seat] for other in keys.values()),
            totals[seat],
            (*scored[seat], *_tie(state, seat, totals)),
            state.players[seat].left,
        )
        for seat in sorted(scored, key=lambda seat: (_down(keys[seat]), seat))
    ]
    section = {Ending.LAST_TILE: "Game End", Ending.LAST_SEAT: "BT47", Ending.ABANDONED: "Game End"}
    return Outcome(tuple(standings), over.ending.value, section[over.ending])


def _key(state: State, seat: Seat, total: int) -> tuple[int, ...]:
    """What a seat is ranked by, the greater the better."""
    if state.players[seat].left:
        return (0, 0, 0, 0)
    if state.options.variant is Variant.RIDE_ONLY:
        return (1, total, 0, 0)
    return (1, total, ride(state, seat), loops_ridden(state, seat))


def _down(key: Iterable[int]) -> tuple[int, ...]:
    return tuple(-part for part in key)


def _tie(state: State, seat: Seat, totals: dict[Seat, int]) -> Iterator[Line]:
    """How a seat stands in a tie of points: its ride, then its loops (BT29)."""
    if state.players[seat].left or state.options.variant is Variant.RIDE_ONLY:
        return
    tied = [other for other in playing(state) if totals[other] == totals[seat]]
    if len(tied) > 1:
        facts: Facts = {"ride": ride(state, seat), "loops": loops_ridden(state, seat)}
        yield Line("tie", 0, "BT29", facts, "tie")
