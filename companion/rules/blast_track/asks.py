"""All that may be entered now."""

from typing import assert_never

from companion.rules.blast_track import adjusting, teaching
from companion.rules.blast_track.board import TURNS
from companion.rules.blast_track.commands import (
    ChoosePile,
    Command,
    Discard,
    DrawBlind,
    EnterFirst,
    Lay,
    LayExit,
    Lose,
    Pass,
    PutUnder,
    Stand,
    Take,
    TurnUp,
    UseSite,
)
from companion.rules.blast_track.components import SIDES
from companion.rules.blast_track.placing import Prospect, prospect
from companion.rules.blast_track.scoring import losable
from companion.rules.blast_track.state import (
    PILES,
    Choosing,
    Closing,
    Drawing,
    Exiting,
    Extra,
    Laying,
    Over,
    Refilling,
    Relocating,
    Scoring,
    SettingUp,
    Sites,
    Sliding,
    State,
    StuckHand,
    Taking,
    clockwise,
    drawn_tiles,
    unseen_tiles,
)
from companion.rules.contract import Ask, Observe, Pick, Seat, Sensed, Viewer
from companion.rules.hidden import Hidden

Asks = tuple[Ask[Command], ...]


def asks(state: State, viewer: Viewer) -> Asks:
    """All that this viewer may enter."""
    everybody = table_asks(state)
    if viewer.host:
        return (*everybody, *teaching.asks(state), *adjusting.asks(state))
    if viewer.seat is None:
        return everybody
    own = [ask for ask in everybody if ask.seat is None or ask.seat == viewer.seat]
    return tuple([_as_known(state, viewer.seat, ask) for ask in own])


def _as_known(state: State, seat: Seat, ask: Ask[Command]) -> Ask[Command]:
    """What a seat is asked for its first tile, without what it is not, if it entered it.

    If that tile can't be laid, or all its copies have been seen by now, the ask stays as it is: what was
    entered may have been wrong.
    """
    first = state.players[seat].first if ask.name == "lay-first" else None
    tile = first.tile.value if first is not None else None
    ready = prospect(state)
    if tile is None or tile not in first_candidates(state) or not ready.lays(tile):
        return ask
    return _lay_asks(ask.name, ready, (tile,), grey=True)[0]


def table_asks(state: State) -> Asks:
    """All that the players may enter."""
    seat = state.active
    match state.stage:
        case Laying():
            return _laying(state)
        case Taking():
            slots = [slot for slot, tile in enumerate(state.market) if tile is not None]
            return (Pick("take", seat, tuple([Take(seat, slot) for slot in slots])),)
        case Refilling(slot):
            return (_turned_up(state, slot),)
        case Extra(tile):
            return _extra(state, tile)
        case Exiting(entrance, _, turn):
            return (_exits(state, entrance, turn),)
        case Scoring(due):
            loser = due[0].seat
            losses = tuple([Lose(loser, track) for track in losable(state.players[loser])])
            return (Pick("loss", loser, losses),)
        case Choosing():
            heights = [pile.unseen + len(pile.under) for pile in state.piles]
            chosen = [ChoosePile(seat, number) for number, height in enumerate(heights) if height]
            return (Pick("pile", seat, tuple(chosen)),)
        case Drawing(pile):
            tiles = tuple(unseen_tiles(state))
            blind = tuple([DrawBlind(tile) for tile in tiles])
            return (Observe("blind", None, Sensed.CARD, blind, tiles, (f"pile-{pile}",)),)
        case Relocating():
            return _relocating(state)
        case SettingUp():
            return _setting_up(state)
        case Over() | Closing() | Sliding():
            return ()
        case _:
            assert_never(state.stage)


def next_to_stand(state: State) -> Seat | None:
    """Who chooses a colour next, clockwise from the first seat."""
    around = clockwise(state, state.first)
    return next((seat for seat in around if state.players[seat].point < 0), None)


def _setting_up(state: State) -> Asks:
    found: list[Ask[Command]] = []
    chooser = next_to_stand(state)
    if chooser is not None:
        taken = {player.point for player in state.players}
        points = [point for point in range(SIDES) if point not in taken]
        found.append(Pick("colour", chooser, tuple([Stand(chooser, point) for point in points])))
    if None in state.market:
        found.append(_turned_up(state, state.market.index(None)))
    counts = drawn_tiles(state.components, state.seats)
    tiles = [tile for tile, count in counts.items() if count]
    for seat, player in enumerate(state.players):
        if not player.dealt and not player.left:
            options = (
                EnterFirst(seat, Hidden((seat,))),
                *[EnterFirst(seat, Hidden((seat,), tile)) for tile in tiles],
            )
            found.append(Observe("first", seat, Sensed.CARD, options, ("", *tiles), ("first",)))
    return tuple(found)


def _turned_up(state: State, slot: int) -> Ask[Command]:
    tiles = tuple(unseen_tiles(state))
    options = tuple([TurnUp(slot, tile) for tile in tiles])
    return Observe("market", None, Sensed.CARD, options, tiles, (f"pile-{slot}",))


def first_candidates(state: State) -> tuple[str, ...]:
    """What the active seat's first tile may be, as long as it was not shown."""
    return tuple(unseen_tiles(state)) if state.players[state.active].first is not None else ()


def _laying(state: State) -> Asks:
    """The tiles that the active seat can lay; what it can do if it is stuck (BT22)."""
    seat, ready = state.active, prospect(state)
    hand = tuple(dict.fromkeys(state.players[seat].hand))
    first = tuple([tile for tile in first_candidates(state) if tile not in hand])
    found: list[Ask[Command]] = [
        *_lay_asks("lay", ready, hand, grey=True),
        *_lay_first(ready, first),
    ]
    idle = stuck_with(state)
    if idle:
        grey = tuple([command for tile in hand for command in illegal(ready, tile)])
        placeable = site_options(state) if state.options.stuck is StuckHand.KEEP else ()
        found += _site_asks(state, placeable)
        if not placeable or state.options.sites is Sites.MAY:
            discards = tuple([Discard(seat, tile) for tile in idle])
            found.append(Pick("discard", seat, discards, grey))
    return tuple(found)


def _lay_asks(
    name: str, ready: Prospect, tiles: tuple[str, ...], *, grey: bool = False
) -> list[Ask[Command]]:
    """An ask for each of the tiles that can be laid, which is how it lies."""
    return [
        Observe(
            name,
            ready.seat,
            Sensed.TURN,
            ready.lays(tile),
            ready.readings(tile),
            (tile, str(SIDES)),
            illegal(ready, tile) if grey else (),
        )
        for tile in tiles
        if ready.lays(tile)
    ]


def _lay_first(ready: Prospect, tiles: tuple[str, ...]) -> list[Ask[Command]]:
    """One ask for the first tile, whatever it is: nobody else can know which."""
    options = tuple([lay for tile in tiles for lay in ready.lays(tile)])
    readings = tuple([f"{tile}:{turn}" for tile in tiles for turn in ready.readings(tile)])
    return [Observe("lay-first", ready.seat, Sensed.TURN, options, readings)] if options else []


def illegal(ready: Prospect, tile: str) -> tuple[Lay, ...]:
    """The turns in which a tile of one cell can't be laid, worth showing greyed."""
    if tile == ready.plan.symbol:
        return ()
    legal = {lay.turn for lay in ready.lays(tile)}
    return tuple([Lay(ready.seat, tile, ready.cell, turn) for turn in TURNS if turn not in legal])


def stuck_with(state: State) -> tuple[str, ...]:
    """What a stuck player can discard: nothing unless no tile can be laid in any turn (BT22, BT42).

    A first tile that nobody has seen is one that can't be laid if its owner says so and it can be one.
    """
    ready, player = prospect(state), state.players[state.active]
    if any(ready.lays(tile) for tile in player.hand):
        return ()
    hand = tuple(dict.fromkeys(player.hand))
    if player.first is None:
        return hand
    unplaceable = [tile for tile in first_candidates(state) if not ready.lays(tile)]
    return tuple(dict.fromkeys((*hand, *unplaceable))) if unplaceable else ()


def site_options(state: State) -> tuple[UseSite, ...]:
    """Every legal way to use a construction site that is still beside the board (BT26)."""
    ready = prospect(state)
    kinds = state.plan.kinds
    sites = [tile for tile in state.spare if kinds[tile] == "site-entrance"]
    return tuple([use for site in sites for use in ready.sites(site)])


def _site_asks(state: State, options: tuple[UseSite, ...]) -> list[Ask[Command]]:
    """An ask for each construction site that can be laid."""
    found: list[Ask[Command]] = []
    for site in dict.fromkeys(use.site for use in options):
        uses = tuple([use for use in options if use.site == site])
        turns = tuple([str(use.turn) for use in uses])
        found.append(Observe("site", state.active, Sensed.TURN, uses, turns, (site, str(SIDES))))
    return found


def _relocating(state: State) -> Asks:
    found = _site_asks(state, site_options(state))
    if state.options.sites is Sites.MAY:
        found.append(Pick("pass", state.active, (Pass(state.active),)))
    return tuple(found)


def _extra(state: State, tile: str) -> Asks:
    ready = prospect(state)
    laid = _lay_asks("lay", ready, (tile,), grey=True)
    if laid:
        return tuple(laid)
    under = tuple([PutUnder(ready.seat, pile) for pile in range(PILES)])
    return (Pick("under", ready.seat, under, illegal(ready, tile)),)


def _exits(state: State, entrance: str, turn: int) -> Ask[Command]:
    ready = prospect(state)
    options = tuple([LayExit(ready.seat, cell, side) for cell, side in ready.exits(entrance, turn)])
    leads_to = state.plan.exits[entrance]
    readings = tuple([f"{lay.turn}@{lay.cell[0]},{lay.cell[1]}" for lay in options])
    return Observe("exit", ready.seat, Sensed.TURN, options, readings, (leads_to, str(SIDES)))
