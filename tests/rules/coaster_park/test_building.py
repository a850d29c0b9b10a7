from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park import events as happened
from companion.rules.coaster_park.state import Placing, Proceeds
from tests.rules.coaster_park.arranged import Table


def buying(hill, table=None, seat=1):
    """A table at which a seat has just bought a hill of the pool for $0 and must place it."""
    table = table or Table()
    if hill not in table.state.pool:
        table.put_in_pool(hill)
    table.sell(hill, 0)
    while table.stage.seat != seat:
        table.enter(c.Pass(table.stage.seat))
    table.enter(c.Buy(seat))
    return table


def places(table):
    return table.options(name="place")


def test_a_bought_hill_is_built_or_stored_at_once():
    table = buying("jump")
    assert places(table) == [c.Store(1)]
    assert table.refusal(c.Done(1)).code == "park.place.unplaced"
    table = Table()
    table.build(1, "harbour-drop")
    buying("jump", table)
    assert places(table) == [c.Build(1, "jump", 0), c.Store(1)]


def test_a_launch_starts_a_new_coaster_and_joins_none():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    buying("meadow-drop", table)
    assert places(table) == [c.Build(1, "meadow-drop", 1), c.Store(1)]
    violation = table.refusal(c.Build(1, "meadow-drop", 0))
    assert (violation.code, violation.repairs) == (
        "park.build.launch-on-coaster",
        (c.Build(1, "meadow-drop", 1),),
    )
    table.enter(c.Build(1, "meadow-drop", 1))
    assert table.player(1).coasters == (("harbour-drop", "ripple"), ("meadow-drop",))


def test_there_is_no_limit_to_the_number_of_coasters():
    table = Table()
    for launch in ("harbour-drop", "falcon-drop", "comet-drop", "thunder-drop", "harbour-drop"):
        table.build(1, launch)
    buying("meadow-drop", table)
    table.enter(c.Build(1, "meadow-drop", 5))
    assert len(table.player(1).coasters) == 6


def test_a_standard_hill_joins_the_end_of_a_coaster_that_stands():
    table = Table()
    table.build(1, "harbour-drop", "ripple")
    table.build(1, "falcon-drop")
    buying("jump", table)
    violation = table.refusal(c.Build(1, "jump", 2))
    assert (violation.code, violation.facts["coasters"]) == ("park.build.no-coaster", 2)
    table.enter(c.Build(1, "jump", 0))
    assert table.player(1).coasters == (("harbour-drop", "ripple", "jump"), ("falcon-drop",))


def test_without_a_coaster_a_standard_hill_can_only_be_stored():
    table = buying("jump")
    assert table.refusal(c.Build(1, "jump", 0)).code == "park.build.no-coaster"
    table.enter(c.Store(1))
    assert table.player(1).warehouse == ("jump",)


def test_storing_without_a_build_opens_no_stored_hill():
    """CP18"""
    table = Table()
    table.give(1, "manager")
    table.build(1, "harbour-drop")
    table.store(1, "ripple")
    buying("jump", table)
    table.enter(c.Store(1))
    assert table.stage == Proceeds()
    assert table.player(1).warehouse == ("ripple", "jump")


def test_the_warehouse_holds_one_hill_and_one_more_for_each_manager():
    table = Table()
    table.give(1, "manager", "manager")
    table.store(1, "ripple", "ripple")
    buying("jump", table)
    table.enter(c.Store(1), c.TakeMoney(0))
    assert table.player(1).warehouse == ("ripple", "ripple", "jump")
    table.quick_turn()
    table.quick_turn()
    buying("bump", table)
    violation = table.refusal(c.Store(1))
    assert (violation.code, violation.facts) == ("park.store.full", {"stored": 3, "limit": 3})


def test_a_full_warehouse_makes_room_by_discarding_a_stored_hill_never_the_new_one():
    """CP17"""
    table = Table()
    table.store(1, "ripple")
    buying("jump", table)
    assert places(table) == [c.Store(1, "ripple")]
    violation = table.refusal(c.Store(1, "jump"))
    assert (violation.code, violation.repairs) == ("park.store.not-stored", (c.Store(1, "ripple"),))
    table.enter(c.Store(1, "ripple"))
    assert table.player(1).warehouse == ("jump",)
    assert "ripple" in table.state.removed


def test_nothing_is_discarded_while_there_is_room():
    """CP17"""
    table = Table()
    table.give(1, "manager")
    table.store(1, "ripple")
    buying("jump", table)
    violation = table.refusal(c.Store(1, "ripple"))
    assert (violation.code, violation.section, violation.repairs) == (
        "park.store.not-full",
        "CP17",
        (c.Store(1),),
    )


def test_a_forced_purchase_can_always_be_resolved():
    """CP17"""
    table = Table()
    table.store(0, "ripple")
    table.sell("jump", 24)
    table.pass_round()
    assert table.stage == Placing(0, "jump", sold=True)
    assert places(table) == [c.Store(0, "ripple")]
    table.enter(c.Store(0, "ripple"))
    assert (table.player(0).money, table.player(0).warehouse) == (0, ("jump",))


def test_room_may_be_made_by_building_a_stored_hill():
    """CP17, CP18"""
    table = Table()
    table.build(1, "harbour-drop")
    table.store(1, "ripple")
    buying("jump", table)
    table.enter(c.Build(1, "ripple", 0, stored=True), c.Store(1))
    assert table.player(1).coasters == (("harbour-drop", "ripple"),)
    assert table.player(1).warehouse == ("jump",)


def test_a_build_opens_the_stored_hills_on_any_own_coaster():
    """CP18"""
    table = Table()
    table.give(1, "manager")
    table.build(1, "harbour-drop")
    table.build(1, "falcon-drop")
    table.store(1, "ripple", "camelback")
    buying("jump", table)
    table.enter(c.Build(1, "jump", 0))
    assert c.Build(1, "ripple", 1, stored=True) in places(table)
    assert c.Done(1) in places(table)
    table.enter(c.Build(1, "ripple", 1, stored=True))
    told = table.enter(c.Build(1, "camelback", 0, stored=True))
    assert told[-1] == happened.Placed(1)
    assert table.player(1).coasters == (("harbour-drop", "jump", "camelback"), ("falcon-drop", "ripple"))


def test_further_stored_hills_may_stay_where_they_are():
    """CP18"""
    table = Table()
    table.build(1, "harbour-drop")
    table.store(1, "ripple")
    buying("jump", table)
    table.enter(c.Build(1, "jump", 0))
    assert table.refusal(c.Store(1)).code == "park.store.placed"
    table.enter(c.Done(1))
    assert table.player(1).warehouse == ("ripple",)
    assert table.stage == Proceeds()


def test_a_stored_launch_may_open_the_coaster_that_takes_the_bought_hill():
    """CP18"""
    table = Table()
    table.store(1, "harbour-drop")
    buying("jump", table)
    assert c.Build(1, "harbour-drop", 0, stored=True) in places(table)
    table.enter(c.Build(1, "harbour-drop", 0, stored=True), c.Build(1, "jump", 0))
    assert table.player(1).coasters == (("harbour-drop", "jump"),)


def test_a_stored_hill_built_without_need_for_room_obliges_to_build_the_bought_one():
    """CP18"""
    table = Table()
    table.give(1, "manager")
    table.build(1, "harbour-drop")
    table.store(1, "ripple")
    buying("jump", table)
    table.enter(c.Build(1, "ripple", 0, stored=True))
    violation = table.refusal(c.Store(1))
    assert (violation.code, violation.section) == ("park.store.build-owed", "CP18")
    assert violation.repairs == (c.Build(1, "jump", 0),)
    table.enter(c.Build(1, "jump", 0))


def test_an_owed_build_that_has_become_impossible_is_not_owed():
    """CP18"""
    table = Table()
    table.give(1, "manager", "demolitions")
    table.store(1, "harbour-drop")
    buying("jump", table)
    table.enter(c.Build(1, "harbour-drop", 0, stored=True))
    assert table.refusal(c.Store(1)).code == "park.store.build-owed"
    table.enter(c.Demolish(1, 0), c.Store(1))
    assert table.player(1).warehouse == ("jump",)


def test_stored_hills_are_built_at_no_other_time():
    """CP18"""
    table = Table()
    table.build(0, "harbour-drop")
    table.store(0, "ripple")
    violation = table.refusal(c.Build(0, "ripple", 0, stored=True))
    assert (violation.code, violation.section) == ("park.build.no-purchase", "CP18")


def test_only_what_was_bought_or_stored_is_built():
    """CP18"""
    table = Table()
    table.build(1, "harbour-drop")
    table.store(0, "camelback")
    buying("jump", table)
    assert table.refusal(c.Build(1, "bump", 0)).code == "park.build.not-bought"
    assert table.refusal(c.Build(1, "camelback", 0, stored=True)).code == "park.build.not-stored"


def test_one_buys_for_one_s_own_park():
    """CP18"""
    table = Table()
    table.build(0, "harbour-drop")
    buying("jump", table)
    assert table.refusal(c.Build(0, "jump", 0)).code == "park.seat.not-awaited"
    assert places(table) == [c.Store(1)]
