"""Counts of turn sequences, beside a second set of rules that shares nothing with the first.

Here a position is a dictionary from (moon, kind, number) to a player's letter, and the connections are
looked up by arithmetic on kind and number, as the rulebook's pictures show them.
"""

import json

import pytest
from click.testing import CliRunner

from companion.cli.rules import command
from companion.rules.cosmic_coasters.perft import perft
from companion.rules.cosmic_coasters.perft import sequences as counted
from tests.rules.cosmic_coasters.moons import named, position

LETTERS = "abcd"


def all_spaces(moon):
    return [(moon, kind, number) for kind in "FC" for number in range(4)] + [(moon, "P", 0)]


def connected(space):
    moon, kind, number = space
    if kind == "P":
        return [(moon, "F", other) for other in range(4)]
    if kind == "C":
        return [(moon, "F", number), (moon, "F", (number + 1) % 4)]
    return [(moon, "C", number), (moon, "C", (number - 1) % 4), (moon, "P", 0)]


def opening(players):
    return {
        space: LETTERS[moon]
        for moon in range(players)
        for space in all_spaces(moon)
        if space[1:] not in (("F", 1), ("F", 3))
    }


def controller(board, moon):
    held = [board.get((moon, "C", number)) for number in range(4)]
    owners = {letter for letter in held if letter and held.count(letter) >= 2}
    return owners.pop() if len(owners) == 1 else None


def turns(board, letter, players):
    """Every position that one action leads to, with whether it wins at once."""
    for moon in range(players):
        pad = (moon, "P", 0)
        if pad in board and controller(board, moon) == letter:
            cleared = {space: owner for space, owner in board.items() if space != pad}
            yield cleared, False
            for other in range(players):
                for space in all_spaces(other) if other != moon else []:
                    home = LETTERS.index(letter)
                    yield {**cleared, space: board[pad]}, board[pad] == letter and other == home != moon
    for moon in range(players):
        for number in range(4):
            factory, left, right = (moon, "F", number), (moon, "C", (number - 1) % 4), (moon, "C", number)
            spare = 7 - list(board.values()).count(letter)
            if factory not in board and board.get(left) == board.get(right) == letter and spare:
                yield {**board, factory: letter}, False
    for space, owner in board.items():
        for target in connected(space) if owner == letter else []:
            if target not in board:
                yield {**without(board, space), target: letter}, False
            elif board[target] != letter:
                yield {**without(board, space), target: letter}, False
                yield without(board, target), False
                yield board, False


def without(board, space):
    return {other: owner for other, owner in board.items() if other != space}


def swept(board, letters, mover):
    """The board and the players left after those with one ship at home or none are out."""
    order = letters[letters.index(mover) + 1 :] + letters[: letters.index(mover) + 1]
    left = letters
    for letter in order:
        home = LETTERS.index(letter)
        ships = sum(owner == letter for (moon, _, _), owner in board.items() if moon == home)
        if ships < 2 and len(left) > 1:
            left = left.replace(letter, "")
    return {space: owner for space, owner in board.items() if owner in left}, left


def sequences(board, letters, mover, depth, players):
    total = 0
    for after, won in turns(board, mover, players):
        if depth == 1:
            total += 1
            continue
        swept_board, left = swept(after, letters, mover)
        if won or len(left) == 1:
            continue
        around = letters[letters.index(mover) + 1 :] + letters[: letters.index(mover) + 1]
        following = next(letter for letter in around if letter in left)
        total += sequences(swept_board, left, following, depth - 1, players)
    return total


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_sequences_as_by_other_rules(seats, depth):
    letters = LETTERS[:seats]
    assert perft(seats, depth) == sequences(opening(seats), letters, "a", depth, seats)


LATE = [
    # Ann can go home at once, or leave Benedikt one ship.
    ("0F0 0F1 1C0 1C1 1P", "1F0 1F2 1C2"),
    # Either can go home; each can build abroad.
    ("0F0 0F1 0C0 1C0 1C3 1P", "1F1 1F2 1C1 0C2 0C3 0P"),
    # Three players, each a ship away from being out.
    ("0F0 0F1 1C0 1C1", "1F0 1P 2C0", "2F0 2F2 0C2"),
    # One action can put two of them out.
    ("0F0 0F1 1C0 1C1", "1F0 1P", "2F0 2F1", "3F0 3F1"),
]


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("fleets", LATE)
def test_as_many_sequences_where_games_end_on_the_way(fleets, depth):
    state = position(*fleets, passing="forced")
    board = {
        (space // 9, named(space)[1], int(named(space)[2:] or 0)): LETTERS[ship]
        for space, ship in enumerate(state.ships)
        if ship is not None
    }
    seats = len(fleets)
    assert counted(state, depth) == sequences(board, LETTERS[:seats], "a", depth, seats)


def test_nothing_is_one_sequence():
    assert perft(2, 0) == 1


def test_the_command_prints_the_count():
    printed = CliRunner().invoke(command, ["perft", "cosmic_coasters", "--seats", "2", "--depth", "1"])
    assert (printed.exit_code, printed.output) == (0, "16\n")
    told = CliRunner().invoke(command, ["perft", "cosmic_coasters", "--seats", "3", "--depth", "1", "--json"])
    assert json.loads(told.output) == {"game": "cosmic_coasters", "seats": 3, "depth": 1, "sequences": 25}


@pytest.mark.parametrize("seats", ["1", "5"])
def test_the_command_refuses_seats_that_the_game_is_not_for(seats):
    printed = CliRunner().invoke(command, ["perft", "cosmic_coasters", "--seats", seats])
    assert printed.exit_code == 1
    assert "2 to 4" in printed.output
