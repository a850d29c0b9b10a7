"""The host's side of the talk with one board: bytes and time come in, edges and bytes to send come out.

Nothing here waits, opens or reads a clock, so a day of faults can be tested in a second.
"""

from collections.abc import Callable

from msgspec import Struct

from companion.marbles.beams import Edge, LinkState
from companion.marbles.clock import BoardClock
from companion.marbles.epoch import Epoch, Verdict
from companion.marbles.kept import Landed
from companion.marbles.protocol import (
    PROTOCOL,
    BeamWatched,
    Beat,
    Blinking,
    ClockTold,
    Foreign,
    Hello,
    Levels,
    Lines,
    Message,
    Refused,
    Told,
    WatchBegun,
    WatchEnded,
    ahead,
    framed,
    understood,
    unframed,
)

STALE_US = 1_500_000
"""Three beats without a line: the link is stale."""

POKE_US = 550_000
"""After so long without a line hello is said, so that lost beats alone do not make a link stale."""

HUNG_US = 10_000_000
"""A board that is stale for so long is reset by opening its port anew."""

START_US = 2_500_000
"""A board needs so long from its reset to its first word; until then nothing is said to it."""

SILENT_US = 10_000_000
"""What has said nothing that a board would say by then is no board of ours."""

HELLO_US, HELLO_QUICK_US = 1_000_000, 50_000
"""How often hello is said to who never answered, and to who has just spoken, or has fallen silent."""

TRYING_US = 3_000_000
"""Who is silent for longer is not asked quickly any more."""

ANSWER_US = 1_000_000
"""An answer that has not come by then is not awaited any more."""

MOST_ASKED = 2
"""A board takes in two commands at a time."""

AGAIN_US = 60_000
"""A missing edge is asked for again so often: its answer takes some milliseconds, behind what is queued."""

ACK_US = 10_000
"""Acknowledgements are cumulative; there need not be more of them."""

CLOCK_US, CLOCK_QUICK_US, CLOCK_QUICK = 1_000_000, 60_000, 6
"""How often the board's clock is asked, and how often and how many times at first."""

CALM_US, SHIFT_US = 100_000, 20_000
"""Moments shift to a better clock when no edge came for the first, or when it is off by the second."""

STRANGE = 200
"""Edges of an unknown start that are held until it is known which; more than a board has."""

SOON_US = 20_000
"""An edge is of a new start if it was heard after it happened there; the comparison may be off by so much."""


class Board(Struct):
    """A board that was heard: it is the same one at whatever port; `base` is the number of its first beam."""

    id: str
    base: int
    beams: int
    epoch: Epoch
    firmware: str = ""
    levels: list[bool] = []
    told_us: int = 0
    reboots: int = 0
    gone: int = 0
    watched: list[BeamWatched] = []
    watching: bool = False
    blinking: int = 0

    def stored(self, boot: int, seq: int) -> None:
        """The edges of this start up to this number are durable, and may be acknowledged."""
        if self.epoch.boot == boot and ahead(seq, self.epoch.stored) > 0:
            self.epoch.stored = seq


class Place(Struct, frozen=True):
    """What a conversation needs to know of the house: a board's first beam, and its last durable edge."""

    base: Callable[[Hello], int | None]
    held: Callable[[str, int], int | None]
    boards: dict[str, Board]


class Conversation:
    """Talks with whatever is at a port that was opened at the host's moment `now`, in microseconds."""

    def __init__(self, place: Place, now: int) -> None:
        self.board: Board | None = None
        self.foreign: Foreign | None = None
        self.unwanted = False
        self.lines = self.spoilt = 0
        self._place = place
        self._cutter = Lines()
        self._opened = self._heard_at = now
        self._alive = False
        self._greeted = False
        self._can: frozenset[str] = frozenset()
        self._asked: dict[str, int] = {}
        self._said_at: dict[str, int] = {}
        self._token = 0
        self._clocks_left = CLOCK_QUICK
        self._ack_due = False
        self._acked: tuple[int, int] | None = None
        self._edge_at = now
        self._strange: list[tuple[Told, int]] = []
        self._wishes: list[str] = []

    def state(self, now: int) -> LinkState:
        """How the talk stands."""
        if self.board is None:
            return LinkState.HANDSHAKING
        return LinkState.STALE if now - self._heard_at > STALE_US else LinkState.LIVE

    @property
    def busy(self) -> bool:
        """Whether something is due within milliseconds, rather than within tenths of a second."""
        if self.board is None or not self._greeted or self._clocks_left > 0:
            return self._alive
        epoch = self.board.epoch
        return self._acked != (epoch.boot, epoch.stored) or bool(epoch.missing())

    def silent(self, now: int) -> bool:
        """Whether nothing here speaks as a board would."""
        return not self._alive and now - self._opened > SILENT_US

    def hung(self, now: int) -> bool:
        """Whether the board should be reset."""
        return self._alive and now - self._heard_at > HUNG_US

    # --- hearing ----------------------------------------------------------------------------------

    def hear(self, data: bytes, now: int) -> list[Landed]:
        """Take in what came; the edges that are told by it, in their order."""
        landed: list[Landed] = []
        for line in self._cutter.feed(data):
            text = unframed(line)
            self.lines += 1
            if text is None:
                self.spoilt += 1
                continue
            self._alive, self._heard_at = True, now
            message = understood(text)
            if message is not None:
                landed += self._understand(message, now)
        return landed

    def _understand(self, message: Message, now: int) -> list[Landed]:
        match message:
            case Told():
                return self._told(message, now)
            case Beat():
                return self._beat(message, now)
            case Hello():
                return self._hello(message, now)
            case Foreign():
                self.foreign = message
            case ClockTold():
                self._clock(message, now)
            case Refused(reason="check" | "length"):
                self._asked.clear()
            case Refused(reason="boot"):
                self._greeted = False
            case Refused():
                self._asked = {kind: at for kind, at in self._asked.items() if not kind.startswith("again")}
            case Levels(broken=broken):
                self._show(broken)
            case _:
                self._note(message)
        return []

    def _hello(self, hello: Hello, now: int) -> list[Landed]:
        board = self._place.boards.get(hello.id)
        if board is None:
            board = self._first_met(hello, now)
        if board is None:
            return []
        self.board = board
        board.firmware = hello.firmware
        self._can = hello.can
        landed = self._proven(board, hello.boot, hello.seq, hello.acked, hello.us, now)
        if self._asked.pop("hello", None) is not None:
            self._greeted = True
        self._ack_due = True
        self._clocks_left = CLOCK_QUICK
        return landed

    def _first_met(self, hello: Hello, now: int) -> Board | None:
        base = self._place.base(hello)
        if base is None:
            self.unwanted = True
            return None
        held = self._place.held(hello.id, hello.boot)
        known = held is not None and ahead(held, hello.seq) <= 0
        last = held if held is not None and known else hello.acked
        epoch = Epoch(hello.boot, last, BoardClock(hello.us, now), now)
        board = Board(hello.id, base, hello.beams, epoch, levels=[False] * hello.beams)
        self._place.boards[hello.id] = board
        return board

    def _beat(self, beat: Beat, now: int) -> list[Landed]:
        board = self.board
        if board is None:
            return []
        landed = self._proven(board, beat.boot, beat.seq, beat.acked, beat.us, now)
        board.epoch.overflowed, board.epoch.merged = beat.overflowed, beat.merged
        if not board.epoch.missing():
            self._show(beat.broken)
        if beat.acked != board.epoch.stored:
            self._ack_due = True
        return landed

    def _proven(self, board: Board, boot: int, seq: int, acked: int, us: int, now: int) -> list[Landed]:
        """A line says which start this is and how far it got: sort in the edges that were strange."""
        strange, self._strange = self._strange, []
        epoch, before = board.epoch, board.epoch.boot
        if boot != before:
            board.reboots += 1
            board.gone += epoch.gone
            board.epoch = epoch = Epoch(boot, 0, BoardClock(us, now), now)
            self._greeted = False
            self._clocks_left = CLOCK_QUICK
        epoch.clock.seen(us, now)
        epoch.proven(seq, now)
        for told, heard in strange:
            if boot == before or told.us <= us - (now - heard) + SOON_US:
                epoch.take(told, now, trusted=True)
        if ahead(acked, epoch.stored) > 0:  # nobody told it to, so it does not keep what we did not take
            epoch.stored = acked
            self._greeted = False
        return self._land(board, epoch.skip(acked))

    def _told(self, told: Told, now: int) -> list[Landed]:
        board = self.board
        if board is None or told.beam > board.beams:
            return []
        self._edge_at = now
        self._asked.pop(f"again {told.seq}", None)
        if board.epoch.take(told, now) is Verdict.STRANGE:
            self._strange = [*self._strange[-STRANGE:], (told, now)]
            self._greeted = False
        return self._land(board, board.epoch.ready())

    def _land(self, board: Board, ready: list[tuple[Told, int]]) -> list[Landed]:
        landed: list[Landed] = []
        for told, moment in ready:
            board.told_us = max(board.told_us, board.epoch.clock.to_host(moment))
            board.levels[told.beam - 1] = told.broken
            edge = Edge(board.told_us, board.base + told.beam - 1, told.broken)
            landed.append(Landed(board.id, board.epoch.boot, told.seq, told.us, edge))
        return landed

    def _clock(self, told: ClockTold, now: int) -> None:
        asked = self._asked.pop("clock", None)
        if self.board is not None and asked is not None and told.token == self._token:
            self.board.epoch.clock.asked(asked, told.got, told.sent, now)

    def _show(self, broken: tuple[bool, ...]) -> None:
        if self.board is not None and len(broken) == self.board.beams:
            self.board.levels = list(broken)

    def _note(self, message: Message) -> None:
        board = self.board
        if board is None:
            return
        match message:
            case WatchBegun():
                board.watched, board.watching = [], True
            case BeamWatched():
                board.watched = [*board.watched, message]
            case WatchEnded():
                board.watching = False
            case Blinking(left=left):
                board.blinking = left

    # --- speaking ---------------------------------------------------------------------------------

    def wish(self, command: str) -> None:
        """Have the board do `blink` or `test SECONDS`, once it has room for a command."""
        if command.split(" ")[0] in self._can:
            self._wishes.append(command)

    def tend(self, now: int) -> bytes:
        """What is to be sent now; to be called every few milliseconds."""
        for kind, asked in tuple(self._asked.items()):
            if now - asked >= (AGAIN_US if kind.startswith("again") else ANSWER_US):
                del self._asked[kind]
        out = b""
        if self._hello_due(now):
            self._said_at["hello"] = now
            out += self._ask("hello", f"hello {PROTOCOL}", now)
        board = self.board
        if board is None or self.foreign is not None:
            return out
        epoch = board.epoch
        stored = epoch.boot, epoch.stored
        if (self._ack_due or stored != self._acked) and self._free("ack", ACK_US, now):
            self._ack_due = False
            self._acked = stored
            self._said_at["ack"] = now
            out += framed(f"ack {epoch.boot} {epoch.stored}")
        if "again" in self._can:
            out += self._ask_again(epoch, now)
        if self._clock_due(now):
            self._clocks_left -= 1
            self._token = (self._token + 1) & 0xFFFF
            self._said_at["clock"] = now
            out += self._ask("clock", f"clock {self._token}", now)
        if self._wishes and len(self._asked) < MOST_ASKED:
            out += framed(self._wishes.pop(0))
        if now - self._edge_at > CALM_US or epoch.clock.unsettled_us > SHIFT_US:
            epoch.clock.settle()
        return out

    def _ask_again(self, epoch: Epoch, now: int) -> bytes:
        out = b""
        for first, last in epoch.missing():
            if len(self._asked) >= MOST_ASKED:
                break
            if f"again {first}" not in self._asked:
                out += self._ask(f"again {first}", f"again {epoch.boot} {first} {last}", now)
        return out

    def _hello_due(self, now: int) -> bool:
        silent = now - self._heard_at
        if self._greeted and silent <= POKE_US:
            return False
        if not self._alive and now - self._opened < START_US:
            return False
        quick = self._alive and silent <= TRYING_US
        return self._free("hello", HELLO_QUICK_US if quick else HELLO_US, now)

    def _clock_due(self, now: int) -> bool:
        if "clock" not in self._can:
            return False
        return self._free("clock", CLOCK_QUICK_US if self._clocks_left > 0 else CLOCK_US, now)

    def _free(self, kind: str, every: int, now: int) -> bool:
        """Whether this may be said: not too often, and with room at the board for a command."""
        said = self._said_at.get(kind)
        if said is not None and now - said < every:
            return False
        return kind == "ack" or kind in self._asked or len(self._asked) < MOST_ASKED

    def _ask(self, kind: str, text: str, now: int) -> bytes:
        self._asked[kind] = now
        return framed(text)
