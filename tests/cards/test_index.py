"""Which references a picture's features resemble, and what kin among the references change about that."""

import cv2
import numpy as np
import pytest

from companion.cards.features import Features, features_of
from companion.cards.index import Index
from tests.cards.faces import illustrated


def grey(face):
    return cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)


def numbered(face, number):
    """The same card with a number in its corner."""
    face = face.copy()
    cv2.circle(face, (215, 315), 26, (255, 255, 255), -1)
    cv2.putText(face, number, (203, 326), cv2.FONT_HERSHEY_DUPLEX, 1.0, (0, 0, 0), 2)
    return face


@pytest.fixture(scope="module")
def references():
    """Two cards that differ in a number, and two others."""
    faces = [numbered(illustrated(1), "1"), numbered(illustrated(1), "4"), illustrated(2), illustrated(3)]
    return [features_of(grey(face), 300) for face in faces]


def test_a_picture_shared_by_two_cards_speaks_for_neither_of_them(references):
    alone = Index(references, [[0], [1], [2], [3]])
    counts = {votes.kin: len(votes.seen) for votes in alone.votes(references[0], 4)}
    assert counts.get(0, 0) < 0.3 * len(references[0].points)


def test_kin_are_not_held_against_each_other(references):
    kin = Index(references, [[0, 1], [2], [3]])
    votes = {each.kin: each for each in kin.votes(references[0], 4)}
    assert len(votes[0].seen) > 0.9 * len(references[0].points)
    assert not set(votes) - {0}


def test_places_of_votes_are_those_of_the_stack(references):
    index = Index(references, [[0, 1], [2], [3]])
    [votes] = [each for each in index.votes(references[3], 4) if each.kin == 2]
    apart = index.known.points[votes.known] - references[3].points[votes.seen]
    assert (np.abs(apart).max(axis=1) < 1).mean() > 0.95


def test_references_without_features_are_an_empty_index():
    assert Index([Features.none()], [[0]]).empty
    assert Index([Features.none()], [[0]]).votes(Features.none(), 4) == []
