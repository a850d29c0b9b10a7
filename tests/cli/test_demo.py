"""`companion demo` as a command: what it leaves, that it resumes, and what it says when it can't go on."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli._telling import story
from companion.journal import Journal
from companion.rehearsal import pretend
from companion.rules import games
from companion.rules.coaster_park import events as park
from companion.rules.coaster_park.components import house, index
from companion.rules.contract import TABLE
from companion.scenes.telling import telling
from companion.table import Table

COMMAND = (sys.executable, "-c", "from companion.cli import main; main()")
SEED = "3"


def demo(folder: Path, *options: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Play a fast demo in this folder."""
    given = (*COMMAND, "demo", "--fast", "--json", "--out", str(folder), *options)
    return subprocess.run(
        given, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONHASHSEED": hash_seed}
    )


def fewest(game: str) -> int:
    return games()[game].seats.start


def of(game: str) -> tuple[str, ...]:
    return ("--game", game, "--seats", str(fewest(game)), "--seed", SEED)


class Finished:
    """An evening that was played without a break."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder
        run = demo(folder, "--trace", *of(game))
        assert run.returncode == 0, run.stderr
        *self.trace, report = run.stdout.splitlines()
        self.report = json.loads(report)
        self.scores = (folder / "scores.json").read_text()
        self.story = (folder / "story.txt").read_text()


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> dict[str, Finished]:
    return {game: Finished(game, tmp_path_factory.mktemp(game) / "out") for game in games()}


GAMES = ("coaster_park", "cosmic_coasters")
"""Those that are played more than once: with beams and secrets, and without."""


@pytest.mark.parametrize("game", games())
def test_the_score_sheet_says_each_point_with_its_reason(finished, game):
    sheet = json.loads(finished[game].scores)
    assert set(sheet) == {"game", "seats", "ranking", "journal"}
    assert (sheet["game"], sheet["seats"], sheet["journal"]) == (game, fewest(game), "journal.db")
    assert sorted(row["seat"] for row in sheet["ranking"]) == list(range(fewest(game)))
    for row in sheet["ranking"]:
        assert set(row) == {"seat", "total", "lines"}
        assert sum(line["points"] for line in row["lines"]) == row["total"]
        for line in row["lines"]:
            assert set(line) == {"label", "points", "section"}
            assert line["label"]
            assert line["section"]


@pytest.mark.parametrize("game", games())
def test_each_entry_is_traced_by_its_number_and_the_hash_of_the_export(finished, game):
    evening = finished[game]
    with Journal.open(evening.folder / "journal.db") as journal:
        entries = journal.entries(1)
    assert evening.trace == [f"confirmed {entry.n} {entry.hash}" for entry in entries]
    assert evening.report["hash"] == entries[-1].hash
    assert evening.report["entries"] == len(entries) - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_hash_in_another_process(finished, game, tmp_path):
    again = demo(tmp_path / "again", *of(game), hash_seed="77")
    assert json.loads(again.stdout)["hash"] == finished[game].report["hash"]
    assert (tmp_path / "again" / "scores.json").read_text() == finished[game].scores
    assert (tmp_path / "again" / "story.txt").read_text() == finished[game].story


def test_some_marbles_are_entered_by_the_beams_and_some_by_the_table(finished):
    with Journal.open(finished["coaster_park"].folder / "journal.db") as journal:
        entries = journal.entries(1)
    sources = [entry.source for entry in entries if type(entry.command).__name__ == "Run"]
    assert {"beam", "rehearsal"} <= set(sources)


def test_the_story_names_no_secret_card_before_it_is_turned_up(finished):
    """The journal of this evening holds secret cards that were entered on phones at its beginning."""
    with Journal.open(finished["coaster_park"].folder / "journal.db") as journal:
        table = Table.resume(journal, 1)
        words, names, lines = telling("coaster_park"), table.setup.names, []
        entered = [entry for entry in journal.entries(1) if type(entry.command).__name__ == "EnterSecret"]
        for told in table.history(TABLE):
            if any(isinstance(event, park.Revealed) for _, event, _ in told.steps):
                break
            lines += [words.story(before, event, after, names) for before, event, after in told.steps]
        whole = story(table)
    assert any(entry.command.card.value for entry in entered)
    cards = {index(house()).bonus[card].name for card in index(house()).secrets}
    assert not [line for line in lines if any(card in line for card in cards)]
    assert any(card in whole for card in cards)


def test_a_finished_evening_is_told_again_and_not_played_again(finished):
    evening = finished["cosmic_coasters"]
    (evening.folder / "scores.json").unlink()
    again = demo(evening.folder)
    report = json.loads(again.stdout)
    assert report["finished_before"] is True
    assert report["hash"] == evening.report["hash"]
    assert (evening.folder / "scores.json").read_text() == evening.scores


def killed(folder: Path, game: str, lines: int, dice: random.Random) -> list[str]:
    """Kill a demo after it has printed so many lines or a little later; what it printed."""
    given = (*COMMAND, "demo", "--fast", "--trace", "--out", str(folder), *of(game))
    with subprocess.Popen(given, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        try:
            process.wait(dice.uniform(0, 0.03))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        printed += process.stdout.readlines()
    return [line.strip() for line in printed if line.endswith("\n")]


def survives(evening: Finished, folder: Path, lines: int, dice: random.Random) -> None:
    """What was confirmed before a kill is there, and the evening goes on to the scores of an unbroken one."""
    printed = killed(folder, evening.game, lines, dice)
    resumed = demo(folder)
    assert resumed.returncode == 0, resumed.stderr
    assert json.loads(resumed.stdout)["hash"] == evening.report["hash"]
    assert (folder / "scores.json").read_text() == evening.scores
    assert printed[:lines] == evening.trace[:lines]
    verified = subprocess.run(
        (*COMMAND, "journal", "verify", str(folder / "journal.db")), capture_output=True, check=False
    )
    assert verified.returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_killed_demo_loses_nothing_confirmed_and_ends_with_the_same_scores(finished, game, tmp_path):
    dice = random.Random(5)
    for number in range(2):
        lines = dice.randrange(len(finished[game].trace) - 1)
        survives(finished[game], tmp_path / str(number), lines, dice)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_a_demo_may_be_killed_at_any_of_a_hundred_moments(finished, game, tmp_path):
    dice = random.Random(6)
    for number in range(100):
        lines = dice.randrange(len(finished[game].trace) - 1)
        survives(finished[game], tmp_path / str(number), lines, dice)


def test_a_resumed_demo_needs_to_be_told_nothing_but_the_folder(tmp_path):
    killed(tmp_path / "out", "cosmic_coasters", 20, random.Random(1))
    resumed = json.loads(demo(tmp_path / "out").stdout)
    assert (resumed["game"], resumed["seats"], resumed["seed"]) == ("cosmic_coasters", 2, 3)
    assert resumed["resumed"] is True


def test_another_evening_in_the_same_folder_is_refused(finished):
    evening = finished["cosmic_coasters"]
    refused = demo(evening.folder, "--seed", "9")
    assert_one_line(refused, "seed 3", "--out")
    assert (evening.folder / "scores.json").read_text() == evening.scores


def test_a_second_demo_in_the_same_folder_is_refused(tmp_path):
    with Journal.open(tmp_path / "journal.db"):
        assert_one_line(demo(tmp_path), "in use by another companion")


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "taken").write_text("")
    assert_one_line(demo(tmp_path / "taken"), "taken", "--out")
    assert_one_line(demo(tmp_path / "taken" / "below"), "taken", "--out")


def test_a_number_of_seats_that_the_game_does_not_have_is_refused(tmp_path):
    for out in (tmp_path, tmp_path / "new"):
        assert_one_line(demo(out, "--game", "coaster_park", "--seats", "5"), "2 to 4 seats")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_of_somebody_else_is_left_alone(tmp_path):
    with Journal.open(tmp_path / "journal.db") as journal:
        assert isinstance(Table.begin(journal, pretend("cosmic_coasters", 1).setting(2)), Table)
    assert_one_line(demo(tmp_path), "not a demo's journal", "--out")


@pytest.mark.parametrize("spoil", ["truncated", "scribbled over"])
def test_a_damaged_journal_is_kept_aside_and_restored_and_the_evening_goes_on(finished, spoil, tmp_path):
    evening, out = finished["cosmic_coasters"], tmp_path / "out"
    killed(out, "cosmic_coasters", 40, random.Random(2))
    path = out / "journal.db"
    with Journal.open(path):
        pass  # closing it brings all into the one file that is spoilt now
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] if spoil == "truncated" else b"\xa5" * len(data))
    resumed = demo(out)
    assert resumed.returncode == 0
    assert "damaged" in resumed.stderr
    assert json.loads(resumed.stdout)["hash"] == evening.report["hash"]
    assert list(out.glob("journal.db.damaged*"))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can make a small disk")
def test_a_full_disk_is_told_in_one_line_and_room_lets_the_evening_go_on(finished, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(("mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)), check=False)
    if made.returncode != 0:
        pytest.skip("no disk can be mounted here")
    try:
        full = demo(disk / "out", *of("cosmic_coasters"))
        assert_one_line(full, "the disk is full")
        subprocess.run(("mount", "-o", "remount,size=20m", str(disk)), check=True)
        again = demo(disk / "out")
        assert json.loads(again.stdout)["hash"] == finished["cosmic_coasters"].report["hash"]
    finally:
        subprocess.run(("umount", str(disk)), check=True)


def assert_one_line(run: subprocess.CompletedProcess[str], *words: str) -> None:
    """The command failed, and said so in one line with these words."""
    assert run.returncode != 0
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert all(word in run.stderr for word in words), run.stderr
