"""The audit finds whatever lies in two places or nowhere, and every track that its row does not explain."""

import pytest
from msgspec.structs import replace

from companion.rules.coaster_clash.folding import with_coaster, with_player
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Move
from tests.rules.coaster_clash.arranged import Table, cards_of

J = cards_of("jungle", 16)


def table_with_a_coaster():
    table = Table()
    table.build(0, "upper", "jungle-s-curve", "jungle-long-train")
    return table


def spoilt(state, **changes):
    coaster = state.areas[0].upper
    assert coaster is not None
    return replace(state, areas=with_coaster(state, 0, "upper", replace(coaster, **changes)))


PLANTS = {
    "a card in two places": lambda s: replace(s, discards=("jungle-s-curve",)),
    "a card that is gone": lambda s: replace(s, unseen=s.unseen[1:], pile=s.pile - 1),
    "a card of another box": lambda s: replace(s, discards=("wooden-duck",)),
    "a pile that was miscounted": lambda s: replace(s, pile=s.pile + 1),
    "a hand that was miscounted": lambda s: replace(
        s, players=with_player(s, 0, replace(s.players[0], hand=4))
    ),
    "less than no cards": lambda s: replace(s, pile=-1, face_down=s.pile + 1),
    "a layout that lies twice": lambda s: spoilt(s, layout="monsoon"),
    "a speed that nothing explains": lambda s: spoilt(s, speed=3),
    "an excitement that nothing explains": lambda s: spoilt(s, excitement=30),
    "a speed below zero": lambda s: spoilt(s, speed=-2, moves=(Move("speed", -2 - s.areas[0].upper.speed),)),
    "an excitement below zero": lambda s: spoilt(
        s, excitement=-1, moves=(Move("excitement", -1 - s.areas[0].upper.excitement),)
    ),
    "a seventh round": lambda s: replace(s, turn=7),
}


@pytest.mark.parametrize("plant", list(PLANTS))
def test_the_audit_finds(plant):
    state = table_with_a_coaster().state
    assert list(RULES.audit(state)) == []
    assert list(RULES.audit(PLANTS[plant](state)))


def test_what_the_host_moved_explains_a_track():
    state = table_with_a_coaster().state
    coaster = state.areas[0].upper
    moved = spoilt(state, speed=coaster.speed + 2, moves=(Move("speed", 2, "because"),))
    assert list(RULES.audit(moved)) == []
