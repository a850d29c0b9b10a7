"""Teaching a box's values in one go: each is kept at once, and played with as soon as all of them fit.

A card that is moved from one place to another leaves the set unplayable until its other half is moved, too.
What was taught so far is kept in a draft meanwhile, and the last good components stay in use.
"""

import logging
from typing import Any

import msgspec
from msgspec import Struct

from companion.journal.fold import AnyRules
from companion.table.components import ComponentsRefusedError, ComponentStore, checked
from companion.table.plain import Values, to_toml
from companion.table.teachable import Item, items

log = logging.getLogger(__name__)


class Kept(Struct, frozen=True):
    """The components as taught so far, and why they are not played with yet; empty when they are."""

    values: Values
    problem: str = ""


class Teaching:
    """A game's components while they are taught; every method may take as long as the disk does."""

    def __init__(self, store: ComponentStore, rules: AnyRules) -> None:
        self._store, self.rules = store, rules
        self._draft = store.path(rules.name).with_suffix(".draft")

    def read(self) -> Kept:
        """What was taught so far: the draft, if there is one, or else what is played with."""
        try:
            values = msgspec.json.decode(self._draft.read_bytes(), type=dict[str, Any])
            self._check(values)
        except FileNotFoundError:
            taught = self._store.read(self.rules)
            return Kept(plain(taught.values), taught.fault)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:  # any bytes may lie there
            log.warning("%s: %s", self._draft, error)
            taught = self._store.read(self.rules)
            return Kept(
                plain(taught.values), "what was taught last can't be read; these are the last good values"
            )
        return Kept(values, self._fault(values))

    def count(self) -> tuple[int, int]:
        """How many items have no house value left, and of how many."""
        found = items(self.rules, self.read().values)
        return sum(item.taught for item in found), len(found)

    def teach(self, values: Values, item: Item, said: Values) -> Kept:
        """Keep what is printed on one item, all of it from the table's own box from now on."""
        before = plain(values)
        after = _with(before, item, said)
        if self._fault(after):
            after = self._swapped(before, item, said) or after
        return self.keep(after)

    def keep(self, values: Values) -> Kept:
        """Keep these values for good: as components if they are right, or else as a draft."""
        try:
            self._store.write(self.rules, values)
        except ComponentsRefusedError as error:
            self._store.keep_draft(self._draft, msgspec.json.encode(values))
            return Kept(values, f"{error.field}: {error.problem}")
        self._draft.unlink(missing_ok=True)
        return Kept(values)

    def _check(self, values: Values) -> None:
        """ValueError or the like if a draft has lost anything of what is played with."""
        played = items(self.rules, self._store.read(self.rules).values)
        if [each.path for each in items(self.rules, values)] != [each.path for each in played]:
            raise ValueError("other components than those that are played with")

    def _fault(self, values: Values) -> str:
        try:
            checked(self.rules, to_toml(values).encode(), self._draft.name)
        except ComponentsRefusedError as error:
            return f"{error.field}: {error.problem}"
        return ""

    def _swapped(self, before: Values, item: Item, said: Values) -> Values | None:
        """The values where another item takes what this one had; those not taught yet are asked first."""
        changed = [name for name, value in said.items() if item.values.get(name) != value]
        others = [each for each in items(self.rules, before) if each.table == item.table and each != item]
        for name in changed:
            there = [each for each in others if each.values.get(name) == said[name]]
            for other in sorted(there, key=lambda each: each.sources.get(name) != "house"):
                after = _with(before, item, said)
                _at(after, other.path)[name] = item.values.get(name)
                if not self._fault(after):
                    return after
        return None


def _with(values: Values, item: Item, said: Values) -> Values:
    """The values with what was said of one item, marked as the table's."""
    after = plain(values)
    row = _at(after, item.path)
    row |= said
    for name in [name for name, value in row.items() if value is None]:
        del row[name]
    if not item.path:
        return _renamed(after, values, said)
    if "provenance" in row:
        row["provenance"] = "table"
        return after
    changed = {name for name, value in said.items() if item.values.get(name) != value}
    rulebook = [name for name in row.get("rulebook", ()) if name not in changed]
    kept = {"rulebook": rulebook, "table": [f.name for f in item.fields if f.name not in rulebook]}
    for name, fields in kept.items():
        row.pop(name, None)
        if fields:
            row[name] = fields
    return after


def _renamed(after: Values, before: Values, said: Values) -> Values:
    """Where a word of a list was changed, the fields that chose it follow: a colour `colours` holds, say."""
    for name, words in said.items():
        old = before.get(name)
        if not isinstance(words, list | tuple) or not isinstance(old, list | tuple) or len(words) != len(old):
            continue
        new = {one: other for one, other in zip(old, words, strict=True) if one != other}
        if new:
            after = {key: _replaced(value, name.removesuffix("s"), new) for key, value in after.items()}
    return after


def _replaced(value: Any, field: str, new: dict[Any, Any]) -> Any:
    if isinstance(value, dict):
        return {
            key: new.get(each, each)
            if key == field and isinstance(each, str)
            else _replaced(each, field, new)
            for key, each in value.items()
        }
    return [_replaced(each, field, new) for each in value] if isinstance(value, list) else value


def _at(values: Values, path: tuple[str | int, ...]) -> Values:
    found: Any = values
    for step in path:
        found = found[step]
    row: Values = found
    return row


def plain(values: Values) -> Values:
    """The values as lists and dictionaries of their own."""
    copied: Values = msgspec.json.decode(msgspec.json.encode(values))
    return copied
