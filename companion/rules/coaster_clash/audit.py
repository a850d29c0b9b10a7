"""The conservation laws: every card is in one place, and every track stands where its row put it."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.state import CARDS_DOWN, ROUNDS, Coaster, State, coasters


def audit(state: State) -> Iterator[str]:
    """Each law that is broken."""
    yield from _cards(state)
    yield from _layouts(state)
    for area, place, coaster in coasters(state):
        yield from _tracks(state, f"the {place} coaster of area {area}", coaster)
    if not 1 <= state.turn <= ROUNDS:
        yield f"the round token is on {state.turn}"


def _cards(state: State) -> Iterator[str]:
    elements = index(state.components).elements
    seen = [player.up for player in state.players if player.up]
    for _, _, coaster in coasters(state):
        seen += [laid.card for laid in coaster.row]
    everywhere = sorted((*state.unseen, *state.discards, *seen))
    if everywhere != [*elements]:
        found = Counter(everywhere)
        yield from (f"card {card} is not in exactly one place" for card in elements if found[card] != 1)
        yield from (f"{card} is no element of this box" for card in found if card not in elements)
    unseen = state.pile + state.face_down
    for seat, player in enumerate(state.players):
        held = player.hand + len(player.down) + (player.up == "")
        unseen += held
        if player.hand < 0 or len(player.down) > CARDS_DOWN:
            yield f"seat {seat} has {player.hand} cards in hand and {len(player.down)} face down"
    if state.pile < 0 or state.face_down < 0 or unseen != len(state.unseen):
        yield f"{unseen} cards lie face down or in hands, and {len(state.unseen)} are unseen"


def _layouts(state: State) -> Iterator[str]:
    laid = Counter(coaster.layout for _, _, coaster in coasters(state) if coaster.layout)
    known = index(state.components).layout
    for layout, times in laid.items():
        if times > 1 or layout not in known:
            yield f"layout {layout} lies {times} times on the table"


def _tracks(state: State, where: str, coaster: Coaster) -> Iterator[str]:
    if not coaster.layout:
        return
    speed, excitement = index(state.components).layout[coaster.layout].speed, 0
    for move in coaster.moves:
        speed += move.by if move.label == "speed" else 0
        excitement += move.by if move.label == "excitement" else 0
    for laid in coaster.row:
        speed += laid.after - laid.before
        excitement += laid.gained
    if speed != coaster.speed or speed < 0:
        yield f"{where} has speed {coaster.speed}, not {speed}"
    if excitement != coaster.excitement:
        yield f"{where} has excitement {coaster.excitement}, not {excitement}"
    if state.toggles.floor == "zero" and excitement < 0:
        yield f"{where} has excitement {excitement}"
