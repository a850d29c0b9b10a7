"""A marble's run as phones see it: launched, watched by the beams, doubted, or told by hand."""

import re

import pytest

from companion.cli._phones import BesideTable
from companion.cli._playing import BAD
from companion.cli.kiosk import PretendTable
from companion.rules.contract import TABLE, Observe, Sensed
from companion.table.running import Phase


def awaits_run(table):
    asks = table.view(TABLE).asks
    return any(isinstance(ask, Observe) and ask.sensed is Sensed.RUN for ask in asks)


@pytest.fixture
def awaiting(serve, tmp_path):
    """A table that awaits a run, watched by simulated beams; marbles roll a hundred times as fast."""
    beside = BesideTable("simulated:100", tmp_path)
    served = serve(beams=beside, moved=beside.watch, pretending=PretendTable)
    table = served.play("coaster_park")
    served.until(lambda: awaits_run(served.table))
    beside.watch(table)
    served.room.follow(table)
    yield served, beside
    beside.close()


def test_a_marble_that_is_launched_is_entered_by_the_beams_and_seen_on_its_way(awaiting):
    served, _ = awaiting
    table, keeper = served.table, served.phone("keeper")
    before = table.n
    keeper.hear(lambda: 'data-do="Launch"' in keeper.regions["ask"])
    assert "the beams are waiting" in keeper.regions["ask"]
    keeper.touch("Launch")
    keeper.hear(lambda: table.n > before or "not sure" in keeper.regions["ask"])
    if table.n > before:
        assert table.entry(before + 1).source == "beam"


def test_a_run_that_the_beams_doubt_is_chosen_from_their_guesses(awaiting):
    served, beside = awaiting
    table, keeper = served.table, served.phone("keeper")
    for seed in range(20):
        before = table.n
        keeper.hear(lambda: beside.devices.progress().phase is Phase.ARMED)
        beside.source.launch(beside.devices.progress().hills, seed, faults=BAD)
        keeper.hear(lambda before=before: table.n > before or 'data-do="Guess"' in keeper.regions["ask"])
        if table.n == before:
            break
        served.until(lambda: awaits_run(table))
    keeper.catch_up()
    before = table.n
    keeper.touch("Guess", place=0)
    keeper.hear(lambda: keeper.now["n"] > before)
    assert (table.entry(before + 1).source, table.entry(before + 1).by) == ("phone", TABLE)


def test_a_run_is_told_by_hand_from_a_players_phone(awaiting):
    served, _ = awaiting
    table = served.table
    before = table.n
    phone = served.phone(table.setup.names[0])
    ids = re.findall(r'data-do="Tap" data-id="([^"]+)"', phone.regions["ask"])
    phone.touch("Tap", id=ids[0])
    phone.hear(lambda: phone.now["n"] > before)
    assert table.entry(before + 1).by.seat == 0


def test_the_pretend_table_says_the_next_fact_on_the_scorekeepers_touch(serve):
    served = serve(pretending=PretendTable)
    table = served.play("coaster_park")
    keeper, phone = served.phone("keeper"), served.phone(table.setup.names[0])
    assert 'data-do="Fall"' in keeper.regions["ask"]
    assert 'data-do="Fall"' not in phone.regions["ask"]
    before = table.n
    keeper.touch("Fall")
    keeper.hear(lambda: keeper.now["n"] > before)
    assert table.n == before + 1


def test_a_run_that_nobody_awaits_can_neither_be_launched_nor_ended(serve):
    served = serve()
    served.play("coaster_park", moves=3)
    keeper = served.phone("keeper")
    for kind in ("Launch", "Fell", "Fall"):
        keeper.touch(kind)
        assert keeper.answer().startswith("The table has moved on")
