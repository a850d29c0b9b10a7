"""What is asked, and of whom; and what the number says that is about to be entered."""

from typing import Any

from companion.rules.blast_track.commands import HOST_COMMANDS, AdjustPoints, AdjustRow, TeachPlus
from companion.rules.blast_track.placing import prospect
from companion.rules.blast_track.scoring import losable
from companion.rules.blast_track.state import (
    TRACKS,
    Drawing,
    Exiting,
    Extra,
    Over,
    Refilling,
    SettingUp,
    State,
    Variant,
    tiles_held,
)
from companion.rules.contract import Amount, Ask
from companion.scenes.blast_track.paths import entered
from companion.scenes.blast_track.preview import signed
from companion.scenes.blast_track.story import ENDINGS
from companion.scenes.blast_track.words import TRACK_NAMES, pile_name, site_name, tile_name
from companion.scenes.speaking import called, plural, possessive
from companion.scenes.telling import Prompt

Names = tuple[str, ...]
Asks = tuple[Ask[Any], ...]


def prompt(state: State, asks: Asks, names: Names) -> Prompt:
    """What these asks want; they are all of one seat, or of the table."""
    if isinstance(state.stage, Over):
        return Prompt(ENDINGS[state.stage.ending])
    open_ = [ask for ask in asks if not _of_host(ask)]
    if not open_:
        return Prompt("For the host", "Only what the rules can’t know.") if asks else _waiting(state, names)
    seat = open_[0].seat
    name = called(names, state.active if seat is None else seat)
    asked = {ask.name for ask in open_}
    match open_[0].name:
        case "colour":
            return Prompt(f"Your colour, {name}?", "Tap the starting point where your cart stands.")
        case "first":
            return Prompt(
                f"Your first tile, {name}", "Enter it in secret, or leave it face down until you lay it."
            )
        case "market" | "blind":
            return _drawn(state, names)
        case "take":
            return Prompt(f"Take a tile, {name}", "Tap one in the market. Then you lay one of your two.")
        case "loss":
            tracks = losable(state.players[state.active if seat is None else seat])
            return Prompt(f"Which track, {name}?", f"The construction site costs a point. {_of(len(tracks))}")
        case "pile":
            return Prompt(
                f"One more tile, {name}", "A Slope: tap the pile you draw from, and lay that tile at once."
            )
        case "under":
            drawn = state.stage.tile if isinstance(state.stage, Extra) else ""
            name_of = tile_name(state.components, drawn)
            return Prompt(f"It fits nowhere, {name}", f"Put the {name_of} under a pile of your choice.")
        case "exit":
            return _exit(state, name)
        case "site" | "pass" | "discard":
            return _stuck(state, name, asked)
        case _:
            return _laying(state, name, asked)


def _of(count: int) -> str:
    return f"{plural(count, 'track')} can lose one."


def _of_host(ask: Ask[Any]) -> bool:
    command = ask.command if isinstance(ask, Amount) else ask.options[0]
    return isinstance(command, HOST_COMMANDS)


def _waiting(state: State, names: Names) -> Prompt:
    if isinstance(state.stage, SettingUp):
        return Prompt("Setting up", "First tiles, colours and the market are being entered.")
    return Prompt(f"{possessive(called(names, state.active))} turn", "Nothing to do for you now.")


def _drawn(state: State, names: Names) -> Prompt:
    match state.stage:
        case Refilling(slot):
            return Prompt(
                "What comes up?", f"Turn up the top tile of the {pile_name(slot)} pile, and tap it."
            )
        case Drawing(pile):
            name = called(names, state.active)
            return Prompt("What was drawn?", f"{name} draws from the {pile_name(pile)} pile. Tap the tile.")
        case _:
            missing = next((slot for slot, tile in enumerate(state.market) if tile is None), 0)
            return Prompt(
                "The first market", f"Turn up the top tile of the {pile_name(missing)} pile, and tap it."
            )


def _exit(state: State, name: str) -> Prompt:
    stage = state.stage
    if not isinstance(stage, Exiting):
        return Prompt(f"The exit, {name}")
    number = entered(state, stage.entrance, stage.turn, state.active)
    leads_to = tile_name(state.components, state.plan.exits[stage.entrance])
    return Prompt(
        f"Where does it come out, {name}?",
        f"You go in at number {number}. Lay the {leads_to} on a lit cell and turn it; you leave by {number}.",
    )


def _stuck(state: State, name: str, asked: set[str]) -> Prompt:
    if asked == {"discard"}:
        last = tiles_held(state.players[state.active]) == 1
        why = "Your last tile fits nowhere. Show it" if last else "Neither tile fits. Show one"
        return Prompt(f"Stuck, {name}", f"{why} and put it out of the game.")
    if "discard" in asked and "site" not in asked:
        return _laying(state, name, asked)
    ways = "or stay where you are" if "pass" in asked else "or discard a tile" if "discard" in asked else ""
    sites = {option.site for option in _site_uses(state)}
    listed = " or ".join(site_name(state.components, site) for site in sorted(sites))
    if not listed:
        return Prompt(f"Stuck, {name}", "No construction site can be laid.")
    end = f", {ways}." if ways else "."
    costs = " and lose a point" if state.options.variant is not Variant.RIDE_ONLY else ""
    return Prompt(f"Stuck, {name}", f"Use the {listed}{costs}{end}")


def _site_uses(state: State) -> list[Any]:
    kinds = state.plan.kinds
    ready = prospect(state)
    return [use for tile in state.spare if kinds[tile] == "site-entrance" for use in ready.sites(tile)]


def _laying(state: State, name: str, asked: set[str]) -> Prompt:
    if isinstance(state.stage, Extra):
        tile = tile_name(state.components, state.stage.tile)
        return Prompt(f"Lay it at once, {name}", f"The {tile}, ahead of your cart.")
    if "discard" in asked:
        return Prompt(f"Lay a tile, {name}", "Tap a tile and its turn. If neither fits, discard one.")
    return Prompt(
        f"Lay a tile, {name}",
        "Tap a tile of your hand, then how it lies. Nothing is entered before you say so.",
    )


def amount(state: State, ask: Any, value: int, names: Names) -> Prompt:
    """The confirming button and the remark below it for a number not yet entered."""
    match ask.command:
        case AdjustRow(player=player, track=track):
            old = state.players[player].rows[TRACKS.index(track)]
            title = f"{TRACK_NAMES[track]}: {value}"
            return Prompt(
                title, f"{possessive(called(names, player))} track stands at {old.value}.", str(value)
            )
        case AdjustPoints(player=player):
            verb = "Give" if value >= 0 else "Take"
            return Prompt(
                f"{verb} {plural(abs(value), 'point')}", f"for {called(names, player)}", signed(value)
            )
        case TeachPlus(tile=tile):
            name = tile_name(state.components, tile)
            copies = plural(value, "copy") if value == 1 else f"{value} copies"
            return Prompt(f"{copies} with a +", f"of the {name}", str(value))
        case _:
            return Prompt(str(value), "", str(value))
