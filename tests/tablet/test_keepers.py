"""Whose secrets a table holds, found entry by entry."""

import pytest

from companion.rules import games
from companion.rules.contract import TABLE
from companion.scenes.asking import keeps_secret
from companion.tablet.keepers import Keepers


@pytest.mark.parametrize("game", sorted(games()))
def test_whoever_keeps_a_secret_is_found_at_every_moment(serve, game):
    served = serve()
    table = served.play(game, games()[game].seats.start + 1)
    keepers, ever = Keepers(), set()
    for _ in range(50):
        state = table.view(TABLE).state
        seats = range(len(table.setup.names))
        assert keepers.of(state) == {seat for seat in seats if keeps_secret(state, seat)}
        ever |= keepers.of(state)
        if not served.go_on(1):
            break
    assert bool(ever) == (game != "cosmic_coasters")
