"""Whatever Blast Track's rules refuse or cite is told in words, with the right names and numbers."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import blast_track
from companion.rules.blast_track.commands import Command, Lay, LayExit, Take, TurnUp
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.scoring import HEADINGS
from companion.rules.blast_track.state import Exiting, Laying, State
from companion.rules.contract import Setup, Violation
from companion.scenes.blast_track.preparing import explanations
from companion.scenes.blast_track.refusals import words
from companion.scenes.blast_track.wording import TELLING
from tests.rules.drawing import commands_of, words_in
from tests.scenes.blast_track.tables import SHORT, begin, evening, moments


@cache
def sources() -> tuple[ast.Module, ...]:
    """Each module of the rules as a tree."""
    found = []
    for module in pkgutil.iter_modules(blast_track.__path__):
        spec = find_spec(f"{blast_track.__name__}.{module.name}")
        assert spec is not None
        assert spec.origin is not None
        found.append(ast.parse(Path(spec.origin).read_text()))
    return tuple(found)


def texts() -> Iterator[str]:
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_violation_code_of_the_rules_has_words_and_no_others_have():
    used = {text for text in texts() if re.fullmatch(r"track(\.[a-z-]+){2}", text)}
    assert used == set(words())


def test_every_section_and_ruling_that_the_rules_cite_is_explained():
    cited = {text for text in texts() if re.fullmatch(r"BT\d+", text)} | set(HEADINGS.values())
    cited |= {option.section for option in RULES.options}
    cited |= {text for text in texts() if text in explanations()}
    assert {"Tunnel Tiles", "Table ruling", "BT10", "BT40"} <= cited
    for section in cited:
        assert len(TELLING.explain(section)) > 30, section


def test_all_headings_and_rulings_are_explained_in_a_few_sentences_of_our_own():
    headings = {
        "Components", "Object of the Game", "Player Boards", "Set Up", "How to Play Blast Track",
        "Build the Most Thrilling Ride", "Tunnel Tiles", "Slope Tiles", "Loop Tiles", "Helping Others",
        "Connecting Multiple Tiles", "Construction Tiles", "Game End", "Scoring", "Younger Player Variant",
        "Tile Description Summary", "Table ruling",
    }  # fmt: skip
    assert headings | {f"BT{number}" for number in range(1, 49)} == set(explanations())
    assert all(len(found.text) < 420 for found in explanations().values())
    assert TELLING.explain("no such section") == ""


@cache
def states() -> tuple[State, ...]:
    return (*moments(6).values(), evening(2, 1)[0].before)


@cache
def anything(place: int) -> st.SearchStrategy[Command]:
    """Any command with the words of this state."""
    return commands_of(Command, tuple(dict.fromkeys(words_in(states()[place]))))


@given(data=st.data(), place=st.integers(0, 10_000))
def test_any_refusal_can_be_told(data: st.DataObject, place: int):
    place %= len(states())
    state = states()[place]
    command = data.draw(anything(place))
    judged = RULES.decide(state, command)
    if isinstance(judged, Violation):
        told = TELLING.refusal(state, judged, SHORT[: state.seats])
        assert told.title
        assert told.detail
        assert told.section.split(" · ")[-1] == judged.section
        assert TELLING.explain(told.section) == TELLING.explain(judged.section) != ""
        assert "{" not in told.title + told.detail


@pytest.mark.parametrize(
    ("setup", "title"),
    [
        (Setup("blast_track", SHORT[:1]), "1 can’t play"),
        (Setup("blast_track", SHORT, first=9), "Nobody sits there"),
        (Setup("blast_track", SHORT, options={"loop": "huge"}), "There is no such choice"),
        (Setup("blast_track", SHORT, options={"weather": "rain"}), "There is no such choice"),
        (Setup("blast_track", SHORT, components={"board": 1}), "These tiles can’t be played with"),
    ],
)
def test_a_set_up_that_is_refused_is_told_without_a_state(setup: Setup, title: str):
    judged = RULES.start(setup)
    assert isinstance(judged, Violation)
    assert TELLING.refusal(None, judged, setup.names).title == title


def refused(state: State, command: Command) -> tuple[str, str]:
    judged = RULES.decide(state, command)
    assert isinstance(judged, Violation)
    told = TELLING.refusal(state, judged, SHORT[: state.seats])
    return told.title, told.detail


def first_illegal(code: str) -> tuple[State, Lay, Violation[Command]]:
    """A lay of some evening that is refused with this code."""
    for seats, seed in ((6, 1), (4, 1), (2, 1), (6, 2)):
        for step in evening(seats, seed):
            for ask in step.asks if isinstance(step.before.stage, Laying) else ():
                for command in getattr(ask, "refused", ()):
                    judged = RULES.decide(step.before, command)
                    if isinstance(judged, Violation) and judged.code == code:
                        return step.before, command, judged
    raise LookupError(code)


def test_a_collision_is_told_with_both_names():
    state, command, judged = first_illegal("track.slide.collision")
    cart, other = SHORT[int(judged.facts["cart"])], SHORT[int(judged.facts["other"])]
    assert refused(state, command)[0] == f"{cart} would hit {other}"


def test_a_ride_back_to_the_start_is_told_with_whose_it_is():
    state, command, judged = first_illegal("track.slide.start")
    assert refused(state, command)[0] == f"{SHORT[int(judged.facts['cart'])]} would ride back to the start"


def test_the_step_to_a_forbidden_turn_says_which_rule_forbids_it():
    state, command, _ = first_illegal("track.slide.collision")
    way = TELLING.path(state, command, SHORT[: state.seats])
    assert refused(state, command)[0] in [step.detail for step in way]


def test_a_wrong_player_or_moment_is_told_by_name_and_by_what_is_awaited():
    state = moments(4)["Taking"]
    other = (state.active + 1) % 4
    assert refused(state, Take(other, 0)) == (
        f"It is {SHORT[state.active]}’s move",
        "Everybody enters for themselves, in turn.",
    )
    assert refused(state, LayExit(state.active, (0, 1), 0)) == (
        "Not now",
        "The table waits for a tile of the market.",
    )


def test_a_cell_that_is_no_place_for_an_exit_is_told_with_its_reason():
    state = moments(6)["Exiting"]
    assert isinstance(state.stage, Exiting)
    assert refused(state, LayExit(state.active, (40, 40), 0))[0] == "That cell touches nothing"
    assert refused(state, LayExit(state.active, (0, 0), 0))[0] == "That cell is taken"


def test_a_tile_whose_copies_have_all_been_seen_is_told_with_where_they_are():
    for step in evening(6, 1)[::-1]:
        if type(step.before.stage).__name__ == "Refilling":
            judged = RULES.decide(step.before, TurnUp(step.before.stage.slot, "tunnel-1"))  # type: ignore[union-attr]
            if isinstance(judged, Violation) and judged.code == "track.tile.none-left":
                told = TELLING.refusal(step.before, judged, SHORT)
                assert told.title == "None is left"
                assert told.detail.startswith("1 of the Tunnel Entrance 1 are in the game")
                return
    raise LookupError("tunnel 1 never came up")


def test_a_game_that_is_over_says_how_it_ended():
    state = evening(2, 1)[-1].after
    assert refused(state, Take(0, 0)) == (
        "The game is over",
        "The last tile has been played. Take back to go on from an earlier moment.",
    )


def test_no_telling_needs_a_seat_that_is_not_there():
    state = begin(2)
    judged = RULES.decide(state, Take(5, 0))
    assert isinstance(judged, Violation)
    assert TELLING.refusal(state, judged, SHORT[:2]).title
