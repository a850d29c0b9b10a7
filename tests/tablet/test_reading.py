"""In what words the page for photos says what a photo came to."""

from collections.abc import Mapping

import pytest

from companion.cards.reading import Found
from companion.rules.contract import TABLE, Violation
from companion.table.in_view import Phase, Progress, Seen, Standing
from companion.tablet.reading import LEARNING, LOOKING, Photo, reading, wanted
from companion.tablet.seeing import Eyes

ROW = ("launch-01", "launch-02", "launch-03")
NAMES = {"launch-01": "Crane · Jump", "launch-02": "Crane · Loop", "launch-03": "Spy · Helix"}


class Reader:
    """What reads photos, as it stands after one."""

    def __init__(self, shown: Photo | None, seen: Progress | None) -> None:
        self.shown, self.seen = shown, seen
        self.names: Mapping[str, str] = NAMES
        self.twins: Mapping[str, tuple[str, ...]] = {}

    def photo(self):
        return self.shown

    def progress(self):
        return self.seen

    def confirm(self):
        raise AssertionError("nobody confirmed")

    take = confirm


@pytest.fixture
def seen(serve):
    return Eyes(serve().play("coaster_park")).seen(TABLE)


def found(card, place, *, certain=True, line=0):
    left, top = 100.0 * place, 300.0 * line
    quad = ((left, top), (left + 80, top), (left + 80, top + 120), (left, top + 120))
    return Found(card, quad, 0, 0.0, certain, 1.0)


def laid(*cards, standing=Standing.KNOWN):
    return tuple(Seen(card, found(card, place), standing) for place, card in enumerate(cards))


def said(table, photo, **progress):
    return reading(Reader(photo, Progress(n=1, steady=True, **progress)), table)


def test_before_a_photo_nothing_is_said_and_then_that_it_is_looked_at(seen):
    assert reading(Reader(None, None), seen) is None
    assert said(seen, Photo(2), phase=Phase.WATCHING) is LOOKING


@pytest.mark.parametrize(
    "problem",
    [
        "the camera has not been looked through yet",
        "the cards are being learned",
        "the recogniser ended (killed); it is started again",
        "the recogniser ended (killed); it is tried again in 2 s; enter the cards by hand meanwhile",
    ],
)
def test_while_the_cards_are_learned_a_photo_waits_and_is_never_called_unreadable(seen, problem):
    assert reading(Reader(Photo(1), None), seen) is LEARNING
    assert reading(Reader(Photo(1), Progress(phase=Phase.BLIND, problem=problem)), seen) is LEARNING
    spoilt = Progress(phase=Phase.BLIND, problem="the deck holds no cards")
    assert "be read" in reading(Reader(Photo(1), spoilt), seen).title


def test_a_photo_without_a_card_says_so_and_what_to_do(seen):
    blank = said(seen, Photo(1), phase=Phase.WATCHING, missing=5)
    assert blank.title == "No card was seen in the photo"
    assert "come nearer" in blank.detail
    covered = said(seen, Photo(1, flat=True), phase=Phase.WATCHING, missing=5)
    assert "one colour all over" in covered.detail
    other = said(seen, Photo(1), phase=Phase.WATCHING, unknown=(found("x", 0).quad,))
    assert "no card of this game" in other.detail


def test_what_was_entered_is_said_though_another_card_is_asked_for_already(seen):
    after = said(seen, Photo(1, ROW), phase=Phase.WATCHING, seen=laid(*ROW), missing=1)
    assert after.title == "3 cards entered"
    assert after.detail == f"{', '.join(NAMES.values())}. Asked next: {wanted(seen)}"
    one = said(seen, Photo(1, ROW[:1]), phase=Phase.WATCHING, seen=laid(*ROW[:1]))
    assert one.title == "Crane · Jump is entered"


def test_a_photo_of_too_few_cards_or_of_none_that_is_new_says_which_were_seen(seen):
    few = said(seen, Photo(1), phase=Phase.WATCHING, seen=laid(*ROW, standing=Standing.NEW), missing=2)
    assert few.title == "3 cards seen"
    assert "2 more to be seen" in few.detail
    old = said(seen, Photo(1), phase=Phase.WATCHING, seen=laid(*ROW), missing=1)
    assert old.title == "Nothing new in the photo"
    assert "Crane · Loop" in old.detail


def test_a_card_that_lies_there_twice_is_named_and_there_is_nothing_to_agree_to(seen):
    wrong = Violation("park.card.elsewhere", "CP1", {"card": "launch-01"})
    cards = (
        Seen("launch-01", found("launch-01", 0), Standing.NEW),
        Seen("launch-03", found("launch-03", 1), Standing.NEW),
        Seen("launch-01", found("launch-01", 2, certain=False), Standing.REFUSED, wrong),
    )
    twice = said(seen, Photo(1), phase=Phase.DOUBTFUL, seen=cards, why="cards")
    assert twice.title == "Crane · Jump is seen twice"
    assert "The box has one Crane · Jump. Look at the third from the left." in twice.detail
    assert not twice.yes


@pytest.mark.parametrize(
    ("lines", "where"),
    [((0, 0, 0), "the second from the left"), ((0, 1, 1), "number 2 of the 3 in the photo")],
)
def test_a_refused_card_is_pointed_at_among_the_others(seen, lines, where):
    wrong = Violation("table.card.not-asked", "table", {"card": "launch-02"})
    cards = tuple(
        Seen(card, found(card, place, line=lines[place]), violation=wrong if place == 1 else None)
        for place, card in enumerate(ROW)
    )
    refused = said(seen, Photo(1), phase=Phase.REFUSED, seen=cards)
    assert refused.title == "That card is not asked for"
    assert where in refused.detail


def test_a_game_whose_cards_have_no_pictures_says_that_photos_are_of_no_use(seen):
    assert "no pictures" in said(seen, Photo(0, unread=True)).detail
