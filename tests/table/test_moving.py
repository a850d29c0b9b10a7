"""The order of coasters that moves the fewest clips, against every order there is."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from companion.table.moving import TRIED, Plan, Standing, fewest, planned

PLAIN = ("Launch", "Plain", "Jump")
LONG = ("Launch", "Bump", "Plain", "Plain", "Loop")


def test_a_coaster_that_has_its_clips_goes_first_before_they_are_needed_elsewhere() -> None:
    plan = fewest((Standing(PLAIN), Standing(PLAIN, 3)), (), 4)
    assert plan == Plan((1, 0), (0, 3))
    assert planned((0, 1), (Standing(PLAIN), Standing(PLAIN, 3)), (), 4).moved == (3, 2)


def test_with_clips_for_all_coasters_their_order_does_not_matter() -> None:
    plan = fewest((Standing(PLAIN), Standing(PLAIN, 3)), (), 12)
    assert plan == Plan((0, 1), (3, 0))


def test_a_bump_needs_two_clips_and_no_coaster_more_than_there_are() -> None:
    assert fewest((Standing(LONG),), (), 12).moved == (6,)
    assert fewest((Standing(LONG),), (), 4).moved == (4,)


def test_clips_are_taken_from_the_coaster_that_is_tested_last() -> None:
    row = (Standing(PLAIN), Standing(PLAIN, 3), Standing(PLAIN, 3))
    assert planned((0, 1, 2), row, (), 6).moved == (3, 0, 3)


def test_the_coasters_of_those_who_test_later_are_counted_but_not_reordered() -> None:
    now, later = (Standing(PLAIN), Standing(PLAIN)), (Standing(PLAIN, 3),)
    assert fewest(now, later, 3) == Plan((0, 1), (3, 3, 3))
    assert fewest(now, later, 6) == Plan((0, 1), (3, 3, 0))


def test_of_many_coasters_those_with_most_clips_go_first() -> None:
    many = tuple(Standing(PLAIN, clips) for clips in (0, 1, 2, 3, 0, 1, 2, 3))
    assert len(many) > TRIED
    assert fewest(many, (), 12).order[:2] == (3, 7)


def test_nothing_to_test_moves_nothing() -> None:
    assert fewest((), (), 12) == Plan((), ())


hills = st.lists(st.sampled_from(("Plain", "Bump", "Jump")), min_size=1, max_size=5)


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[Standing, ...], tuple[Standing, ...], int]:
    """Coasters with no more clips on them than there are."""
    clips = left = draw(st.integers(0, 12))
    row = []
    for _ in range(draw(st.integers(0, 5))):
        there = draw(st.integers(0, left))
        left -= there
        row.append(Standing(("Launch", *draw(hills)), there))
    cut = draw(st.integers(0, len(row)))
    return tuple(row[:cut]), tuple(row[cut:]), clips


@given(tables())
def test_no_other_order_moves_fewer(table: tuple[tuple[Standing, ...], tuple[Standing, ...], int]) -> None:
    now, later, clips = table
    best = fewest(now, later, clips)
    assert sorted(best.order) == list(range(len(now)))
    every = [planned(order, now, later, clips).total for order in permutations(range(len(now)))]
    assert best.total == min(every)


@given(tables())
def test_each_coaster_has_its_clips_when_it_is_tested_and_none_is_made_of_nothing(
    table: tuple[tuple[Standing, ...], tuple[Standing, ...], int],
) -> None:
    now, later, clips = table
    plan = fewest(now, later, clips)
    assert len(plan.moved) == len(now) + len(later)
    assert all(0 <= moved <= clips for moved in plan.moved)
