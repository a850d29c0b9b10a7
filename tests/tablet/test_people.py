"""Who is in the room, and what makes them so."""

import stat

import pytest

from companion.tablet.messages import Become
from companion.tablet.people import LETTERS, MOST, OFFERED_S, People, RefusedError
from companion.tablet.speaking import speak


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def people():
    return People(clock=Clock())


def join(people):
    return people.join(people.link, "1.2.3.4")[1].id


def test_the_link_lets_in_and_so_does_its_short_code(people):
    token, person = people.join(people.link, "a")
    assert people.find(token) == person
    typed = f"{people.code[:4]}-{people.code[4:]}".lower()
    assert people.join(typed, "a")[1] != person
    with pytest.raises(RefusedError, match="not right"):
        people.join("something else", "a")


def test_no_token_lies_in_what_is_kept_and_nobody_else_may_read_it(tmp_path):
    people = People(tmp_path / "phones.json")
    token, person = people.join(people.link, "a")
    people.claim(person.id, "Ann")
    text = (tmp_path / "phones.json").read_text()
    assert token not in text
    assert stat.S_IMODE((tmp_path / "phones.json").stat().st_mode) == 0o600


def test_a_restarted_companion_knows_everybody_again(tmp_path):
    before = People(tmp_path / "phones.json")
    token, person = before.join(before.link, "a")
    before.claim(person.id, "Ann")
    after = People(tmp_path / "phones.json")
    assert after.find(token).seat == "Ann"
    assert after.link == before.link
    (tmp_path / "phones.json").write_bytes(b'{"link": 5')
    assert People(tmp_path / "phones.json").find(token) is None


def test_a_seat_is_one_phones_until_it_is_given_up(people):
    ann, other = join(people), join(people)
    people.claim(ann, "Ann")
    with pytest.raises(RefusedError, match="Ann has a phone"):
        people.claim(other, "Ann")
    people.stand_up(ann)
    people.claim(other, "Ann")
    assert people.holder("Ann").id == other


def test_a_seat_is_handed_over_by_digits_and_taken_back(people):
    ann, other = join(people), join(people)
    people.claim(ann, "Ann")
    offer = people.offer(ann)
    with pytest.raises(RefusedError, match="not the digits"):
        people.accept(other, "Ann", "x")
    people.accept(other, "Ann", offer.digits)
    assert (people.holder("Ann").id, people.person(ann).watcher) == (other, True)
    people.reclaim(ann)
    assert (people.holder("Ann").id, people.person(other).seat) == (ann, "")
    with pytest.raises(RefusedError, match="not handed over"):
        people.accept(other, "Ann", offer.digits)


def test_a_seat_is_handed_over_by_a_scan_by_a_new_phone_or_one_that_is_here(people):
    ann, other = join(people), join(people)
    people.claim(ann, "Ann")
    _, fresh = people.join(people.offer(ann).link, "b")
    assert people.holder("Ann").id == fresh.id
    people.taken(other, people.offer(fresh.id).link)
    assert people.holder("Ann").id == other


def test_digits_can_be_guessed_four_times_only_and_not_for_long(people):
    ann, other = join(people), join(people)
    people.claim(ann, "Ann")
    offer = people.offer(ann)
    for _ in range(4):
        with pytest.raises(RefusedError, match="not the digits"):
            people.accept(other, "Ann", "no")
    with pytest.raises(RefusedError):
        people.accept(other, "Ann", offer.digits)
    offer = people.offer(ann)
    people._clock.now += OFFERED_S + 200
    with pytest.raises(RefusedError, match="not handed over"):
        people.accept(other, "Ann", offer.digits)


def test_the_pin_makes_a_host_and_locks_after_five_wrong_ones(people):
    ann = join(people)
    for _ in range(5):
        with pytest.raises(RefusedError, match="not the PIN"):
            people.unlock(ann, "12")
    with pytest.raises(RefusedError, match="Too many"):
        people.unlock(ann, people.pin)
    people._clock.now += 121
    people.unlock(ann, people.pin)
    assert people.person(ann).host
    people.lock(ann)
    assert not people.person(ann).host


def test_wrong_codes_close_the_door_for_who_tried_them(people):
    for _ in range(8):
        with pytest.raises(RefusedError, match="not right"):
            people.join("AAAA-BBBB", "bad")
    with pytest.raises(RefusedError, match="Too many"):
        people.join(people.code, "bad")
    assert people.join(people.code, "good")


def test_the_first_keeps_the_score_where_no_screen_is_and_later_ones_need_the_pin(people):
    first, second = join(people), join(people)
    people.keep_score(first)
    with pytest.raises(RefusedError, match="PIN"):
        people.keep_score(second)
    people.unlock(second, people.pin)
    people.keep_score(second)
    beside_a_screen = People(alone=False)
    with pytest.raises(RefusedError, match="PIN"):
        beside_a_screen.keep_score(join(beside_a_screen))


def test_a_new_code_leaves_out_who_has_no_place(people):
    ann, other = join(people), join(people)
    people.claim(ann, "Ann")
    link, pin = people.link, people.pin
    people.renew()
    assert people.person(other) is None
    assert people.person(ann) is not None
    assert (people.link, people.pin) != (link, pin)
    with pytest.raises(RefusedError):
        people.join(link, "a")


def test_only_so_many_are_remembered_and_players_are_not_forgotten_for_onlookers(people):
    ann = join(people)
    people.claim(ann, "Ann")
    for _ in range(MOST + 20):
        join(people)
    assert len(people.all()) == MOST
    assert people.person(ann) is not None


def test_codes_are_long_enough_that_guessing_is_hopeless():
    assert len(LETTERS) ** 8 / (60 / 120) / 3600 / 24 / 365 > 10_000, (
        "years of guessing at the rate that is let in"
    )
    codes = {People().code for _ in range(50)}
    assert len(codes) == 50
    assert set("".join(codes)) <= set(LETTERS)


def test_a_place_that_there_is_not_is_refused_and_nobody_stands_up(people):
    ann = join(people)
    people.keep_score(ann)
    with pytest.raises(RefusedError, match="no such place"):
        speak(people, None, ann, Become(role="keepr"))
    assert people.person(ann).keeper
    speak(people, None, ann, Become(role=""))
    assert not people.person(ann).placed
