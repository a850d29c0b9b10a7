"""The fields of one card as lines of buttons: stepped, chosen, switched or written by a touch."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, assert_never

from kivy.metrics import dp
from msgspec import Struct

from companion.kiosk.controls import Press, Words
from companion.kiosk.scroller import Scroller
from companion.kiosk.theme import SIZES, SPACE, TOUCH, Theme
from companion.scenes.lettering import width
from companion.table.plain import Values
from companion.table.teachable import (
    Beyond,
    Choice,
    Field,
    Item,
    Number,
    OneOf,
    Rows,
    Several,
    Switch,
    Texts,
    Written,
    fresh,
    in_words,
)
from companion.table.teaching import plain

FEW = 6
"""Up to so many choices are all shown; more are chosen on a page of their own."""

Write = Callable[[str, str, Callable[[str], None]], Any]


class Cell(Struct, frozen=True):
    """A button of a line; without an action it only says something."""

    id: str
    label: str
    action: Callable[[], Any] | None = None
    look: str = "plain"
    symbol: str = ""
    detail: str = ""


class Lessons(Scroller):
    """Shows what stands in each field, and changes it; `changed` is called after each change."""

    def __init__(self, theme: Theme, write: Write, changed: Callable[[], Any]) -> None:
        super().__init__(theme)
        self._theme, self._write, self._changed = theme, write, changed
        self.said: Values = {}
        self._fields: tuple[Field, ...] = ()
        self._sources: dict[str, str] = {}
        self._given: frozenset[str] = frozenset()
        self._page: tuple[Field, ...] = ()
        self._row: int | None = None
        self._pool: list[Press] = []
        self._heads: dict[str, Words] = {}
        self._shape: tuple[Any, ...] = ()
        self.bind(width=lambda *_: self._fill())

    @property
    def deeper(self) -> bool:
        """Whether one field is looked at by itself."""
        return bool(self._page)

    def show(self, item: Item) -> None:
        """Show this item's fields."""
        self._fields, self._sources = item.fields, item.sources
        own = plain(item.values)
        said = [field for field in item.fields if not isinstance(field.kind, Beyond)]
        self.said = {field.name: own.get(field.name, field.default) for field in said}
        self._given = frozenset(item.values)
        self._page, self._row = (), None
        self._shape = ()
        self._fill()

    def back(self) -> None:
        """Leave the field that is looked at by itself, or the row in it."""
        if len(self._page) == 1 and self._row is not None:
            self._row = None
        else:
            self._page = self._page[:-1]
        self._fill()

    def answer(self) -> Values:
        """What stands in the fields; what is as usual and was left out stays left out."""
        usual = {field.name: field.default for field in self._fields}
        return {
            name: value
            for name, value in self.said.items()
            if name in self._given or (value or None) != (usual[name] or None)
        }

    # what is shown

    def _fill(self) -> None:
        lines = list(self._cells())
        cells = [cell for line in lines for cell in line]
        while len(self._pool) < len(cells):
            self._pool.append(Press(self._theme, "", "", None, style="body", plain_face=True))
        for press, cell in zip(self._pool, cells, strict=False):
            press.align = "start" if cell.detail and cell.look != "number" else "middle"
            press.style = "title" if cell.look == "number" else "body"
            if cell.id in self._heads:
                self._heads[cell.id].say(cell.label)
            press.fill(cell.id, cell.label, cell.action, cell.look, cell.symbol, cell.detail)
        shape = tuple(tuple(cell.id for cell in line) for line in lines)
        if shape != self._shape:  # else the list would jump to its top at every step
            self._shape = shape
            presses = iter(self._pool)
            self.fill([[self._widget(cell, next(presses)) for cell in line] for line in lines])

    def _widget(self, cell: Cell, press: Press) -> Any:
        """A button, or words that only say something."""
        if cell.action is not None or cell.look == "number":
            return press
        words = self._heads.setdefault(cell.id, Words(self._theme, "", "body", "muted"))
        words.say(cell.label)
        return words

    def _cells(self) -> Iterator[Sequence[Cell]]:
        if not self._page:
            for field in self._fields:
                yield from self._field(field, self.said, f"field.{field.name}")
            return
        yield (Cell("field.back", "Back", self.back, "quiet", "arrow-left"),)
        field = self._page[0]
        if isinstance(field.kind, OneOf):
            yield from self._pages_of(field, self.said, f"field.{field.name}")
        elif isinstance(field.kind, Rows):
            yield from self._rows(field, field.kind)
        elif isinstance(field.kind, Texts):
            yield from self._texts(field)

    def _field(self, field: Field, said: Values, id_: str) -> Iterator[Sequence[Cell]]:
        """The lines of one field; `said` holds what stands in it."""
        value, name = said.get(field.name, field.default), in_words(field.name)
        match field.kind:
            case Number() as kind:
                yield from self._number(field, kind, said, id_)
            case OneOf(choices) if len(choices) > FEW:
                label = next((each.label for each in choices if each.value == value), "none")
                yield (self._opening(field, id_, label),)
            case OneOf(choices):
                yield (self._head(field, id_, ""),)
                yield from self._chosen(
                    choices, id_, lambda each: each == value, partial(self._set, said, field)
                )
            case Several(choices):
                yield (self._head(field, id_, ""),)
                toggle = partial(self._toggle, said, field)
                yield from self._chosen(choices, id_, lambda each: each in (value or ()), toggle)
            case Switch():
                turn = partial(self._set, said, field, not value)
                symbol = "checkbox-marked-outline" if value else "checkbox-blank-outline"
                yield (Cell(id_, name, turn, "main" if value else "plain", symbol, "yes" if value else "no"),)
            case Written():
                write = partial(self._write, name, str(value or ""), partial(self._set, said, field))
                yield (Cell(id_, str(value or "none"), write, "plain", "pencil", self._source(field, name)),)
            case Rows() | Texts():
                count = len(value or ())
                yield (self._opening(field, id_, "none" if not count else f"{count} of them"),)
            case Beyond():
                yield (Cell(id_, f"{name}: in the spreadsheet"),)
            case _:
                assert_never(field.kind)

    def _number(self, field: Field, kind: Number, said: Values, id_: str) -> Iterator[Sequence[Cell]]:
        value = said.get(field.name, field.default)
        low = kind.low - 1 if kind.optional else kind.low

        def step(by: int) -> None:
            now = low if value is None else value
            new = max(low, min(now + by, kind.high))
            self._set(said, field, None if new < kind.low else new)

        shown = "none" if value is None else str(value).replace("-", "−")
        yield (
            Cell(f"{id_}.less", "", partial(step, -1), "plain", "minus"),
            Cell(id_, shown, None, "number", "", self._source(field, in_words(field.name))),
            Cell(f"{id_}.more", "", partial(step, 1), "plain", "plus"),
        )

    def _chosen(
        self,
        choices: Sequence[Choice],
        id_: str,
        stands: Callable[[Any], bool],
        take: Callable[[Any], Any],
    ) -> Iterator[Sequence[Cell]]:
        """All choices, as many in a line as fit with their words."""
        cells: list[Cell] = []
        for place, choice in enumerate(choices):
            look, symbol = ("main", "check") if stands(choice.value) else ("plain", "")
            cells.append(Cell(f"{id_}.{place}", choice.label, partial(take, choice.value), look, symbol))
        longest = max((width(each.label, SIZES["body"], bold=True) for each in choices), default=0.0)
        wide = self.width / dp(1) - SPACE
        each = max(int(wide // max(longest + 6 * SPACE, TOUCH * 1.2)), 1)
        for start in range(0, len(cells), each):
            yield cells[start : start + each]

    def _head(self, field: Field, id_: str, label: str) -> Cell:
        return Cell(f"{id_}.head", self._source(field, label or in_words(field.name)))

    def _opening(self, field: Field, id_: str, label: str) -> Cell:
        return Cell(
            id_, label, partial(self._open, field), "plain", "chevron-right",
            self._source(field, in_words(field.name)),
        )  # fmt: skip

    def _source(self, field: Field, name: str) -> str:
        """A field's name, and where its value comes from."""
        words = {"house": "house value", "table": "your box", "rulebook": "rulebook"}
        source = words.get(self._sources.get(field.name, ""), "") if not self._page else ""
        return " · ".join(filter(None, (name, source)))

    # a field by itself

    def _pages_of(self, field: Field, said: Values, id_: str) -> Iterator[Sequence[Cell]]:
        if isinstance(field.kind, OneOf):

            def take(value: Any) -> None:
                self._page = ()
                self._set(said, field, value)

            value = said.get(field.name, field.default)
            yield from self._chosen(field.kind.choices, id_, lambda each: each == value, take)

    def _rows(self, field: Field, kind: Rows) -> Iterator[Sequence[Cell]]:
        rows: list[Values] = self.said.get(field.name) or []
        id_ = f"field.{field.name}"
        if self._row is not None and self._row < len(rows):
            row = rows[self._row]
            if len(self._page) > 1:
                yield from self._pages_of(self._page[1], row, f"{id_}.{self._row}.{self._page[1].name}")
                return
            remove = partial(self._remove, field, self._row)
            yield (Cell(f"{id_}.remove", "Take this one out", remove, "quiet", "delete-outline"),)
            for each in kind.fields:
                yield from self._field(each, row, f"{id_}.{self._row}.{each.name}")
            return
        for place, row in enumerate(rows):
            words = ", ".join(f"{in_words(name).lower()} {_brief(value)}" for name, value in row.items())
            yield (Cell(f"{id_}.row.{place}", f"{place + 1}", partial(self._pick, place), detail=words),)
        if len(rows) < kind.most:
            yield (Cell(f"{id_}.add", "One more", partial(self._add, field, kind), "quiet", "plus"),)

    def _texts(self, field: Field) -> Iterator[Sequence[Cell]]:
        words: list[str] = list(self.said.get(field.name) or ())
        for place, word in enumerate(words):

            def write(text: str, place: int = place) -> None:
                if text and text not in words:
                    self._set(self.said, field, [*words[:place], text, *words[place + 1 :]])

            ask = partial(self._write, in_words(field.name), word, write)
            yield (Cell(f"field.{field.name}.{place}", word, ask, "plain", "pencil"),)

    # changes

    def _open(self, field: Field) -> None:
        self._page = (*self._page, field)
        self._fill()

    def _pick(self, place: int) -> None:
        self._row = place
        self._fill()

    def _add(self, field: Field, kind: Rows) -> None:
        rows = [*(self.said.get(field.name) or ()), fresh(kind)]
        self._row = len(rows) - 1
        self._set(self.said, field, rows)

    def _remove(self, field: Field, place: int) -> None:
        rows = list(self.said.get(field.name) or ())
        del rows[place]
        self._row = None
        self._set(self.said, field, rows)

    def _set(self, said: Values, field: Field, value: Any) -> None:
        said[field.name] = value
        self._fill()
        self._changed()

    def _toggle(self, said: Values, field: Field, value: Any) -> None:
        kind, there = field.kind, list(said.get(field.name) or ())
        if not isinstance(kind, Several):
            return
        if value in there:
            there = [each for each in there if each != value] if len(there) > kind.least else there
        else:
            there = [*there, value][-kind.most :]
        self._set(said, field, there)


def _brief(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
