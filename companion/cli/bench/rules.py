"""`companion bench rules`: random legal walks through every game, beside python-chess at random games."""

import random
import time
from types import ModuleType
from typing import Any

import click

from companion.cli.bench._late_board import late_boards
from companion.cli.bench._report import report
from companion.rules import games
from companion.rules.blast_track.rules import RULES as BLAST_TRACK
from companion.rules.walk import walks

ROUNDS = 3
"""Each game and the peer are timed in turn so often; the best round of each counts."""

WALKS = 20
PEER_MOVES = 8_000


@click.command("rules")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, as_json: bool) -> None:
    """Count legal commands per CPU second in random walks, and python-chess's moves beside them.

    Of Blast Track's late boards it times all that may be entered with a hand of two.

    Example: companion bench rules --json
    """
    report("rules: commands per CPU second", measure(), as_json=as_json)


def measure() -> dict[str, Any]:
    """The best of some rounds for each game at each number of seats, and the ratio to the peer."""
    chess = _peer()
    best: dict[tuple[str, int], float] = {}
    peer = 0.0
    for number in range(ROUNDS):
        if chess is not None:
            peer = max(peer, _chess_moves_per_second(chess, f"round {number}"))
        for rules in games().values():
            for seats in rules.seats:
                speed = walks(rules, seats, WALKS, number).commands_per_s
                best[rules.name, seats] = max(best.get((rules.name, seats), 0.0), speed)
    figures: dict[str, Any] = {"peer": "python-chess" if chess else "not installed", "peer_per_s": peer}
    for (name, seats), speed in best.items():
        row = {"commands_per_s": speed} | ({"ratio": speed / peer} if peer else {})
        figures.setdefault(name, {})[f"{seats} seats"] = row
    figures[BLAST_TRACK.name]["late board"] = late_boards()
    return figures


def _peer() -> ModuleType | None:
    try:
        import chess
    except ImportError:
        return None
    found: ModuleType = chess
    return found


def _chess_moves_per_second(chess: ModuleType, seed: str) -> float:
    dice = random.Random(seed)
    moves = 0
    started = time.process_time()
    while moves < PEER_MOVES:
        board = chess.Board()
        while moves < PEER_MOVES and not board.is_seventyfive_moves():
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(dice.choice(legal))
            moves += 1
    return moves / (time.process_time() - started)
