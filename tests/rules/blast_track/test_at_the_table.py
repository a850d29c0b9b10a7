"""Entries of Blast Track at a real table: touched twice, taken back, seen by others."""

from companion.journal import Journal
from companion.rehearsal import rehearse
from companion.rules.blast_track.commands import EnterFirst, Lay
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden
from companion.table import Confirmed, Table
from tests.rules.blast_track.arranged import values


def played(journal, seed, until):
    """An evening up to the first entry of which something is true; the entry is not made."""
    rehearsal = rehearse("blast_track", seed)
    table = Table.begin(journal, rehearsal.world.setting(3))
    while (move := rehearsal.next(table)) is not None:
        if until(table, move.command):
            return table, move.command
        assert isinstance(table.submit(move.command, by=move.by), Confirmed)
    raise AssertionError("it never came")


def is_slope(_, command):
    return isinstance(command, Lay) and command.tile.startswith("slope")


def test_a_tile_touched_twice_is_laid_and_scored_once(tmp_path):
    with Journal.open(tmp_path / "journal.db") as journal:
        table, lay = played(journal, 1, is_slope)
        before = values(table.view(TABLE).state, lay.seat)
        first = table.submit(lay, key="one touch")
        assert isinstance(first, Confirmed)
        assert table.submit(lay, key="one touch") == first
        assert table.n == first.n
        after = values(table.view(TABLE).state, lay.seat)
        assert after[1] == before[1] + 1


def test_a_tile_taken_back_is_in_the_hand_again_and_its_points_are_gone(tmp_path):
    with Journal.open(tmp_path / "journal.db") as journal:
        table, lay = played(journal, 1, is_slope)
        before = table.view(TABLE).state
        entered = table.n
        assert isinstance(table.submit(lay), Confirmed)
        assert isinstance(table.take_back(entered), Confirmed)
        assert table.view(TABLE).state == before


def test_nobody_else_gets_a_byte_of_a_first_tile_that_was_entered(tmp_path):
    """The same evening with another first tile: what the others see is the same, word for word."""
    seen = []
    for tile in ("rail-star", "rail-lanes"):
        with Journal.open(tmp_path / f"{tile}.db") as journal:
            rehearsal = rehearse("blast_track", 1)
            table = Table.begin(journal, rehearsal.world.setting(3))
            entry = EnterFirst(1, Hidden((1,), tile))
            assert isinstance(table.submit(entry, by=Viewer(1)), Confirmed)
            views = [table.view(viewer) for viewer in (TABLE, Viewer(0), Viewer(2))]
            told = [[each.command for each in table.history(viewer)] for viewer in (TABLE, Viewer(0))]
            seen.append((views, told))
            assert table.view(Viewer(1)).state.players[1].first.tile.value == tile
    assert seen[0] == seen[1]
