"""The door: who comes in and how, and what is turned away."""

import logging

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.tablet.limits import Limit
from companion.tablet.pages import Limits
from tests.tablet.phones import Served, roomy


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("doors"))
    served.play("cosmic_coasters", moves=3)
    yield served
    served.close()


def get(served, path, **headers):
    return httpx.get(f"http://{served.server.address}{path}", headers=headers)


def test_the_link_is_exchanged_for_a_cookie_and_leaves_the_address(served):
    answer = get(served, f"/j/{served.people.link}")
    cookie = answer.headers["set-cookie"]
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    token = answer.cookies["companion"]
    page = httpx.get(f"http://{served.server.address}/", cookies={"companion": token})
    assert token not in page.text
    assert served.people.link not in page.text
    assert "data-here" in page.text


def test_a_wrong_link_and_no_cookie_get_the_door(served):
    assert get(served, "/j/nonsense").status_code == 403
    page = get(served, "/")
    assert "Scan the code" in page.text
    assert "listens in on the same Wi-Fi could read along" in page.text
    assert "data-here" not in page.text
    assert get(served, "/here").status_code == 401


def test_the_code_can_be_typed(served):
    origin = f"http://{served.server.address}"
    typed = {"code": f"{served.people.code[:4]}-{served.people.code[4:]}"}
    assert httpx.post(f"{origin}/join", data=typed, headers={"Origin": origin}).status_code == 303
    assert httpx.post(f"{origin}/join", data={"code": "x"}, headers={"Origin": origin}).status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/j/x", "/nothing", "/static/x/y", "/export/1", "/camera", "/manifest.webmanifest"]
)
def test_every_answer_is_sent_with_a_strict_policy(served, path):
    headers = get(served, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_no_page_has_script_or_style_in_it(served):
    phone = served.phone("keeper")
    for view in ("", "story", "more", "past", "new", "checklist"):
        phone.look(view)
        assert "<script" not in phone.page
        assert "style=" not in phone.page
        assert "onclick" not in phone.page


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[::1", "localhost.evil.example"],
)
def test_another_name_is_turned_away(served, host):
    answer = get(served, "/", Host=host)
    assert answer.status_code in (400, 421)
    assert "evil" not in answer.text
    assert "evil" not in answer.headers.get("content-security-policy", "")


def test_its_own_names_are_answered(served):
    port = served.server.address.rpartition(":")[2]
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert get(served, "/", Host=host).status_code == 200


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
def test_a_page_of_another_site_can_neither_post_nor_open_the_socket(served, origin):
    phone = served.phone("watcher")
    cookie = {"Cookie": f"companion={phone.token}"}
    headers = cookie if origin is None else cookie | {"Origin": origin}
    base = f"http://{served.server.address}"
    assert httpx.post(f"{base}/join", data={"code": served.people.code}, headers=headers).status_code == 403
    assert httpx.post(f"{base}/camera", content=b"x", headers=headers).status_code == 403
    with (
        pytest.raises(InvalidStatus),
        connect(base.replace("http", "ws") + "/table", additional_headers=cookie, origin=origin),
    ):
        pass


def test_a_socket_without_a_cookie_is_told_to_scan(served):
    base = f"http://{served.server.address}"
    way = base.replace("http", "ws") + "/table"
    with connect(way, origin=base) as socket, pytest.raises(ConnectionClosed, match="4401"):
        socket.recv(timeout=5)


def test_a_device_that_is_forgotten_is_let_go(served):
    phone = served.phone()
    served.people.renew()
    with pytest.raises(ConnectionClosed, match="4401"):
        phone.hear(lambda: False)


def test_tokens_are_in_no_log(served, caplog):
    caplog.set_level(logging.DEBUG)
    phone = served.phone("watcher")
    get(served, "/j/" + served.people.link + "x")
    phone.web.get("/export/999")
    phone.say("Unlock", pin="000")
    phone.answer()
    ours = [
        each
        for each in caplog.records
        if not each.name.startswith(("httpx", "httpcore", "websockets.client"))
    ]
    logged = "\n".join(record.getMessage() for record in ours)
    assert phone.token not in logged
    assert served.people.link not in logged


def test_too_many_requests_are_slowed_down(serve):
    limits = roomy()
    limits.requests = Limit(5, 0.0)
    served = serve(limits=limits)
    answers = [get(served, "/here").status_code for _ in range(8)]
    assert answers == [401] * 5 + [429] * 3


def test_too_many_tries_and_messages_are_slowed_down(serve):
    limits = Limits(Limit(1e9, 1), Limit(2, 0.0), Limit(3, 0.5), Limit(1, 0.0))
    served = serve(limits=limits)
    codes = [get(served, "/j/wrong").status_code for _ in range(3)]
    assert codes == [403, 403, 429]
    served.people.join(served.people.link, "x")


def test_messages_beyond_the_limit_are_told_so_and_not_done(serve):
    limits = roomy()
    limits.messages = Limit(4, 0.5)
    served = serve(limits=limits)
    served.play("cosmic_coasters", moves=3)
    phone = served.phone()
    for _ in range(6):
        phone.say("Claim", name="nobody")
    phone.hear(lambda: any("too much" in each for each in phone.said))
    assert phone.said.count("Nobody of that name plays.") <= 4


def test_what_pages_load_is_kept_for_good_under_its_version(served):
    page = served.phone("watcher").web.get("/").text
    version = page.partition("/static/")[2].partition("/")[0]
    for name in ("style.css", "page.js", "touching.js", "fredoka.woff", "roboto.woff"):
        answer = get(served, f"/static/{version}/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert get(served, "/static/old/style.css").status_code == 404
    assert get(served, f"/static/{version}/../server.py").status_code == 404
    assert get(served, "/icon-192.png").content[:8] == b"\x89PNG\r\n\x1a\n"
    assert get(served, "/manifest.webmanifest").json()["display"] == "standalone"
