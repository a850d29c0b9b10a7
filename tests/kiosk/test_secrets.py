"""What only one seat may see: behind a veil, while it is held, and without a trace afterwards."""

from companion.kiosk.chips import HOLD_S
from companion.rules.coaster_clash.commands import AllKeep
from companion.rules.contract import TABLE, Viewer
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt", "Chiara")
HANDS = {"rock", "paper", "scissors"}


def round_of_hands(opened: Opened) -> None:
    """Play until hands are to be put in."""
    opened.play("cosmic_coasters", NAMES[:2], seed=3)
    for _ in range(200):
        if opened.table.view(TABLE).asks[0].name == "hand":
            opened.fingers.settle()
            return
        assert opened.go_on(1)
    raise AssertionError("nobody fights")


def hands(opened: Opened) -> list[str]:
    """The buttons of hands that are shown."""
    return [id_ for id_ in opened.fingers.visible() if any(hand in id_ for hand in HANDS)]


def test_hands_are_shown_only_after_the_screen_was_held(open_kiosk):
    opened = open_kiosk()
    round_of_hands(opened)
    assert hands(opened) == []
    opened.fingers.touch("prompt.unveil")
    opened.fingers.settle()
    assert hands(opened) == []
    opened.fingers.hold("prompt.unveil")
    opened.fingers.settle()
    assert len(hands(opened)) == 3


def test_whoever_gets_the_screen_is_told_in_whole_sentences_what_is_asked(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_clash", NAMES)
    opened.fingers.settle()
    opened.fingers.touch("prompt.seat.0")
    opened.fingers.settle()
    detail = opened.prompt._detail.text
    assert detail == "Ann, which layouts? Nobody else looks, and nothing will show your answer."


def test_who_has_lifted_the_veil_before_is_not_told_again_that_nobody_looks(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_clash", NAMES)
    opened.fingers.settle()
    for seat in (0, 1, 0):
        opened.fingers.touch(f"prompt.seat.{seat}")
        opened.fingers.settle()
        if seat == 0:
            told = opened.prompt._detail.text
            opened.fingers.hold("prompt.unveil")
            opened.fingers.settle()
        else:
            assert opened.prompt._detail.text.endswith("nothing will show your answer.")
    assert told == "Ann, which layouts?"


def test_a_secret_that_is_answered_while_it_is_fetched_is_not_shown(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", NAMES)
    while opened.kiosk.session.shown.groups[0].unseen is None:
        assert opened.go_on(1)
    n, place = opened.table.n, opened.fingers.place("prompt.unveil")
    opened.fingers.touch("unseen")
    finger = opened.fingers.down(*place)
    finger.update_time_end()
    finger.time_end = finger.time_start + 2 * HOLD_S
    opened.fingers.up(finger)
    opened.still()
    assert opened.table.n == n + 1
    assert opened.prompt.narrowing is None


def test_a_secret_comes_too_late_for_whoever_is_asked_next(open_kiosk):
    opened = open_kiosk()
    round_of_hands(opened)
    other = next(group.seat for group in opened.prompt._groups if group.seat != opened.prompt.seat)
    opened.fingers.hold("prompt.unveil")
    opened.fingers.touch(f"prompt.seat.{other}")
    opened.fingers.settle()
    assert opened.prompt.seat == other
    assert hands(opened) == []


def commit(opened: Opened, hand: int, folder) -> tuple[list[bytes], int]:
    """Put one hand in; the pictures while a finger is on it and afterwards, and the entry's number."""
    opened.fingers.hold("prompt.unveil")
    opened.fingers.settle()
    x, y = opened.fingers.place(hands(opened)[hand])
    finger = opened.fingers.down(x, y)
    opened.fingers.picture(folder / "touched.png")
    opened.fingers.up(finger)
    opened.fingers.picture(folder / "after.png")
    return [(folder / name).read_bytes() for name in ("touched.png", "after.png")], opened.table.n


def test_nothing_on_the_screen_tells_which_hand_was_touched(open_kiosk, tmp_path):
    opened = open_kiosk()
    round_of_hands(opened)
    seat, seen = opened.prompt.seat, []
    for hand in range(3):
        if opened.prompt.seat != seat:
            opened.fingers.touch(f"prompt.seat.{seat}")
            opened.fingers.settle()
        pictures, n = commit(opened, hand, tmp_path)
        seen.append(pictures)
        assert opened.table.entry(n).command.hand.value is not None
        opened.table.take_back(opened.kiosk.session.shown.before_last)
        opened.fingers.settle()
    assert seen[0] == seen[1] == seen[2]


def test_a_seat_s_secret_is_shown_while_its_chip_is_held_and_then_covered(open_kiosk, tmp_path):
    opened = open_kiosk()
    opened.play("coaster_park", NAMES)
    while any(ask.seat is not None for ask in opened.table.view(TABLE).asks) or not opened.any_secret():
        if not opened.enter_secret():
            assert opened.go_on(1)
    opened.fingers.settle()
    seat = opened.any_secret()[0]
    opened.fingers.touch(f"chip.{seat}")
    opened.fingers.picture(tmp_path / "before.png")
    finger = opened.fingers.down(*opened.fingers.place(f"chip.{seat}"))
    opened.fingers.wait(HOLD_S + 0.3)
    opened.fingers.picture(tmp_path / "held.png")
    opened.fingers.up(finger)
    opened.fingers.picture(tmp_path / "after.png")
    before, held, after = ((tmp_path / f"{name}.png").read_bytes() for name in ("before", "held", "after"))
    assert held != before
    assert after == before


def test_cards_of_coaster_clash_are_left_face_down_without_a_look_at_the_screen(open_kiosk):
    """Layouts first, then a card to each side; a wish to redraw is nothing that can be left open."""
    opened = open_kiosk()
    opened.play("coaster_clash", NAMES)
    assert all(group.unseen is not None for group in opened.kiosk.session.shown.groups if group.secret)
    while (ask := opened.table.view(TABLE).asks[0]).name != "redraw":
        opened.table.submit(ask.options[0])
    opened.still()
    assert all(group.unseen is None for group in opened.kiosk.session.shown.groups)
    opened.table.submit(AllKeep())
    opened.still()
    seat = 1
    for down in (1, 2):
        opened.fingers.touch(f"prompt.seat.{seat}")
        opened.fingers.settle()
        assert "prompt.unveil" in opened.fingers.visible()
        opened.fingers.touch("unseen")
        opened.fingers.settle()
        cards = opened.table.view(TABLE).state.players[seat].down
        assert [card.value for card in cards] == [None] * down


def test_whoever_holds_the_screen_chooses_a_card_in_the_picture_as_well(open_kiosk):
    """Nothing lights up in it while the veil is over it."""
    opened = open_kiosk()
    opened.play("coaster_clash", NAMES)
    while (ask := opened.table.view(TABLE).asks[0]).name != "redraw":
        opened.table.submit(ask.options[0])
    opened.table.submit(AllKeep())
    opened.still()
    opened.fingers.touch("prompt.seat.1")
    opened.fingers.settle()
    assert not [id_ for id_ in opened.prompt.ids[0] if id_.startswith(("theme.", "element."))]
    opened.fingers.hold("prompt.unveil")
    opened.fingers.settle()
    opened.fingers.touch("theme.pirate")
    opened.fingers.settle()
    lit = [id_ for id_ in opened.prompt.ids[0] if id_.startswith("element.")]
    assert len(lit) == 16
    assert lit == [id_ for id_ in lit if "pirate" in id_]
    opened.fingers.touch("element.pirate-helix")
    opened.fingers.settle()
    assert opened.table.view(Viewer(seat=1)).state.players[1].down[0].value == "pirate-helix"
    assert opened.table.view(TABLE).state.players[1].down[0].value is None
