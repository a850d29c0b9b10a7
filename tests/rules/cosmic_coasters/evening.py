"""Reads an evening that was worked out by hand: one entry a line, in words, with the fleets in between."""

from pathlib import Path
from typing import Any

from companion.rules.contract import Setup, Violation
from companion.rules.cosmic_coasters.commands import (
    Approach,
    Build,
    Command,
    Deploy,
    Escape,
    Inhibit,
    Land,
    Leave,
    Move,
    Pass,
    Report,
    Retreat,
    Roll,
    Settle,
    Teleport,
    Throw,
)
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Sign, State, Verdict
from companion.rules.hidden import Hidden
from tests.rules.cosmic_coasters.moons import at, enter, stands

VERDICTS = {"won": Verdict.WIN, "drawn": Verdict.DRAW, "lost": Verdict.LOSE}


class Evening:
    """An evening played line by line; `turns` are the turns that its remarks say, with those reached."""

    def __init__(self, name: str) -> None:
        path = Path(__file__).parent / "evenings" / f"{name}.txt"
        self.head: dict[str, list[str]] = {}
        self.turns: list[tuple[int, int]] = []
        self.state: State | None = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if line:
                self._read(line.split())

    def _read(self, words: list[str]) -> None:
        if words[0] in ("names", "options", "first"):
            self.head[words[0]] = words[1:]
            return
        state = self.state or self._begun()
        if words[0] == "#":
            self.turns.append((int(words[1]), state.turn))
        elif words[0] == "round":
            state = enter(state, Report(VERDICTS[words[1]]))
        else:
            seat = self.head["names"].index(words[0])
            state = self._entered(state, seat, words[1], words[2:])
        self.state = state

    def _begun(self) -> State:
        names = tuple(self.head["names"])
        options = dict(option.split("=") for option in self.head["options"])
        events = RULES.start(Setup(RULES.name, names, names.index(self.head["first"][0]), options))
        assert not isinstance(events, Violation), events
        return RULES.evolve(None, events[0])

    def _entered(self, state: State, seat: int, verb: str, words: list[str]) -> State:
        if verb == "stands":
            assert stands(state, seat) == set(words), f"turn {state.turn}: {stands(state, seat)}"
            return state
        if verb == "is":
            assert (words, state.out[seat] is not None, stands(state, seat)) == (["out"], True, set())
            return state
        return enter(state, self._command(seat, verb, words))

    def _command(self, seat: int, verb: str, words: list[str]) -> Command:
        def there(word: str) -> Any:
            return None if word == "nothing" else at(word)

        match verb, words:
            case "takes", [moon]:
                return Settle(seat, moon)
            case "leaves", [one, two]:
                return Deploy(seat, (at(one), at(two)))
            case "moves", [origin, to]:
                return Move(seat, at(origin), at(to))
            case "moves", [origin, via, to]:
                return Move(seat, at(origin), at(to), at(via))
            case "teleports", [pad, to]:
                return Teleport(seat, at(pad), there(to))
            case "approaches", [pad, owner]:
                return Approach(seat, at(pad), self.head["names"].index(owner))
            case "builds", [factory]:
                return Build(seat, at(factory))
            case "lands", [to]:
                return Land(seat, at(to))
            case "escapes", [to]:
                return Escape(seat, at(to))
            case "remains", [to]:
                return Retreat(seat, at(to))
            case "shows", [sign]:
                return Throw(seat, Hidden((seat,), Sign(sign)))
            case "rolls", [pips]:
                return Roll(seat, int(pips))
            case _:
                return self._answer(seat, verb)

    def _answer(self, seat: int, verb: str) -> Command:
        match verb:
            case "passes":
                return Pass(seat)
            case "repels" | "waives":
                return Inhibit(seat, repel=verb == "repels")
            case "stays":
                return Escape(seat, None)
            case "quits":
                return Leave(seat)
            case _:
                raise ValueError(f"nobody knows what {verb} is")
