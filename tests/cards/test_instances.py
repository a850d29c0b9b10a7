"""Where copies of a card lie, as features say that agree on its place, size and turn."""

import numpy as np
import pytest

from companion.cards.features import Features
from companion.cards.index import Votes
from companion.cards.instances import instances
from companion.cards.straightening import corners_of

SIZE = (250, 350)
CORNERS = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], float)


def features(points, scale=1.0, angle=0.0):
    count = len(points)
    return Features(
        np.asarray(points, np.float32),
        np.full(count, 4.0 * scale, np.float32),
        np.full(count, angle, np.float32),
        np.zeros((count, 128), np.float32),
    )


def turned(points, angle, scale, middle):
    """The card laid down at a place, turned and smaller."""
    cos, sin = np.cos(angle), np.sin(angle)
    about = np.asarray(points, float) - np.array(SIZE) / 2
    return scale * about @ np.array([[cos, sin], [-sin, cos]]) + middle


def found(known, seen):
    every = np.arange(len(known.points))
    return list(instances(Votes(7, every, every), known, SIZE, seen))


@pytest.fixture
def points():
    return np.random.default_rng(3).uniform((10, 10), (240, 340), (30, 2))


def test_features_that_agree_stand_for_a_copy_where_it_lies(points):
    there = turned(points, 0.4, 0.6, (500, 400))
    [copy] = found(features(points), features(there, 0.6, 0.4))
    assert (copy.kin, copy.agreeing) == (7, 30)
    assert np.abs(corners_of(copy.maps[0]) - turned(CORNERS, 0.4, 0.6, (500, 400))).max() < 2


def test_two_copies_are_two(points):
    known = features(np.concatenate([points, points]))
    one, two = turned(points, 0.1, 0.6, (300, 300)), turned(points, 0.1, 0.6, (800, 300))
    copies = found(known, features(np.concatenate([one, two]), 0.6, 0.1))
    assert sorted(round(float(corners_of(each.maps[0]).mean(axis=0)[0])) for each in copies) == [300, 800]


def test_where_few_agree_a_map_without_a_slant_is_offered_too():
    """Six features along one edge, each a pixel off, tell a slant that is not there."""
    random = np.random.default_rng(8)
    few = random.uniform((60, 20), (230, 26), (6, 2))
    there = turned(few, 0.2, 0.6, (500, 400)) + random.uniform(-1, 1, (6, 2))
    [copy] = found(features(few), features(there, 0.6, 0.2))
    slanted, upright = (
        np.abs(corners_of(each) - turned(CORNERS, 0.2, 0.6, (500, 400))).max() for each in copy.maps
    )
    assert upright < 25
    assert slanted > 2 * upright


def test_three_features_are_chance(points):
    assert found(features(points[:3]), features(turned(points[:3], 0.4, 0.6, (500, 400)), 0.6, 0.4)) == []
