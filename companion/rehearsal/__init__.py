"""A pretend table: shuffled decks, players who try to win, rolling marbles.

    rehearsal = rehearse("cosmic_coasters", seed=1)
    table = Table.begin(journal, rehearsal.world.setting(seats=3))
    while (move := rehearsal.next(table)) is not None:
        table.submit(move.command, ...)

plays an evening. A person who tries the companion without the box enters what the players do, and
lets the pretend table say the rest:

    world = pretend("cosmic_coasters", seed=1)
    move = told(world, table, seed=1)          # the next fact: a card drawn, a die, a marble; or None

Each game has a folder here with `world.py` (its `World`) and `player.py` (its `Player`).
"""

import importlib

from companion.rehearsal.playing import Move, Player, Rehearsal, Table, World, chance, told

__all__ = ["Move", "Player", "Rehearsal", "Table", "World", "chance", "player", "pretend", "rehearse", "told"]


def pretend(game: str, seed: int) -> World:
    """The pretend table of a game: the decks as shuffled, and everything that falls as it falls."""
    world: World = importlib.import_module(f"{__name__}.{game}.world").World(seed)
    return world


def player(game: str) -> Player:
    """Somebody who plays this game to win, at every seat."""
    found: Player = importlib.import_module(f"{__name__}.{game}.player").PLAYER
    return found


def rehearse(game: str, seed: int) -> Rehearsal:
    """A whole evening of a game, world and players."""
    return Rehearsal(seed, pretend(game, seed), player(game))
