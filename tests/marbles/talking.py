"""A liar and the host's side of the talk, in a time that a test makes pass."""

from collections.abc import Iterable
from random import Random

from companion.marbles import Edge, LinkState
from companion.marbles.conversation import Board, Conversation, Place
from companion.marbles.kept import Landed
from companion.marbles.liar import Liar, Lies
from companion.marbles.protocol import Hello

STEP_US = 1000

BEGUN_US = 2**32
"""The host's clock when the board is plugged in."""


class Talk:
    """Lets time pass for both sides; what the host holds is durable, and acknowledged, after `durable_us`."""

    def __init__(
        self, edges: Iterable[Edge], lies: Lies | None = None, seed: int = 1, durable_us: int = 5000
    ) -> None:
        self.liar = Liar(edges, lies, seed)
        self.boards: dict[str, Board] = {}
        self.landed: list[Landed] = []
        self.durable: list[Landed] = []
        self.forgotten: set[tuple[int, int]] = set()
        self.deaf = False
        self.states: list[LinkState] = []
        self.now = 0
        self._dice = Random(seed)
        self._durable_us = durable_us
        self._writing: list[tuple[int, Landed]] = []
        self._held: dict[tuple[str, int], int] = {}
        self.host: Conversation | None = None

    def place(self) -> Place:
        return Place(
            lambda hello: self.base(hello), lambda board, boot: self._held.get((board, boot)), self.boards
        )

    def base(self, _: Hello) -> int | None:
        return 0

    def restart_the_host(self) -> None:
        """The companion dies, with all it has not made durable, and is started again."""
        self.boards.clear()
        self._writing.clear()
        self.host = None
        self.landed = list(self.durable)

    def run(self, seconds: float) -> None:
        until = self.now + round(seconds * 1e6)
        while self.now < until:
            self.now += STEP_US
            self._step(self.now + BEGUN_US)

    def _step(self, host_now: int) -> None:
        data = self.liar.step(self.now)
        if self.host is None and self.liar.plugged:
            self.host = Conversation(self.place(), host_now)
            data = b""
        if self.host is None:
            return
        if data and not self.deaf:
            landed = self.host.hear(data, host_now)
            self.landed += landed
            self._writing += [(host_now + self._durable_us, each) for each in landed]
        while self._writing and self._writing[0][0] <= host_now:
            each = self._writing.pop(0)[1]
            self.durable.append(each)
            self._held[each.board, each.boot] = each.seq
            self.boards[each.board].stored(each.boot, each.seq)
        said = self.host.tend(host_now)
        if said and not self.deaf:
            self._listen_in(said)
            self.liar.hear(said)
        state = self.host.state(host_now)
        if not self.states or self.states[-1] is not state:
            self.states.append(state)
        if not self.liar.plugged or self.host.hung(host_now):
            self.host = None

    def told(self) -> dict[tuple[int, int], tuple[int, bool]]:
        """Every edge the liar gave a number, by its start and number: beam and level."""
        return {
            (start.boot, kept.seq): (kept.change.beam - 1, kept.change.broken)
            for start in self.liar.starts
            for kept in start.numbered
        }

    def _listen_in(self, said: bytes) -> None:
        """Note which edges the host has the board forget, that it has not forgotten by itself."""
        for line in said.splitlines():
            match line.partition(b"*")[0].split():
                case [b"ack", boot, seq]:
                    start = self.liar.starts[-1]
                    if start.boot == int(boot):
                        self.forgotten |= {(start.boot, n) for n in range(start.acked + 1, int(seq) + 1)}

    def forgotten_but_not_held(self) -> set[tuple[int, int]]:
        """Edges that the host had the board forget without having them."""
        return self.forgotten - {(each.boot, each.seq) for each in self.durable}
