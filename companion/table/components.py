"""The owner's own components: what a box's cards really say, in place of the house values.

`components/GAME.toml` in the owner's folder replaces a game's house values. Each time it is read and
found right a copy is kept beside it, so that a file spoilt later doesn't cost what was taught.
"""

import importlib
import logging
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from companion.journal import home
from companion.journal.fold import AnyRules
from companion.rules.contract import Setup, Violation
from companion.table.plain import Values, changed, in_words, line_of, to_toml
from companion.whole_files import write_whole

log = logging.getLogger(__name__)

LARGEST_FILE, LONGEST_LINE = 1 << 18, 4000
"""Bytes beyond which nothing was written by an owner; a longer key would be read for minutes."""

_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_PATH = re.compile(r"`\$\.([^`]*)`|^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*):")


class ComponentsRefusedError(ValueError):
    """A components file is not right; the text names file, line, field and what was expected."""

    def __init__(self, file: str, line: int, field: str, problem: str) -> None:
        self.file, self.line, self.field, self.problem = file, line, field, problem
        super().__init__(f"{file}, line {line or 1}, field {field or '(the whole file)'}: {problem}")


class Taught(Struct, frozen=True):
    """The components to play with, and what was wrong with the owner's file, if anything."""

    values: Values
    fault: str = ""


class ComponentStore:
    """The components files in a folder, one for each game whose box was taught."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def own(cls) -> "ComponentStore":
        """The owner's."""
        return cls(home() / "components")

    def path(self, game: str) -> Path:
        """Where a game's components are kept, once they are taught."""
        return self._folder / f"{game}.toml"

    def read(self, rules: AnyRules) -> Taught:
        """A game's components: the owner's, or the last good ones if that file is spoilt, or the house's."""
        path, good = self.path(rules.name), self._good(rules.name)
        fault = ""
        for place in (path, good):
            try:
                text = place.read_bytes()
                values = checked(rules, text, str(place))
            except FileNotFoundError:
                continue
            except (OSError, ComponentsRefusedError) as error:
                fault = fault or f"{error}; the last good components stay in use"
                continue
            if place == path:
                self._keep(good, text)
            return Taught(values, fault)
        return Taught(rules.house(), fault)

    def write(self, rules: AnyRules, values: Values) -> Path:
        """Replace a game's components, if they are right; nothing is changed if they are not."""
        path = self.path(rules.name)
        text = to_toml(values).encode()
        checked(rules, text, str(path))
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        self._keep(self._good(rules.name), text)
        return path

    def keep_draft(self, path: Path, data: bytes) -> None:
        """Keep what was taught so far and is not played with yet; the file is whole at every moment."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)

    def learn(self, rules: AnyRules, before: Any, after: Any) -> None:
        """Keep for good what a game was taught between two states; other games' things stay as they are."""
        known, taught = json.decode(json.encode(before)), json.decode(json.encode(after))
        self.write(rules, changed(self.read(rules).values, known, taught))

    def _good(self, game: str) -> Path:
        return self._folder / f"{game}.toml.good"

    def _keep(self, good: Path, text: bytes) -> None:
        try:
            if not good.exists() or good.read_bytes() != text:
                write_whole(good, text)
        except OSError as error:
            log.warning("%s: the last good components can't be kept: %s", good, error)


def checked(rules: AnyRules, text: bytes, file: str) -> Values:
    """The values in a components file's bytes, whatever they are; ComponentsRefusedError if not right."""
    long = next((n for n, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST_LINE), 0)
    if long or len(text) > LARGEST_FILE:
        problem = f"expected at most {LARGEST_FILE:,} bytes in lines of at most {LONGEST_LINE:,}"
        raise ComponentsRefusedError(file, long, "", problem)
    try:
        words = text.decode()
        values = tomllib.loads(words)
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        problem = f"expected text in UTF-8, found the byte {text[error.start]:#04x}"
        raise ComponentsRefusedError(file, line, "", problem) from error
    except RecursionError as error:
        raise ComponentsRefusedError(file, 1, "", "expected tables that are not nested this deep") from error
    except ValueError as error:
        place = _TOML_PLACE.search(str(error))
        line = int(place[1]) if place else words.count("\n") + 1
        raise ComponentsRefusedError(file, line, "", f"expected TOML: {error}") from error
    fault = _fault(rules, values, text)
    if fault:
        field, problem = fault
        raise ComponentsRefusedError(file, line_of(words, field), field, in_words(problem))
    return values


def _fault(rules: AnyRules, values: Values, text: bytes) -> tuple[str, str] | None:
    """What a game finds wrong with components: the field, and the problem in words."""
    load = getattr(_module(rules), "load", None)
    if load is not None:
        try:
            load(text)
        except ValueError as error:
            expected = getattr(error, "expected", "")
            field = getattr(error, "field", "")
            return (field, f"expected {expected}") if expected else _field_of(str(error))
    names = tuple(f"Seat {seat}" for seat in range(1, rules.seats.start + 1))
    begun = rules.start(Setup(rules.name, names, components=values))
    if isinstance(begun, Violation):
        told = begun.facts.get("fault") or ", ".join(f"{key} {fact}" for key, fact in begun.facts.items())
        return _field_of(str(told) or begun.code)
    return None


def _field_of(message: str) -> tuple[str, str]:
    """The field that a message names, and the message without it."""
    found = _PATH.search(message)
    if not found:
        return "", message
    return found[1] or found[2], message.replace(found[0], "").removesuffix(" - at ").strip()


def remarks(rules: AnyRules, values: Values) -> tuple[str, ...]:
    """What a game finds odd in components that it can be played with; nothing for most games."""
    module = _module(rules)
    found = getattr(module, "remarks", None)
    return tuple(found(module.read(values))) if found is not None else ()


def _module(rules: AnyRules) -> Any:
    """A game's components module; nothing for a game that has none of its own."""
    with suppress(ModuleNotFoundError):
        return importlib.import_module(f"companion.rules.{rules.name}.components")
    return None
