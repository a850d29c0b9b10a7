"""What a placement would do, shown before it is entered."""

from companion.rules.blast_track.board import Spot
from companion.rules.blast_track.commands import Discard, Lay, LayExit, UseSite
from companion.rules.blast_track.preview import preview
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Row
from companion.rules.contract import Violation
from tests.rules import laws
from tests.rules.blast_track.arranged import UP, enter, park, values
from tests.rules.blast_track.test_placement import SHARED
from tests.rules.blast_track.test_sites import FACED, LOSSES


def test_a_preview_tells_every_carts_path_and_everybodys_points():
    state = park(*SHARED, ("slope-spine", (2, -2)), seats=3, rows={1: {"slope": (5, False)}})
    seen = preview(state, Lay(0, "rail-star", (1, -1), 0))
    assert [(slid.seat, slid.to) for slid in seen.slides] == [
        (0, Spot((1, -1), 2)),
        (1, Spot((2, -2), 5)),
        (2, Spot((1, -1), 0)),
    ]
    assert [seen.points(seat) for seat in range(3)] == [1, -1, 0]
    (lost,) = [change for change in seen.changes if change.seat == 1]
    assert (lost.before, lost.after) == (Row(5), Row(4, arrow=True))
    assert seen.losses == ()


def test_a_preview_of_what_is_illegal_is_its_refusal():
    state = park(*SHARED, seats=2)
    assert isinstance(preview(state, Lay(0, "rail-star", (0, -5), 0)), Violation)


def test_an_entrance_moves_nobody_until_its_exit_is_chosen():
    state = park(hand=("tunnel-1",))
    assert preview(state, Lay(0, "tunnel-1", UP[0], 0)).slides == ()
    inside = enter(state, Lay(0, "tunnel-1", UP[0], 0))
    seen = preview(inside, LayExit(0, (0, 1), 0))
    assert (seen.slides[0].to, seen.points(0)) == (Spot((0, 1), 3), 1)


def test_losses_that_are_still_to_be_chosen_are_told():
    state = enter(park(*FACED, rows=LOSSES), Discard(0, "rail-star"), UseSite(0, "rock-entrance", 0))
    seen = preview(state, LayExit(0, (0, 1), 1))
    assert seen.losses == (0, 1)
    assert seen.points(0) == 1


def test_a_preview_is_what_then_happens():
    """In a random game each placement's preview is compared with the state that follows."""
    compared = 0
    for seed in range(3):
        state = laws.begin(RULES, laws.setup_of(RULES, 4))
        for moment in laws.walk(RULES, state, f"preview {seed}", 300):
            if not isinstance(moment.command, Lay | LayExit):
                continue
            seen = preview(moment.before, moment.command)
            for slid in seen.slides:
                assert moment.after.players[slid.seat].cart == slid.to
            if not seen.losses and type(moment.after.stage).__name__ == "Taking":
                for seat in range(4):
                    gained = sum(values(moment.after, seat)) - sum(values(moment.before, seat))
                    assert seen.points(seat) == gained
                    compared += 1
    assert compared > 100
