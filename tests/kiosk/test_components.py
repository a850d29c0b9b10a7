"""What a box was taught is played with on the kiosk, and what is taught while playing is kept."""

from companion.rules import game
from companion.rules.contract import HOST, Amount
from companion.table import ComponentStore, Confirmed


def test_a_new_evening_is_played_with_what_the_box_was_taught(open_kiosk):
    kiosk = open_kiosk()
    rules = game("coaster_park")
    store = ComponentStore(kiosk.kiosk.places.components)
    values = rules.house()
    values["hills"][0]["flags"] += 1
    store.write(rules, values)
    kiosk.play("coaster_park", ("Ann", "Dov"))
    assert kiosk.table.setup.components == store.read(rules).values


def test_a_card_taught_while_playing_is_kept_for_the_next_evening(open_kiosk):
    kiosk = open_kiosk()
    kiosk.play("coaster_park", ("Ann", "Dov"), moves=1)
    ask = next(ask for ask in kiosk.table.view(HOST).asks if isinstance(ask, Amount) and ask.field == "flags")
    taught = ask.option(ask.high)
    assert isinstance(kiosk.table.submit(taught, by=HOST), Confirmed)
    rules = game("coaster_park")
    kept = ComponentStore(kiosk.kiosk.places.components).read(rules).values
    assert kept != rules.house()
    assert any(hill["flags"] == ask.high for hill in kept["hills"])


def test_a_spoilt_components_file_is_told_and_the_evening_begins_all_the_same(open_kiosk):
    kiosk = open_kiosk()
    path = ComponentStore(kiosk.kiosk.places.components).path("coaster_park")
    path.parent.mkdir(parents=True)
    path.write_text("hills = 7\n", encoding="utf-8")
    kiosk.play("coaster_park", ("Ann", "Dov"))
    assert kiosk.table.setup.names == ("Ann", "Dov")
    assert "message" in kiosk.fingers.visible()
