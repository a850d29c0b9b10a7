"""Building Roller Coasters: a bought hill is built or stored, and stored hills are built with it."""

from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park.commands import Build, Done, Store
from companion.rules.coaster_park.common import (
    SEVENTH,
    Asks,
    Judged,
    Refusal,
    on_top,
    refused,
    room,
    with_coaster,
    with_player,
    without,
)
from companion.rules.coaster_park.components import index
from companion.rules.coaster_park.events import Built, EndTriggered, Event, Placed, StoredAway
from companion.rules.coaster_park.state import Placing, Player, State, standing
from companion.rules.contract import Pick, Seat

STORING = "Storing in Your Warehouse"
LAUNCH = "Building a Launch Hill"
STANDARD = "Building a Standard Hill"


def placing_asks(state: State, stage: Placing) -> Asks:
    """Where the bought hill may go, and the stored hills that may be built with it."""
    seat = stage.seat
    player = state.players[seat]
    launches = index(state.components).launches
    options: list[Any] = []
    if stage.hill:
        options += builds(player, seat, stage.hill, launches, stored=False)
    for hill in dict.fromkeys(player.warehouse):
        options += builds(player, seat, hill, launches, stored=True)
    if not stage.hill:
        options.append(Done(seat))
    elif not must_build(state, stage):
        options += stores(state, stage)
    return (Pick("place", seat, tuple(options)),)


def builds(
    player: Player, seat: Seat, hill: str, launches: frozenset[str], *, stored: bool
) -> tuple[Build, ...]:
    """Every way to build a hill: a launch as the next coaster, a standard hill at any coaster's end."""
    coasters = len(player.coasters)
    if hill in launches:
        return (Build(seat, hill, coasters, stored),)
    return tuple([Build(seat, hill, number, stored) for number in range(coasters)])


def stores(state: State, stage: Placing) -> tuple[Store, ...]:
    """Storing the bought hill; where the warehouse is full, in the place of a stored one (CP17)."""
    warehouse = state.players[stage.seat].warehouse
    if len(warehouse) < room(state, stage.seat):
        return (Store(stage.seat),)
    return tuple([Store(stage.seat, hill) for hill in dict.fromkeys(warehouse)])


def must_build(state: State, stage: Placing) -> bool:
    """Whether a stored hill was built for the bought one's sake, which can be built too (CP18)."""
    if not stage.owed:
        return False
    return bool(state.players[stage.seat].coasters) or stage.hill in index(state.components).launches


def decide_build(state: State, stage: Placing, command: Build, seat: Seat) -> Judged:
    """A hill is built at the end of a coaster, or as a new one."""
    player = state.players[seat]
    fault = hill_fault(state, stage, command.hill, seat, stored=command.stored)
    if fault:
        return fault
    launches = index(state.components).launches
    ways = builds(player, seat, command.hill, launches, stored=command.stored)
    if command.hill in launches:
        if command.coaster != len(player.coasters):
            return refused("park.build.launch-on-coaster", LAUNCH, ways, hill=command.hill)
    elif not 0 <= command.coaster < len(player.coasters):
        coasters = len(player.coasters)
        return refused("park.build.no-coaster", STANDARD, ways, hill=command.hill, coasters=coasters)
    owed = stage.owed
    if command.stored and stage.hill and not stage.opened:
        owed = len(player.warehouse) < room(state, seat)
    built = Built(seat, command.hill, command.coaster, command.stored, owed)
    return (built, *seventh(state, seat))


def hill_fault(state: State, stage: Placing | None, hill: str, seat: Seat, *, stored: bool) -> Refusal | None:
    """Why a seat can't build this hill now: it was not bought just now, or does not lie in the warehouse."""
    player = state.players[seat]
    if stored:
        if hill in player.warehouse:
            return None
        return refused("park.build.not-stored", "CP18", hill=hill, stored=len(player.warehouse))
    if stage is not None and hill == stage.hill != "":
        return None
    bought = stage.hill if stage else ""
    return refused("park.build.not-bought", "CP18", hill=hill, bought=bought)


def seventh(state: State, seat: Seat) -> tuple[Event, ...]:
    """The end of the game, if the build that comes now is this seat's seventh (CP3)."""
    player = state.players[seat]
    before = player.built if state.toggles.seventh == "lifetime" else standing(player)
    if state.ending or before + 1 < SEVENTH:
        return ()
    return (EndTriggered("seventh-hill", seat),)


def decide_store(state: State, stage: Placing, command: Store, seat: Seat) -> Judged:
    """The bought hill is stored, another perhaps discarded for it."""
    warehouse = state.players[seat].warehouse
    limit = room(state, seat)
    if not stage.hill:
        return refused("park.store.placed", STORING, (Done(seat),))
    if must_build(state, stage):
        launches = index(state.components).launches
        ways = builds(state.players[seat], seat, stage.hill, launches, stored=False)
        return refused("park.store.build-owed", "CP18", ways, hill=stage.hill)
    facts = {"stored": len(warehouse), "limit": limit}
    if len(warehouse) >= limit and not command.discard:
        return refused("park.store.full", STORING, stores(state, stage), **facts)
    if command.discard and len(warehouse) < limit:
        return refused("park.store.not-full", "CP17", (Store(seat),), **facts)
    if command.discard and command.discard not in warehouse:
        return refused("park.store.not-stored", "CP17", stores(state, stage), hill=command.discard)
    return (StoredAway(seat, stage.hill, command.discard),)


def decide_done(stage: Placing, seat: Seat) -> Judged:
    """No further stored hill is built."""
    if stage.hill:
        return refused("park.place.unplaced", "Building Roller Coasters", hill=stage.hill)
    return (Placed(seat),)


def added(player: Player, hill: str, coaster: int, place: int, *, stored: bool) -> Player:
    """A player with one hill more standing: before the place given, the end is the coaster's length."""
    coasters = player.coasters
    old = coasters[coaster] if coaster < len(coasters) else ()
    return replace(
        player,
        coasters=with_coaster(coasters, coaster, (*old[:place], hill, *old[place:])),
        warehouse=without(player.warehouse, hill) if stored else player.warehouse,
        built=player.built + 1,
    )


def built(state: State, event: Built) -> State:
    """The hill stands at the end of its coaster."""
    player = state.players[event.seat]
    end = len(player.coasters[event.coaster]) if event.coaster < len(player.coasters) else 0
    changed = added(player, event.hill, event.coaster, end, stored=event.stored)
    stages = state.stages
    stage = stages[-1]
    if isinstance(stage, Placing):
        hill = stage.hill if event.stored else ""
        stages = on_top(state, Placing(stage.seat, hill, True, event.owed, stage.sold))  # noqa: FBT003 - opened
    return replace(state, players=with_player(state, event.seat, changed), stages=stages)


def stored_away(state: State, event: StoredAway) -> State:
    """The bought hill lies in the warehouse, and its purchase is over."""
    player = state.players[event.seat]
    warehouse = without(player.warehouse, event.discarded) if event.discarded else player.warehouse
    changed = replace(player, warehouse=(*warehouse, event.hill))
    return replace(
        state,
        players=with_player(state, event.seat, changed),
        removed=(*state.removed, event.discarded) if event.discarded else state.removed,
        stages=state.stages[:-1],
    )
