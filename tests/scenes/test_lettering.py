"""Measured widths are those of the faces, and fitted words fit."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, strategies

from companion.scenes.glyphs import letters
from companion.scenes.lettering import fit, width, wrap
from companion.scenes.shapes import Text
from tests.scenes.checking import ink

FACES = ((False, False), (False, True), (True, False))
WORDS = (
    "Ann, your turn",
    "Teleport home · win",
    "$19 of $321",
    "Große Öfen, Çédille",
    "WAVE AV To",
    "“quoted” – 3 × 2",
)


@pytest.mark.parametrize(("display", "bold"), FACES)
@pytest.mark.parametrize("words", WORDS)
def test_widths_are_those_of_the_faces_and_never_less(words: str, display: bool, bold: bool):
    left, _, right, _ = ink(Text((0, 0), words, 20, anchor="start", display=display, bold=bold))
    measured = width(words, 20, display, bold)
    assert right - 1 <= measured <= right * 1.12 + 2
    assert left >= -1


@given(strategies.text(max_size=40), strategies.floats(20, 300))
def test_fitted_words_fit(words: str, room: float):
    shown = fit(words, room, 15)
    assert shown == "…" or width(shown, 15) <= room
    assert shown == words or shown.endswith("…")


@given(
    strategies.lists(strategies.text("abcdefg,W-", min_size=1, max_size=12), max_size=12),
    strategies.integers(1, 5),
)
def test_wrapped_words_are_all_there_unless_an_ellipsis_says_otherwise(words: list[str], lines: int):
    rows = wrap(" ".join(words), 120, 15, lines)
    assert len(rows) <= lines
    assert all(width(row, 15) <= 120 for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert " ".join(rows).split() == words


def test_a_letter_that_no_face_has_is_taken_for_a_wide_one():
    assert width("木", 10) == 10


def shown(module: Path) -> set[str]:
    """The letters of a module's texts that are no docstrings."""
    tree = ast.parse(module.read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told)
    return {letter for text in texts if isinstance(text.value, str) for letter in text.value if letter > "~"}


def test_the_faces_have_every_letter_of_our_texts():
    house = Path(__file__).parents[2] / "companion"
    modules = [path for room in ("scenes", "kiosk") for path in (house / room).rglob("*.py")]
    assert len(modules) > 50
    assert "·" in {letter for path in modules for letter in shown(path)}
    unknown = {str(path): shown(path) - letters("roboto") for path in modules}
    assert {path: missing for path, missing in unknown.items() if missing} == {}
