"""Narrowing leads from any asks to any of their commands, and enters nothing by itself."""

from typing import Any

import pytest
from msgspec import Struct

from companion.rules.contract import Amount, Pick
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.telling import Step


class Go(Struct, frozen=True):
    """A command whose path is written in it: steps apart, `*` any order, `!` a shortcut."""

    path: str
    number: int = 0
    note: str = ""


class Paths:
    def path(self, state: Any, command: Go, names: tuple[str, ...]) -> tuple[Step, ...]:  # noqa: ARG002  # as asked
        return tuple(
            Step(step.rstrip("*!"), step, any_order="*" in step, shortcut="!" in step)
            for step in command.path.split()
        )


def narrowed(*paths: str, refused: tuple[str, ...] = ()) -> Narrowing:
    ask = Pick("act", 0, tuple(Go(path) for path in paths), tuple(Go(path) for path in refused))
    return narrow(Paths(), None, (ask,), ("Ann",))  # type: ignore[arg-type]  # only paths are asked for


def onward(narrowing: Narrowing) -> list[str]:
    return [choice.step.id for choice in narrowing.choices]


def test_commands_that_share_a_step_are_one_choice():
    start = narrowed("ship a", "ship b", "pass")
    assert onward(start) == ["ship", "pass"]
    assert [choice.last for choice in start.choices] == [False, True]


def test_a_touched_last_step_gives_its_command():
    end = narrowed("ship a", "ship b", "pass").tap("ship").tap("b")
    assert end.command == Go("ship b")
    assert end.chosen == ("ship", "b")
    assert onward(end) == []


def test_the_only_way_is_taken_unasked_but_for_its_last_step():
    start = narrowed("turn ship a")
    assert start.chosen == ("turn", "ship")
    assert start.command is None
    assert onward(start) == ["a"]
    assert start.tap("a").command == Go("turn ship a")


def test_after_a_tap_a_single_way_is_taken_up_to_a_choice():
    start = narrowed("ship deck a", "ship deck b", "pass")
    assert start.tap("ship").chosen == ("ship", "deck")
    assert onward(start.tap("ship")) == ["a", "b"]


def test_back_undoes_one_tap_with_all_that_was_taken_unasked_after_it():
    start = narrowed("ship deck a", "ship deck b", "pass")
    assert start.tap("ship").tap("a").back() == start.tap("ship")
    assert start.tap("ship").back() == start
    assert start.back() == start


def test_tapping_a_taken_step_again_lets_it_go():
    start = narrowed("ship a", "ship b", "pass")
    assert start.tap("ship").tap("ship") == start


def test_tapping_another_way_of_an_earlier_step_takes_that_instead():
    start = narrowed("ship a", "ship b", "boat c", "boat d")
    assert onward(start.tap("ship").tap("boat")) == ["c", "d"]


def test_a_tap_that_leads_nowhere_changes_nothing():
    start = narrowed("ship a", "ship b", "pass")
    assert start.tap("moon") == start
    assert start.tap("ship").tap("moon") == start.tap("ship")


def test_refused_commands_are_greyed_and_still_give_their_command():
    start = narrowed("pass", "ship a", refused=("build", "ship b"))
    greyed = {choice.step.id: choice.refused for choice in start.choices}
    assert greyed == {"pass": False, "ship": False, "build": True}
    assert start.lit == ("pass", "ship")
    assert start.tap("build").command == Go("build")
    assert start.tap("build").refused
    assert not start.tap("pass").refused
    assert {choice.step.id: choice.refused for choice in start.tap("ship").choices} == {"a": False, "b": True}


def test_a_way_is_not_taken_unasked_past_a_greyed_one():
    assert onward(narrowed("ship a", "ship b", refused=("build",))) == ["ship", "build"]


def test_steps_of_any_order_can_be_taken_in_any():
    start = narrowed("a* b*", "b* c*", "a* c*")
    assert sorted(onward(start)) == ["a", "b", "c"]
    for first, second in (("a", "b"), ("b", "a")):
        assert start.tap(first).tap(second).command == Go("a* b*")
    assert start.tap("c").tap("a").command == Go("a* c*")


def test_a_shortcut_is_offered_before_its_way_and_takes_the_whole_of_it():
    start = narrowed("ship home!", "ship a", "pass")
    assert onward(start) == ["home", "ship", "pass"]
    assert start.tap("home").command == Go("ship home!")
    assert start.tap("home").chosen == ("ship", "home")
    assert start.tap("ship").tap("home").command == Go("ship home!")
    assert start.route(Go("ship home!")) == ("home",)


def test_a_refused_shortcut_is_offered_only_on_its_way():
    start = narrowed("ship a", "pass", refused=("build x!", "build y!"))
    assert onward(start) == ["ship", "pass", "build"]
    assert onward(start.tap("build")) == ["x", "y"]


def test_a_shortcut_deep_in_a_way_is_offered_everywhere_before_it():
    start = narrowed("a b c!", "a b d", "a e", "f")
    assert onward(start) == ["c", "a", "f"]
    assert onward(start.tap("a")) == ["c", "b", "e"]
    assert start.tap("a").tap("c").command == Go("a b c!")
    assert onward(start.tap("a").tap("b")) == ["c", "d"]


def test_an_amount_is_walked_into_and_starts_from_its_commands_own_number():
    ask: Amount[Go] = Amount("price", 0, Go("sell price", 99), "number", 3, 20)
    start = narrow(Paths(), None, (ask,), ("Ann",))  # type: ignore[arg-type]
    assert start.amount == ask
    assert start.chosen == ("sell", "price")
    assert start.typical == 20
    assert start.command is None


def test_a_route_leads_to_each_command_and_to_an_amounts():
    ask: Amount[Go] = Amount("price", 0, Go("sell price", 9), "number", 3, 20)
    pick = Pick("act", 0, (Go("sell a"), Go("ship deck a"), Go("ship deck b")))
    start = narrow(Paths(), None, (ask, pick), ("Ann",))  # type: ignore[arg-type]
    for command in pick.options:
        here = start
        for touched in start.route(command):
            here = here.tap(touched)
        assert here.command == command
    assert start.route(Go("ship deck b")) == ("ship", "b")
    assert start.route(Go("sell price", 12)) == ("sell", "price")
    assert start.tap("ship").route(Go("ship deck b")) == ("b",)


def test_no_route_leads_to_what_is_not_asked():
    start = narrowed("ship a", "ship b", "pass")
    for command in (Go("moon"), Go("ship"), Go("ship c"), Go("ship a", 7)):
        with pytest.raises(LookupError):
            start.route(command)
    with pytest.raises(LookupError):
        start.tap("ship").route(Go("pass"))


def test_nothing_asked_leaves_nothing_to_choose():
    start = narrow(Paths(), None, (), ("Ann",))  # type: ignore[arg-type]
    assert start.choices == ()
    assert start.command is None
    assert start.typical == 0


def test_a_thousand_commands_ask_for_each_path_once():
    asked: list[Go] = []

    class Counting(Paths):
        def path(self, state: Any, command: Go, names: tuple[str, ...]) -> tuple[Step, ...]:
            asked.append(command)
            return super().path(state, command, names)

    commands = tuple(Go(f"ship{n} space{m}") for n in range(25) for m in range(40))
    start = narrow(Counting(), None, (Pick("act", 0, commands),), ("Ann",))  # type: ignore[arg-type]
    assert start.tap("ship3").tap("space7").command == Go("ship3 space7")
    assert start.tap("ship3").back().tap("ship4").lit == tuple(f"space{m}" for m in range(40))
    assert asked == list(commands)
