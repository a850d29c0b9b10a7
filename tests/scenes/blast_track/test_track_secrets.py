"""Nobody learns a first tile from a picture, a prompt, a chip, the story or the way to a command."""

import msgspec
import pytest
from msgspec.structs import replace

from companion.rules.blast_track.commands import EnterFirst
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import First, Laying, State
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden, redact
from companion.scenes.blast_track.wording import TELLING
from companion.scenes.telling import Look
from tests.scenes.blast_track.tables import SHORT, begin, by_seat, commands_of, evening, fold
from tests.scenes.checking import problems, words

NAMES = SHORT[:4]
SIZE = (836.0, 560.0)
SMALL = (456.0, 302.0)
OTHERS = (TABLE, Viewer(1), Viewer(2), Viewer(3))


def with_first(tile: str | None) -> State:
    """A table on which seat 0 is to lay one of its tiles, the first of which nobody else has seen."""
    for step in evening(4, 7):
        state = step.before
        if isinstance(state.stage, Laying) and state.active == 0 and state.players[0].first is not None:
            player = replace(state.players[0], first=First(Hidden((0,), tile), known=tile is not None))
            return replace(state, players=(player, *state.players[1:]))
    raise LookupError("seat 0 never lays while its first tile is unseen")


def everything_told(state: State, viewer: Viewer) -> bytes:
    """Every byte that a viewer's screens show of a state."""
    seen = redact(state, viewer)
    parts: list[object] = []
    for page, _ in TELLING.pages(seen, NAMES):
        parts += [TELLING.scene(seen, Look(*SIZE, NAMES, viewer, page, focus)) for focus in range(4)]
    for asks in by_seat(RULES.asks(seen, viewer)).values():
        parts.append(TELLING.prompt(seen, asks, NAMES))
        parts += [TELLING.path(seen, command, NAMES) for command in commands_of(asks)]
    parts += [TELLING.chip(seen, seat) for seat in range(4)]
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("viewer", OTHERS)
def test_another_first_tile_changes_nothing_for_anybody_else(viewer: Viewer):
    assert everything_told(with_first("rail-star"), viewer) == everything_told(with_first("tunnel-3"), viewer)


@pytest.mark.parametrize("size", [SIZE, SMALL])
def test_its_owner_sees_the_tile_on_whatever_page_is_peeked_at(size: tuple[float, float]):
    state = with_first("rail-star")
    for page, _ in TELLING.pages(state, NAMES):
        scene = TELLING.scene(redact(state, Viewer(0)), Look(*size, NAMES, Viewer(0), page))
        assert "Your first tile: Star" in words(scene)
        assert problems(scene) == []
        assert "Star" not in words(TELLING.scene(redact(state, TABLE), Look(*size, NAMES, TABLE, page)))


def test_a_first_tile_that_was_not_entered_says_so_to_its_owner():
    scene = TELLING.scene(with_first(None), Look(*SMALL, NAMES, Viewer(0)))
    assert "Your first tile was not entered" in words(scene)


def test_even_an_unredacted_state_is_drawn_face_down_for_others():
    one, other = with_first("rail-star"), with_first("tunnel-3")
    for viewer in OTHERS:
        for page, _ in TELLING.pages(one, NAMES):
            look = Look(*SIZE, NAMES, viewer, page, 0)
            assert TELLING.scene(one, look) == TELLING.scene(other, look)


@pytest.mark.parametrize("viewer", OTHERS)
def test_the_story_of_a_first_tile_is_the_same_whatever_it_is(viewer: Viewer):
    lines = set()
    for tile in ("rail-star", "tunnel-1", None):
        state = begin(4)
        events = RULES.decide(state, EnterFirst(0, Hidden((0,), tile)))
        assert isinstance(events, tuple)
        told = [
            TELLING.story(redact(before, viewer), redact(event, viewer), redact(after, viewer), NAMES)
            for before, event, after in fold(state, events)
        ]
        lines.add(tuple(told))
    assert len(lines) == 1
