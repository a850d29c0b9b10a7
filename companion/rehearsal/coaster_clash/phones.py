"""Who plays with a phone beside the table."""

from random import Random

PHONES = 0.4
"""How many players have a phone, on which they enter what only they see."""


def has_phone(temper: Random) -> bool:
    """Whether a player of this temper has one."""
    return temper.random() < PHONES
