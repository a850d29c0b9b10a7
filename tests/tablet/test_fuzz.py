"""Whatever is sent, to any route or into the socket: it is answered, and changes nothing it may not."""

import random
import socket
import string
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from companion.rules.contract import TABLE
from companion.scenes.telling import telling
from companion.tablet import messages
from tests.tablet.phones import Served

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
PATHS = st.sampled_from(
    ["/", "/here", "/j/", "/join", "/static/", "/camera", "/export/", "/table", "/manifest", "/icon-"]
)
NAMES = st.sampled_from([each.__name__ for each in messages.Said.__args__])
HEADERS = ("Content-Type", "Origin", "Cookie", "Range", "Accept", "Sec-Fetch-Site")
FIELDS = sorted({name for each in messages.Said.__args__ for name in each.__struct_fields__})
KINDS = ["Tap", "Enter", "Turn", "Back", "Repair", "Answer", "Unveil", "PassAll", "Fall", "TakeBack"]
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXT)
VALUES = st.one_of(PLAIN, st.lists(PLAIN, max_size=4), st.dictionaries(TEXT, PLAIN, max_size=3))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("fuzz"))
    served.play("coaster_park", moves=14)
    with pytest.MonkeyPatch.context() as patch:
        # its pings would draw from the same random numbers while examples are drawn
        patch.setattr("uvicorn.protocols.websockets.websockets_sansio_impl.random", random.Random(1))
        yield served
        served.close()


@pytest.fixture(scope="module")
def watcher(served):
    return served.phone("watcher")


@settings(max_examples=60)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"]),
    path=PATHS,
    rest=st.text(string.printable.strip() + "/é", max_size=24),
    body=st.binary(max_size=300),
    headers=st.dictionaries(
        st.sampled_from(["Content-Type", "Origin", "Cookie", "Range", "Accept", "Sec-Fetch-Site"]),
        st.text(string.ascii_letters + string.digits + "/;=.:-", max_size=30),
        max_size=3,
    ),
    own=st.booleans(),
)
def test_no_request_is_more_than_it_may_be(served, watcher, method, path, rest, body, headers, own):
    n, people = served.table.n, {each.id for each in served.people.all() if each.placed}
    given_headers = ({"Origin": watcher.origin} if own else {}) | headers
    try:
        way = (path + rest).replace("#", "")
        answer = watcher.web.request(method, way, content=body, headers=given_headers)
    except (httpx.InvalidURL, httpx.LocalProtocolError, httpx.RemoteProtocolError, UnicodeError):
        return  # what can't be sent is no request, and a length that lies breaks off
    assert answer.status_code < 500
    assert served.table.n == n
    assert {each.id for each in served.people.all() if each.placed} == people


@settings(max_examples=40)
@given(
    start=st.sampled_from([b"", b"GET / HTTP/1.1\r\n", b"POST /camera HTTP/1.1\r\nHost: localhost\r\n"]),
    junk=st.binary(max_size=400),
    lying=st.sampled_from([b"", b"Content-Length: 99\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\nff\r\n"]),
)
def test_no_bytes_on_the_wire_end_the_server(served, watcher, start, junk, lying):
    host, _, port = served.server.address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=5) as wire:
        wire.sendall(start + lying + junk)
        wire.shutdown(socket.SHUT_WR)
    assert watcher.web.get("/here").status_code == 204


@settings(max_examples=80)
@given(
    frames=st.lists(
        st.one_of(
            st.binary(max_size=60),
            TEXT,
            st.builds(
                lambda kind, fields, n: json.encode({"type": kind, "n": n, "evening": 1} | fields),
                NAMES,
                st.dictionaries(
                    st.sampled_from(FIELDS),
                    VALUES,
                    max_size=6,
                ),
                st.integers(-5, 40),
            ),
        ),
        max_size=6,
    )
)
def test_nothing_that_an_onlooker_says_changes_the_table_or_ends_the_page(served, watcher, frames):
    before = served.table.n, served.table.evening
    for frame in frames:
        watcher.socket.send(frame)
    watcher.say("Become", role="watcher")
    watcher.say("Claim", name="nobody at all")
    heard = len(watcher.said)
    watcher.hear(lambda: "Nobody of that name plays." in watcher.said[heard:])
    assert (served.table.n, served.table.evening) == before
    assert served.people.holder("nobody at all") is None
    free_seats(served)


def free_seats(served: Any) -> None:
    for name in served.table.setup.names:
        served.people.free(name)


@settings(max_examples=60)
@given(st.sampled_from(KINDS), st.integers(0, 500), st.integers(-50, 50))
def test_a_players_well_formed_messages_enter_for_that_seat_alone(served, kind, which, value):
    table = served.table
    name = table.setup.names[1]
    phone = next((each for each in served.phones if each.person and each.person.seat == name), None)
    if phone is None:
        served.people.free(name)
        phone = served.phone(name)
    before, fields = table.n, {
        "Tap": {"id": touchable(table)[which % len(touchable(table))]},
        "Enter": {"value": value, "note": "so"},
        "Turn": {"seat": (None, 0, 1, 2, 3)[which % 5]},
        "Repair": {"place": which % 4},
        "Answer": {"yes": True},
        "TakeBack": {"to": 1},
        "Correct": {"entry": 2},
    }  # fmt: skip
    phone.ask(kind, evening=table.evening, n=table.n, **fields.get(kind, {}))
    for n in range(before + 1, table.n + 1):
        entry = table.entry(n)
        assert entry.by.seat == 1
        assert entry.command.seat in (1, None)
        assert not entry.by.host


def touchable(table: Any) -> list[str]:
    """The ids of everything that anybody could touch now."""
    view, words = table.view(TABLE), telling("coaster_park")
    options = [option for ask in view.asks for option in getattr(ask, "options", ())[:8]]
    steps = [step for each in options for step in words.path(view.state, each, table.setup.names)]
    return [step.id for step in steps] or ["nothing"]
