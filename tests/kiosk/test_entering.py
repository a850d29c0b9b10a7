"""What a touch enters, and what it must not: echoes, wake-up taps, greyed choices, numbers out of bounds."""

import pytest
from kivy.core.window import Window

from companion.journal import Journal
from companion.kiosk.root import DOUBLE_TAP_S
from companion.kiosk.settings import Settings
from companion.rules.contract import TABLE, Amount
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


def choice(opened: Opened) -> str:
    """The first choice that the prompt shows."""
    narrowing = opened.prompt.narrowing
    return next(each.step.id for each in narrowing.choices if not each.refused)


def test_a_touch_on_a_choice_is_an_entry(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    opened.fingers.touch(choice(opened))
    opened.fingers.settle()
    assert opened.table.n == 1
    assert opened.kiosk.session.shown.n == 1


def test_a_double_tap_is_one_entry(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    place = opened.fingers.place(choice(opened))
    opened.fingers.down_and_up(*place)
    opened.fingers.down_and_up(*place, after_s=0.15)
    opened.fingers.settle()
    assert opened.table.n == 1


def test_the_echo_of_a_tap_does_not_answer_the_next_question(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    place = opened.fingers.place(choice(opened))
    opened.fingers.down_and_up(*place)
    opened.fingers.settle()  # the next question is shown by now, with a choice at the same place
    opened.fingers.down_and_up(*place, after_s=DOUBLE_TAP_S * 0.8)
    opened.fingers.settle()
    assert opened.table.n == 1
    opened.fingers.down_and_up(*place)
    opened.fingers.settle()
    assert opened.table.n == 2


def test_the_same_choice_at_the_same_moment_is_one_entry_whatever_the_time_between(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    session, command = opened.kiosk.session, opened.prompt.narrowing.tap(choice(opened)).command
    answers = []
    session.submit(command, TABLE, answers.append)
    opened.fingers.settle()
    table = opened.table
    key = table.entry(1).key
    assert table.submit(command, key=key) == answers[0]
    assert table.n == 1


def test_a_finger_that_slides_off_a_choice_enters_nothing(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    x, y = opened.fingers.place(choice(opened))
    finger = opened.fingers.down(x, y)
    opened.fingers.move(finger, x - 400, y)
    opened.fingers.up(finger)
    opened.fingers.settle()
    assert opened.table.n == 0


def test_a_pressed_choice_shows_it_in_the_next_frame(open_kiosk, tmp_path):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES)
    opened.fingers.picture(tmp_path / "before.png")
    finger = opened.fingers.down(*opened.fingers.place(choice(opened)))
    opened.fingers.picture(tmp_path / "pressed.png")
    opened.fingers.up(finger)
    assert (tmp_path / "before.png").read_bytes() != (tmp_path / "pressed.png").read_bytes()


def test_the_touch_that_wakes_the_screen_enters_nothing(open_kiosk):
    opened = open_kiosk(settings=Settings(dim_after_s=3600))
    opened.play("cosmic_coasters", NAMES)
    place = opened.fingers.place(choice(opened))
    opened.kiosk.frames.dim()
    opened.fingers.settle()
    opened.fingers.down_and_up(*place)
    opened.fingers.settle()
    assert not opened.kiosk.frames.dark
    assert opened.table.n == 0
    opened.fingers.down_and_up(*place)
    opened.fingers.settle()
    assert opened.table.n == 1


def price(opened: Opened) -> Amount:
    """Play Coaster Park until somebody names a price."""
    opened.play("coaster_park", NAMES)
    while not isinstance(ask := opened.table.view(TABLE).asks[0], Amount):
        assert opened.go_on(1)
    opened.fingers.settle()
    return ask


def test_a_price_takes_at_most_three_touches(open_kiosk):
    opened = open_kiosk()
    ask = price(opened)
    n, before = opened.table.n, opened.fingers.touches
    for digit in str(min(ask.high, 12)):
        opened.fingers.touch(f"pad.{digit}")
    opened.fingers.touch("prompt.confirm")
    opened.fingers.settle()
    assert opened.fingers.touches - before <= 3
    assert opened.table.entry(n + 1).command.price == min(ask.high, 12)


def test_plus_and_minus_stay_within_the_bounds(open_kiosk):
    opened = open_kiosk()
    ask = price(opened)
    n = opened.table.n
    for digit in str(ask.high):
        opened.fingers.touch(f"pad.{digit}")
    opened.fingers.touch("pad.plus")
    opened.fingers.touch("pad.minus")
    opened.fingers.touch("prompt.confirm")
    opened.fingers.settle()
    assert opened.table.entry(n + 1).command.price == ask.high - 1


def test_a_price_beyond_means_is_refused_with_numbers_rule_and_a_repair(open_kiosk):
    opened = open_kiosk()
    ask = price(opened)
    n = opened.table.n
    for digit in "99":
        opened.fingers.touch(f"pad.{digit}")
    opened.fingers.touch("prompt.confirm")
    opened.fingers.settle()
    refusal = opened.prompt.refusal
    assert opened.table.n == n
    assert str(ask.high) in refusal.title + refusal.detail
    opened.fingers.touch("refusal.rule")
    opened.fingers.settle()
    assert len(opened.kiosk.frames.sheet.text) > 40
    opened.fingers.touch("sheet.close")
    opened.fingers.settle()
    opened.fingers.touch("repair.0")
    opened.fingers.settle()
    assert opened.table.n == n + 1
    assert opened.table.entry(n + 1).command.price <= ask.high


def test_a_refused_number_can_be_typed_anew(open_kiosk):
    opened = open_kiosk()
    price(opened)
    n = opened.table.n
    for digit in "99":
        opened.fingers.touch(f"pad.{digit}")
    for touch in ("prompt.confirm", "prompt.again", "pad.7", "prompt.confirm"):
        opened.fingers.touch(touch)
        opened.fingers.settle()
    assert opened.table.entry(n + 1).command.price == 7


def test_a_greyed_choice_says_why_it_is_not_allowed(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, powers="off", combat="result")
    for _ in range(60):
        narrowing = opened.prompt.narrowing
        greyed = [each.step.id for each in narrowing.choices if each.refused] if narrowing else []
        if greyed:
            break
        assert opened.go_on(1)
    n = opened.table.n
    opened.prompt.tap(greyed[0])
    opened.fingers.settle()
    assert opened.table.n == n
    assert opened.prompt.refusal.section


def test_the_last_entry_is_taken_back_after_asking_once_more(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, moves=3)
    before = opened.table.view(TABLE).state
    opened.go_on(1)
    for touch in ("story.take_back", "confirm.no", "story.take_back", "confirm.yes"):
        opened.fingers.touch(touch)
        opened.fingers.settle()
    assert opened.table.view(TABLE).state == before
    assert opened.table.n == 5


def test_an_earlier_entry_is_corrected_from_the_story(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, moves=2)
    moons = opened.table.view(TABLE).state.moons
    opened.fingers.touch("story.open")
    opened.fingers.settle()
    opened.fingers.touch("story.line.1")
    opened.fingers.settle()
    opened.fingers.touch("story.correct")
    opened.fingers.settle()
    prompt = opened.kiosk.frames.sheet.prompt
    other = next(
        each.step.id
        for each in prompt.narrowing.choices
        if not each.refused and prompt.narrowing.tap(each.step.id).command.moon not in moons
    )
    opened.fingers.touch(other)
    opened.fingers.settle()
    after = opened.table.view(TABLE).state.moons
    assert after != moons
    assert after[0] == moons[0]


def test_a_journal_that_another_companion_holds_is_told_and_nothing_breaks(open_kiosk, tmp_path):
    where = tmp_path / "800x480-0.0" / "journal.db"
    with Journal.open(where):
        opened = open_kiosk(failing=True)
        assert "message" in opened.fingers.visible()
        opened.fingers.touch("home.new.cosmic_coasters")
        opened.still()
        opened.fingers.touch("message")
        opened.still()
        opened.fingers.touch("seats.start")
        opened.still()
        assert opened.kiosk.session is None
        assert "message" in opened.fingers.visible()


def test_a_journal_that_has_become_free_is_opened_by_the_next_touch_that_needs_it(open_kiosk, tmp_path):
    with Journal.open(tmp_path / "800x480-0.0" / "journal.db"):
        opened = open_kiosk(failing=True)
    for touch in ("message", "home.new.cosmic_coasters"):
        opened.fingers.touch(touch)
        opened.still()
    opened.kiosk.know_evenings()
    opened.kiosk.with_journal(lambda journal: journal.evenings(), lambda _: None)
    opened.fingers.touch("seats.start")  # while it is still being opened for the one before
    opened.still()
    assert "message" not in opened.fingers.visible()
    assert opened.table.n == 0
    assert [evening.entries for evening in opened.kiosk.journal.evenings()] == [1]


def test_an_idle_kiosk_draws_nothing_and_has_nothing_to_do(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, moves=8)
    opened.fingers.wait(1.0)
    frames = []
    Window.bind(on_flip=lambda *_: frames.append(1))
    opened.fingers.wait(0.5)
    assert frames == []


@pytest.mark.parametrize("game", ["coaster_park", "cosmic_coasters"])
def test_choices_are_filled_anew_and_never_built_anew(open_kiosk, game):
    opened = open_kiosk()
    opened.play(game, NAMES)
    pool = list(opened.prompt.choices.pool)
    assert len(pool) > 1
    for _ in range(16):
        opened.go_on(1)
    assert opened.prompt.choices.pool[: len(pool)] == pool


def test_all_pass_is_one_touch(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", ("Ann", "Benedikt", "Chiara"))
    while len(opened.kiosk.session.shown.passes) < 2:
        assert opened.go_on(1)
    opened.fingers.settle()
    n, passes = opened.table.n, opened.kiosk.session.shown.passes
    opened.fingers.touch("prompt.all_pass")
    opened.fingers.settle()
    assert [opened.table.entry(n + 1 + place).command for place in range(len(passes))] == list(passes)
    assert opened.kiosk.session.shown.passes == ()


def test_a_turn_that_is_passed_is_nobody_else_s_turn(open_kiosk):
    opened = open_kiosk()
    opened.play("cosmic_coasters", NAMES, moves=12)
    assert len(opened.kiosk.session.shown.passes) < 2
