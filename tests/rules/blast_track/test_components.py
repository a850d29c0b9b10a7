"""The tiles of the box: house values with the rulebook's counts, and what is refused."""

from collections import Counter
from copy import deepcopy

import msgspec
import pytest
from msgspec.structs import replace

from companion.rules.blast_track.board import Laid, Plan, Spot, ahead, facing, neighbour, rotated
from companion.rules.blast_track.commands import Lay
from companion.rules.blast_track.components import DRAW_TILES, Components, complaints, house, plain
from companion.table.components import ComponentsRefusedError, checked
from companion.table.plain import to_toml
from companion.table.spreadsheet import from_csv, to_csv
from tests.rules.blast_track.arranged import RULES, enter, park


def fault(change):
    values = deepcopy(plain(house()))
    change(values)
    return next(complaints(msgspec.convert(values, Components)), None)


def of(values, name):
    return next(tile for tile in values["tiles"] if tile["id"] == name)


def test_the_house_set_has_the_rulebooks_counts_and_the_rulings_rails():
    kinds = Counter()
    for tile in house().tiles:
        kinds[tile.kind] += tile.count
    assert kinds == {"rail": 36, "slope": 8, "symbol": 4, "loop": 4} | {
        "entrance": 4,
        "exit": 4,
        "site-entrance": 2,
        "site-exit": 2,
    }
    assert DRAW_TILES == 52
    rails = {tile.rails: tile.count for tile in house().tiles if tile.kind == "rail"}
    slopes = {tile.rails: tile.count for tile in house().tiles if tile.kind == "slope"}
    pictures = [
        ((0, 1), (2, 3), (4, 5)),
        ((0, 3), (1, 4), (2, 5)),
        ((0, 3), (1, 2), (4, 5)),
        ((0, 3), (1, 5), (2, 4)),
        ((0, 1), (2, 4), (3, 5)),
    ]
    assert [rails[picture] for picture in pictures] == [6, 4, 8, 8, 10]
    assert [slopes[picture] for picture in pictures] == [1, 1, 2, 2, 2]
    assert list(complaints(house())) == []


FAULTS = {
    "board.points": lambda values: values["board"].update(points=[0, 1, 2, 3, 4, 4]),
    "board.colours": lambda values: values["board"].update(colours=["red"] * 6),
    "tiles[1].id": lambda values: values["tiles"][1].update(id="rail-curves"),
    "tiles[0].plus": lambda values: values["tiles"][0].update(plus=7),
    "tiles[0].rails": lambda values: values["tiles"][0].update(rails=[[0, 1], [2, 3], [4, 4]]),
    "tiles[0].marked": lambda values: values["tiles"][0].update(marked=[0]),
    "tiles[0].openings": lambda values: values["tiles"][0].update(pair="T9"),
    "tiles[10].rails": lambda values: of(values, "loop-symbol").update(rails=[[0, 1]]),
    "tiles[12].openings": lambda values: of(values, "tunnel-1").update(openings=[1, 2, 3, 4, 5, 5]),
    "tiles[12].count": lambda values: of(values, "tunnel-1").update(count=2),
    "tiles": lambda values: values["tiles"][0].update(count=7),
    "tiles[12].pair": lambda values: of(values, "tunnel-1").update(pair="T2"),
    "tiles[13].plus": lambda values: of(values, "exit-1").update(plus=1),
    "tiles[11].plus": lambda values: of(values, "loop").update(plus=2),
    "loops": lambda values: values.update(loops=values["loops"][::-1]),
    "loops[0].cells": lambda values: values["loops"][0].update(cells=[[1, 0], [1, -1], [0, 0]]),
    "loops[0].ends": lambda values: values["loops"][0].update(ends=values["loops"][0]["ends"][1:]),
    "loops[0].rails": lambda values: values["loops"][0].update(rails=[[0, 1]]),
    "tiles[0].table": lambda values: values["tiles"][0].update(table=["weight"]),
}


@pytest.mark.parametrize("field", FAULTS)
def test_components_that_are_not_right_are_refused_by_their_field(field):
    assert fault(FAULTS[field]).startswith(f"{field}: ")


def test_too_many_plus_symbols_are_refused():
    def change(values):
        for tile in values["tiles"]:
            if tile["kind"] in ("rail", "slope"):
                tile["plus"] = tile.get("count", 1)

    assert "at least 12 purple tiles" in fault(change)


def test_half_a_pair_is_refused():
    def change(values):
        values["tiles"] = [tile for tile in values["tiles"] if tile["id"] != "exit-2"]
        of(values, "exit-1").update(count=1)

    assert "4 tiles of kind exit are expected, not 3" in fault(change)


def test_a_components_file_names_file_line_and_field_of_a_fault():
    values = deepcopy(plain(house()))
    of(values, "rail-star")["rails"] = [[0, 3], [1, 4], [2, 2]]
    with pytest.raises(ComponentsRefusedError) as refused:
        checked(RULES, to_toml(values).encode(), "box.toml")
    assert refused.value.field == "tiles[1].rails"
    assert refused.value.line > 1


def test_components_go_through_a_spreadsheet_and_come_back():
    values = plain(house())
    again, _ = from_csv(to_csv(values).encode(), RULES.house())
    assert msgspec.convert(again, Components) == house()


def test_sides_meet_their_opposites_and_turns_go_clockwise():
    for side in range(6):
        assert neighbour(neighbour((2, -1), side), (side + 3) % 6) == (2, -1)
        assert rotated((0, -1), side) == neighbour((0, 0), side)
        assert facing(side) == (side + 3) % 6
    assert ahead(Spot((0, 0), 1)) == (1, -1)


def double_ended():
    """A box with two rail ends a side: twelve ends, and tunnel numbers up to twelve."""
    values = deepcopy(plain(house()))
    values["board"].update(ends=2, points=[0, 2, 4, 6, 8, 10])
    for tile in values["tiles"]:
        if tile.get("rails"):
            tile["rails"] = [[end, (end + 6) % 12] for end in range(6)]
        if tile.get("openings"):
            tile["openings"] = list(range(1, 13))
    for shape in values["loops"]:
        shape["ends"] = [[cell, end * 2 + half] for cell, end in shape["ends"] for half in (0, 1)]
        many = len(shape["ends"])
        shape["rails"] = [[end, end + many // 2] for end in range(many // 2)]
    return values


def test_boxes_with_more_rail_ends_a_side_are_played_by_the_same_rules():
    """End 0 of the start meets end 7 of (0, -1), which a straight rail joins with end 1, still upwards."""
    assert list(complaints(msgspec.convert(double_ended(), Components))) == []
    assert [facing(end, 2) for end in (0, 1, 2, 7)] == [7, 6, 9, 0]
    state = enter(park(hand=("rail-star",), components=double_ended()), Lay(0, "rail-star", (0, -1), 0))
    assert state.players[0].cart == Spot((0, -1), 1)


def test_a_loop_covers_the_cells_of_its_turn():
    plan = Plan(house(), "three-cells")
    assert plan.cells(Laid("loop", (3, 3), 0)) == ((3, 3), (4, 2), (4, 3))
    assert plan.cells(Laid("loop", (3, 3), 1)) == ((3, 3), (4, 3), (3, 4))
    assert [pose.distinct for pose in plan.poses] == [True, True, False, False, False, False]
    lopsided = replace(house().loops[0], rails=((0, 1), (2, 3), (4, 6), (5, 7), (8, 10), (9, 11)))
    odd = Plan(replace(house(), loops=(lopsided, house().loops[1])), "three-cells")
    assert all(pose.distinct for pose in odd.poses)
