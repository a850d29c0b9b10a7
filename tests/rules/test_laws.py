"""Every game keeps the laws of the contract.

1. Every offered command is accepted, any other well-typed one gets a violation whose repairs are
   accepted; deciding never raises and never changes the state.
2. The audit is silent after every event.
3. Values survive their encoding, and another process finds the same events and states.
4. What a viewer may not see changes no byte that this viewer gets.
5. Entries of seats that are open at once commute.
6. (Taking back and re-entering: `tests/table/`.)
7. Every walk ends within the stated bound.
8. (Every code, ruling and binding sentence is reached: `test_coverage.py`.)
"""

import random
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies
from msgspec.structs import replace

from companion.rules import games
from companion.rules.contract import HOST, TABLE, Amount, Setup, Viewer, Violation
from companion.rules.hidden import Hidden, redact
from tests.rules import laws
from tests.rules.drawing import commands_of, recoded, words_in

SEATED = [
    pytest.param(rules, seats, id=f"{rules.name}-{seats}")
    for rules in games().values()
    for seats in rules.seats
]
every_game = pytest.mark.parametrize(("rules", "seats"), SEATED)

WALKED = 400
"""Commands of a walk that is looked at closely; most games end sooner."""


@every_game
def test_every_offered_command_is_accepted_and_leaves_the_state_as_it_was(rules, seats):
    for moment in laws.walk(rules, laws.begin(rules, laws.setup_of(rules, seats)), "offered", WALKED):
        as_it_was = laws.encoded(moment.before)
        for ask in laws.everything(moment.before, rules):
            for command in _some_answers(ask):
                assert not isinstance(rules.decide(moment.before, command), Violation), (ask.name, command)
        assert laws.encoded(moment.before) == as_it_was


@every_game
def test_each_seat_is_offered_its_own_part_of_what_the_table_is_offered(rules, seats):
    for moment in laws.walk(rules, laws.begin(rules, laws.setup_of(rules, seats)), "seats", WALKED):
        table = rules.asks(redact(moment.before, TABLE), TABLE)
        for seat in range(seats):
            viewer = Viewer(seat)
            own = rules.asks(redact(moment.before, viewer), viewer)
            assert all(ask.seat in (seat, None) for ask in own)
            assert [(ask.name, ask.seat) for ask in own] == [
                (ask.name, ask.seat) for ask in table if ask.seat in (seat, None)
            ]
            for ask in own:
                for command in _some_answers(ask):
                    assert not isinstance(rules.decide(moment.before, command), Violation), command


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in games().values()])
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=strategies.data())
def test_any_well_typed_command_is_offered_or_refused_with_repairs_that_are_accepted(rules, data):
    seats = data.draw(strategies.sampled_from(rules.seats))
    state = _somewhere(rules, seats, data)
    commands = commands_of(rules.command_type, tuple(sorted(set(words_in(state)))))
    for command in data.draw(strategies.lists(commands, min_size=5, max_size=20)):
        answer = rules.decide(state, command)
        assert isinstance(answer, Violation) != laws.offered(laws.everything(state, rules), command), command
        if isinstance(answer, Violation):
            assert answer.code
            assert answer.section
            for repair in answer.repairs:
                assert not isinstance(rules.decide(state, repair), Violation), (answer.code, repair)


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in games().values()])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=strategies.data())
def test_what_is_accepted_as_a_viewer_sees_it_is_accepted_as_it_is(rules, data):
    seats = data.draw(strategies.sampled_from(rules.seats))
    state = _somewhere(rules, seats, data)
    viewer = data.draw(strategies.sampled_from([TABLE, HOST, *map(Viewer, range(seats))]))
    commands = commands_of(rules.command_type, tuple(sorted(set(words_in(state)))))
    for command in data.draw(strategies.lists(commands, max_size=20)):
        if not isinstance(rules.decide(redact(state, viewer), command), Violation):
            assert not isinstance(rules.decide(state, command), Violation), command


@every_game
def test_values_survive_their_encoding(rules, seats):
    for moment in laws.walk(rules, laws.begin(rules, laws.setup_of(rules, seats)), "encoding", WALKED):
        assert recoded(moment.command, rules.command_type) == moment.command
        assert recoded(moment.events, tuple[rules.event_type, ...]) == moment.events
        again = recoded(moment.after, rules.state_type)
        assert again == moment.after
        assert laws.encoded(again) == laws.encoded(moment.after)


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in games().values()])
def test_another_process_finds_the_same_events_and_states(rules):
    seats = max(rules.seats)
    digests = {
        subprocess.run(
            [sys.executable, "-m", "tests.rules.laws", rules.name, str(seats), "again", "120"],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert digests == {laws.digest(rules, seats, "again", 120) + "\n"}


@every_game
def test_a_secret_changes_nothing_for_those_who_may_not_see_it(rules, seats):
    secrets = 0
    for seed in ("first", "second"):
        for moment in laws.walk(rules, laws.begin(rules, laws.setup_of(rules, seats)), seed, WALKED):
            assert laws.leaks(rules, moment, seats) == []
            secrets += sum(1 for _ in laws.with_other_secret(moment.ask, moment.command))
    assert secrets, "the walk entered no secret: the law was not tried"


@every_game
def test_a_planted_leak_is_found(rules, seats):
    leaky = _Leaky(rules)
    start = laws.begin(rules, laws.setup_of(rules, seats))
    assert any(
        laws.leaks(leaky, moment, seats)
        for seed in ("first", "second")
        for moment in laws.walk(leaky, start, seed, WALKED)
    )


class _Leaky:
    """A game that writes each secret where everybody sees it: into the viewers' list of the `Hidden`."""

    def __init__(self, rules: laws.AnyRules) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def decide(self, state: Any, command: Any) -> Any:
        events = self._rules.decide(state, command)
        return events if isinstance(events, Violation) else tuple(_bared(event) for event in events)


def _bared(event: Any) -> Any:
    for name in event.__struct_fields__:
        part = getattr(event, name)
        if isinstance(part, Hidden) and part.value is not None:
            told = sum(map(ord, str(part.value)))
            return replace(event, **{name: Hidden((*part.viewers, 1000 + told), part.value)})
    return event


@every_game
def test_entries_of_seats_that_are_open_at_once_commute(rules, seats):
    tried = 0
    for moment in laws.walk(rules, laws.begin(rules, laws.setup_of(rules, seats)), "commute", WALKED):
        for one, two in combinations(rules.asks(redact(moment.before, TABLE), TABLE), 2):
            if one.seat is None or two.seat is None or one.seat == two.seat:
                continue
            dice = random.Random(f"{tried}")
            tried += 1
            first, second = laws.chosen(one, dice), laws.chosen(two, dice)
            assert _entered(rules, moment.before, first, second) == _entered(
                rules, moment.before, second, first
            ), (first, second)
    assert tried, "no two seats were open at once: the law was not tried"


def _entered(rules: laws.AnyRules, state: Any, *commands: Any) -> Any:
    for command in commands:
        events = rules.decide(state, command)
        assert not isinstance(events, Violation), (command, events)
        state = laws.fold(rules, state, events)
    return state


@every_game
def test_every_walk_ends_within_the_stated_bound(rules, seats):
    bound = rules.longest(seats)
    for seed in range(4):
        state = laws.begin(rules, laws.setup_of(rules, seats, first=seed))
        entered = 0
        for moment in laws.walk(rules, state, f"bound {seed}", bound or 5000):
            state, entered = moment.after, entered + 1
        if bound is not None:
            assert entered <= bound
            assert rules.outcome(state) is not None


@every_game
def test_an_outcome_ranks_every_seat_once_and_its_lines_add_up(rules, seats):
    state = laws.begin(rules, laws.setup_of(rules, seats))
    for moment in laws.walk(rules, state, "outcome", 20_000):
        assert rules.outcome(moment.before) is None
        state = moment.after
    outcome = rules.outcome(state)
    assert outcome is not None
    assert sorted(standing.seat for standing in outcome.ranking) == list(range(seats))
    assert [standing.rank for standing in outcome.ranking] == sorted(
        standing.rank for standing in outcome.ranking
    )
    assert outcome.ranking[0].rank == 1
    for standing in outcome.ranking:
        assert sum(line.points for line in standing.lines) == standing.total
    assert rules.asks(redact(state, TABLE), TABLE) == ()


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in games().values()])
def test_a_set_up_that_the_game_cannot_take_is_refused(rules):
    for setup in (
        Setup(rules.name, laws.NAMES[: min(rules.seats) - 1]),
        Setup(rules.name, laws.NAMES[:1] * (max(rules.seats) + 1)),
        Setup(rules.name, laws.NAMES[: min(rules.seats)], first=min(rules.seats)),
        Setup(rules.name, laws.NAMES[: min(rules.seats)], options={"no such option": "on"}),
        Setup(rules.name, laws.NAMES[: min(rules.seats)], options={rules.options[0].key: "no such choice"}),
        Setup(rules.name, laws.NAMES[: min(rules.seats)], components={"cards": 7}),
    ):
        assert isinstance(rules.start(setup), Violation), setup


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in games().values()])
def test_every_option_can_be_played_to_the_end(rules):
    for option in rules.options:
        for choice in option.choices:
            setup = laws.setup_of(rules, max(rules.seats), options={option.key: choice})
            for moment in laws.walk(rules, laws.begin(rules, setup), f"{option.key} {choice}", 150):
                assert moment.events


def _some_answers(ask: Any) -> list[Any]:
    """Both ends of an amount; the first, a middle and the last of many options."""
    if isinstance(ask, Amount):
        return [ask.option(value, "because") for value in {ask.low, (ask.low + ask.high) // 2, ask.high}]
    options = ask.options
    return [options[index] for index in sorted({0, len(options) // 3, len(options) // 2, len(options) - 1})]


def _somewhere(rules: laws.AnyRules, seats: int, data: Any) -> Any:
    """A state that some random walk reaches."""
    state = laws.begin(rules, laws.setup_of(rules, seats))
    steps = data.draw(strategies.integers(0, 120))
    for moment in laws.walk(rules, state, str(data.draw(strategies.integers(0, 10_000))), steps):
        state = moment.after
    return state
