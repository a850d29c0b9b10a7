"""Who comes to a rehearsal."""

from random import Random

NAMES = (
    "Ann", "Benedikt", "Chiara", "Dov", "Eszter", "Femi", "Greta", "Hiro",
    "Ines", "Jonas", "Kim", "Lucía", "Mateusz", "Noor", "Oskar", "Priya",
)  # fmt: skip


def company(seats: int, random: Random) -> tuple[str, ...]:
    """The names of so many players, clockwise."""
    return tuple(random.sample(NAMES, seats))
