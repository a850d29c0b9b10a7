"""Nobody learns a secret card from a picture, a prompt, the story or the way to a command."""

import msgspec
import pytest

from companion.rules.coaster_park.commands import EnterSecret
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Secret, State
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden, redact
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.telling import Look
from tests.scenes.checking import words
from tests.scenes.coaster_park.parks import SHORT, begin, by_seat, commands_of, fold, laid_out, with_secrets

SIZE = (900.0, 560.0)
OTHERS = (TABLE, Viewer(1), Viewer(2), Viewer(3))


def everything_told(state: State, viewer: Viewer) -> bytes:
    """Every byte that a viewer's screens show of a state."""
    seen = redact(state, viewer)
    parts: list[object] = []
    for page, _ in (*TELLING.pages(seen, SHORT), ("secrets", "")):
        for focus in range(4):
            parts.append(TELLING.scene(seen, Look(*SIZE, SHORT, viewer, page, focus)))  # noqa: PERF401 - a matrix
    for asks in by_seat(RULES.asks(seen, viewer)).values():
        parts.append(TELLING.prompt(seen, asks, SHORT))
        parts += [TELLING.path(seen, command, SHORT) for command in commands_of(asks)]
    parts += [TELLING.chip(seen, seat) for seat in range(4)]
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("viewer", OTHERS)
def test_another_secret_card_changes_nothing_for_anybody_else(viewer: Viewer):
    one = with_secrets(laid_out(), 0, "yellow-steel")
    other = with_secrets(laid_out(), 0, "long-ride")
    assert everything_told(one, viewer) == everything_told(other, viewer)


def test_its_owner_sees_the_card_face_up_in_its_own_park():
    state = with_secrets(laid_out(), 0, "yellow-steel", "long-ride")
    for page in ("secrets", "park:0", "table"):
        told = words(TELLING.scene(redact(state, Viewer(0)), Look(*SIZE, SHORT, Viewer(0), page, 0)))
        assert "1 point for each yellow steel hill" in told
        assert "Long Ride" in told
        assert "Yellow Steel" not in words(
            TELLING.scene(redact(state, TABLE), Look(*SIZE, SHORT, TABLE, page))
        )


def test_even_an_unredacted_state_is_drawn_face_down_for_others():
    state = with_secrets(laid_out(), 0, "yellow-steel")
    for viewer in OTHERS:
        for page in ("secrets", "park:0", "table"):
            assert "Yellow" not in words(TELLING.scene(state, Look(*SIZE, SHORT, viewer, page, 0)))


def test_a_spy_sees_the_card_it_looked_at_and_nobody_elses():
    state = laid_out()
    spied = Secret(Hidden((1, 0), "full-staff"), known=True)
    players = list(state.players)
    players[1] = msgspec.structs.replace(players[1], secrets=(spied,))
    state = msgspec.structs.replace(state, players=tuple(players))
    told = words(TELLING.scene(redact(state, Viewer(0)), Look(*SIZE, SHORT, Viewer(0), "secrets")))
    assert "Benedikt’s" in told
    assert "Full Staff" in told
    assert "Full Staff" not in words(
        TELLING.scene(redact(state, Viewer(2)), Look(*SIZE, SHORT, Viewer(2), "secrets"))
    )


@pytest.mark.parametrize("viewer", OTHERS)
def test_the_story_of_a_secret_card_is_the_same_whatever_it_is(viewer: Viewer):
    lines = set()
    for card in ("yellow-steel", "long-ride", None):
        state = begin(4)
        events = RULES.decide(state, EnterSecret(0, Hidden((0,), card)))
        assert isinstance(events, tuple)
        told = [
            TELLING.story(redact(before, viewer), redact(event, viewer), redact(after, viewer), SHORT)
            for before, event, after in fold(state, events)
        ]
        lines.add(tuple(told))
    assert len(lines) == 1
