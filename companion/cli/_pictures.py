"""Pictures of each screen, taken once while an evening is played."""

from pathlib import Path

from companion.cli._hands import Hands
from companion.rehearsal import Move
from companion.rules.contract import TABLE, Amount

FULL = 15
"""From so many entries for each seat on the table is worth a picture; until then it is still empty."""


class Pictures:
    """Saves what the screen shows as PNG files, the first time something is worth it.

    `touches` are those that were made for pictures alone, and belong to no entry.
    """

    def __init__(self, hands: Hands, folder: Path) -> None:
        self._hands, self._folder = hands, folder
        self._taken: set[str] = set()
        self.touches = 0

    def take(self, name: str) -> None:
        """Save a picture under this name, unless there is one of this evening."""
        if name not in self._taken:
            self._taken.add(name)
            self._hands.fingers.picture(self._folder / f"{name}.png")

    def before(self, move: Move) -> None:
        """The game as it asks for this move; once the table is full, its sheets and a refusal, too."""
        session = self._hands.kiosk.session
        if session is None or not self._hands.sees("story.open"):
            return
        before = self._hands.touches
        if session.table.view(TABLE).n > FULL * len(session.names):
            self.take(f"game-{move.ask.name}")
            self._sheets()
            self._refusal(move)
        self.touches += self._hands.touches - before

    def _sheets(self) -> None:
        """What lies over the game when it is asked for."""
        if "menu" in self._taken:
            return
        hands = self._hands
        hands.touch("story.open")
        self.take("story")
        for sheet, way_out in (("correct", "sheet.close"), ("confirm", "confirm.no")):
            line = max(_numbers(hands.fingers.visible(), "story.line."), default=None)
            if line is None:
                continue
            hands.touch(f"story.line.{line}")
            hands.touch("story.correct" if sheet == "correct" else "story.back_to")
            self.take(sheet)
            hands.touch(way_out)
            hands.touch("story.open")
        hands.touch("sheet.close")
        hands.touch("more")
        self.take("menu")
        hands.touch("menu.host")
        self.take("host")
        hands.touch("sheet.close")

    def _refusal(self, move: Move) -> None:
        """A number beyond what is allowed, why it is refused, and the rule behind it."""
        if "refusal" in self._taken or not isinstance(move.ask, Amount) or move.ask.seat is None:
            return
        hands, digits = self._hands, len(str(move.ask.high))
        if int("9" * digits) <= move.ask.high or not hands.sees("pad.9"):
            return
        for _ in range(digits):
            hands.touch("pad.9")
        hands.touch("prompt.confirm")
        self.take("refusal")
        hands.touch("refusal.rule")
        self.take("rule")
        hands.touch("sheet.close")
        hands.touch("prompt.again")

    def finish(self) -> None:
        """The scores, and what Home leads to."""
        hands, before = self._hands, self._hands.touches
        self.take("scores")
        hands.touch("scores.all")
        self.take("scores-all")
        hands.touch("scores.home")
        for way, name in (("home.past", "history"), ("home.settings", "settings"), ("home.beams", "beams")):
            hands.touch(way)
            self.take(name)
            hands.touch(f"{name}.back")
        self.touches += hands.touches - before


def _numbers(ids: tuple[str, ...], start: str) -> list[int]:
    """The numbers that end the ids that start like this."""
    return [int(id_.removeprefix(start)) for id_ in ids if id_.startswith(start)]
