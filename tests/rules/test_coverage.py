"""Law 8: every violation code, every ruling and every binding sentence is reached by a test that exists."""

import re
import tomllib
from pathlib import Path

import pytest

from companion import rules as package
from companion.rules import games

TESTS = Path(__file__).parent
RULES = Path(package.__file__).parent

RULINGS = {
    "coaster_park": ("CP", 50),
    "cosmic_coasters": ("CO", 34),
    "coaster_clash": ("CC", 39),
    "blast_track": ("BT", 48),
}
"""The prefix of each game's rulings, and how many there are."""

every_game = pytest.mark.parametrize("name", list(games()))


def covered(name: str) -> dict[str, dict[str, str | dict[str, str]]]:
    return tomllib.loads((TESTS / name / "coverage.toml").read_text(encoding="utf-8"))


def codes_in_the_source(name: str) -> set[str]:
    prefix = name.split("_")[-1] if name != "cosmic_coasters" else "cosmic"
    pattern = re.compile(rf'"({prefix}\.[a-z-]+\.[a-z-]+)"')
    return {code for path in (RULES / name).glob("*.py") for code in pattern.findall(path.read_text("utf-8"))}


@every_game
def test_every_violation_code_is_reached(name):
    codes = codes_in_the_source(name)
    assert len(codes) > 10
    assert set(covered(name)["codes"]) == codes


@every_game
def test_every_ruling_is_reached(name):
    prefix, count = RULINGS[name]
    assert set(covered(name)["rulings"]) == {f"{prefix}{number}" for number in range(1, count + 1)}


@every_game
def test_what_is_said_to_reach_something_exists_or_says_why_not(name):
    for table in covered(name).values():
        for key, reached in table.items():
            match reached:
                case {"unchecked": str(reason)}:
                    assert len(reason) > 10, key
                case str(where):
                    path, _, function = where.partition("::")
                    assert f"def {function}(" in (TESTS / name / path).read_text("utf-8"), where
                case _:
                    raise AssertionError(f"{key} is neither a test nor unchecked with a reason")
