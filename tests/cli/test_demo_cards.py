"""A demo's row is laid before a pretend camera, and what it is not sure of is entered as ever."""

import pytest

from companion.cards import Deck, Reading, Recogniser
from companion.cli import _laying
from companion.cli._laying import Laying
from companion.cli._playing import Submitting, play
from companion.journal import Journal, Source
from companion.rehearsal import rehearse
from companion.rehearsal.photographing import Photographer
from companion.rules.contract import TABLE
from companion.scenes.decks import keep_deck
from companion.scenes.faces import Printed, printed
from companion.table import Table
from tests.journal.evening import memory_folder

SEED = 3


class EnoughError(Exception):
    """The set-up is over."""


class Blind:
    """A recogniser that knows nothing."""

    def read(self, _):
        return Reading((), (), 0.0)


@pytest.fixture(params=["coaster_park", "cosmic_coasters"])
def evening(request, memory):
    rehearsal = rehearse(request.param, SEED)
    with Journal.open(memory / "journal.db") as journal:
        yield Table.begin(journal, rehearsal.world.setting(3)), rehearsal


@pytest.fixture
def memory():
    with memory_folder() as folder:
        yield folder


def first_turn(table, rehearsal):
    """Play until the first turn begins, as a demo does; each entry's command and how it came in."""
    inner = Submitting(table, SEED)

    def moved():
        if not any(ask.name in ("card", "side", "moon") for ask in table.view(TABLE).asks):
            raise EnoughError

    try:
        with pytest.raises(EnoughError):
            play(table, rehearsal, Laying(inner, table, rehearsal), moved)
    finally:
        inner.close()
    entries = [table.entry(n) for n in range(1, table.n + 1)]
    return [(entry.command, entry.source) for entry in entries]


def as_ever(game, folder):
    """The same set-up without a camera."""
    rehearsal = rehearse(game, SEED)
    with Journal.open(folder / "other.db") as journal:
        table = Table.begin(journal, rehearsal.world.setting(3))
        commands = []
        while any(ask.name in ("card", "side", "moon") for ask in table.view(TABLE).asks):
            commands.append(rehearsal.next(table).command)
            table.submit(commands[-1])
        return commands


def test_the_camera_enters_the_row_that_the_decks_give(evening, memory, tmp_path, monkeypatch):
    table, rehearsal = evening
    game = table.rules.name
    commands = as_ever(game, memory)
    named = {
        value
        for command in commands
        for value in (getattr(command, name) for name in ("card", "side", "moon") if hasattr(command, name))
    }
    have = printed(game)
    keep_deck(tmp_path, game, Printed(tuple(face for face in have.faces if face.id in named), have.backs))
    sight = (Photographer(have), Recogniser(Deck.open(tmp_path)))
    monkeypatch.setattr(_laying, "_sight", lambda _: sight)
    entered = first_turn(table, rehearsal)
    assert [command for command, _ in entered] == commands
    assert {source for _, source in entered} == {Source.CAMERA}


def test_what_the_camera_does_not_know_is_entered_as_ever(evening, memory, monkeypatch):
    table, rehearsal = evening
    looked = []
    sight = (Photographer(printed(table.rules.name)), Blind())
    monkeypatch.setattr(_laying, "_sight", lambda _: looked.append(1) or sight)
    entered = first_turn(table, rehearsal)
    assert [command for command, _ in entered] == as_ever(table.rules.name, memory)
    assert {source for _, source in entered} == {Source.REHEARSAL}
    assert len(looked) == 1
