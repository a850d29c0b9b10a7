"""Every game keeps its laws at the real table: taking back, correcting, repeated keys, exports, secrets."""

import random
from pathlib import Path

import pytest
from msgspec import json

from companion.journal import Journal, fold, state_hash, verify
from companion.journal.exchange import export_for, export_whole, read_export
from companion.rules import game, games
from companion.rules.contract import TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden
from companion.table import Confirmed, Table
from tests.rules import laws

STEPS = 90

every_game = pytest.mark.parametrize(
    ("rules", "seats"),
    [pytest.param(rules, max(rules.seats), id=rules.name) for rules in games().values()],
)


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal.open(tmp_path / "journal.db")
    yield opened
    opened.close()


def begun(journal: Journal, rules: laws.AnyRules, seats: int) -> Table:
    table = Table.begin(journal, Setup(rules.name, laws.NAMES[:seats]))
    assert isinstance(table, Table)
    return table


def play(table: Table, seed: str, steps: int = STEPS) -> list[object]:
    """Enter random legal commands; gives them."""
    dice, entered = random.Random(seed), []
    for _ in range(steps):
        asks = table.view(TABLE).asks
        if not asks:
            break
        command = laws.chosen(dice.choice(asks), dice)
        assert isinstance(table.submit(command), Confirmed)
        entered.append(command)
    return entered


@every_game
def test_taking_back_and_entering_again_gives_the_same_state(journal, rules, seats):
    table = begun(journal, rules, seats)
    entered = play(table, "again")
    whole = table.entry(table.n).state_hash
    for back in (1, 7, len(entered) // 2, len(entered)):
        assert isinstance(table.take_back(_entry_before(table, back)), Confirmed)
        for command in entered[-back:]:
            assert isinstance(table.submit(command), Confirmed), command
        assert table.entry(table.n).state_hash == whole
    assert verify(journal, table.evening).difference is None


def _entry_before(table: Table, back: int) -> int:
    """The number of the entry that is followed by so many that count."""
    return table.history(TABLE)[-back - 1].n


@every_game
def test_opening_again_gives_the_same_state_as_playing_on_did(journal, rules, seats):
    table = begun(journal, rules, seats)
    play(table, "open")
    table.take_back(_entry_before(table, 5))
    play(table, "other", 12)
    opened = Table.resume(journal, table.evening)
    assert opened.view(TABLE) == table.view(TABLE)
    assert state_hash(fold(rules, journal.entries(table.evening)).state) == table.entry(table.n).state_hash


@every_game
def test_correcting_an_entry_to_what_it_was_changes_no_state(journal, rules, seats):
    table = begun(journal, rules, seats)
    entered = play(table, "correct")
    whole = table.entry(table.n).state_hash
    for place in (1, 5, len(entered) // 2, len(entered) - 1):
        told = table.history(TABLE)[place]
        assert isinstance(table.correct(told.n, entered[place - 1]), Confirmed)
        assert table.entry(table.n).state_hash == whole
    assert verify(journal, table.evening).difference is None


@every_game
def test_a_repeated_key_is_one_entry_and_gets_the_first_answer(journal, rules, seats):
    table = begun(journal, rules, seats)
    dice = random.Random("key")
    for step in range(20):
        command = laws.chosen(dice.choice(table.view(TABLE).asks), dice)
        first = table.submit(command, key=f"touch {step}")
        assert isinstance(first, Confirmed)
        assert table.submit(command, key=f"touch {step}") == first
        assert table.n == first.n


@every_game
def test_an_export_is_imported_back_to_the_same_hashes(journal, rules, seats, tmp_path):
    table = begun(journal, rules, seats)
    play(table, "export")
    table.take_back(_entry_before(table, 3))
    lines = list(export_whole(journal, table.evening))
    other = Journal.open(tmp_path / "other" / "journal.db")
    (evening,) = other.take_over(read_export(b"\n".join(lines), "export.jsonl", game))
    assert list(export_whole(other, evening)) == lines
    other.close()


@every_game
def test_no_viewer_gets_a_byte_of_what_others_keep_secret(journal, rules, seats):
    """A word stands in each secret; whole views, histories, exports and refusals are searched for it."""
    table = begun(journal, rules, seats)
    play(table, "secrets")
    entries = journal.entries(table.evening)
    told = {
        (viewers, value) for entry in entries for viewers, value in _secrets((entry.command, entry.events))
    }
    assert told, "the evening had no secret: nothing was tried"
    for viewer in (TABLE, *map(Viewer, range(seats))):
        seen = b"".join(
            json.encode(part)
            for part in (table.view(viewer).state, [_told(each) for each in table.history(viewer)])
        )
        if viewer.seat is not None:
            seen += b"".join(export_for(journal, table.evening, viewer.seat))
        for viewers, value in told:
            if viewer.seat not in viewers:
                secret = json.encode(Hidden(viewers, value))
                assert secret not in seen, (viewer, viewers, value)


def _told(told: object) -> object:
    return [getattr(told, name) for name in told.__struct_fields__]


def _secrets(value: object) -> set[tuple[tuple[int, ...], object]]:
    found = set()
    if isinstance(value, Hidden):
        if value.value is not None:
            found.add((value.viewers, value.value))
    elif isinstance(value, tuple | list):
        for part in value:
            found |= _secrets(part)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            found |= _secrets(getattr(value, name))
    return found


@every_game
def test_a_seat_may_enter_only_for_itself(journal, rules, seats):
    table = begun(journal, rules, seats)
    dice = random.Random("seats")
    refused = 0
    for _ in range(STEPS):
        asks = table.view(TABLE).asks
        if not asks:
            break
        command = laws.chosen(dice.choice(asks), dice)
        if command.seat is not None:
            other = Viewer((command.seat + 1) % seats)
            assert isinstance(table.submit(command, by=other), Violation)
            refused += 1
        assert isinstance(table.submit(command), Confirmed)
    assert refused
