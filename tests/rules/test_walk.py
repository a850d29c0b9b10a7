import json
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import Struct
from msgspec.structs import replace

from companion.cli.rules import command
from companion.rules import games
from companion.rules.contract import HOST, Amount, Option, Outcome, Pick, Standing, Violation
from companion.rules.hidden import Hidden
from companion.rules.walk import TURNS, WalkError, walks

every_game = pytest.mark.parametrize("name", list(games()))


class Take(Struct, frozen=True):
    """Take so many of the stones that are left."""

    seat: int | None
    stones: int


class Taken(Struct, frozen=True):
    stones: int


class Heap(Struct, frozen=True):
    stones: int
    turn: int = 1
    drawn: bool = False
    secret: Hidden[str] = Hidden((0,), "a pebble in the pocket")


class Stones:
    """A heap of 20 stones; each command takes one to three, and who takes the last one wins.

    `fault` breaks a law: "refuses" everything, "loses" a stone on the way, "stops" without an outcome,
    "endless" puts back what was taken and "undrawable" can't be drawn either.
    """

    name = "stones"
    title = "Stones"
    seats = range(2, 4)
    options = (Option("heap", ("20",), "20", "Setup"),)

    def __init__(self, fault: str = "", longest: int | None = 20) -> None:
        self.fault = fault
        self.bound = longest
        self.entered: list[int] = []
        self.seen: set[str | None] = set()

    def longest(self, _: int) -> int | None:
        return self.bound

    def start(self, _: Any) -> Any:
        return Violation("stones.setup.none", "Setup") if self.fault == "unready" else (Taken(0),)

    def asks(self, state: Heap, viewer: Any) -> tuple[Any, ...]:
        self.seen.add(state.secret.value)
        if self.outcome(state):
            return ()
        if self.fault == "stops" and state.stones < 10:
            return ()
        asks: tuple[Any, ...] = (
            Pick("one", 0, (Take(0, 1),)),
            Amount("some", 0, Take(0, 1), "stones", 1, min(3, state.stones)),
        )
        if viewer == HOST and self.fault != "undrawable":
            asks = (*asks, Pick("draw", None, (Take(None, 0),)))
        return asks

    def decide(self, state: Heap, take: Take) -> Any:
        if self.fault == "refuses" and state.stones < 15:
            return Violation("stones.take.never", "Taking")
        self.entered.append(take.stones)
        return (Taken(take.stones),)

    def evolve(self, state: Heap | None, taken: Taken) -> Heap:
        if state is None:
            return Heap(20)
        if taken.stones == 0:
            return replace(state, drawn=True)
        back = self.fault in ("endless", "undrawable")
        return Heap(state.stones - (0 if back else taken.stones), state.turn + 1)

    def audit(self, state: Heap) -> Any:
        if self.fault == "loses" and state.stones < 12:
            yield f"{12 - state.stones} stones are lost"

    def outcome(self, state: Heap) -> Outcome | None:
        if state.stones > 0 and not state.drawn:
            return None
        return Outcome((Standing(0, 1, 0, ()), Standing(1, 2, 0, ())), "last", "Goal")


def walked(fault="", *, number=10, seed=1, longest: int | None = 20):
    stones: Any = Stones(fault, longest)
    return walks(stones, 2, number, seed), stones


def test_every_walk_is_played_to_its_end_and_counted():
    result, stones = walked()
    assert (result.game, result.walks, result.violations) == ("stones", 10, 0)
    assert result.commands == len(stones.entered)
    assert sum(stones.entered) >= 10 * 20
    assert 7 <= result.max_length <= 20
    assert result.commands_per_s > 0


def test_asks_and_amounts_are_drawn_evenly():
    _, stones = walked(number=300)
    ones, twos, threes = (stones.entered.count(number) for number in (1, 2, 3))
    # Half of the entries answer the pick, the others are spread over the amount's three values.
    assert ones / len(stones.entered) == pytest.approx(4 / 6, abs=0.06)
    assert twos / threes == pytest.approx(1, abs=0.25)


def test_what_is_asked_is_asked_in_a_state_without_secrets():
    assert walked()[1].seen == {None}


def test_the_same_seed_walks_the_same_way():
    assert walked(seed=5)[1].entered == walked(seed=5)[1].entered
    assert walked(seed=5)[1].entered != walked(seed=6)[1].entered


def test_an_offered_command_that_is_refused_is_counted():
    result, _ = walked("refuses")
    assert result.violations == 10


def test_a_broken_audit_stops_the_walk_and_names_line_and_seed():
    with pytest.raises(WalkError, match=r"stones, 2 seats, seed 1, walk 0, command \d+: .*stones are lost"):
        walked("loses")


def test_a_game_that_stops_without_an_outcome_is_an_error():
    with pytest.raises(WalkError, match="nothing can be entered"):
        walked("stops")


def test_a_walk_longer_than_the_stated_bound_is_an_error():
    with pytest.raises(WalkError, match="more than the stated 6 commands"):
        walked(longest=6)


def test_a_set_up_that_is_refused_is_an_error():
    with pytest.raises(WalkError, match=r"stones\.setup\.none"):
        walked("unready")


def test_a_game_without_a_bound_takes_the_agreed_draw_and_says_how_many_did():
    result, _ = walked("endless", number=2, longest=None)
    assert (result.drawn, result.max_length) == (2, TURNS - 1)
    short, _ = walked(longest=None)
    assert short.drawn == 0


def test_a_game_without_a_bound_that_cannot_be_drawn_is_an_error():
    with pytest.raises(WalkError, match=f"no agreed draw ends the game at turn {TURNS}"):
        walked("undrawable", number=1, longest=None)


@every_game
def test_the_command_walks_every_game_without_a_violation(name):
    printed = CliRunner().invoke(command, ["walk", name, "--walks", "2", "--seed", "3", "--json"])
    assert printed.exit_code == 0, printed.output
    figures = json.loads(printed.output)
    keys = ["game", "walks", "commands", "violations", "commands_per_s", "max_length"]
    assert [key for key in figures if key != "drawn"] == keys
    assert (figures["game"], figures["walks"], figures["violations"]) == (name, 2, 0)
    assert ("drawn" in figures) == (games()[name].longest(min(games()[name].seats)) is None)


def test_the_command_prints_lines_to_read():
    printed = CliRunner().invoke(command, ["walk", "cosmic_coasters", "--walks", "1"])
    assert printed.exit_code == 0
    assert printed.output.startswith("game: cosmic_coasters\nwalks: 1\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["walk", "chess"], "no game is called 'chess'; there are"),
        (["walk", "cosmic_coasters", "--seats", "9"], "2 to 4 seats, not for 9"),
        (["walk", "cosmic_coasters", "--walks", "0"], "--walks"),
    ],
)
def test_what_cannot_be_walked_is_said_in_a_line(arguments, said):
    printed = CliRunner().invoke(command, arguments)
    assert printed.exit_code != 0
    assert said in printed.output


def test_a_refused_offer_and_a_broken_audit_end_the_command_with_an_error(monkeypatch):
    for fault, said in (
        ("refuses", "2 offered commands were refused (seed 1)"),
        ("loses", "stones are lost"),
    ):
        monkeypatch.setattr("companion.cli.rules.games", lambda: {"stones": None})
        monkeypatch.setattr("companion.cli.rules.game", lambda _, fault=fault: Stones(fault))
        printed = CliRunner().invoke(command, ["walk", "stones", "--walks", "2"])
        assert printed.exit_code == 1
        assert said in printed.output
