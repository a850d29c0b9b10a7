"""Whole evenings in memory: they end, they are the same for the same seed, and everything is used."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from companion.journal import state_hash
from companion.rehearsal import chance
from companion.rules import games
from companion.rules.coaster_park import events as park
from companion.rules.coaster_park.components import house, index
from companion.rules.coaster_park.state import State
from companion.rules.contract import TABLE, Observe, Sensed
from companion.rules.cosmic_coasters import commands as cosmic
from companion.rules.cosmic_coasters.components import Power
from companion.rules.cosmic_coasters.state import Combat, Ending, Moons, Verdict
from companion.rules.hidden import Hidden
from tests.rehearsal.bare import Bare, begin, evening, moves

FEWEST_EACH, MOST_EACH = 20, 200
"""Entries for each seat: fewer are no game, and more would be one that drags on, where nothing ends it."""

played = cache(evening)


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, rules in games().items() for seats in rules.seats]
)
def test_an_evening_of_every_game_ends_with_everybody_ranked_after_a_real_number_of_entries(game, seats):
    table = played(game, seats, 1)
    outcome = table.view(TABLE).outcome
    assert sorted(standing.seat for standing in outcome.ranking) == list(range(seats))
    most = table.rules.longest(seats) or MOST_EACH * seats
    assert FEWEST_EACH * seats <= table.n <= most


@pytest.mark.parametrize("game", games())
def test_the_same_seed_plays_the_same_evening_and_another_seed_another(game):
    few = games()[game].seats[0]
    first, again, other = played(game, few, 1), evening(game, few, 1), played(game, few, 2)
    assert state_hash(first.state) == state_hash(again.state)
    assert [entry.command for entry in first.timeline.line] == [
        entry.command for entry in again.timeline.line
    ]
    assert [entry.command for entry in first.timeline.line] != [
        entry.command for entry in other.timeline.line
    ]


@pytest.mark.parametrize("game", games())
def test_an_evening_goes_on_alike_from_wherever_it_stopped(game):
    whole = played(game, 3, 1)
    for stop in (0, 3, 20, whole.n - 2):
        table, rehearsal = begin(game, 3, 1)
        for entry in whole.timeline.line[1 : stop + 1]:
            table.enter(entry.command, entry.by)
        for _ in moves(table, rehearsal):
            pass
        assert state_hash(table.state) == state_hash(whole.state)


def test_what_a_player_chooses_does_not_hang_on_the_secrets_of_others():
    table, rehearsal = begin("coaster_park", 3, PHONES)
    compared = 0
    for move in moves(table, rehearsal):
        owner = next((seat for seat in range(3) if _entered(table.state, seat)), None)
        if owner is not None and move.ask.seat not in (None, owner):
            assert rehearsal.next(_Other(table, _with_other_secret(table.state, owner))) == move
            compared += 1
        if compared == 30:
            break
    assert compared == 30


PHONES = 3
"""A seed with which somebody enters a secret card on a phone."""


def _entered(state: State, seat: int) -> bool:
    return any(secret.known and not secret.shown for secret in state.players[seat].secrets)


def _with_other_secret(state: State, seat: int) -> State:
    player = state.players[seat]
    names = [name for name in index(state.components).secrets if name != player.secrets[0].card.value]
    changed = replace(player.secrets[0], card=Hidden(player.secrets[0].card.viewers, names[-1]))
    players = [*state.players]
    players[seat] = replace(player, secrets=(changed, *player.secrets[1:]))
    return replace(state, players=tuple(players))


class _Other(Bare):
    """The same table in another state."""

    def __init__(self, table: Bare, state: State) -> None:
        self.rules, self.timeline = (
            table.rules,
            replace(table.timeline, states=(*table.timeline.states[:-1], state)),
        )
        self._histories = {}


def test_every_expert_of_coaster_park_is_used_in_some_evening():
    assert _experts_used((3, seed) for seed in range(1, 11)) == set(index(house()).expert.values())


@pytest.mark.full
def test_every_expert_of_coaster_park_is_used_at_tables_of_three_and_of_four():
    for seats in (3, 4):
        used = _experts_used((seats, seed) for seed in range(1, 11))
        assert used == set(index(house()).expert.values())


def _experts_used(evenings) -> set[str]:
    experts = index(house()).expert
    used: set[str] = set()
    for seats, seed in evenings:
        for told in played("coaster_park", seats, seed).history(TABLE):
            for before, event, after in told.steps:
                match event:
                    case park.Bought(expert=card) if card:
                        used.add(experts[card])
                    case park.Bought(seat=seat, paid=paid, sold=True) if paid < before.sale.price:
                        used.add("attorney")
                    case park.Spied(expert=card) | park.Inserted(expert=card) | park.Moved(expert=card):
                        used.add(experts[card])
                    case park.Demolished(expert=card) | park.EngineerCalled(expert=card):
                        used.add(experts[card])
                    case park.TurnBegan(income=income) if income:
                        used.add("financier")
                    case park.TestEnded(refund=refund) if refund:
                        used.add("mechanic")
                    case park.StoredAway(seat=seat) if len(after.players[seat].warehouse) > 1:
                        used.add("manager")
                    case _:
                        pass
    return used


def test_marbles_of_coaster_park_pass_stop_and_rest_in_mid_game_and_at_the_end():
    results: Counter[str] = Counter()
    for seed in range(1, 6):
        for told in played("coaster_park", 4, seed).history(TABLE):
            for before, event, _ in told.steps:
                if isinstance(event, park.Ran):
                    hills = len(before.players[event.seat].coasters[event.coaster])
                    when = "end" if before.last is not None and not before.last else "game"
                    results[f"{when} {'whole' if event.attempt.passed == hills else 'part'}"] += 1
    assert set(results) == {"game whole", "game part", "end whole", "end part"}
    assert min(results.values()) >= 10


def test_every_power_and_every_way_of_combat_of_cosmic_coasters_is_used_in_some_evening():
    powers: set[Power] = set()
    combats: set[Combat] = set()
    moons: set[Moons] = set()
    for seed in range(1, 11):
        table = played("cosmic_coasters", 3, seed)
        combats.add(table.state.options.combat)
        moons.add(table.state.options.moons)
        powers |= _powers_used(table)
    assert powers == set(Power)
    assert combats == set(Combat)
    assert moons == set(Moons)


def _powers_used(table: Bare) -> set[Power]:
    used: set[Power] = set()
    for told in table.history(TABLE):
        match told.command:
            case cosmic.Inhibit(repel=True):
                used.add(Power.INHIBITOR)
            case cosmic.Move(via=via) if via is not None:
                used.add(Power.TRANSIT)
            case cosmic.Escape(to=to) if to is not None:
                used.add(Power.WARNING)
            case _:
                pass
        for before, event, _ in told.steps:
            if isinstance(event, cosmic.RoundEnded) and event.verdict is Verdict.LOSE:
                stings = before.powers[event.opponent] is Power.STINGING
                if stings and any(isinstance(each, cosmic.Destroyed) for _, each, _ in told.steps):
                    used.add(Power.STINGING)
    return used


def test_evenings_of_cosmic_coasters_are_won_by_going_home_and_by_surviving():
    endings = {played("cosmic_coasters", 3, seed).state.pending.ending for seed in range(1, 11)}
    assert endings == {Ending.HOME, Ending.SURVIVOR}


def test_every_run_that_is_asked_for_comes_with_the_marble_that_made_it():
    table, rehearsal = begin("coaster_park", 4, 2)
    runs = 0
    for move in moves(table, rehearsal):
        asks_run = isinstance(move.ask, Observe) and move.ask.sensed is Sensed.RUN
        told = move.ride is not None
        assert told == (asks_run and type(move.command).__name__ == "Run")
        if move.ride is not None:
            assert move.ask.readings[move.ask.options.index(move.command)] == move.ride.result.sensed
            runs += 1
    assert runs > 10


def test_chance_is_the_same_for_the_same_words_and_another_for_others():
    assert chance(1, "seat", 0, 7).random() == chance(1, "seat", 0, 7).random()
    values = {chance(seed, "seat", seat, 7).random() for seed in (1, 2) for seat in (0, 1)}
    assert len(values) == 4
