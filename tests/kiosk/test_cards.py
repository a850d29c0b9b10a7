"""Cards under the camera on the screen: entered by themselves, corrected by a tap, refused in words."""

import pytest

from companion.journal import Source
from companion.rules.contract import TABLE
from companion.scenes.shapes import Text
from companion.table.in_view import Phase, Standing
from tests.kiosk.layout import faults
from tests.kiosk.looking import NAMES, ROW, Looking, looking
from tests.table.eyes import found


@pytest.fixture
def look(open_kiosk, tmp_path) -> Looking:
    look = looking(open_kiosk, tmp_path)
    look.sit_down()
    return look


def said(look: Looking) -> str:
    """All words that are drawn over the picture."""
    return " ".join(shape.text for shape in look.opened.kiosk.frames.screen.sight.view.scene.shapes
                    if isinstance(shape, Text))  # fmt: skip


def test_an_open_card_is_looked_for_on_a_screen_of_its_own(look):
    assert look.screen == "cards"
    look.until(lambda: look.opened.kiosk.frames.screen.sight.shows)


def test_a_row_that_lies_still_is_entered_and_then_the_table_is_shown_again(look):
    look.see(*ROW, steady=False)
    assert look.opened.table.n == 0
    look.see(*ROW)
    look.until(lambda: look.opened.table.n == len(ROW))
    assert look.opened.table.view(TABLE).state.row == ROW
    assert look.opened.table.entry(1).source is Source.CAMERA
    while look.looked_through:  # the bonus cards are turned up, too
        assert look.opened.go_on(1)
    look.until(lambda: look.screen == "game")


def test_a_doubtful_card_is_tapped_in_the_picture_and_said_to_be_another(look):
    doubtful = found(1, "standard-05", certain=False, rivals=("standard-02",))
    look.see(found(0, ROW[0]), doubtful, *(found(place, ROW[place]) for place in (2, 3, 4)))
    assert look.progress.phase is Phase.DOUBTFUL
    assert "cards.confirm" in look.visible
    look.touch("card.1")
    offers = [press.touch_id for press in look.opened.prompt.choices.pool]
    assert offers[:3] == ["cards.back", "cards.is.standard-05", "cards.is.standard-02"]
    look.touch("cards.is.standard-02")
    look.until(lambda: look.opened.table.n == len(ROW))
    assert look.opened.table.view(TABLE).state.row == ROW


def test_all_doubtful_cards_are_confirmed_by_one_touch(look):
    look.see(*(found(place, card, certain=place > 1) for place, card in enumerate(ROW)))
    assert [seen.standing for seen in look.progress.seen[:2]] == [Standing.DOUBTFUL] * 2
    look.touch("cards.confirm")
    look.until(lambda: look.opened.table.n == len(ROW))


def test_what_the_rules_refuse_is_said_on_the_picture(look):
    look.see("launch-03", *ROW[:3], "launch-02")
    look.until(lambda: look.progress.phase is Phase.REFUSED)
    look.opened.fingers.settle()
    assert look.opened.table.n == 0
    assert look.opened.prompt.refusal.title in said(look)
    assert "refusal.rule" in look.visible


def test_a_wrong_card_that_seems_certain_is_corrected_by_a_tap(look):
    look.see("launch-03", *ROW[1:])
    look.touch("card.0")
    look.touch(f"cards.is.{ROW[0]}")
    look.until(lambda: look.opened.table.n == len(ROW))
    assert look.opened.table.view(TABLE).state.row == ROW


def test_cards_are_entered_by_taps_while_the_camera_is_set_aside(look):
    look.see(*ROW[:3], steady=False)
    look.touch("cards.taps")
    look.until(lambda: look.screen == "game")
    assert not look.looked_through
    first = next(ask.options[0] for ask in look.opened.table.view(TABLE).asks)
    look.opened.table.submit(first)
    look.opened.still()
    assert (look.opened.table.n, look.screen) == (1, "game")
    look.touch("prompt.camera")
    look.until(lambda: look.screen == "cards")
    assert look.looked_through


def test_every_card_can_be_tapped_in_beside_the_picture(look):
    session = look.opened.kiosk.session
    ask = next(iter(look.opened.table.view(TABLE).asks))
    for step in session.telling.path(session.shown.state, ask.options[0], session.names):
        if step.id in look.visible:
            look.touch(step.id)
    look.until(lambda: look.opened.table.n == 1)
    assert look.opened.table.entry(1).source is Source.TOUCH


def test_a_camera_that_is_unplugged_says_so_in_a_line_and_taps_go_on(look):
    problem = "USB camera was unplugged; it is used again once it is plugged in"
    look.see(problem=problem)
    look.opened.fingers.settle()
    assert "unplugged" in said(look)
    assert look.opened.kiosk.failures == []
    test_every_card_can_be_tapped_in_beside_the_picture(look)


def test_the_one_new_card_is_found_when_it_is_turned_up(open_kiosk, tmp_path):
    look = looking(open_kiosk, tmp_path)
    look.opened.play("coaster_park", NAMES, moves=26)
    look.until(lambda: look.looked_through)
    table = look.opened.table
    (ask,) = table.view(TABLE).asks
    n, row = table.n, table.view(TABLE).state.row
    new = next(reading for reading in ask.readings if reading not in row)
    look.see(row[1], row[0], new, *row[2:])
    look.until(lambda: table.n > n)
    assert table.entry(n + 1).command == ask.options[ask.readings.index(new)]
    look.until(lambda: look.screen == "game")


def test_leaving_the_table_lets_go_of_the_camera(look):
    look.opened.kiosk.stand_up()
    look.until(lambda: look.watchers[-1].closed)
    assert look.opened.kiosk.cameras.cards is None


def test_no_camera_leaves_everything_as_it_was(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", ("Ann", "Dov"))
    assert opened.kiosk._shown[0] == "game"
    assert "prompt.camera" not in opened.fingers.visible()
    assert opened.kiosk.cameras.words() == ("faint", "no camera")


@pytest.mark.parametrize(
    ("size", "density", "dark"),
    [((800, 480), 0.0, True), ((1280, 720), 1.0, False), ((1280, 720), 1.6, True), ((720, 1280), 1.0, False)],
)
def test_it_fits_every_screen(open_kiosk, tmp_path, size, density, dark):
    look = looking(open_kiosk, tmp_path, size=size, density=density, dark=dark)
    look.sit_down()
    seen = []
    for cards in (ROW[:2], ("launch-03", *ROW[1:]), (*(found(0, ROW[0], certain=False),), *ROW[1:])):
        look.see(*cards)
        look.opened.still()
        seen += faults(look.opened.kiosk)
    look.touch("card.0")
    seen += faults(look.opened.kiosk)
    assert seen == []
