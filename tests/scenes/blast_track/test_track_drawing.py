"""Rails join those of the next tile, rides keep their seat's colour and shape, previews say what would be."""

from itertools import product
from math import hypot

import pytest

from companion.rules.blast_track import preview as rules
from companion.rules.blast_track.board import TOWARDS, Spot, facing, neighbour
from companion.rules.blast_track.components import house
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.scoring import journey, longest_rides, ride
from companion.rules.blast_track.state import Exiting, State
from companion.rules.contract import TABLE, Violation
from companion.scenes.blast_track.board import LARGEST, draw, loop_rails, stretches, view
from companion.scenes.blast_track.boards import Row, Sheet, boards
from companion.scenes.blast_track.hexes import AROUND, Area, Grid, mouth, outward
from companion.scenes.blast_track.preview import Preview, preview, signed, told
from companion.scenes.blast_track.rails import arc
from companion.scenes.blast_track.story import chip
from companion.scenes.blast_track.tiles import tile
from companion.scenes.blast_track.view import aheads, longest, picture, sheet, total
from companion.scenes.marks import seat_mark
from companion.scenes.palette import seat_colour
from companion.scenes.shapes import Polyline, Scene, Text
from tests.scenes.blast_track.tables import SHORT, commands_of, evening, full_board, moments
from tests.scenes.checking import problems, words

AREA = Area(0.0, 0.0, 800.0, 600.0)


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def test_cells_lie_where_the_rules_say_they_lie():
    assert AROUND == TOWARDS
    grid = Grid(0.0, 0.0, 10.0)
    for side in range(6):
        x, y = grid.at(neighbour((0, 0), side))
        dx, dy = outward(side)
        assert apart((x, y), (dx * 10 * 3**0.5, dy * 10 * 3**0.5)) < 1e-9


@pytest.mark.parametrize("ends", [1, 2, 3])
def test_a_rail_end_meets_the_end_that_it_faces(ends: int):
    grid = Grid(100.0, 100.0, 30.0)
    for end in range(6 * ends):
        over = neighbour((2, -1), end // ends)
        assert apart(grid.end((2, -1), end, ends), grid.end(over, facing(end, ends), ends)) < 1e-9


@pytest.mark.parametrize("ends", [1, 2])
def test_rails_leave_a_tile_at_right_angles_to_its_side_so_that_they_join_smoothly(ends: int):
    for one, other in product(range(6 * ends), repeat=2):
        if one == other:
            continue
        points = arc(one, other, ends)
        assert apart(points[0], mouth(one, ends)) < 1e-9
        assert apart(points[-1], mouth(other, ends)) < 1e-9
        for (near, far), end in (((points[0], points[1]), one), ((points[-1], points[-2]), other)):
            dx, dy = outward(end // ends)
            step = apart(near, far)
            along = ((near[0] - far[0]) * dx + (near[1] - far[1]) * dy) / step
            assert along > 0.94, (one, other)


def test_every_rail_of_a_ride_goes_on_where_the_one_before_it_ended():
    state = full_board()
    shown = picture(state)
    grid = view(shown, AREA, aheads(state).values())
    drawn = {frozenset((one, two)): points for one, two, points in stretches(shown, grid)}
    for seat in range(state.seats):
        before = None
        for passage in journey(state, seat):
            enters, leaves = ((spot.cell, spot.end) for spot in (passage.enters, passage.leaves))
            points = drawn.get(frozenset((enters, leaves)))
            if points is not None and before is not None:
                assert min(apart(before, points[0]), apart(before, points[-1])) < 0.01
            before = grid.grid.end(*leaves) if points is not None else None


def test_a_ride_is_drawn_in_its_seats_colour_and_bears_beads_of_its_shape():
    state = moments(6)["Laying"]
    shown = picture(state)
    zoomed = view(shown, AREA, ())
    shapes = draw(shown, zoomed)
    coloured = {shape.colour for shape in shapes if isinstance(shape, Polyline)}
    for seat in range(6):
        if ride(state, seat):
            assert seat_colour(seat) in coloured
            (bead,) = seat_mark(seat, 0, 0, max(6.5, zoomed.radius * 0.2), edge="ink")
            alike = [shape for shape in shapes if type(shape) is type(bead) and shape.stroke == "ink"]
            assert any(getattr(shape, "fill", "") == seat_colour(seat) for shape in alike)


def test_with_a_focus_the_other_rides_step_back():
    state = moments(6)["Laying"]
    shown = picture(state)
    shapes = draw(shown, view(shown, AREA, ()), 1)
    rails = [shape.colour for shape in shapes if isinstance(shape, Polyline)]
    for seat in (0, 2, 3, 4, 5):
        assert rails.count(seat_colour(seat)) == 1, "only the stub at its starting point"
        assert f"{seat_colour(seat)}@45" in rails
    assert rails.count(seat_colour(1)) > 1


def test_a_small_board_is_no_larger_than_life():
    state = evening(2, 1)[8].before
    shown = picture(state)
    assert view(shown, AREA, aheads(state).values()).radius <= LARGEST


def test_a_loop_is_drawn_with_all_its_rails_and_on_its_own_cells():
    state = next(s.after for s in evening(6, 1) if any(laid.tile == "loop" for laid in s.after.board))
    laid = next(laid for laid in state.board if laid.tile == "loop")
    rails = loop_rails(state.plan, laid)
    assert len(rails) == 6
    assert {cell for rail in rails for cell, _ in rail} == set(state.plan.cells(laid))
    for one, two in rails:
        way = state.grid.ways[one[0]].leads
        assert way is not None
        assert way[one[1]] == two


@pytest.mark.parametrize("turn", range(6))
def test_the_numbers_of_a_tunnel_turn_with_the_tile(turn: int):
    (printed,) = (each for each in house().tiles if each.id == "tunnel-1")
    numbers = [shape for shape in tile(printed, turn, 0.0, 0.0, 80.0) if isinstance(shape, Text)]
    for number in range(1, 7):
        (text,) = (shape for shape in numbers if shape.text == str(number))
        dx, dy = outward((number - 1 + turn) % 6)
        assert text.at[0] * dx + text.at[1] * dy > 0.95 * hypot(*text.at)


@pytest.mark.parametrize("radius", [25.0, 43.0, 48.0, 80.0])
def test_tunnels_are_told_apart_by_their_names_wherever_a_name_fits(radius: float):
    for printed in house().tiles:
        if printed.openings:
            named = [shape for shape in tile(printed, 0, 0.0, 0.0, radius) if isinstance(shape, Text)]
            assert [shape.text for shape in named].count(printed.pair) == 1


def previews(state: State) -> list[tuple[object, Preview]]:
    found = []
    for command in commands_of(RULES.asks(state, TABLE)):
        kind = type(command).__name__
        if kind == "LayExit" or (kind == "Lay" and state.plan.kinds[command.tile] != "entrance"):  # type: ignore[union-attr]
            seen = preview(state, command)  # type: ignore[arg-type]
            if isinstance(seen, Preview):
                found.append((command, seen))
    return found


@pytest.mark.parametrize("name", ["Laying", "Exiting", "Extra", "site's exit"])
def test_a_preview_is_what_then_happens(name: str):
    state = moments(6)[name]
    for command, seen in previews(state)[:40]:
        events = RULES.decide(state, command)  # type: ignore[arg-type]
        assert isinstance(events, tuple)
        slid = [event for event in events if type(event).__name__ == "Slid"]
        assert [(e.seat, e.to, e.passages) for e in seen.effects] == [
            (e.seat, e.to, e.passages) for e in slid
        ]
        said = rules.preview(state, command)  # type: ignore[arg-type]
        assert not isinstance(said, Violation)
        for effect in seen.effects:
            assert effect.points == said.points(effect.seat) - said.losses.count(effect.seat)
        board = next(e for e in events if type(e).__name__ in ("TileLaid", "TunnelLaid"))
        after = RULES.evolve(state, board)
        assert seen.board == after.board


def test_a_previewed_picture_shows_the_new_tile_the_rides_and_the_carts_where_they_would_be():
    state = moments(6)["Laying"]
    command, seen = previews(state)[0]
    shown = picture(state, seen)
    assert shown.new == tuple(range(len(state.board), len(seen.board)))
    assert set(shown.fresh.values()) == {effect.seat for effect in seen.effects}
    moved = {cart.seat: cart.spot for cart in shown.carts}
    for effect in seen.effects:
        assert moved[effect.seat] == effect.to
    assert {ghost.spot for ghost in shown.ghosts} == {state.players[e.seat].cart for e in seen.effects}
    assert command is not None


def test_an_entrance_lies_in_the_picture_while_its_exit_is_chosen():
    state = moments(6)["Exiting"]
    assert isinstance(state.stage, Exiting)
    assert picture(state).tiles[-1].tile == state.stage.entrance
    assert picture(state).tiles[-1].cell == state.stage.cell


def test_what_a_placement_does_is_told_for_everybody_it_moves():
    seen = Preview((), 0, ())
    assert told(seen, SHORT) == ""
    for name in ("Laying", "Exiting"):
        for _, seen in previews(moments(6)[name]):
            line = told(seen, SHORT)
            assert line.startswith(("1 tile", *(f"{n} tiles" for n in range(2, 60))))
            for effect in seen.effects[1:]:
                assert f"{SHORT[effect.seat]}: " in line
    assert (signed(2), signed(0), signed(-1)) == ("+2", "0", "\u22121")


def test_player_boards_show_values_arrows_rides_and_sums():
    state = full_board()
    for seat in range(6):
        player = state.players[seat]
        shown = sheet(state, seat, SHORT)
        assert [(row.value, row.arrow) for row in shown.rows] == [
            (row.value, row.arrow) for row in player.rows
        ]
        assert shown.ride == ride(state, seat)
        assert shown.longest == (seat in longest_rides(state))
        bonus = 3 if shown.longest else 0
        assert shown.total == total(state, seat) == sum(row.value for row in player.rows) + bonus
        assert chip(state, seat).big == str(shown.total)


def test_an_arrow_lies_on_a_track_that_went_overboard_and_on_no_other():
    rows = tuple(
        Row(track, 3, track == "slope") for track in ("tunnel", "slope", "loop", "help", "connection")
    )
    plain = tuple(Row(row.track, 3) for row in rows)
    area = Area(0.0, 0.0, 300.0, 240.0)
    one, none = (boards((Sheet(0, "Ann", each, 4, longest=False, total=15),), area) for each in (rows, plain))
    assert len(one) == len(none) + 2
    scene = Scene(300.0, 240.0, one)
    assert problems(scene) == []
    assert "ride 4" in words(scene)


def test_nobodys_ride_is_the_longest_before_a_tile_lies():
    assert longest(evening(3, 1)[0].before) == ()


def test_a_spot_is_where_its_cart_is_drawn():
    spot = Spot((1, 0), 2)
    grid = Grid(0.0, 0.0, 20.0)
    assert apart(grid.end(spot.cell, spot.end), grid.end((2, 0), 5)) < 1e-9
