"""How answers about labelled photographs are scored, and what the bench prints of them."""

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cards import Found
from companion.cli import companion
from companion.cli.bench._labelled import Label, Score
from tests.cards.faces import illustrated
from tests.cards.tabletop import Conditions, photograph


def square(x, y, side=100.0):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def found(card, x, y, *, certain=True):
    return Found(card, square(x, y), 0, 0.0, certain=certain, confidence=0.95 if certain else 0.6)


def scored(labels, answers):
    score = Score()
    score.add(labels, answers, 5.0)
    return score.cards, score.found, score.asked, score.wrong


HERE = Label("a", quad=list(square(0, 0)))


@pytest.mark.parametrize(
    ("labels", "answers", "figures"),
    [
        ([HERE], [found("a", 10, 10)], (1, 1, 0, 0)),
        ([HERE], [found("a", 10, 10, certain=False)], (1, 0, 1, 0)),
        ([HERE], [found("b", 10, 10)], (1, 0, 0, 1)),
        ([HERE], [found("b", 10, 10, certain=False)], (1, 0, 0, 0)),
        ([HERE], [found("a", 400, 0)], (1, 0, 0, 1)),
        ([HERE], [found("a", 0, 0), found("a", 5, 5)], (1, 1, 0, 1)),
        ([], [found("a", 0, 0)], (0, 0, 0, 1)),
        ([Label("a", 0.4, list(square(0, 0)))], [found("a", 0, 0)], (0, 0, 0, 0)),
        ([Label("a", 0.4, list(square(0, 0)))], [], (0, 0, 0, 0)),
        ([Label("a", quad=list(square(0, 0)), enrolled=True)], [found("a", 0, 0)], (0, 0, 0, 0)),
        ([Label("a", center=(50.0, 50.0))], [found("a", 5, 5)], (1, 1, 0, 0)),
        ([Label("a"), Label("a")], [found("a", 300, 5), found("a", 5, 5)], (2, 2, 0, 0)),
    ],
)
def test_answers_are_scored_by_name_place_and_certainty(labels, answers, figures):
    assert scored(labels, answers) == figures


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "reference").mkdir()
    (tmp_path / "photos").mkdir()
    for seed in range(5):
        cv2.imwrite(str(tmp_path / "reference" / f"face-{seed}.jpg"), illustrated(seed))
    places = [(350, 480, 0, 260), (850, 480, 5, 260)]
    faces = [("face-1", illustrated(1)), ("face-3", illustrated(3))]
    photo = photograph(faces, places, Conditions(cloth="wood"), 3)
    cv2.imwrite(str(tmp_path / "photos" / "two.jpg"), photo.picture)
    cards = [{"card": each.card, "visible": 1.0, "quad": np.round(each.quad).tolist()} for each in photo.laid]
    labels = {"set": "own", "photos": {"two.jpg": cards}}
    (tmp_path / "labels.json").write_bytes(msgspec.json.encode(labels))
    return tmp_path


def bench(*arguments):
    return CliRunner().invoke(companion, ["bench", "cards", *map(str, arguments), "--json"])


def test_a_set_is_measured_beside_the_baseline(folder):
    told = msgspec.json.decode(bench("--set", folder, "--baseline").stdout)
    assert list(told)[:10] == [
        "set",
        "pictures",
        "cards",
        "found",
        "asked",
        "wrong",
        "recall",
        "precision",
        "ms_p50",
        "ms_p99",
    ]
    assert (told["pictures"], told["cards"], told["found"], told["wrong"]) == (1, 2, 2, 0)
    assert (told["recall"], told["precision"]) == (1.0, 1.0)
    assert told["baseline"]["found"] == 2
    assert told["time_ratio"] > 0


def test_a_folder_without_labels_is_one_line(tmp_path):
    (tmp_path / "reference").mkdir()
    cv2.imwrite(str(tmp_path / "reference" / "a.jpg"), illustrated(0))
    result = bench("--set", tmp_path)
    assert result.exit_code == 1
    assert "labels.json" in result.stderr
    assert result.stderr.count("\n") == 1
