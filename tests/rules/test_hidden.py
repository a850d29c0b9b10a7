"""Redacting leaves out what a viewer may not see, wherever it is nested, and touches nothing else."""

from typing import Any

from msgspec import Struct

from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import Hidden, redact


class Card(Struct, frozen=True):
    name: str


class Player(Struct, frozen=True):
    money: int
    secrets: tuple[Hidden[Card], ...] = ()
    row: tuple[Card, ...] = ()


class Table(Struct, frozen=True):
    players: tuple[Player, ...]
    returned: dict[str, Hidden[str] | None]
    told: Any = None


SECRET = Hidden((0,), Card("loop"))


def test_a_secret_is_left_out_for_all_but_its_viewers():
    player = Player(7, (SECRET,))
    assert redact(player, TABLE) == Player(7, (Hidden((0,)),))
    assert redact(player, Viewer(1)) == Player(7, (Hidden((0,)),))
    assert redact(player, Viewer(0)) is player


def test_secrets_are_found_in_tuples_dicts_unions_and_untyped_fields():
    table = Table((Player(1), Player(2, (SECRET,))), {"crane": Hidden((1,), "x"), "none": None}, told=SECRET)
    assert redact(table, TABLE) == Table(
        (Player(1), Player(2, (Hidden((0,)),))), {"crane": Hidden((1,)), "none": None}, told=Hidden((0,))
    )


def test_what_holds_no_secret_is_shared_not_copied():
    table = Table((Player(1, (), (Card("a"),)), Player(2, (SECRET,))), {})
    redacted = redact(table, TABLE)
    assert redacted.players[0] is table.players[0]
    assert redact(Table((Player(1),), {}), TABLE).players[0] == Player(1)


def test_an_unseen_secret_and_a_redacted_one_are_the_same():
    assert redact(Hidden((0,), "x"), TABLE) == redact(Hidden((0,)), TABLE)
