"""Where more than cards is asked the table stays on the screen, and the camera helps beside it."""

import pytest

from companion.journal import Source
from companion.rules.contract import TABLE
from companion.table.turning import turn_asks
from tests.kiosk.looking import NAMES, Looking, looking


@pytest.fixture
def laying(open_kiosk, tmp_path) -> Looking:
    """Blast Track, when it is asked how a tile lies."""
    look = looking(open_kiosk, tmp_path)
    opened = look.opened
    opened.play("blast_track", NAMES)
    for _ in range(60):
        if turn_asks(opened.table.rules, opened.table.view(TABLE).state):
            break
        assert opened.go_on(1)
    look.until(lambda: look.looked_through)
    return look


def test_the_table_stays_on_the_screen_and_the_cameras_guess_is_confirmed_there(laying):
    assert laying.screen == "game"
    (ask, *_) = turn_asks(laying.opened.table.rules, laying.opened.table.view(TABLE).state)
    laying.see(ask.subject[0])
    laying.until(lambda: "cards.confirm" in laying.visible)
    assert laying.screen == "game"
    n, entering = laying.opened.table.n, laying.progress.entering
    laying.touch("cards.confirm")
    laying.until(lambda: laying.opened.table.n > n)
    entry = laying.opened.table.entry(n + 1)
    assert (entry.command, entry.source) == (entering[0], Source.CAMERA)


def test_the_picture_is_looked_at_by_choice_and_left_again(laying):
    laying.touch("prompt.camera")
    laying.until(lambda: laying.screen == "cards")
    assert laying.looked_through
    laying.touch("cards.taps")
    laying.until(lambda: laying.screen == "game")
    assert laying.looked_through
