"""What goes wrong on this machine: phones get one line that says what to do, and no path of any file."""

import re

import pytest

from companion.journal import Journal, JournalError, errors
from companion.rules.contract import HOST
from companion.table.running import Phase, Progress
from companion.tablet.amiss import amiss

KINDS = sorted(
    (each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, JournalError)),
    key=lambda each: each.__name__,
)


def tells_a_path(words):
    return "journal.db" in words or re.search(r"(^|\s)/\w", words) is not None


@pytest.fixture
def served(serve):
    served = serve()
    served.play("cosmic_coasters", moves=6)
    return served


def test_an_entry_that_the_journal_refuses_is_told_in_a_line_without_a_path(served, monkeypatch):
    table, keeper = served.table, served.phone("keeper")
    before = table.n
    for kind in KINDS:

        def refuse(*_, kind=kind, **__):
            raise kind(f"{served.journal.path}: 'secret of the file'")

        monkeypatch.setattr(Journal, "append", refuse)
        keeper.touch("TakeBack", to=before - 1)
        assert keeper.answer() == amiss(kind("any"))
    assert table.n == before
    assert not any(tells_a_path(frame) or "secret of" in frame for frame in keeper.frames)


def test_an_evening_that_does_not_exist_is_told_so_in_a_line(served):
    keeper = served.phone("keeper")
    keeper.say("Resume", evening=999)
    assert keeper.answer() == "There is no such evening here."
    assert not any(tells_a_path(frame) for frame in keeper.frames)


def test_a_past_evening_that_is_damaged_is_told_without_its_file(served, monkeypatch):
    table, keeper = served.table, served.phone("keeper")
    end = next(ask for ask in table.view(HOST).asks if ask.name == "draw").options[0]
    table.submit(end, HOST)

    def damaged(*_, **__):
        raise errors.JournalDamagedError(
            f"{served.journal.path}: evening 1, entry 3 holds a secret of the file"
        )

    monkeypatch.setattr(Journal, "entries", damaged)
    monkeypatch.setattr(Journal, "records", damaged)
    keeper.look("past", str(table.evening))
    keeper.hear(lambda: "read" in keeper.regions["side"])
    answer = keeper.web.get(f"/export/{table.evening}")
    assert answer.status_code == 409
    assert "be read" in answer.text
    assert not any(tells_a_path(words) for words in (answer.text, *keeper.frames))


def test_what_is_amiss_with_the_beams_is_told_without_where_recordings_lie():
    from companion.tablet.asking import Asking

    class Shown:
        progress = Progress(phase=Phase.ENTERED, problem="can't be kept: /home/pi/recordings: full")

    class Group:
        run = object()

    asking = Asking.__new__(Asking)
    asking._seen = Shown()
    assert "beams" in asking._status(Group())
    assert not tells_a_path(asking._status(Group()))
