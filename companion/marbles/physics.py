"""A marble rolling on the profile of a coaster: where it passes, turns, leaves the track and comes to rest.

Lengths in millimetres, times in seconds. Energy is kept as a head: the height in millimetres that the
marble could still climb to. A rolling ball turns 5/7 of the height it
loses into speed, the rest into spin.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from companion.marbles.beams import BUMP, Beam, Edge, Role
from companion.marbles.reading import Result

GRAVITY = 9810.0
ROLLING = 10 / 7
"""v**2 = ROLLING * GRAVITY * head, for a solid ball that rolls without slipping."""

CELL = 2.0
"""Step along the track; the crossing of a beam is interpolated inside it."""

MOST_TURNS = 400
"""A marble that still swings after so many turns is as good as at rest."""


class Habits(Struct, frozen=True):
    """What one table's coasters and marbles are like: ranges from which each hill and each run is drawn."""

    lengths: tuple[float, float] = (190.0, 330.0)
    crests: tuple[float, float] = (60.0, 105.0)
    valleys: tuple[float, float] = (0.0, 8.0)
    launch_heights: tuple[float, float] = (120.0, 200.0)
    skill: tuple[float, float] = (0.75, 1.15)
    friction: tuple[float, float] = (0.012, 0.04)
    drag: tuple[float, float] = (0.00005, 0.0003)
    stiction: tuple[float, float] = (0.01, 0.035)
    chords: tuple[float, float] = (11.0, 16.0)
    aim: float = 5.0
    derail: float = 0.012


class Course(Struct, frozen=True):
    """A coaster's profile: its height at every cell, each hill's exit, each Bump's inner valley."""

    heights: tuple[float, ...]
    exits: tuple[float, ...]
    dips: dict[int, tuple[float, float, float]]
    beams: tuple[Beam, ...]
    chords: tuple[tuple[float, float], ...]


class Ride(Struct, frozen=True):
    """What truly happened to one marble: its edges and result, when it was over, which beam it rests in."""

    edges: tuple[Edge, ...]
    result: Result
    over_us: int
    resting: int | None = None
    turns: int = 0
    derailed: bool = False


Shape = Callable[[float], float]


def _plain(u: float) -> float:
    return math.sin(math.pi * u) ** 2


def _plateau(u: float) -> float:
    return min(1.0, 1.6 * math.sin(math.pi * u) ** 2)


def _jump(u: float) -> float:
    return math.sin(math.pi * u**1.3) ** 2


def _loop(u: float) -> float:
    return math.sin(math.pi * u) ** 3


def _double_dipper(u: float) -> float:
    return math.sin(math.pi * u) ** 2 * (1 - 0.12 * math.sin(3 * math.pi * u) ** 2)


SHAPES: dict[str, Shape] = {
    "Plateau": _plateau,
    "Jump": _jump,
    "Loop": _loop,
    "Double Dipper": _double_dipper,
}
"""Outlines of the special hills, from 0 at the entry to 0 at the exit; every other hill is plain."""

KINDS = ("Launch", "Plain", BUMP, *SHAPES)
"""Every kind of hill there is."""

RISKY = {"Loop": 2.0, "Jump": 1.8, "Bump": 0.7}
"""How much more often than elsewhere a marble leaves the track on these hills."""


def kind(hill: str) -> str:
    """The kind of a hill, however its name is written: `double-dipper` is a Double Dipper."""
    return hill.replace("-", " ").title()


def build(hills: Sequence[str], habits: Habits, dice: Random) -> Course:
    """A coaster of these hills with drawn sizes, its beams clipped on with ordinary care."""
    heights: list[float] = []
    exits: list[float] = []
    dips: dict[int, tuple[float, float, float]] = {}
    before = dice.uniform(*habits.launch_heights)
    for index, hill in enumerate(map(kind, hills)):
        length, after = dice.uniform(*habits.lengths), dice.uniform(*habits.valleys)
        start, cells = len(heights) * CELL, round(length / CELL)
        piece = _piece(hill, before, after, habits, dice, launch=index == 0)
        heights.extend(piece(step / cells) for step in range(cells))
        exits.append(len(heights) * CELL)
        if hill == BUMP:
            dips[index] = (start + length * 0.25, start + length * 0.5, start + length * 0.75)
        before = after
    run_out = round(60 / CELL)
    heights.extend(before - 0.1 * step for step in range(run_out + 1))
    beams, chords = _clip(hills, exits, dips, habits, dice)
    return Course(tuple(heights), tuple(exits), dips, beams, chords)


def _piece(hill: str, before: float, after: float, habits: Habits, dice: Random, *, launch: bool) -> Shape:
    if launch:
        bend = dice.uniform(1.4, 2.2)
        return lambda u: after + (before - after) * (1 - u) ** bend
    crest = dice.uniform(*habits.crests)
    sharp = dice.uniform(0.7, 1.4)
    if hill == BUMP:
        second, depth = dice.uniform(0.85, 1.05), dice.uniform(0.35, 0.75)
        return lambda u: before + (after - before) * u + crest * _bump(u, second, depth, sharp)
    shape = SHAPES.get(hill, _plain)
    return lambda u: before + (after - before) * u + crest * shape(u) ** sharp


def _bump(u: float, second: float, depth: float, sharp: float) -> float:
    """Crests at a quarter and three quarters, and a valley between them, not as deep as the exits."""
    first_half = u < 0.5
    top = 1.0 if first_half else second
    wave: float = math.sin(2 * math.pi * u) ** 2
    inner = 0.25 < u < 0.75
    floor = (1 - depth) * (1 + second) / 2 if inner else 0.0
    return floor + (top - floor) * float(wave**sharp)


def _clip(
    hills: Sequence[str],
    exits: Sequence[float],
    dips: dict[int, tuple[float, float, float]],
    habits: Habits,
    dice: Random,
) -> tuple[tuple[Beam, ...], tuple[tuple[float, float], ...]]:
    beams: list[Beam] = []
    chords: list[tuple[float, float]] = []
    usual = dice.uniform(*habits.chords)
    for index, _ in enumerate(hills):
        places = [(Role.REST, dips[index][1])] if index in dips else []
        for role, place in [*places, (Role.EXIT, exits[index])]:
            centre = place + dice.gauss(0, habits.aim)
            half = usual * dice.uniform(0.92, 1.08) / 2
            beams.append(Beam(index, role, round(centre)))
            chords.append((centre - half, centre + half))
    return tuple(beams), tuple(chords)


class _Marble:
    """One marble under way; `at` counts cells, and `toward` is +1 downhill and -1 back up."""

    def __init__(self, course: Course, habits: Habits, dice: Random, start_s: float) -> None:
        self.course = course
        self.friction = dice.uniform(*habits.friction)
        self.drag = dice.uniform(*habits.drag)
        self.stiction = dice.uniform(*habits.stiction)
        push = dice.uniform(2.0, 12.0)
        self.head = course.heights[0] * dice.uniform(*habits.skill) + push
        self.head = max(self.head, course.heights[0] + 2.0)
        self.at = 0.0
        self.toward = 1
        self.clock = start_s
        self.edges: list[Edge] = []
        self.farthest = 0.0
        self.inside: int | None = None
        self._marks: dict[int, list[tuple[float, int, bool]]] = {}
        for beam, (low, high) in enumerate(course.chords):
            for place, is_low in ((low, True), (high, False)):
                self._marks.setdefault(int(place / CELL), []).append((place / CELL, beam, is_low))
        for marks in self._marks.values():
            marks.sort()

    def swing(self, until: float) -> bool:
        """Roll until the next turn, the end of the track or a place where it leaves it; True: it turned."""
        heights, last = self.course.heights, len(self.course.heights) - 1
        limit = min(until / CELL, last)
        while True:
            cell = math.floor(self.at) if self.toward > 0 else math.ceil(self.at) - 1
            if self.toward > 0 and self.at >= limit:
                return False
            if cell < 0:
                self.toward = 1
                return True
            goal = cell + 1 if self.toward > 0 else cell
            here = heights[cell] + (heights[cell + 1] - heights[cell]) * (self.at - cell)
            part = abs(goal - self.at)
            spare = max(self.head - here, 0.0)
            loss = part * CELL * (self.friction + self.drag * spare)
            left = self.head - loss - heights[goal]
            turned = left <= 0
            if turned and spare <= 0:
                self.toward = -self.toward
                return True
            share = spare / (spare - left) if turned else 1.0
            speed = math.sqrt(ROLLING * GRAVITY * spare)
            next_speed = 0.0 if turned else math.sqrt(ROLLING * GRAVITY * left)
            took = 2 * share * part * CELL / (speed + next_speed)
            goal_at = self.at + self.toward * part * share
            if cell in self._marks:
                self._cross(cell, goal_at, took)
            self.clock += took
            self.head -= loss * share
            self.at = goal_at
            self.farthest = max(self.farthest, self.at * CELL)
            if turned:
                self.toward = -self.toward
                return True

    def _cross(self, cell: int, goal_at: float, took: float) -> None:
        low, high = min(self.at, goal_at), max(self.at, goal_at)
        marks = [mark for mark in self._marks[cell] if low < mark[0] <= high]
        for place, beam, is_low in marks if self.toward > 0 else reversed(marks):
            moment = self.clock + took * abs(place - self.at) / max(high - low, 1e-9)
            broken = is_low == (self.toward > 0)
            self.inside = beam if broken else None
            self.edges.append(Edge(round(moment * 1e6), beam, broken))

    def settles(self) -> bool:
        """Whether the track is too level here for a marble at rest to start rolling."""
        heights = self.course.heights
        cell = min(max(int(self.at), 0), len(heights) - 2)
        return abs(heights[cell + 1] - heights[cell]) / CELL < self.stiction


def roll(course: Course, hills: Sequence[str], habits: Habits, dice: Random, start_s: float = 0.0) -> Ride:
    """Let one marble run down from the launch until it rests, leaves the track or rolls off its end."""
    marble = _Marble(course, habits, dice, start_s)
    leaves = _leaves_at(course, hills, habits, dice)
    end = (len(course.heights) - 1) * CELL
    turns, derailed, gone = 0, False, False
    while turns < MOST_TURNS:
        if not marble.swing(min(leaves, end)):
            gone, derailed = True, leaves < end
            break
        turns += 1
        if marble.settles():
            break
    passed = sum(1 for place in course.exits if marble.farthest >= place)
    rest = None
    if not gone and passed in course.dips:
        first, _, second = course.dips[passed]
        rest = passed if first < marble.at * CELL < second else None
    return Ride(
        tuple(marble.edges),
        Result(passed, rest),
        round(marble.clock * 1e6),
        None if gone else marble.inside,
        turns,
        derailed,
    )


def _leaves_at(course: Course, hills: Sequence[str], habits: Habits, dice: Random) -> float:
    """Where the marble jumps the track when it first gets there; beyond all of it if it does not."""
    start = 0.0
    for hill, place in zip(hills, course.exits, strict=True):
        if dice.random() < habits.derail * RISKY.get(kind(hill), 1.0):
            return dice.uniform(start + 0.2 * (place - start), place - 20)
        start = place
    return math.inf
