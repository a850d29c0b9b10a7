"""Every journal that a landed version wrote opens, and comes to the states that were written then."""

from pathlib import Path

import pytest

from companion.journal import Journal, verify
from companion.journal.exchange import export_whole, read_export
from companion.rules import game, games

JOURNALS = sorted((Path(__file__).parents[1] / "journals").glob("*.jsonl"))


def test_each_game_has_an_evening_of_a_landed_version():
    assert {name for name in games() if any(name in path.name for path in JOURNALS)} == set(games())


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_an_evening_of_a_landed_version_opens_to_the_same_hashes(path, tmp_path):
    with Journal.open(tmp_path / "journal.db") as journal:
        (evening,) = journal.take_over(read_export(path.read_bytes(), path.name, game))
        assert list(export_whole(journal, evening)) == path.read_bytes().splitlines()
        assert verify(journal, evening).difference is None
