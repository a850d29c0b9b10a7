import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from companion.journal import verify
from companion.journal.entry import Record, entry_hash
from companion.journal.errors import ImportRefusedError
from companion.journal.exchange import export_for, export_whole, read_export
from companion.rules.contract import TABLE
from tests.journal.counting_game import Add, find
from tests.journal.evening import add, begun, entered, memory_folder, named, opened, play

FIELDS = ["n", "key", "by", "source", "command", "events", "state_hash", "previous_hash", "hash", "at"]


def exported(journal, evening=1):
    return b"".join(line + b"\n" for line in export_whole(journal, evening))


def imported(journal, data):
    return journal.take_over(read_export(data, "friday.jsonl", journal.find_game))


def refusal(data):
    with pytest.raises(ImportRefusedError) as told:
        read_export(data, "friday.jsonl", find)
    assert "\n" not in str(told.value)
    return str(told.value)


def resealed(lines):
    """The same lines with hashes that chain: what somebody would send who wants to be believed."""
    previous, sealed = "", []
    for line in lines:
        parts = json.encode(line["command"]), json.encode(line["events"])
        previous_hash, previous = previous, entry_hash(previous, line["n"], *parts, line["state_hash"])
        sealed.append(json.encode({**line, "previous_hash": previous_hash, "hash": previous}))
    return b"\n".join(sealed)


def test_an_export_is_json_lines_with_these_fields(journal):
    table = named(journal)
    lines = [json.decode(line) for line in exported(journal).splitlines()]
    assert [list(line) for line in lines] == [FIELDS] * 3
    assert [line["hash"] for line in lines] == [table.entry(n).hash for n in range(3)]
    assert lines[0]["command"]["type"] == "Setup"


@pytest.mark.parametrize("seed", range(3))
def test_an_export_imports_back_to_the_same_hash_and_the_same_export(memory, seed):
    with opened(memory) as journal:
        play(begun(journal), 60, seed)
        data, evening = exported(journal), journal.evenings()[0]
    (memory / "other").mkdir()
    with opened(memory / "other") as journal:
        (number,) = imported(journal, data)
        assert exported(journal, number) == data
        again = journal.evenings()[0]
        assert (again.names, again.entries, again.finished) == (
            evening.names,
            evening.entries,
            evening.finished,
        )
        assert again.started == evening.started[:23] + evening.started[23:]
        assert verify(journal, number).difference is None


def test_an_export_of_several_evenings_imports_all(journal):
    named(journal)
    add(named(journal, first=6), 2)
    both = exported(journal, 1) + b"\n" + exported(journal, 2)
    assert imported(journal, both) == (3, 4)
    assert exported(journal, 3) + b"\n" + exported(journal, 4) == both


def test_an_import_that_is_wrong_somewhere_imports_nothing(journal):
    named(journal)
    good = exported(journal)
    told = refusal(good + good.splitlines()[0].replace(b"Ann", b"Eve"))
    assert told.startswith("friday.jsonl, line 4: field hash: ")
    assert len(journal.evenings()) == 1


def test_an_imported_evening_can_be_gone_on_with(journal):
    table = named(journal)
    add(table, 2)
    (number,) = imported(journal, exported(journal))
    again = type(table).resume(journal, number)
    assert again.view(TABLE) == table.view(TABLE)
    add(again, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"n":2', b'"n":"2"', "line 3: field n: expected a whole number, found a text"),
        (b'"n":2', b'"n":3', "line 3: field n: expected 2, found 3"),
        (b'"source":"phone"', b'"source":"pigeon"', "line 2: field source: 'pigeon' is none of the words"),
        (
            b'"seat":0',
            b'"seat":"x"',
            "line 2: field by.seat: expected a whole number or nothing, found a text",
        ),
        (b'"type":"Name"', b'"type":"Nome"', "line 2: command.type: Invalid value 'Nome'"),
        (b'"type":"Named"', b'"type":"Nemad"', "line 2: events[0].type: Invalid value 'Nemad'"),
        (b'"hash":"', b'"hasch":"', "line 1: field hash: missing"),
        (
            b'"game":"counting_game"',
            b'"game":"poker"',
            "line 1: field command.game: no game is called 'poker'",
        ),
        (b'"type":"Setup"', b'"type":"Opened"', "line 1: field command.type: Invalid value 'Opened'"),
        (b'"goal":40', b'"goal":41', "line 1: field hash: this entry was changed"),
        (b"Ann", b"An\xff", "line 1: "),
        (b'{"n":1', b'{"n":1,', "line 2: "),
        (b'{"n":1', b"[" * 100_000, "line 2: "),
    ],
)
def test_what_is_wrong_in_an_import_is_told_by_file_line_and_field(journal, old, new, told):
    named(journal)
    data = exported(journal)
    assert old in data
    assert refusal(data.replace(old, new, 1)).startswith(f"friday.jsonl, {told}")


def test_an_empty_import_is_told():
    assert refusal(b"\n \n").startswith("friday.jsonl, line 1: nothing in it")


def test_a_forged_evening_whose_hashes_chain_must_still_fit_the_game(journal):
    table = named(journal)
    add(table, 2)
    lines = [json.decode(line) for line in exported(journal).splitlines()]
    lines[3]["events"][0]["seat"] = 7
    assert "line 4: events: they don't fit the game (IndexError" in refusal(resealed(lines))


def test_a_forged_state_hash_is_told(journal):
    named(journal)
    lines = [json.decode(line) for line in exported(journal).splitlines()]
    lines[2]["state_hash"] = "0" * 64
    assert "line 3: state_hash: expected " in refusal(resealed(lines))


@pytest.mark.parametrize(
    ("command", "events", "told"),
    [
        ({"type": "TakeBack", "to": 9}, [], "entry 9 doesn't count"),
        ({"type": "TakeBack", "to": 1}, [{"type": "TurnPassed", "to": 1}], "taking back has no events"),
        (
            {"type": "Correct", "n": 9, "command": {"type": "Add", "seat": 0, "amount": 1}},
            [],
            "entry 9 doesn't",
        ),
        (
            {"type": "Correct", "n": 1, "command": {"type": "Add", "seat": 0, "amount": 1}},
            [{"type": "Rejudged", "n": 2}],
            "must be those of the entries from 1 on",
        ),
        ({"type": "Add", "seat": 0, "amount": 1}, [{"type": "Rejudged", "n": 1}], "only a correction judges"),
    ],
)
def test_a_forged_take_back_or_correction_is_told(journal, command, events, told):
    named(journal)
    lines = [json.decode(line) for line in exported(journal).splitlines()]
    lines.append({**lines[2], "n": 3, "key": "forged", "command": command, "events": events})
    assert told in refusal(resealed(lines))


def test_a_second_set_up_or_none_is_told(journal):
    named(journal)
    lines = exported(journal).splitlines()
    assert "line 1: field n: expected 0, found 1" not in refusal(lines[1])
    assert "field command" in refusal(lines[1])


def test_a_key_used_twice_is_told(journal):
    table = named(journal)
    data = exported(journal).replace(table.entry(2).key.encode(), table.entry(1).key.encode())
    assert f"line 3: field key: '{table.entry(1).key}' was used" in refusal(data)


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_any_bytes_are_refused_with_a_line(data):
    assert refusal(data).startswith("friday.jsonl, line ")


with memory_folder() as _folder, opened(_folder) as _journal:
    play(begun(_journal), 12)
    SAMPLE = exported(_journal)


@settings(max_examples=300)
@given(st.data())
def test_any_change_of_an_export_is_refused_or_changes_no_command_and_no_event(data):
    start = data.draw(st.integers(0, len(SAMPLE) - 1))
    end = data.draw(st.integers(start, min(len(SAMPLE), start + 40)))
    changed = SAMPLE[:start] + data.draw(st.binary(max_size=40)) + SAMPLE[end:]
    try:
        (read,) = read_export(changed, "friday.jsonl", find)
    except ImportRefusedError:
        return
    lines = [json.decode(line, type=Record) for line in SAMPLE.splitlines()]
    assert [record.hash for record in read.records] == [record.hash for record in lines[: len(read.records)]]


# A seat's export


def seat_export(journal, evening, seat):
    return b"\n".join(export_for(journal, evening, seat))


def test_a_seats_export_says_so_in_its_first_line(journal):
    named(journal)
    first = json.decode(seat_export(journal, 1, 1).splitlines()[0])
    assert (first["export"], first["seat"], first["game"]) == ("redacted", 1, "counting_game")
    assert "can't be imported" in first["note"]


def test_a_seats_export_cannot_be_imported(journal):
    named(journal)
    assert "this is a seat's export" in refusal(seat_export(journal, 1, 1))
    body = b"\n".join(seat_export(journal, 1, 1).splitlines()[1:])
    assert "field key: missing" in refusal(body)


def test_a_seats_export_holds_its_own_secret_and_no_other_and_no_hash(journal):
    named(journal, first=4, second=7)
    lines = [json.decode(line) for line in seat_export(journal, 1, 1).splitlines()[1:]]
    assert [list(line) for line in lines] == [["n", "by", "source", "command", "events", "at"]] * 3
    assert lines[1]["command"]["number"] == {"viewers": [0]}
    assert lines[2]["command"]["number"] == {"viewers": [1], "value": 7}
    for entry in journal.entries(1):
        assert entry.hash.encode() not in seat_export(journal, 1, 1)
        assert entry.state_hash.encode() not in seat_export(journal, 1, 1)


def test_a_seats_export_is_the_same_whatever_is_hidden_from_it(journal):
    seen = []
    for secret in (2, 9):
        table = named(journal, first=secret)
        add(table, 1, 2)
        entered(table.correct(3, Add(0, 2)))
        lines = [json.decode(line) for line in seat_export(journal, table.evening, 1).splitlines()]
        seen.append([{**line, "at": ""} for line in lines])
    assert seen[0] == seen[1]
