"""Whatever Coaster Park's rules refuse or cite is told in words, with the right numbers."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules import coaster_park
from companion.rules.coaster_park.commands import (
    Buy,
    Command,
    Hire,
    NamePrice,
    Pass,
    Store,
)
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import (
    Answering,
    Placing,
    Pricing,
    Sale,
    State,
)
from companion.rules.contract import Setup, Violation
from companion.scenes.coaster_park.preparing import explanations
from companion.scenes.coaster_park.refusals import words
from companion.scenes.coaster_park.wording import TELLING
from tests.rules.drawing import commands_of, words_in
from tests.scenes.coaster_park.parks import (
    SHORT,
    evening,
    laid_out,
)

DERIVED = {"short", "over", "next", "discounts", "who"}


@cache
def rooms() -> tuple[tuple[ModuleType, ast.Module], ...]:
    """Each module of the rules, and its source as a tree."""
    found = []
    for module in pkgutil.iter_modules(coaster_park.__path__):
        loaded = importlib.import_module(f"{coaster_park.__name__}.{module.name}")
        assert loaded.__file__
        found.append((loaded, ast.parse(Path(loaded.__file__).read_text())))
    return tuple(found)


def calls(name: str) -> Iterator[tuple[ModuleType, ast.Call]]:
    for module, tree in rooms():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield module, node


def texts() -> Iterator[str]:
    for _, tree in rooms():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def value(module: ModuleType, node: ast.expr) -> Any:
    """What an argument stands for: a text, or a module's constant; None for what only running tells."""
    match node:
        case ast.Constant(found):
            return found
        case ast.Name(name):
            return getattr(module, name, None)
        case ast.Attribute(ast.Name(name), attribute):
            return getattr(getattr(module, name, None), attribute, None)
        case _:
            return None


def test_every_violation_code_of_the_rules_has_words_and_no_others_have():
    used = {text for text in texts() if re.fullmatch(r"park(\.[a-z-]+){2}", text)}
    assert used == set(words())


def test_a_refusals_words_use_only_facts_that_its_violation_carries():
    open_facts = set()
    for _, call in calls("refused"):
        code = call.args[0]
        if not isinstance(code, ast.Constant):
            continue
        facts = {keyword.arg for keyword in call.keywords if keyword.arg}
        if any(keyword.arg is None for keyword in call.keywords):
            open_facts.add(code.value)
            continue
        told = words()[code.value]
        wanted = {
            name for text in (told.title, told.detail) for _, name, _, _ in Formatter().parse(text) if name
        }
        assert wanted <= facts | DERIVED, code.value
    assert open_facts <= {
        "park.store.full",
        "park.store.not-full",
        "park.attempt.no-choice",
        "park.seat.not-awaited",
    }


def test_every_section_and_ruling_that_the_rules_cite_is_explained():
    cited = {text for text in texts() if re.fullmatch(r"CP\d+", text)}
    for name, place in (("refused", 1), ("Line", 2), ("Outcome", 2), ("Option", 3)):
        for module, call in calls(name):
            found = value(module, call.args[place])
            if isinstance(found, str):
                cited.add(found)
    assert {"Step 3: Buy, Test, or Pass", "Table ruling", "CP7", "CP28"} <= cited
    for section in cited:
        assert len(TELLING.explain(section)) > 30, section


def test_all_rulings_are_explained_in_a_few_sentences_of_our_own():
    assert {f"CP{number}" for number in range(1, 51)} <= set(explanations())
    assert all(len(found.text) < 420 for found in explanations().values())


@cache
def moments() -> tuple[State, ...]:
    found = []
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        found += [step.before for number, step in enumerate(evening(seats, seed)) if number % 7 == 0]
    return tuple(found)


@given(data=st.data(), place=st.integers(0, 10_000))
def test_any_refusal_can_be_told(data: st.DataObject, place: int):
    state = moments()[place % len(moments())]
    command = data.draw(commands_of(Command, tuple(dict.fromkeys(words_in(state)))))
    judged = RULES.decide(state, command)
    if isinstance(judged, Violation):
        told = TELLING.refusal(state, judged, SHORT)
        assert told.title
        assert told.detail
        assert told.section.split(" · ")[-1] == judged.section
        assert TELLING.explain(told.section) == TELLING.explain(judged.section) != ""
        assert "{" not in told.title + told.detail


@pytest.mark.parametrize(
    ("setup", "title"),
    [
        (Setup("coaster_park", SHORT[:1]), "1 players can't play this"),
        (Setup("coaster_park", SHORT, first=7), "Who starts?"),
        (Setup("coaster_park", SHORT, options={"loops": "x9"}), "No such choice"),
        (Setup("coaster_park", SHORT, options={"weather": "rain"}), "No such option"),
        (Setup("coaster_park", SHORT, components={"colours": 1}), "The components don't fit"),
    ],
)
def test_a_set_up_that_is_refused_is_told_without_a_state(setup: Setup, title: str):
    judged = RULES.start(setup)
    assert isinstance(judged, Violation)
    assert TELLING.refusal(None, judged, setup.names).title == title


def refused(state: State, command: Command) -> tuple[str, str]:
    judged = RULES.decide(state, command)
    assert isinstance(judged, Violation)
    told = TELLING.refusal(state, judged, SHORT)
    return told.title, told.detail


def test_who_can_not_pay_is_told_by_how_much():
    state = replace(laid_out(stage=Answering(0), sale=Sale("loop", price=9), money=7), active=1)
    assert refused(state, Buy(0)) == ("You are $2 short", "Price $9, your money $7, no discount.")
    helped = laid_out(stage=Answering(0), sale=Sale("loop", price=10), money=7, experts=("launch-01",))
    title, detail = refused(replace(helped, active=1), Buy(0))
    assert title == "You are $2 short"
    assert detail == "Price $10, your money $7, $1 off from your Contract Attorney."
    poor = laid_out(money=1)
    assert refused(poor, Hire(0, "standard-03", "standard")) == (
        "You are $1 short",
        "An expert costs $2, your money is $1.",
    )


def test_a_price_beyond_ones_means_is_told_with_the_most_it_could_be():
    state = laid_out(stage=Pricing(), sale=Sale("jump"), experts=("launch-01", "standard-23"))
    title, detail = refused(state, NamePrice(0, 25))
    assert title == "$4 too much"
    assert detail == "You named $25. Your money is $19, $2 off from your Contract Attorneys: at most $21."


def test_a_full_warehouse_is_told_with_its_numbers_and_a_wrong_seat_by_name():
    state = laid_out(stage=Placing(0, "skyline"), warehouse=("jump",))
    assert refused(state, Store(0))[1].startswith("It holds 1 and has 1.")
    answering = laid_out(stage=Answering(2), sale=Sale("jump", price=3))
    assert refused(answering, Pass(1)) == ("Not yours to enter", "The table is waiting for Chiara.")
