"""Beginning an evening from a phone or tablet: the names and options as they were typed."""

import unicodedata

from companion.rules import games
from companion.rules.contract import Setup, Violation
from companion.scenes.refusing import refusal
from companion.scenes.telling import telling
from companion.tablet import messages as said
from companion.tablet.people import RefusedError
from companion.tablet.room import Room

LONGEST = 24
"""The most letters of a name, as on the touchscreen."""


def begin(room: Room, message: said.Begin, id_: str) -> list[str]:
    """Begin an evening; what stands against it, in words."""
    rules = games().get(message.game)
    if rules is None:
        raise RefusedError("There is no such game here.")
    names = tuple(_name(each) for each in message.names)
    for name in names:
        if names.count(name) > 1:
            raise RefusedError(f"Two players can’t both be {name}: nobody could tell them apart.")
    options = {option.key: option.default for option in rules.options}
    changed = {key: value for key, value in message.options.items() if options.get(key) != value}
    setup = Setup(rules.name, names, message.first, changed)
    violation: Violation[object] | None = room.begin(setup, f"phone:{id_}:{message.key}")
    if violation is None:
        return []
    refused = refusal(telling(rules.name), None, violation, names)
    return [f"{refused.title} {refused.detail}"]


def _name(typed: str) -> str:
    """A name without what can't be seen; a RefusedError where nothing, or too much, is left."""
    shown = "".join(letter for letter in typed if unicodedata.category(letter)[0] != "C")
    name = " ".join(shown.split())
    if not name or len(name) > LONGEST:
        raise RefusedError(f"A name has 1 to {LONGEST} letters.")
    return name
