"""The cards at the table through real pictures: laid, photographed, recognised, judged and entered."""

import pytest

from companion.cards import Deck, Recogniser
from companion.journal import Journal, Source
from companion.rehearsal.lighting import USUAL, Trouble
from companion.rehearsal.looking import Look
from companion.rehearsal.photographing import Photographer
from companion.rules.contract import HOST, TABLE, Setup
from companion.rules.cosmic_coasters.state import Moons
from companion.scenes.decks import keep_deck
from companion.scenes.faces import Printed, printed
from companion.scenes.refusing import refusal
from companion.scenes.telling import telling
from companion.table import Table
from companion.table.cards import Cards, Phase

ROW = ("standard-01", "standard-02", "standard-03", "launch-01", "launch-02")
SLEEVED = Trouble(tilt=20.0, overlap=0.2, sleeves=1.0, glare=0.2)
NAMES = ("Ann", "Bo", "Cem")


def sight(game, folder, wanted):
    have = printed(game)
    faces = tuple(face for face in have.faces if face.id in wanted)
    keep_deck(folder, game, Printed(faces, have.backs))
    return Photographer(have), Recogniser(Deck.open(folder))


@pytest.fixture(scope="module")
def park(tmp_path_factory):
    wanted = (*ROW, "launch-03", "standard-13", "full-till")
    return sight("coaster_park", tmp_path_factory.mktemp("park"), wanted)


@pytest.fixture(scope="module")
def moons(tmp_path_factory):
    return sight(
        "cosmic_coasters", tmp_path_factory.mktemp("moons"), ("Ganymede", "Callisto", "Europa", "Io")
    )


@pytest.fixture
def journal(memory):
    with Journal.open(memory / "journal.db") as journal:
        yield journal


def looked_at(journal, setup, sight):
    table = Table.begin(journal, setup, by=HOST)
    assert isinstance(table, Table)
    look = Look(*sight)
    cards = Cards(table, look)
    table.subscribe(cards.entered)
    cards.look()
    cards.settle()
    return table, look, cards


@pytest.mark.parametrize("trouble", [USUAL, SLEEVED], ids=["usual", "sleeved"])
def test_a_card_row_sets_itself_up(journal, park, trouble):
    table, look, cards = looked_at(journal, Setup("coaster_park", NAMES), park)
    look.at_row(ROW, 3, trouble)
    cards.settle()
    assert table.view(TABLE).state.row == ROW
    assert {table.entry(n).source for n in range(1, table.n + 1)} == {Source.CAMERA}


def test_what_the_rules_refuse_can_be_written_on_the_picture(journal, park):
    table, look, cards = looked_at(journal, Setup("coaster_park", NAMES), park)
    sighting = look.at_row(("launch-03", *ROW[:3], "launch-02"), 5)
    cards.settle()
    progress = cards.progress()
    assert (progress.phase, progress.size) == (Phase.REFUSED, (1280, 720))
    refused = progress.seen[0]
    assert refused.found.quad == sighting.cards[0].quad
    words = refusal(telling("coaster_park"), table.view(TABLE).state, refused.violation, NAMES)
    assert words.title
    assert table.n == 0


def test_drawn_moons_set_themselves_up(journal, moons):
    setup = Setup("cosmic_coasters", NAMES, options={"moons": Moons.DRAWN})
    table, look, cards = looked_at(journal, setup, moons)
    look.at_row(("Io", "Ganymede", "Europa"), 2)
    cards.settle()
    assert table.view(TABLE).state.moons == ("Io", "Ganymede", "Europa")
