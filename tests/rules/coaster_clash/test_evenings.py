"""Three evenings worked by hand: what was entered, the tracks after each round, and beside it the sheet."""

import re
from pathlib import Path

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import Dealt, Renewed, RoundBegan
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.scoring import coaster_lines
from companion.rules.coaster_clash.state import (
    PLACES,
    Committing,
    Naming,
    Redrawing,
    seats_in_play,
    sides_in_order,
    unnamed,
    unnamed_layouts,
)
from companion.rules.contract import Setup, Violation
from companion.rules.hidden import Hidden

EVENINGS = Path(__file__).with_name("evenings")

PLAYS = re.compile(r"(\S+) (secretly )?plays (\S+) (\S+), (\S+) (\S+)")
LAYS = re.compile(r"(\S+) (secretly )?lays (\S+) (\S+)")

COASTERS = {
    "three_neighbours": {
        "Ann": (30, 35), "Benedikt": (49, 20), "Chiara": (32, 25),
    },
    "the_strict_table": {
        "Ann": (19, 34), "Benedikt": (24, 8), "Chiara": (26, 21), "Dov": (24, 11),
    },
    "six_and_an_empty_pile": {
        "Ann": (27, 19), "Benedikt": (27, 23), "Chiara": (29, 30),
        "Dov": (23, 29), "Eun-ji": (27, 27), "Fatoumata": (40, 18),
    },
}  # fmt: skip
"""What the upper and the lower coaster to each player's left have brought, all told."""

RANKING = {
    "three_neighbours": [("Benedikt", 1, 134), ("Chiara", 2, 126), ("Ann", 3, 122)],
    "the_strict_table": [("Ann", 1, 88), ("Benedikt", 2, 85), ("Chiara", 3, 79), ("Dov", 4, 0)],
    "six_and_an_empty_pile": [
        ("Fatoumata", 1, 112), ("Dov", 2, 111), ("Chiara", 3, 109),
        ("Eun-ji", 4, 106), ("Ann", 5, 104), ("Benedikt", 6, 96),
    ],
}  # fmt: skip


class Evening:
    """An evening read and played line by line; `told` are all its events."""

    def __init__(self, name: str) -> None:
        head, *rounds = (EVENINGS / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
        lines = head.splitlines()
        self.names = lines[0].split()[1:]
        options = dict(
            word.split("=") for line in lines if line.startswith("options") for word in line.split()[1:]
        )
        first = self.names.index(lines[1].split()[1])
        events = RULES.start(Setup(RULES.name, tuple(self.names), first, options))
        assert not isinstance(events, Violation), events
        self.state = RULES.evolve(None, events[0])
        self.told = list(events)
        self._lay([match for line in lines if (match := LAYS.fullmatch(line))])
        for number, text in enumerate(rounds, 1):
            assert self.state.turn == number
            self._round(text.splitlines()[1:])

    def enter(self, command: c.Command) -> None:
        events = RULES.decide(self.state, command)
        assert not isinstance(events, Violation), (command, events)
        for event in events:
            self.state = RULES.evolve(self.state, event)
            assert list(RULES.audit(self.state)) == []
        self.told += events

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def _lay(self, lines: list[re.Match[str]]) -> None:
        """Who lays secretly enters it face down; the others are named when all is turned up."""
        for name, secretly, left, right in (match.groups() for match in lines):
            seat = self.seat(name)
            own = (left, right) if secretly else (None, None)
            self.enter(c.Assign(seat, *[Hidden((seat,), layout) for layout in own]))
        laid = {self.seat(match[1]): {"left": match[3], "right": match[4]} for match in lines}
        while isinstance(self.state.stage, Naming):
            owner, side = unnamed_layouts(self.state)[0]
            self.enter(c.NameLayout(owner, side, laid[owner][side]))

    def _round(self, lines: list[str]) -> None:
        for line in lines:
            if line.endswith("quits"):
                self.enter(c.Leave(self.seat(line.split()[0])))
        for line in lines:
            if line.endswith("redraws"):
                seat = self.seat(line.split()[0])
                self.enter(c.Redraw(seat, Hidden((seat,), value=True)))
        if isinstance(self.state.stage, Redrawing):
            self.enter(c.AllKeep())
        plays = {self.seat(match[1]): match for line in lines if (match := PLAYS.fullmatch(line))}
        assert sorted(plays) == list(seats_in_play(self.state))
        for seat, match in plays.items():
            for side, card in zip(sides_in_order(self.state.turn), match.group(3, 5), strict=True):
                if match[2]:
                    self.enter(c.Commit(seat, side, Hidden((seat,), card)))
        if isinstance(self.state.stage, Committing):
            self.enter(c.AllCommitted())
        for flip in (0, 1):
            for seat in unnamed(self.state):
                self.enter(c.TurnUp(seat, plays[seat][3 + 2 * flip]))
            for seat, match in plays.items():
                where = match[4 + 2 * flip]
                self.enter(c.DiscardElement(seat) if where == "away" else c.PlaceElement(seat, where))
        tracks = [line.split()[1:] for line in lines if line.startswith("tracks")]
        assert len(tracks) == 2 * len(self.names)
        for name, place, speed, excitement in tracks:
            coaster = self.state.areas[self.seat(name)].at(place)
            assert (coaster.speed, coaster.excitement) == (int(speed), int(excitement)), (name, place)


@pytest.mark.parametrize("name", list(RANKING))
def test_an_evening_worked_by_hand_ends_as_its_score_sheet_says(name):
    evening = Evening(name)
    outcome = RULES.outcome(evening.state)
    assert outcome is not None
    ranking = [(evening.names[each.seat], each.rank, each.total) for each in outcome.ranking]
    assert ranking == RANKING[name]
    by_coaster = coaster_lines(evening.state)
    for seat, player in enumerate(evening.names):
        sums = [sum(line.points for line in by_coaster[seat, place]) for place in PLACES]
        assert tuple(sums) == COASTERS[name][player], player


@pytest.mark.parametrize("name", list(RANKING))
def test_the_score_sheet_in_words_has_the_same_sums(name):
    sheet = (EVENINGS / f"{name}.md").read_text(encoding="utf-8")
    written = [int(total) for total in re.findall(r"\*\*(\d+)\*\*", sheet)]
    assert written == [total for pair in COASTERS[name].values() for total in pair]
    rows = re.findall(r"^\| (\S+) \|.*\| (\d+) \|$", sheet, re.MULTILINE)
    assert sorted(rows) == sorted((player, str(total)) for player, _, total in RANKING[name] if total)


def test_with_six_the_pile_runs_out_in_mid_deal_of_the_fifth_round():
    told = Evening("six_and_an_empty_pile").told
    turn, found = 0, []
    for place, event in enumerate(told):
        if isinstance(event, RoundBegan):
            turn = event.turn
        if isinstance(event, Renewed):
            found.append((turn, told[place - 1], told[place + 1]))
    assert [each[0] for each in found] == [5, 6]
    for _, before, after in found:
        assert isinstance(before, Dealt)
        assert isinstance(after, Dealt)
