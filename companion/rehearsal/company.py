"""Who comes to a rehearsal."""

from random import Random

NAMES = (
    "Eszter", "Femi", "Greta", "Hiro", "Ines", "Jonas", "Kim", "Lucía",
    "Mateusz", "Noor", "Oskar", "Priya", "Quentin", "Rosa", "Søren", "Tara",
)  # fmt: skip


def company(seats: int, random: Random) -> tuple[str, ...]:
    """The names of so many players, clockwise."""
    return tuple(random.sample(NAMES, seats))
