"""Past evenings on a phone, and evenings as a file to keep."""

import re
from sqlite3 import connect

from msgspec import json

from companion.journal.exchange import read_export
from companion.rules import game
from companion.rules.contract import HOST, TABLE
from tests.tablet.test_secrets import secretly


class Camera:
    """Takes the pictures of phones."""

    def give(self, data):
        raise AssertionError(data)


def finished(served):
    table = served.play("cosmic_coasters", moves=10)
    abandon = next(ask for ask in table.view(HOST).asks if ask.name == "draw").options[0]
    table.submit(abandon, HOST)
    return table


def test_past_evenings_are_listed_with_their_winners_and_shown_with_every_reason(serve):
    served = serve()
    table = finished(served)
    served.room.follow(None)
    phone = served.phone("watcher")
    phone.look("past")
    winners = [table.setup.names[row.seat] for row in table.view(TABLE).outcome.ranking if row.rank == 1]
    assert "won by" in phone.regions["side"]
    assert all(name in phone.regions["side"] for name in winners)
    phone.look("past", str(table.evening))
    assert "<svg" in phone.regions["side"]
    assert phone.regions["side"].count('class="scored"') == len(table.setup.names)
    phone.look("past", "999")
    assert "no such evening" in phone.regions["side"]


def test_an_unfinished_evening_goes_on_by_the_scorekeeper_alone(serve):
    served = serve()
    table = served.play("cosmic_coasters", moves=6)
    served.room.follow(None)
    watcher, keeper = served.phone("watcher"), served.phone("keeper")
    watcher.say("Resume", evening=table.evening)
    assert "scorekeeper or the host" in watcher.answer()
    keeper.look("past")
    assert 'data-do="Resume"' in keeper.regions["side"]
    keeper.say("Resume", evening=table.evening)
    keeper.look()
    keeper.hear(lambda: keeper.now.get("n") == table.n)
    assert served.table.evening == table.evening


def test_the_scorekeeper_begins_an_evening_with_names_options_and_who_begins(serve):
    served = serve()
    keeper = served.phone("keeper")
    keeper.look("new", "coaster_park")
    assert keeper.regions["side"].count('name="names"') == 4
    names = ["  Ann ", "Zoë", "Çelik"]
    keeper.say("Begin", game="coaster_park", names=["Ann", "Ann"], key="a")
    assert "both be Ann" in keeper.answer()
    keeper.say("Begin", game="coaster_park", names=["Ann", ""], key="b")
    assert "1 to 24 letters" in keeper.answer()
    keeper.say("Begin", game="chess", names=["Ann", "Bo"], key="c")
    assert "no such game" in keeper.answer()
    option = game("coaster_park").options[0]
    other = next(choice for choice in option.choices if choice != option.default)
    for _ in range(2):
        keeper.say("Begin", game="coaster_park", names=names, first=1, options={option.key: other}, key="d")
    keeper.look()
    keeper.hear(lambda: keeper.now.get("evening"))
    setup = served.table.setup
    assert (setup.names, setup.first, setup.options) == (("Ann", "Zoë", "Çelik"), 1, {option.key: other})
    assert len(served.journal.evenings()) == 1
    keeper.look("checklist")
    assert keeper.regions["side"].count("checkbox") > 4


def test_the_host_keeps_the_whole_evening_and_a_seat_what_it_may_know(serve):
    served = serve()
    table = served.play("coaster_park")
    command, by = secretly(table)
    table.submit(command, by)
    names = table.setup.names
    mine, other = served.phone(names[by.seat]), served.phone(names[(by.seat + 1) % 3])
    watcher, keeper, host = served.phone("watcher"), served.phone("keeper"), served.phone("watcher")
    host.say("Unlock", pin=served.people.pin)
    host.hear(lambda: host.person.host)
    secret = json.encode(command).decode()
    path = f"/export/{table.evening}"
    whole = host.web.get(path)
    assert secret in whole.text
    assert read_export(whole.content, "whole", game)[0].timeline.n == table.n
    assert "whole" in whole.headers["content-disposition"]
    assert secret in mine.web.get(path).text
    assert "Redacted for one seat" in mine.web.get(path).text
    assert secret not in other.web.get(path).text
    assert "Redacted for one seat" in other.web.get(path).text
    assert (watcher.web.get(path).status_code, keeper.web.get(path).status_code) == (403, 403)
    assert secret not in keeper.web.get(path).text


def test_the_scorekeeper_keeps_the_whole_evening_once_it_is_over(serve):
    served = serve()
    table = finished(served)
    keeper = served.phone("keeper")
    answer = keeper.web.get(f"/export/{table.evening}")
    assert answer.status_code == 200
    assert read_export(answer.content, "whole", game)[0].finished


def test_who_sat_elsewhere_last_time_is_asked_anew(serve):
    served = serve()
    table = served.play("cosmic_coasters", moves=4)
    name = table.setup.names[0]
    phone = served.phone(name)
    served.play("coaster_park", moves=2, seed=5)
    phone.catch_up()
    if name in served.table.setup.names:
        assert phone.person.seat == name
    else:
        phone.hear(lambda: "Who are you?" in phone.regions["side"])


def lit(phone):
    return [
        part.partition("</button>")[0] for part in phone.regions["nav"].split("<button")[1:] if " on" in part
    ]


def test_the_bar_keeps_its_pages_while_past_evenings_are_looked_at(serve):
    served = serve(camera=Camera())
    served.play("cosmic_coasters", moves=6)
    keeper = served.phone("keeper")
    bar = re.sub(r' on"| aria-current="page"', "", keeper.regions["nav"])
    assert {"Story", "Camera"} <= set(re.findall(r"<span>(\w+)</span>", bar))
    keeper.look("past")
    keeper.hear(lambda: [re.findall(r"<span>(\w+)</span>", each) for each in lit(keeper)] == [["Past"]])
    assert re.findall(r"<span>(\w+)</span>", keeper.regions["nav"]) == re.findall(r"<span>(\w+)</span>", bar)


def test_who_plays_is_a_page_of_the_table_as_long_as_no_game_is_on_it(serve):
    served = serve()
    keeper = served.phone("keeper")
    keeper.look("new", "coaster_park")
    keeper.hear(lambda: "Who plays" in keeper.regions["side"])
    assert ["Table" in each for each in lit(keeper)] == [True]


def test_names_that_cannot_be_read_are_told_in_a_line_wherever_evenings_are_looked_up(serve):
    served = serve()
    finished(served)
    served.room.follow(None)
    with connect(served.journal.path) as spoiling:
        spoiling.execute("UPDATE evening SET names = 'no names'")
    keeper = served.phone("keeper")
    for view, page in (("", ""), ("past", ""), ("past", "1"), ("new", ""), ("new", "coaster_park")):
        keeper.look(view, page)
        keeper.hear(lambda: "be read" in keeper.regions["side"])
        assert served.journal.path.name not in keeper.page
    answer = keeper.web.get("/export/1")
    assert (answer.status_code, "be read" in answer.text) == (409, True)
    keeper.say("Resume", evening=1)
    assert "be read" in keeper.answer()
