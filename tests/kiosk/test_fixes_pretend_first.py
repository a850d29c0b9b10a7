"""On a pretend table, the button by which it says what falls is seen without scrolling."""

from companion.kiosk.settings import Settings
from companion.rules.contract import TABLE, Observe
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


class Silent:
    def tell(self) -> None:
        """Say nothing."""


def fact_with_many_choices(opened: Opened) -> bool:
    asks = opened.table.view(TABLE).asks
    screen = opened.kiosk.frames.screen
    return any(isinstance(ask, Observe) for ask in asks) and len(screen.prompt.choices._offers) > 8


def test_as_it_falls_stands_above_many_choices(open_kiosk):
    opened = open_kiosk(pretending=lambda _table: Silent(), settings=Settings(table="pretend"))
    opened.play("coaster_park", NAMES)
    for _ in range(60):
        if hasattr(opened.kiosk.frames.screen, "prompt") and fact_with_many_choices(opened):
            break
        assert opened.go_on(1)
    else:
        raise AssertionError("no fact had many choices")
    assert opened.kiosk.frames.screen.prompt.choices._offers[0].id == "prompt.pretend"
    assert "prompt.pretend" in opened.fingers.visible()
