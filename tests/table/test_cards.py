"""The cards at the table: a row that lies still is entered by itself, and what is doubtful waits."""

import threading

import pytest

from companion.journal import Journal, Source
from companion.rules.coaster_park.commands import EnterSecret, Hire, ShowSide, TurnUp
from companion.rules.contract import HOST, TABLE, Setup
from companion.rules.cosmic_coasters.commands import Settle
from companion.rules.cosmic_coasters.state import Moons
from companion.rules.hidden import Hidden
from companion.table.cards import Phase, Standing
from tests.table.eyes import Watched, found

ROW = ("standard-01", "standard-02", "standard-03", "launch-01", "launch-02")
NAMES = ("Ann", "Bo", "Cem")
stop_waiting = threading.Event()


@pytest.fixture
def journal(memory):
    with Journal.open(memory / "journal.db") as journal:
        yield journal


@pytest.fixture
def park(journal):
    return Watched(journal, Setup("coaster_park", NAMES))


@pytest.fixture
def moons(journal):
    return Watched(journal, Setup("cosmic_coasters", NAMES, first=1, options={"moons": Moons.DRAWN}))


def row(watched):
    return watched.table.view(TABLE).state.row


def standings(progress):
    return [seen.standing for seen in progress.seen]


def set_up(park):
    """A game before its first turn: row, side and secrets are entered."""
    park.see(*ROW)
    park.enter(ShowSide(None, "full-till"))
    park.enter(*(EnterSecret(seat, Hidden((seat,))) for seat in range(3)))


def test_a_row_of_five_is_entered_from_the_left_once_it_lies_still(park):
    progress = park.see(*ROW, steady=False)
    assert (progress.phase, row(park)) == (Phase.WATCHING, ())
    assert standings(progress) == [Standing.NEW] * 5
    progress = park.see(*ROW)
    assert row(park) == ROW
    assert park.entries() == [(TurnUp(None, card), Source.CAMERA) for card in ROW]


def test_a_row_that_lacks_cards_waits_for_them(park):
    progress = park.see(*ROW[:3])
    assert (progress.phase, progress.missing, row(park)) == (Phase.WATCHING, 2, ())
    assert park.see().missing == 5
    park.see(*ROW)
    assert row(park) == ROW


def test_the_global_card_in_the_same_picture_is_entered_with_the_row(park):
    park.see("special-rides", *ROW)
    assert row(park) == ROW
    assert park.table.view(TABLE).state.side == "special-rides"


def test_the_global_card_turned_up_later_is_found_as_the_new_one(park):
    park.see(*ROW)
    park.see("full-till", *ROW)
    assert park.table.view(TABLE).state.side == "full-till"


@pytest.mark.parametrize(
    ("cards", "place", "code"),
    [
        (("launch-01", *ROW[:3], "launch-02"), 0, "park.card.wrong-deck"),
        ((*ROW[:4], "standard-04"), 4, "park.card.wrong-deck"),
        ((ROW[0], ROW[1], ROW[0], *ROW[3:]), 2, "park.card.elsewhere"),
        ((*ROW, "launch-03"), 5, "table.card.too-many"),
    ],
    ids=["a launch card on the left", "a standard card on the right", "a copy too many", "a sixth card"],
)
def test_what_the_rules_refuse_is_told_at_its_place_and_enters_nothing(park, cards, place, code):
    progress = park.see(*cards)
    assert progress.phase is Phase.REFUSED
    seen = progress.seen[place]
    assert (seen.standing, seen.card) == (Standing.REFUSED, cards[place])
    assert seen.violation.code == code
    assert [each.standing for each in progress.seen].count(Standing.REFUSED) == 1
    assert park.entries() == []
    park.see(*ROW)
    assert row(park) == ROW


def test_a_doubtful_card_waits_until_the_table_says_which_it_is(park):
    doubtful = found(1, "standard-07", certain=False, rivals=("standard-02", "launch-01"))
    progress = park.see(ROW[0], doubtful, *(found(2 + at, card) for at, card in enumerate(ROW[2:])))
    assert (progress.phase, progress.why, row(park)) == (Phase.DOUBTFUL, "cards", ())
    assert standings(progress).index(Standing.DOUBTFUL) == 1
    may = park.cards.choices(1)
    assert may[:2] == ("standard-07", "standard-02")
    assert "launch-01" not in may
    assert ROW[0] not in may
    park.cards.correct(1, "standard-02")
    park.settled()
    assert row(park) == ROW


def test_a_correction_is_forgotten_when_other_cards_lie_there(park):
    park.see(*ROW[:3])
    park.cards.correct(0, "standard-09")
    assert park.settled().seen[0].card == "standard-09"
    assert park.see(*ROW[:2]).seen[0].card == ROW[0]


def test_the_table_s_word_takes_doubtful_cards_as_they_were_seen(park):
    progress = park.see(*(found(place, card, certain=place != 3) for place, card in enumerate(ROW)))
    assert progress.phase is Phase.DOUBTFUL
    assert progress.entering == tuple(TurnUp(None, card) for card in ROW)
    park.cards.confirm()
    park.settled()
    assert row(park) == ROW


def test_a_doubtful_card_that_would_be_refused_is_asked_for_first(park):
    wrong = found(0, "launch-05", certain=False, rivals=(ROW[0],))
    progress = park.see(wrong, *(found(1 + at, card) for at, card in enumerate(ROW[1:])))
    assert (progress.phase, progress.why) == (Phase.DOUBTFUL, "cards")
    park.cards.correct(0, ROW[0])
    park.settled()
    assert row(park) == ROW


def test_fewer_cards_are_entered_when_the_table_says_so(park):
    park.see(*ROW[:2])
    park.cards.confirm()
    park.settled()
    assert row(park) == ROW[:2]
    park.see(*ROW)
    assert row(park) == ROW


def test_a_card_turned_up_later_is_the_one_new_card_in_view(park):
    set_up(park)
    park.enter(Hire(0, "standard-02", "standard"))
    left = [card for card in ROW if card != "standard-02"]
    progress = park.see(*left)
    assert (progress.phase, progress.missing) == (Phase.WATCHING, 1)
    assert standings(progress) == [Standing.KNOWN] * 4
    park.see(*left[:2], "standard-17", *left[2:])
    assert row(park) == (*left, "standard-17")
    assert park.entries()[-1] == (TurnUp(0, "standard-17"), Source.CAMERA)


def test_it_is_found_although_the_camera_saw_nothing_before(journal):
    blind = Watched(journal, Setup("coaster_park", NAMES))
    blind.enter(*(TurnUp(None, card) for card in ROW))
    set_up_rest = [ShowSide(None, "full-till"), *(EnterSecret(seat, Hidden((seat,))) for seat in range(3))]
    blind.enter(*set_up_rest, Hire(0, "launch-01", "launch"))
    progress = blind.see(*ROW[:3], "launch-02")
    assert (progress.phase, standings(progress)) == (Phase.WATCHING, [Standing.KNOWN] * 4)
    blind.see(*ROW[:3], "launch-02", "launch-09")
    assert row(blind)[-1] == "launch-09"


def test_a_card_of_the_other_deck_turned_up_later_is_refused(park):
    set_up(park)
    park.enter(Hire(0, "standard-02", "standard"))
    progress = park.see("standard-01", "standard-03", "launch-01", "launch-02", "launch-09")
    assert progress.phase is Phase.REFUSED
    assert progress.seen[4].violation.code == "park.card.wrong-deck"


def test_of_two_new_cards_the_table_says_which_is_meant(park):
    set_up(park)
    park.enter(Hire(0, "standard-02", "standard"))
    progress = park.see("standard-01", "standard-03", "launch-01", "launch-02", "standard-05", "standard-06")
    assert (progress.phase, progress.why) == (Phase.DOUBTFUL, "which")
    assert standings(progress)[4:] == [Standing.NEW] * 2
    park.cards.take(5)
    park.settled()
    assert row(park)[-1] == "standard-06"


@pytest.mark.parametrize("said", ["confirm", "take"])
def test_a_double_tap_and_a_picture_that_came_meanwhile_enter_a_card_once(park, said):
    set_up(park)
    park.enter(Hire(0, "standard-02", "standard"))
    left = ("standard-01", "standard-03", "launch-01", "launch-02")
    doubtful = found(4, "standard-05", certain=False)
    assert park.see(*left, doubtful).phase is Phase.DOUBTFUL
    n = park.table.n
    for _ in range(2):
        park.cards.confirm() if said == "confirm" else park.cards.take(4)
    park.eyes.show(*left, doubtful)
    shown = []
    park.cards.subscribe(lambda progress: shown.append(progress.phase))
    park.settled()
    assert (park.table.n, row(park)[-1]) == (n + 1, "standard-05")
    assert Phase.REFUSED not in shown
    assert Phase.DOUBTFUL not in shown


def test_a_picture_that_came_before_the_row_was_noted_is_no_row_of_too_many(park):
    shown = []
    park.cards.subscribe(lambda progress: shown.append(progress.phase))
    for _ in range(3):
        park.eyes.show(*ROW)
    park.settled()
    assert [command for command, _ in park.entries()] == [TurnUp(None, card) for card in ROW]
    assert Phase.REFUSED not in shown


def test_cards_that_change_places_after_they_were_entered_enter_nothing(park):
    set_up(park)
    park.enter(Hire(0, "standard-02", "standard"))
    n = park.table.n
    progress = park.see("launch-02", "standard-03", "standard-01", "launch-01")
    assert (progress.phase, progress.missing, park.table.n) == (Phase.WATCHING, 1, n)
    assert standings(progress) == [Standing.KNOWN] * 4
    park.see("launch-02", "standard-07", "standard-03", "standard-01", "launch-01")
    assert (park.table.n, row(park)[-1]) == (n + 1, "standard-07")


def test_a_camera_that_is_unplugged_while_the_row_is_laid_costs_nothing(park):
    assert park.see(*ROW[:3]).missing == 2
    park.eyes.show(problem="the camera was unplugged")
    progress = park.settled()
    assert (progress.phase, progress.seen, row(park)) == (Phase.BLIND, (), ())
    assert park.see(*ROW, steady=False).phase is Phase.WATCHING
    park.see(*ROW)
    assert [command for command, _ in park.entries()] == [TurnUp(None, card) for card in ROW]


def test_what_was_taken_back_is_not_entered_again_while_the_same_cards_lie_there(park):
    park.see(*ROW)
    park.table.take_back(0, by=HOST)
    progress = park.settled()
    assert row(park) == ()
    progress = park.see(*ROW)
    assert (progress.phase, progress.why, row(park)) == (Phase.DOUBTFUL, "again", ())
    other = ("standard-09", *ROW[1:])
    park.see(*other)
    assert row(park) == other


def test_the_table_may_have_the_same_cards_entered_again(park):
    park.see(*ROW)
    park.table.take_back(2, by=HOST)
    park.settled()
    assert park.see(*ROW).phase is Phase.DOUBTFUL
    park.cards.confirm()
    park.settled()
    assert row(park) == ROW


def test_taking_back_while_nobody_looked_waits_for_the_table_s_word_too(park):
    set_up(park)
    park.table.take_back(0, by=HOST)
    park.settled()
    assert park.see(*ROW).why == "again"
    assert row(park) == ()


def test_the_camera_is_looked_through_only_while_an_open_card_is_asked_for(park):
    assert len(park.eyes.listeners) == 1
    park.see(*ROW)
    park.enter(ShowSide(None, "full-till"))
    assert park.eyes.listeners == []
    assert "secret" in [ask.name for ask in park.table.view(TABLE).asks]
    park.enter(*(EnterSecret(seat, Hidden((seat,))) for seat in range(3)), Hire(0, "launch-01", "launch"))
    assert len(park.eyes.listeners) == 1


def test_why_nothing_can_be_seen_is_shown(park):
    park.eyes.show(problem="the camera was unplugged")
    assert park.settled().phase is Phase.BLIND
    assert park.settled().problem == "the camera was unplugged"
    assert park.see(*ROW[:1]).problem == ""


def test_cards_that_look_alike_are_entered_as_copies(journal):
    twins = {"standard-01": ("standard-14",)}
    park = Watched(journal, Setup("coaster_park", NAMES), twins)
    park.see("standard-01", "standard-01", "standard-03", *ROW[3:])
    assert row(park) == ("standard-01", "standard-14", "standard-03", *ROW[3:])
    park.enter(ShowSide(None, "full-till"), *(EnterSecret(seat, Hidden((seat,))) for seat in range(3)))
    park.enter(Hire(0, "standard-03", "standard"))
    assert park.see("standard-01", "standard-01", *ROW[3:]).phase is Phase.WATCHING


def test_drawn_moons_are_entered_for_the_seats_in_turn(moons):
    assert moons.see("Io", "Europa").missing == 1
    moons.see("Io", "Europa", "Callisto")
    assert moons.entries() == [
        (Settle(1, "Io"), Source.CAMERA),
        (Settle(2, "Europa"), Source.CAMERA),
        (Settle(0, "Callisto"), Source.CAMERA),
    ]
    assert moons.eyes.listeners == []


def test_a_moon_that_lies_there_twice_is_refused(moons):
    progress = moons.see("Io", "Io", "Callisto")
    assert progress.phase is Phase.REFUSED
    assert progress.seen[1].violation.code == "cosmic.moon.taken"


def test_the_owner_works_on_a_thread_of_its_own(park):
    stop = park.cards.watch()
    try:
        park.eyes.show(*ROW)
        for _ in range(2000):
            if row(park) == ROW:
                break
            stop_waiting.wait(0.01)
        assert row(park) == ROW
    finally:
        stop()
    assert park.eyes.listeners == []
