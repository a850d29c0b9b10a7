"""The evening's story, a line for each event worth telling; and the summaries of the top bar."""

from typing import assert_never

from companion.rules.blast_track import events as e
from companion.rules.blast_track.components import tiles_of
from companion.rules.blast_track.scoring import ride
from companion.rules.blast_track.state import Ending, Over, SettingUp, State, Track, Variant
from companion.rules.contract import Seat
from companion.scenes.blast_track.view import longest, total
from companion.scenes.blast_track.words import TRACK_NAMES, colour_of, pile_name, site_name, tile_name
from companion.scenes.speaking import called, plural, possessive
from companion.scenes.telling import Chip

Names = tuple[str, ...]

ENDINGS = {
    Ending.LAST_TILE: "The last tile has been played",
    Ending.LAST_SEAT: "Only one player is left",
    Ending.ABANDONED: "The game was abandoned",
}


def story(before: State | None, event: e.Event, after: State, names: Names) -> str:
    """One line for an event, as anybody may read it who was given these states; nothing for the rest."""
    match event:
        case e.Began():
            return f"Blast Track opens; {names[event.first]} screams the loudest and starts"
        case e.Stood() | e.FirstDealt() | e.FirstRevealed() | e.TurnedUp() | e.Taken() | e.BlindDrawn():
            return _drawn(event, after, names)
        case e.TileLaid() | e.EntranceLaid() | e.TunnelLaid() | e.PutBack() | e.Discarded():
            return _laid(event, after, names)
        case e.Slid():
            tiles = plural(len(event.passages), "tile")
            verb = "is taken along" if event.helped else "rides"
            return f"{names[event.seat]} {verb} over {tiles}" if event.passages else ""
        case e.Gained() | e.Lost() | e.NothingToLose():
            return _scored(before or after, event, names)
        case e.TurnBegan():
            return f"{possessive(names[event.seat])} turn"
        case e.PileAwaited():
            return f"A Slope: one more tile for {names[event.seat]}"
        case e.Tallied() | e.PileChosen() | e.TurnEnded():
            return ""
        case e.TileTaught() | e.PlusTaught() | e.OpeningsTaught():
            return _taught(event, after)
        case e.RowAdjusted() | e.PointsAdjusted() | e.TileAdjusted() | e.PileAdjusted():
            return _ruled(event, after, names)
        case e.Left():
            return f"{names[event.seat]} has left the table"
        case e.Ended():
            return ENDINGS[event.ending]
        case _:
            assert_never(event)


def _drawn(
    event: e.Stood | e.FirstDealt | e.FirstRevealed | e.TurnedUp | e.Taken | e.BlindDrawn,
    after: State,
    names: Names,
) -> str:
    match event:
        case e.Stood():
            return f"{names[event.seat]} starts from {colour_of(after, event.seat)}"
        case e.FirstDealt():
            return f"{names[event.seat]} holds a first tile"
        case e.FirstRevealed():
            return (
                f"{possessive(names[event.seat])} first tile is the {tile_name(after.components, event.tile)}"
            )
        case e.TurnedUp():
            back = ", which was put back before" if event.put_back else ""
            return f"The market shows the {tile_name(after.components, event.tile)}{back}"
        case e.Taken():
            return f"{names[event.seat]} takes the {tile_name(after.components, event.tile)}"
        case e.BlindDrawn():
            pile = pile_name(event.pile)
            tile = tile_name(after.components, event.tile)
            return f"{names[event.seat]} draws the {tile} from the {pile} pile"


def _laid(
    event: e.TileLaid | e.EntranceLaid | e.TunnelLaid | e.PutBack | e.Discarded, after: State, names: Names
) -> str:
    name = names[event.seat]
    match event:
        case e.TileLaid():
            return f"{name} lays the {tile_name(after.components, event.tile)}"
        case e.EntranceLaid():
            return f"{name} lays the {tile_name(after.components, event.tile)}"
        case e.TunnelLaid():
            if tiles_of(after.components)[event.entrance].kind == "site-entrance":
                return f"{name} goes through the {site_name(after.components, event.entrance)}"
            return f"{name} opens a tunnel with the {tile_name(after.components, event.exit)}"
        case e.PutBack():
            pile = pile_name(event.pile)
            return (
                f"The {tile_name(after.components, event.tile)} fits nowhere and goes under the {pile} pile"
            )
        case e.Discarded():
            return f"{name} is stuck and discards the {tile_name(after.components, event.tile)}"


def _scored(before: State, event: e.Gained | e.Lost | e.NothingToLose, names: Names) -> str:
    name = names[event.seat]
    match event:
        case e.Gained():
            title = TRACK_NAMES[event.track]
            old = before.players[event.seat].rows[list(Track).index(event.track)]
            if event.value < old.value:
                board = "turns back" if event.arrow and not old.arrow else "goes back"
                return f"{possessive(name)} {title} {board} to {event.value}"
            if event.value == old.value:
                return f"{possessive(name)} {title} stays at {event.value}"
            return f"{name}: {title} {event.value}"
        case e.Lost():
            return f"The site costs {name} a point: {TRACK_NAMES[event.track]} {event.value}"
        case e.NothingToLose():
            return f"{name} has no point that the site could cost"


def _taught(event: e.TileTaught | e.PlusTaught | e.OpeningsTaught, after: State) -> str:
    name = tile_name(after.components, event.tile)
    match event:
        case e.TileTaught():
            instead = tile_name(after.components, event.instead)
            return f"Taught: the box has one {name} more and one {instead} less"
        case e.PlusTaught():
            return f"Taught: {event.plus} of the {name} show a +"
        case e.OpeningsTaught():
            way = "clockwise" if event.clockwise else "against the clock"
            return f"Taught: the openings of the {name} are numbered {way}"


def _ruled(
    event: e.RowAdjusted | e.PointsAdjusted | e.TileAdjusted | e.PileAdjusted, after: State, names: Names
) -> str:
    match event:
        case e.RowAdjusted():
            why = f" · {event.reason}" if event.reason else ""
            whose = possessive(names[event.player])
            return f"Table ruling: {whose} {TRACK_NAMES[event.track]} is {event.value}{why}"
        case e.PointsAdjusted():
            why = f" · {event.reason}" if event.reason else ""
            verb = "gains" if event.points >= 0 else "loses"
            return f"Table ruling: {names[event.player]} {verb} {plural(abs(event.points), 'point')}{why}"
        case e.TileAdjusted():
            where = place_name(event.target, names)
            return f"Table ruling: the {tile_name(after.components, event.tile)} goes to {where}"
        case e.PileAdjusted():
            one, other = pile_name(event.source), pile_name(event.target)
            return f"Table ruling: a tile goes from the {one} pile to the {other} one"


def place_name(place: str, names: Names) -> str:
    """A place between which the host moves tiles: `hand:2` or `discarded`."""
    kind, _, number = place.partition(":")
    return f"{possessive(called(names, int(number)))} hand" if kind == "hand" else "the discarded tiles"


def chip(state: State, seat: Seat) -> Chip:
    """A seat's points and ride; what is to be set up before the first turn."""
    player = state.players[seat]
    if player.left:
        return Chip("–", "left")
    if isinstance(state.stage, SettingUp):
        return Chip("0", "first tile in hand" if player.dealt else "no first tile yet")
    length = ride(state, seat)
    if state.options.variant is Variant.RIDE_ONLY:
        return Chip(str(length), "tiles")
    best = " · longest" if seat in longest(state) else ""
    return Chip(str(total(state, seat)), f"ride {length}{best}")


def clock(state: State) -> Chip:
    """The turn, and how many tiles are left."""
    if isinstance(state.stage, SettingUp):
        up = sum(tile is not None for tile in state.market)
        return Chip("Set-up", f"{up} of {len(state.market)} market tiles")
    if isinstance(state.stage, Over):
        return Chip("The end", ENDINGS[state.stage.ending].lower())
    piled = sum(pile.unseen + len(pile.under) for pile in state.piles)
    if piled:
        return Chip(f"Turn {state.turn}", f"{plural(piled, 'tile')} in the piles")
    market = sum(tile is not None for tile in state.market)
    if market:
        return Chip(f"Turn {state.turn}", f"{plural(market, 'tile')} in the market")
    hands = sum(len(player.hand) + (player.first is not None) for player in state.players)
    return Chip(f"Turn {state.turn}", f"{plural(hands, 'tile')} in hands")
