"""From what is asked to one command, a step at a time; the same way on kiosk, tablet and in the demo.

All paths of all offered commands form a tree. A `Narrowing` is a place in it: what was touched to get
there and what can be touched next. Where only one way goes on, it is taken unasked, but the last step
of a command is always left to a finger.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.contract import Amount, Ask
from companion.scenes.telling import Step, Telling


class Choice(Struct, frozen=True):
    """A step that can be touched next: `refused` when all behind it is, `last` when it ends the way."""

    step: Step
    refused: bool
    last: bool


class _Node:
    """A place in the tree of paths: either others lie behind it, or it ends at a command or an amount."""

    __slots__ = ("amount", "behind", "command", "open", "shortcuts", "step")

    def __init__(self, step: Step) -> None:
        self.step = step
        self.behind: dict[str, _Node] = {}
        self.shortcuts: dict[str, tuple[_Node, ...]] = {}
        self.command: Any = None
        self.amount: Amount[Any] | None = None
        self.open = False

    @property
    def final(self) -> bool:
        return self.command is not None or self.amount is not None

    def onward(self) -> Iterator["_Node"]:
        """What can be touched here: the ways that are short cut, then the next step of each way."""
        for touched, ways in self.shortcuts.items():
            if ways[-1].open and touched not in self.behind:
                yield ways[-1]
        yield from self.behind.values()

    def to(self, touched: str) -> tuple["_Node", ...]:
        """All that one touch walks through."""
        return (self.behind[touched],) if touched in self.behind else self.shortcuts[touched]


class Narrowing(Struct, frozen=True):
    """How far somebody has come towards a command.

    `taken` are the steps behind (`taps`: those of them that were touched), `choices` those that go on.
    At the end of the way, `amount` awaits its number, or `command` is what was chosen; `refused` says
    that the rules do not allow it now, and that submitting it gives the reason.
    """

    telling: Telling
    state: Any
    names: tuple[str, ...]
    root: Any
    taps: tuple[str, ...] = ()
    taken: tuple[Step, ...] = ()
    choices: tuple[Choice, ...] = ()
    command: Any = None
    refused: bool = False
    amount: Amount[Any] | None = None

    @property
    def lit(self) -> tuple[str, ...]:
        """The ids that lead on to something legal."""
        return tuple(choice.step.id for choice in self.choices if not choice.refused)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the steps behind."""
        return tuple(step.id for step in self.taken)

    @property
    def typical(self) -> int:
        """The number to start from when an amount is awaited: its command's own, within the bounds."""
        if self.amount is None:
            return 0
        value: int = getattr(self.amount.command, self.amount.field)
        return min(max(value, self.amount.low), self.amount.high)

    def tap(self, touched: str) -> "Narrowing":
        """One step on; a step already tapped is let go, another way of an earlier step is taken instead.

        What leads nowhere changes nothing.
        """
        if self.offers(touched):
            return _place(self, (*self.taps, touched))
        for kept in reversed(range(len(self.taps))):
            earlier = _place(self, self.taps[:kept])
            if self.taps[kept] == touched:
                return earlier
            if earlier.offers(touched):
                return earlier.tap(touched)
        return self

    def offers(self, touched: str) -> bool:
        """Whether this can be touched next."""
        return any(choice.step.id == touched for choice in self.choices)

    def back(self) -> "Narrowing":
        """Before the last tap."""
        return _place(self, self.taps[:-1])

    def route(self, command: Any) -> tuple[str, ...]:
        """The ids to tap from here to reach a command (or its amount); LookupError if none lead there."""
        path = self.telling.path(self.state, command, self.names)
        ids = tuple(step.id for step in path)
        here = self
        while here.chosen == ids[: len(here.taken)] and len(here.taken) < len(path):
            left = path[len(here.taken) :]
            onward = [step.id for step in left if (step.shortcut or step is left[0]) and here.offers(step.id)]
            if not onward:
                break
            here = here.tap(onward[-1])
        if here.chosen != ids or (here.amount is None and here.command != command):
            raise LookupError(f"no way leads to {command!r}")
        return here.taps[len(self.taps) :]


def narrow(telling: Telling, state: Any, asks: tuple[Ask[Any], ...], names: tuple[str, ...]) -> Narrowing:
    """The start of the way through these asks, which are those of one seat or of the table."""
    root = _Node(Step("", ""))
    for ask in asks:
        if isinstance(ask, Amount):
            _grow(root, telling.path(state, ask.command, names), amount=ask)
        else:
            for command in ask.options:
                _grow(root, telling.path(state, command, names), command=command)
    for ask in asks:
        if not isinstance(ask, Amount):
            for command in ask.refused:
                _grow(root, telling.path(state, command, names), command=command, refused=True)
    return _place(Narrowing(telling, state, names, root), ())


def _grow(
    root: _Node,
    path: tuple[Step, ...],
    command: Any = None,
    amount: Amount[Any] | None = None,
    refused: bool = False,
) -> None:
    for way in _orders(path):
        node = root
        node.open = node.open or not refused
        for step in way:
            if step.id not in node.behind:
                node.behind[step.id] = _Node(step)
            node = node.behind[step.id]
            node.open = node.open or not refused
        if not node.final:
            node.command, node.amount = command, amount
        _shorten(root, way)


def _orders(path: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """The path, first as it is, then with its interchangeable steps in every other order."""
    places = [place for place, step in enumerate(path) if step.any_order]
    for order in permutations(places):
        way = list(path)
        for place, source in zip(places, order, strict=True):
            way[place] = path[source]
        yield tuple(way)


def _shorten(root: _Node, way: tuple[Step, ...]) -> None:
    """Offer each shortcut of this way from everywhere before it."""
    for place, step in enumerate(way):
        if step.shortcut:
            node = root
            for before in range(place):
                rest = [node]
                for passed in way[before : place + 1]:
                    rest.append(rest[-1].behind[passed.id])
                node.shortcuts.setdefault(step.id, tuple(rest[1:]))
                node = rest[1]


def _place(narrowing: Narrowing, taps: tuple[str, ...]) -> Narrowing:
    """The same tree after these taps from its root."""
    node: _Node = narrowing.root
    taken: list[Step] = []
    for touched in (*taps, None):
        for passed in _single_ways(node):
            taken.append(passed.step)
            node = passed
        if touched is not None:
            ways = node.to(touched)
            taken.extend(way.step for way in ways)
            node = ways[-1]
    return replace(
        narrowing,
        taps=taps,
        taken=tuple(taken),
        choices=tuple(Choice(way.step, not way.open, way.final) for way in node.onward()),
        command=node.command,
        refused=node.command is not None and not node.open,
        amount=node.amount,
    )


def _single_ways(node: _Node) -> Iterator[_Node]:
    """The steps from here that nobody need choose; an amount may be walked into, a command may not."""
    while len(node.behind) == 1:
        (way,) = node.behind.values()
        if way.command is not None:
            return
        yield way
        node = way
