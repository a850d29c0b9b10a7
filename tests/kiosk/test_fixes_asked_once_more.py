"""What the host enters and is not lightly undone is asked once more first."""

import pytest

from companion.rules.contract import HOST
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt", "Cem")


def choose(opened: Opened, name: str) -> None:
    """Choose on the host's sheet what this ask offers."""
    opened.kiosk.lay("host")
    opened.still()
    sheet = opened.kiosk.frames.sheet
    command = next(ask for ask in opened.table.view(HOST).asks if ask.name == name).options[0]
    group = next(group for group in sheet._prompt._groups if any(ask.name == name for ask in group.asks))
    for id_ in group.narrowing.route(command):
        sheet._prompt.tap(id_)
        opened.still()


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("coaster_park", "abandon"),
        ("coaster_park", "leave"),
        ("cosmic_coasters", "abandon"),
        ("cosmic_coasters", "leave"),
        ("cosmic_coasters", "draw"),
    ],
)
def test_ending_leaving_and_drawing_are_asked_once_more(open_kiosk, game, name):
    opened = open_kiosk()
    opened.play(game, NAMES, moves=4)
    while all(ask.name != name for ask in opened.table.view(HOST).asks):
        assert opened.go_on(1)
    n = opened.table.n
    choose(opened, name)
    assert opened.table.n == n
    sheet = opened.kiosk.frames.sheet
    assert (sheet._yes.look, sheet._no.look) == ("bad", "main")
    opened.fingers.touch("confirm.no")
    opened.still()
    assert opened.table.n == n
    choose(opened, name)
    opened.fingers.touch("confirm.yes")
    opened.still()
    assert opened.table.n == n + 1
