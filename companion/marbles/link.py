"""The link to boards of beams on serial ports: found by their answer, remembered by their identity.

One thread owns the ports and all that is said there; one more makes edges durable where a keeper is given,
and only then may the board forget them. Neither ends before the link is closed: what goes wrong is logged,
shown in the status, and the search begins anew.
"""

import logging
import os
import queue
import select
import socket
import termios
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import serial
from msgspec import Struct
from msgspec.structs import replace

from companion.marbles.beams import (
    MOST_BEAMS,
    AddressError,
    Hear,
    LinkState,
    LinkStatus,
    Stop,
)
from companion.marbles.boards import BoardStatus, summary
from companion.marbles.conversation import Board, Conversation, Place
from companion.marbles.hearers import Hearers
from companion.marbles.keeping import KeepingThread
from companion.marbles.kept import EdgeLog, Keeper, Landed
from companion.marbles.merging import Merge
from companion.marbles.ports import PortError, Trouble, candidates, closed
from companion.marbles.ports import opened as open_port
from companion.marbles.protocol import PROTOCOL, Foreign, Hello

log = logging.getLogger(__name__)

LOOK_US = 500_000
"""How often ports are looked for: a board that is plugged in again is noticed well within two seconds."""

BUSY_S, IDLE_S = 0.01, 0.1
"""How long the owner waits for bytes before it looks what is due: while edges are under way, and else."""

RETRY_US = 2_000_000
"""A port that could not be opened is tried again after so long."""

STRANGER_US = 60_000_000
"""A port where no board answered; opening it resets what is there, so it is not done often."""

BEGUN_US = 2**32
"""The link's clock starts here, so that the oldest edge a board can tell has a moment after 0."""

MENDING_S = 1.0
"""The pause after something went wrong that should not."""


class _Talk(Struct):
    """An open port and the conversation there."""

    path: str
    port: serial.Serial
    conversation: Conversation
    unsent: bytes = b""


class _Refused(Struct, frozen=True):
    """A port that is not tried before `retry_us`."""

    trouble: Trouble
    retry_us: int


class Link:
    """All boards at the ports that `ports` names, or `only` those of these identities, in this order."""

    def __init__(
        self,
        ports: Callable[[], Sequence[str]] = candidates,
        address: str = "serial:auto",
        only: Sequence[str] = (),
        keeper: Keeper | None = None,
    ) -> None:
        self._ports, self._address, self._only = ports, address, tuple(only)
        self._begun_ns = time.monotonic_ns()
        self._hearers = Hearers(0)
        self._overhearers: list[Callable[[bytes], object]] = []
        self._keeping: KeepingThread | None = None
        self._kept_in: Path | None = None
        self._boards: dict[str, Board] = {}
        self._talks: dict[str, _Talk] = {}
        self._refused: dict[str, _Refused] = {}
        self._merge = Merge()
        self._notes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._woken, self._wake = socket.socketpair()
        self._wake.settimeout(0)
        self._look_at = 0
        self._trouble = self._listener_failed = ""
        self._closing = threading.Event()
        self._status = LinkStatus(LinkState.SEARCHING, "looking for boards")
        self._statuses: tuple[BoardStatus, ...] = ()
        if keeper is not None:
            self.keep(keeper)
        self._owner = threading.Thread(target=self._own, name="beams link", daemon=True)
        self._owner.start()

    # --- for anybody, from any thread -------------------------------------------------------------

    @property
    def address(self) -> str:
        """What opens this source again."""
        return self._address

    @property
    def beams(self) -> int:
        """As many as all boards have that were met; as one board before."""
        ends = [status.first_beam + status.beams for status in self._statuses]
        return max(ends, default=MOST_BEAMS * max(len(self._only), 1))

    def names(self) -> tuple[str, ...]:
        """Each beam's board and number there; empty for beams of boards that were not met."""
        found = [""] * self.beams
        for status in self._statuses:
            for beam in range(status.beams):
                found[status.first_beam + beam] = f"{status.id}:{beam + 1}"
        return tuple(found)

    def listen(self, hear: Hear) -> Stop:
        """Call `hear` with every edge from now on."""
        return self._hearers.add(hear)

    def overhear(self, hear: Callable[[bytes], object]) -> Stop:
        """Call `hear` with all bytes that come from boards, right or wrong, on the link's thread."""
        self._overhearers = [*self._overhearers, hear]

        def stop() -> None:
            self._overhearers = [each for each in self._overhearers if each is not hear]

        return stop

    def keep(self, keeper: Keeper) -> None:
        """From now on let a board forget an edge only when this keeper has it.

        Without a keeper an edge is acknowledged once those who listen have heard it.
        """
        if self._keeping is not None:
            self._keeping.close()
        self._keeping = KeepingThread(keeper, self._kept)

    def keep_in(self, path: Path) -> None:
        """Have every edge in this file before a board may forget it."""
        if self._kept_in != path:
            self._kept_in = path
            self.keep(EdgeLog(path))

    def status(self) -> LinkStatus:
        """How the link stands now."""
        status = self._hearers.status(self._status.state, self._status.detail)
        return replace(self._status, counts=status.counts)

    def boards(self) -> tuple[BoardStatus, ...]:
        """Every board that was met, in the order of their beams."""
        return self._statuses

    def now_us(self) -> int:
        """The present moment in the clock of the edges, which is this host's."""
        return BEGUN_US + (time.monotonic_ns() - self._begun_ns) // 1000

    def blink(self, board: str) -> None:
        """Let this board show that it is meant."""
        self._note(lambda: self._wish(board, "blink"))

    def self_test(self, board: str, seconds: int) -> None:
        """Have a board watch its beams for so long; `boards` shows what it saw."""
        self._note(lambda: self._wish(board, f"test {seconds}"))

    def close(self) -> None:
        """Let go of all ports; no edge is heard afterwards."""
        self._closing.set()
        if threading.current_thread() is not self._owner:
            self._owner.join()
        if self._keeping is not None:
            self._keeping.close()
            self._keeping = None

    # --- the owner's thread -----------------------------------------------------------------------

    def _own(self) -> None:
        while not self._closing.is_set():
            try:
                self._round()
            except Exception as error:  # the search begins anew; the link does not end
                log.exception("the link to the boards failed")
                self._trouble = f"the link failed and begins anew ({error})"
                self._close_all()
                self._show(self.now_us())
                self._closing.wait(MENDING_S)
        self._close_all()
        self._status = replace(self._status, state=LinkState.LOST, detail="the link was closed")
        self._wake.close()
        self._woken.close()

    def _round(self) -> None:
        now = self.now_us()
        if now >= self._look_at:
            self._look_at = now + LOOK_US
            self._look(now)
        talks = {talk.port.fileno(): talk for talk in self._talks.values()}
        unsent = [file for file, talk in talks.items() if talk.unsent]
        busy = self._merge.holds or any(talk.conversation.busy for talk in talks.values())
        wait_s = BUSY_S if busy else IDLE_S
        readable, writable, _ = select.select([*talks, self._woken], unsent, [], wait_s)
        for file in readable:
            if file == self._woken:
                self._woken.recv(4096)
            else:
                self._read(talks[file])
        self._do_notes()
        now = self.now_us()
        for file, talk in talks.items():
            if talk.path in self._talks:
                self._tend(talk, now, may_send=not talk.unsent or file in writable)
        for edge in self._merge.due(now, waiting=self._incomplete()):
            self._hearers.tell(edge)
        self._show(now)

    def _look(self, now: int) -> None:
        paths = list(self._ports())
        self._refused = {path: refused for path, refused in self._refused.items() if path in paths}
        for path in paths:
            refused = self._refused.get(path)
            if path in self._talks or (refused and now < refused.retry_us):
                continue
            try:
                port = open_port(path)
            except PortError as error:
                if refused is None or refused.trouble != error.trouble:
                    log.info("%s", error)
                pause = RETRY_US if Path(path).exists() else 0
                self._refused[path] = _Refused(error.trouble, now + pause)
                continue
            self._refused.pop(path, None)
            place = Place(self._base, self._held, self._boards)
            self._talks[path] = _Talk(path, port, Conversation(place, self.now_us()))

    def _base(self, hello: Hello) -> int | None:
        """The number of a board's first beam; None for a board that is not wanted."""
        if self._only:
            return self._only.index(hello.id) * MOST_BEAMS if hello.id in self._only else None
        return max((board.base + board.beams for board in self._boards.values()), default=0)

    def _held(self, board: str, boot: int) -> int | None:
        return None if self._keeping is None else self._keeping.held(board, boot)

    def _read(self, talk: _Talk) -> None:
        try:
            data = talk.port.read(talk.port.in_waiting or 1)
        except (OSError, termios.error, TypeError) as error:  # TypeError: closed under pyserial's feet
            self._unplugged(talk, error)
            return
        for overhear in self._overhearers:
            self._safely(partial(overhear, data))
        landed = talk.conversation.hear(data, self.now_us())
        if not landed:
            return
        now = self.now_us()
        self._show(now)
        for each in landed:
            self._merge.add(each.edge, now)
        if len(self._boards) == 1:
            for edge in self._merge.due(now, at_once=True):
                self._hearers.tell(edge)
        self._give_to_keep(landed)

    def _give_to_keep(self, landed: Sequence[Landed]) -> None:
        if self._keeping is not None:
            self._keeping.add(landed)
        else:
            self._kept(landed)

    def _kept(self, landed: Sequence[Landed]) -> None:
        """These edges are durable; may come from another thread."""

        def acknowledge() -> None:
            for each in landed:
                self._boards[each.board].stored(each.boot, each.seq)

        self._note(acknowledge)

    def _tend(self, talk: _Talk, now: int, *, may_send: bool) -> None:
        conversation = talk.conversation
        talk.unsent += conversation.tend(now)
        if talk.unsent and may_send:
            try:
                sent = os.write(talk.port.fileno(), talk.unsent)
                talk.unsent = talk.unsent[sent:]
            except BlockingIOError:
                return
            except (OSError, serial.SerialException) as error:
                self._unplugged(talk, error)
                return
        if conversation.foreign is not None:
            self._refuse(talk, _other_protocol(conversation.foreign), now + STRANGER_US)
        elif conversation.unwanted:
            wanted = " and ".join(self._only)
            advice = f"use serial:auto for any board; {wanted} is wanted here"
            self._refuse(talk, Trouble(f"{talk.path} has another board", advice), now + STRANGER_US)
        elif conversation.silent(now):
            advice = "put the firmware on it, or unplug it if it is something else"
            trouble = Trouble(f"{talk.path} says nothing that a board of beams would say", advice)
            self._refuse(talk, trouble, now + STRANGER_US)
        elif conversation.hung(now):
            log.warning("%s hangs and is reset", talk.path)
            self._drop(talk)

    def _refuse(self, talk: _Talk, trouble: Trouble, retry_us: int) -> None:
        log.warning("%s", trouble)
        self._refused[talk.path] = _Refused(trouble, retry_us)
        self._drop(talk)

    def _unplugged(self, talk: _Talk, error: Exception) -> None:
        log.info("%s is gone: %s", talk.path, error)
        self._drop(talk)
        self._look_at = self.now_us() + LOOK_US // 4

    def _drop(self, talk: _Talk) -> None:
        self._talks.pop(talk.path, None)
        closed(talk.port)

    def _close_all(self) -> None:
        for talk in tuple(self._talks.values()):
            self._drop(talk)

    def _safely(self, listener: Callable[[], object]) -> None:
        try:
            listener()
        except Exception as error:  # a listener's fault must not cost the link
            if repr(error) != self._listener_failed:
                log.exception("a listener failed")
            self._listener_failed = repr(error)

    def _incomplete(self) -> bool:
        return any(board.epoch.missing() for board in self._boards.values())

    def _note(self, note: Callable[[], None]) -> None:
        self._notes.put(note)
        try:
            self._wake.send(b".")
        except OSError:  # it is closed, or has been woken often enough
            return

    def _do_notes(self) -> None:
        while not self._notes.empty():
            self._notes.get()()

    def _wish(self, board: str, command: str) -> None:
        for talk in self._talks.values():
            if talk.conversation.board is not None and talk.conversation.board.id == board:
                talk.conversation.wish(command)

    def _show(self, now: int) -> None:
        talks = [(talk.path, talk.conversation) for talk in self._talks.values()]
        troubles = [str(refused.trouble) for refused in self._refused.values()]
        if self._keeping is not None and self._keeping.trouble:
            troubles.insert(0, self._keeping.trouble)
        if self._trouble:
            troubles.insert(0, self._trouble)
        self._statuses, self._status = summary(self._boards, talks, troubles, self._only, now)
        if any(status.state is LinkState.LIVE for status in self._statuses):
            self._trouble = ""


def _other_protocol(foreign: Foreign) -> Trouble:
    speaks = f"speaks protocol {foreign.protocol}, this companion {PROTOCOL}"
    found = f"board {foreign.id} with firmware {foreign.firmware} {speaks}"
    if foreign.protocol > PROTOCOL:
        return Trouble(found, "update the companion: run deploy/install in a newer one")
    return Trouble(found, "update the board: put this companion's firmware on it")


def opened(rest: str) -> Link:
    """The link at `serial:auto` or `serial:/dev/ttyACM0`, or to boards of these names: `serial:00C0FFEE`."""
    address = f"serial:{rest}"
    if rest == "auto":
        return Link(candidates, address)
    if rest.startswith("/"):
        return Link(lambda: (rest,), address)
    names = rest.split(",")
    if all(len(name) == 8 and set(name) <= set("0123456789ABCDEF") for name in names):
        return Link(candidates, address, names)
    raise AddressError(
        f"{address} names no board: use serial:auto, a port as in serial:/dev/ttyACM0,"
        " or identities as in serial:00C0FFEE,0BADBEEF"
    )
