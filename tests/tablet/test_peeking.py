"""A secret that is held to be seen, and never let go: it ends with the seat."""

import pytest

from tests.tablet.test_secrets import secretly


def shows(phone):
    return '<template id="secret">' in phone.regions["scene"]


@pytest.fixture
def hiding(serve):
    """A table at which a seat hides something; its phone is not there yet."""
    served = serve()
    table = served.play("coaster_park", moves=0)
    command, by = secretly(table)
    table.submit(command, by)
    return served, table.setup.names, by.seat


@pytest.fixture
def held(hiding):
    """A page that peeks at its own seat's secrets, and never lets go."""
    served, names, seat = hiding
    phone = served.phone(names[seat])
    phone.say("Peek", seat=seat)
    phone.hear(lambda: shows(phone))
    return served, names, seat, phone


def stand_up(_served, _names, _seat, phone):
    phone.say("Become", role="")


def be_freed(served, names, seat, _phone):
    served.people.free(names[seat])


def hand_over(served, names, seat, phone):
    other = served.phone()
    digits = served.people.offer(phone.person.id).digits
    other.say("Claim", name=names[seat], digits=digits)


def sit_elsewhere(_served, names, seat, phone):
    phone.say("Claim", name=names[seat - 1])


@pytest.mark.parametrize("leave", [stand_up, be_freed, hand_over, sit_elsewhere])
def test_a_held_secret_leaves_the_page_with_the_seat(held, leave):
    served, names, seat, phone = held
    leave(served, names, seat, phone)
    phone.hear(lambda: phone.person.seat != names[seat] and not shows(phone))
    phone.frames.clear()
    phone.look()
    if phone.person.seat == "":
        phone.ask("Become", role="watcher")
    phone.hear(lambda: phone.regions["scene"] != "")
    assert not any("template" in frame for frame in phone.frames)


def test_who_sits_down_again_sees_the_secret_only_when_it_is_held_again(held):
    served, names, seat, phone = held
    phone.ask("Become", role="")
    phone.ask("Claim", name=names[seat])
    phone.hear(lambda: phone.placed and phone.regions["scene"] != "")
    assert not shows(phone)
    phone.say("Peek", seat=seat)
    phone.hear(lambda: shows(phone))
    assert served.people.holder(names[seat]) == phone.person


def test_the_keepers_peek_ends_once_that_player_sits_down_with_a_phone(hiding):
    served, names, seat = hiding
    keeper = served.phone("keeper")
    keeper.say("Peek", seat=seat)
    keeper.hear(lambda: shows(keeper))
    phone = served.phone(names[seat])
    keeper.hear(lambda: not shows(keeper))
    phone.ask("Become", role="watcher")
    keeper.ask("Look", width=390, height=422, dark=True, view="", page="", focus=None)
    assert not shows(keeper)


def test_a_held_secret_leaves_the_page_with_the_evening(held):
    served, _names, _seat, phone = held
    served.play("coaster_park", moves=0)
    phone.hear(lambda: phone.now["evening"] == served.table.evening)
    assert not shows(phone)
