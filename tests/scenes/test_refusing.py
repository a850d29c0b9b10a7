"""What the table itself refuses is said in words too, in every game."""

import re
from pathlib import Path

import pytest

from companion import journal, table
from companion.rules.contract import Violation
from companion.scenes.refusing import EXPLANATION, REFUSALS, SECTION, explanation, refusal
from companion.scenes.telling import telling

NAMES = ("Ann", "Benedikt")

FACTS = {"seat": 1, "by": 0, "n": 7, "last": 5, "to": 5, "game": "cosmic_coasters", "wanted": 5}


def codes() -> set[str]:
    folders = [Path(package.__file__).parent for package in (journal, table)]
    sources = [path.read_text("utf-8") for folder in folders for path in folder.glob("*.py")]
    return {code for source in sources for code in re.findall(r'"(table\.[a-z-]+\.[a-z-]+)"', source)}


def test_every_code_of_the_table_has_words_and_no_other():
    assert codes() == set(REFUSALS)


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_refusal_of_the_table_is_a_sentence_without_gaps(code):
    said = refusal(telling("cosmic_coasters"), None, Violation(code, "table", FACTS), NAMES)
    assert said.title
    assert "{" not in said.title + said.detail
    assert said.detail.endswith(".")
    assert explanation(telling("cosmic_coasters"), said.section) == EXPLANATION


def test_whose_entry_it_is_is_said_by_name():
    said = refusal(telling("coaster_park"), None, Violation("table.seats.not-yours", "table", FACTS), NAMES)
    assert said.title == "That is Benedikt’s to enter"
    assert said.section == SECTION


def test_what_a_game_refuses_is_said_in_its_own_words():
    words = telling("coaster_park")
    violation = Violation("park.game.over", "End of the Game")
    assert refusal(words, None, violation, NAMES) == words.refusal(None, violation, NAMES)
    assert explanation(words, "CP7") == words.explain("CP7")
