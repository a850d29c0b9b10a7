"""`companion demo` by touches on the real screen: the same evening as without it, and its pictures."""

import json
import random
import subprocess

import pytest

from companion.rules import games
from tests.cli.test_demo import COMMAND, Finished, killed, of

OF_THE_GAME = {
    "blast_track": {"game-take", "game-lay"},
    "coaster_clash": {"game-commit", "game-place"},
    "coaster_park": {"marble", "refusal", "rule", "game-sell", "game-price", "game-place"},
    "cosmic_coasters": {"game-move"},
}

PNG = b"\x89PNG\r\n\x1a\n"


def by_touch(folder, *options: str) -> subprocess.CompletedProcess[str]:
    given = (*COMMAND, "demo", "--json", "--out", str(folder), *options)
    return subprocess.run(given, capture_output=True, text=True, check=False)


def pictures(folder) -> dict[str, tuple[int, int]]:
    """The pictures that lie in a folder, with their sizes."""
    found = {}
    for path in folder.glob("*.png"):
        data = path.read_bytes()
        assert data.startswith(PNG)
        found[path.stem] = (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    return found


def test_an_interrupted_evening_goes_on_by_touches_and_ends_as_without_them(tmp_path):
    evening = Finished("cosmic_coasters", tmp_path / "fast")
    out = tmp_path / "out"
    killed(out, "cosmic_coasters", len(evening.trace) - 25, random.Random(1))
    run = by_touch(out, "--trace")
    assert run.returncode == 0, run.stderr
    *trace, report = run.stdout.splitlines()
    assert json.loads(report)["hash"] == evening.report["hash"]
    assert trace == evening.trace[-len(trace) :]
    assert (out / "scores.json").read_text() == evening.scores
    touched = json.loads(report)["touches"]
    assert touched["total"] >= len(trace)
    found = pictures(out)
    assert {"home", "scores", "history", "settings", "beams"} <= set(found)
    assert set(found.values()) == {(800, 480)}


@pytest.mark.full
@pytest.mark.parametrize("game", games())
def test_a_whole_evening_by_touches_is_the_one_without_them_with_a_picture_of_each_screen(game, tmp_path):
    evening = Finished(game, tmp_path / "fast")
    run = by_touch(tmp_path / "out", *of(game), "--size", "1280x720")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert report["hash"] == evening.report["hash"]
    assert (tmp_path / "out" / "story.txt").read_text() == evening.story
    assert 1 <= report["touches"]["mean"] <= report["touches"]["most"]
    found = pictures(tmp_path / "out")
    screens = {"home", "keyboard", "seats", "setup", "menu", "host", "story", "scores", "history", "beams"}
    assert screens <= set(found)
    assert set(found.values()) == {(1280, 720)}
    assert OF_THE_GAME[game] <= set(found)
