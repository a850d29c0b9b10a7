"""Three evenings worked by hand: a script of what was entered, and beside it a sheet of what it scores."""

import re
from pathlib import Path

import pytest

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.rules import RULES
from companion.rules.contract import Setup, Violation
from companion.rules.hidden import Hidden

EVENINGS = Path(__file__).with_name("evenings")

HILL, CARD, NUMBER = r"([a-z-]+)", r"([a-z]+-\d\d)", r"(\d+)"


def secret(seat, name):
    return Hidden((seat,), None if name == "unseen" else name)


ENTRIES = [
    (rf"turns? up {CARD}", lambda e, card: c.TurnUp(None if e.seat is None else e.seat, card)),
    (rf"shows {HILL}", lambda _, side: c.ShowSide(None, side)),
    (rf"has {HILL}", lambda e, card: c.EnterSecret(e.seat, secret(e.seat, card))),
    (rf"offers? {HILL}", lambda e, hill: c.Offer(e.seat, hill)),
    (rf"draws? {HILL}", lambda e, deck: c.Draw(e.seat, deck)),
    (rf"names? {NUMBER}", lambda e, price: c.NamePrice(e.seat, int(price))),
    (rf"hires {CARD} from {HILL}", lambda e, card, deck: c.Hire(e.seat, card, deck)),
    (r"buys?", lambda e: c.Buy(e.seat)),
    (r"passes", lambda e: c.Pass(e.seat)),
    (rf"tests {NUMBER}", lambda e, coaster: c.Test(e.seat, int(coaster))),
    (rf"runs {NUMBER}(\+rest)?", lambda e, passed, rest: c.Run(e.seat, int(passed), bool(rest))),
    (r"stops", lambda e: c.Stop(e.seat)),
    (
        rf"builds (stored )?{HILL} on {NUMBER}",
        lambda e, stored, hill, at: c.Build(e.seat, hill, int(at), bool(stored)),
    ),
    (r"stores", lambda e: c.Store(e.seat)),
    (r"done", lambda e: c.Done(e.seat)),
    (r"takes money", lambda e: c.TakeMoney(e.seat)),
    (rf"takes {CARD}", lambda e, card: c.TakeExpert(e.seat, card)),
    (rf"acquires {HILL}", lambda e, hill: c.Acquire(e.seat, hill)),
    (r"spies on (\w+)", lambda e, name: c.Spy(e.seat, e.names.index(name))),
    (
        rf"inserts (stored )?{HILL} in {NUMBER} at {NUMBER}",
        lambda e, stored, hill, at, place: c.Insert(e.seat, hill, int(at), int(place), bool(stored)),
    ),
    (rf"moves {NUMBER} to {NUMBER}", lambda e, source, to: c.Move(e.seat, int(source), int(to))),
    (rf"demolishes {NUMBER}", lambda e, coaster: c.Demolish(e.seat, int(coaster))),
    (rf"engineers {HILL}", lambda e, deck: c.Engineer(e.seat, deck)),
    (rf"keeps {CARD}", lambda e, card: c.Keep(e.seat, card)),
    (r"returns ([a-z]+(?:-\d\d)?)", lambda e, card: c.Return(e.seat, secret(e.seat, card))),
    (rf"tries {NUMBER}", lambda e, coaster: c.Try(e.seat, int(coaster))),
    (rf"reveals {HILL}", lambda e, card: c.Reveal(e.seat, e.slot_face_down(), card)),
    (r"settles", lambda e: c.Settle(e.seat)),
    (
        rf"measures (\w+) {NUMBER}",
        lambda e, name, length: c.Measure(None, e.names.index(name), int(length)),
    ),
    (rf"teaches {HILL} {NUMBER} flags", lambda _, hill, flags: c.TeachFlags(None, hill, int(flags))),
    (r"lets (\w+) leave", lambda e, name: c.Leave(None, e.names.index(name))),
    (
        rf"gives (\w+) {NUMBER} dollars: (.+)",
        lambda e, name, dollars, why: c.AdjustMoney(None, e.names.index(name), int(dollars), why),
    ),
    (
        rf"gives (\w+) {NUMBER} points: (.+)",
        lambda e, name, points, why: c.AdjustPoints(None, e.names.index(name), int(points), why),
    ),
]
"""What a script can say, and the command that enters it."""


class Evening:
    """A script, played line by line; every line that states a fact is checked on the way."""

    def __init__(self, script):
        self.state = None
        self.seat = None
        self.names = ()
        self.first, self.options, self.scores = 0, {}, 0
        for number, line in enumerate(script.split("\n"), 1):
            self.where = f"line {number}: {line}"
            if line and not line.startswith("#"):
                self.read(line)

    def read(self, line):
        word, _, rest = line.partition(" ")
        match word:
            case "seats":
                self.names = tuple(rest.split(", "))
            case "first":
                self.first = self.names.index(rest)
            case "option":
                key, choice = rest.split()
                self.options[key] = choice
            case "money":
                assert [player.money for player in self.state.players] == [*map(int, rest.split())], (
                    self.where
                )
            case "row":
                assert self.state.row == tuple(rest.split()), self.where
            case "ending":
                assert self.state.ending == rest, self.where
            case "score":
                self.scored(*rest.split())
            case _:
                self.play(line)

    def play(self, line):
        if self.state is None:
            (started,) = RULES.start(Setup("coaster_park", self.names, self.first, self.options))
            self.state = RULES.evolve(None, started)
        for said in line.split("; "):
            who, _, rest = said.partition(" ")
            if who in (*self.names, "table", "host"):
                self.seat = self.names.index(who) if who in self.names else None
                said = rest
            refused = re.fullmatch(r"can't (.+): (park\.[a-z.-]+)", said)
            if refused:
                answer = RULES.decide(self.state, self.command(refused.group(1)))
                assert isinstance(answer, Violation), self.where
                assert answer.code == refused.group(2), self.where
            else:
                self.enter(self.command(said))

    def command(self, said):
        for pattern, make in ENTRIES:
            found = re.fullmatch(pattern, said)
            if found:
                return make(self, *found.groups())
        raise AssertionError(f"nobody can read {said!r} in {self.where}")

    def enter(self, command):
        events = RULES.decide(self.state, command)
        assert not isinstance(events, Violation), (self.where, command, events, self.state.stages)
        for event in events:
            self.state = RULES.evolve(self.state, event)
            assert list(RULES.audit(self.state)) == [], self.where

    def slot_face_down(self):
        secrets = self.state.players[self.seat].secrets
        return next(slot for slot, held in enumerate(secrets) if not held.shown)

    def scored(self, name, total, _, rank):
        outcome = RULES.outcome(self.state)
        assert outcome is not None, self.state.stages
        seat = self.names.index(name)
        standing = next(standing for standing in outcome.ranking if standing.seat == seat)
        assert (standing.total, standing.rank) == (int(total), int(rank)), standing
        self.scores += 1


def sheet(name, player):
    """The points of a player's lines in the prose sheet, and their sum as it stands there."""
    text = (EVENINGS / f"{name}.md").read_text("utf-8")
    section = re.split(r"\n\| \| ", text)
    (own,) = [part for part in section if part.startswith(player)]
    rows = [
        row.rsplit("|", 2)[1].strip()
        for row in own.split("\n")
        if row.startswith("| ") and "in all" not in row
    ]
    total = re.search(r"\*\*in all\*\* \| \| \*\*(\d+)\*\*", own)
    return [int(points) for points in rows if re.fullmatch(r"-?\d+", points)], int(total.group(1))


@pytest.mark.parametrize("path", sorted(EVENINGS.glob("*.txt")), ids=lambda path: path.stem)
def test_an_evening_worked_by_hand_scores_as_on_its_sheet(path):
    evening = Evening(path.read_text("utf-8"))
    assert evening.scores == len(evening.names)
    for standing in RULES.outcome(evening.state).ranking:
        if standing.left:
            continue
        points, total = sheet(path.stem, evening.names[standing.seat])
        assert sum(points) == total == standing.total
        scored = sorted(line.points for line in standing.lines if line.points)
        assert sorted(point for point in points if point) == scored


def test_there_are_three_evenings_each_with_its_sheet():
    scripts = {path.stem for path in EVENINGS.glob("*.txt")}
    assert len(scripts) >= 3
    assert scripts == {path.stem for path in EVENINGS.glob("*.md")}
