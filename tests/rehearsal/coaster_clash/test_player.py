"""Players who build to win: better than chance, and without a look at others' cards."""

from statistics import mean

import pytest
from msgspec.structs import replace

from companion.journal import state_hash
from companion.rehearsal.coaster_clash.player import plan
from companion.rehearsal.coaster_clash.valuing import best_place, gain, worth
from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.components import index
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Committing, Over
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden, redact
from tests.rehearsal.bare import Bare, begin, evening, moves
from tests.rules import laws
from tests.rules.coaster_clash.arranged import Table, box


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_an_evening_is_played_to_the_end(seats):
    table = evening("coaster_clash", seats, 1)
    assert table.state.stage == Over("scored")
    outcome = table.view(TABLE).outcome
    assert sorted(standing.seat for standing in outcome.ranking) == list(range(seats))
    assert table.n <= RULES.longest(seats)


def test_the_same_seed_plays_the_same_evening_and_another_seed_another():
    first, again, other = (evening("coaster_clash", 3, seed) for seed in (1, 1, 2))
    assert state_hash(first.state) == state_hash(again.state)
    assert [entry.command for entry in first.timeline.line] != [
        entry.command for entry in other.timeline.line
    ]


def test_an_evening_goes_on_alike_from_wherever_it_stopped():
    whole = evening("coaster_clash", 3, 2)
    for stop in (0, 3, 20, whole.n - 2):
        table, rehearsal = begin("coaster_clash", 3, 2)
        for entry in whole.timeline.line[1 : stop + 1]:
            table.enter(entry.command, entry.by)
        for _ in moves(table, rehearsal):
            pass
        assert state_hash(table.state) == state_hash(whole.state)


def test_players_score_far_more_than_chance_does():
    played = [
        standing.total for seed in (1, 2, 3) for standing in _ranking(evening("coaster_clash", 4, seed).state)
    ]
    drawn = []
    for seed in (1, 2, 3):
        state = laws.begin(RULES, laws.setup_of(RULES, 4))
        for moment in laws.walk(RULES, state, f"chance {seed}", 1000):
            state = moment.after
        drawn += [standing.total for standing in _ranking(state)]
    assert mean(played) > mean(drawn) + 25


def _ranking(state):
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.ranking


def test_hands_are_redrawn_and_cards_discarded_now_and_then_and_mostly_not():
    commands = [
        entry.command for seed in (1, 2, 3) for entry in evening("coaster_clash", 5, seed).timeline.line
    ]
    redraws = [command.redraw.value for command in commands if isinstance(command, c.Redraw)]
    assert 0 < sum(redraws) < len(redraws) / 3
    placed = sum(isinstance(command, c.PlaceElement) for command in commands)
    discarded = sum(isinstance(command, c.DiscardElement) for command in commands)
    assert 0 < discarded < placed / 4


def test_what_a_player_puts_down_does_not_hang_on_what_others_put_down():
    table, rehearsal = begin("coaster_clash", 4, 3)
    compared = 0
    for move in moves(table, rehearsal):
        state = table.state
        secret = [
            seat
            for seat, player in enumerate(state.players)
            if player.down and player.down[0].value is not None and seat != move.command.seat
        ]
        if isinstance(state.stage, Committing) and secret and move.command.seat is not None:
            other = _with_other_cards(state, secret[0], table.state.unseen)
            assert rehearsal.next(_In(table, other)) == move
            compared += 1
    assert compared > 10


def _with_other_cards(state, seat, cards):
    player = state.players[seat]
    other = next(card for card in cards if card not in [down.value for down in player.down])
    down = (Hidden((seat,), other), *player.down[1:])
    changed = replace(player, down=down)
    return replace(state, players=(*state.players[:seat], changed, *state.players[seat + 1 :]))


class _In(Bare):
    """The same table in another state."""

    def __init__(self, table: Bare, state) -> None:
        self.rules = table.rules
        self.timeline = replace(table.timeline, states=(*table.timeline.states[:-1], state))
        self._histories = {}


PLAIN = {"speed": -1, "excitement": 2, "perfect": None, "vomit": []}


def test_the_plan_puts_each_card_where_it_gains_most_and_keeps_the_worst_one():
    """Ann plays left first: the one card is perfect at the left (speed 9), the other at the right (7)."""
    cards = {
        "jungle-helix": {**PLAIN, "excitement": 5, "perfect": 9},
        "space-helix": {**PLAIN, "excitement": 5, "perfect": 8},
        "temple-helix": {**PLAIN, "excitement": 0},
    }
    table = Table(components=box(cards))
    _, planned = plan(table.state, 0, ("temple-helix", "space-helix", "jungle-helix"))
    assert planned == ("jungle-helix", "space-helix")


def test_a_card_that_does_only_harm_is_kept_out_of_every_coaster():
    sick = {**PLAIN, "speed": -6, "excitement": 0, "vomit": [{"op": "gt", "value": 1}]}
    table = Table(components=box({"jungle-helix": sick}))
    assert best_place(table.state, 0, "jungle-helix", 5)[1] is None
    assert gain(table.state, 0, "upper", "jungle-helix", 5) < 0


def test_a_card_that_does_not_fit_has_no_gain():
    table = Table(components=box({"jungle-helix": {**PLAIN, "speed": -20}}))
    assert gain(table.state, 0, "upper", "jungle-helix", 5) is None


@pytest.mark.parametrize("kind", ["at-least-cards", "exactly-cards", "at-most-cards"])
def test_hope_for_a_bonus_is_no_more_than_the_bonus_and_certain_at_the_end(kind):
    layout = {"conditions": [{"kind": kind, "count": 3, "points": 8}]}
    plain = {card: {**PLAIN, "speed": 0} for card in index(Table().state.components).elements}
    table = Table(components=box(plain, thunder_ridge=layout))
    table.build(0, "upper", "jungle-helix", "space-helix", "temple-helix")
    coaster = table.coaster(0, "upper")
    bare = Table(components=box(plain, thunder_ridge={"conditions": []}))
    bare.build(0, "upper", "jungle-helix", "space-helix", "temple-helix")
    hoped = worth(table.state, coaster, 0) - worth(bare.state, coaster, 0)
    assert hoped == pytest.approx(8, abs=2.5)
    assert worth(table.state, coaster, 3) - worth(bare.state, coaster, 3) <= 8


def test_a_player_answers_from_its_own_view_only():
    table, rehearsal = begin("coaster_clash", 3, 1)
    for move in moves(table, rehearsal):
        if move.by.seat is not None:
            view = redact(table.state, Viewer(move.by.seat))
            assert move.command in [
                option for ask in RULES.asks(view, Viewer(move.by.seat)) for option in ask.options
            ]
