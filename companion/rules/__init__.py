"""The games: each folder here that has a `rules.py` is one, found by itself."""

import importlib
import pkgutil
from functools import cache
from importlib.util import find_spec
from typing import Any

from companion.rules.contract import Rules


@cache
def games() -> dict[str, Rules[Any, Any, Any]]:
    """Every game by its name, in the order of their titles."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}.rules").RULES
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and find_spec(f"{__name__}.{module.name}.rules")
    ]
    return {rules.name: rules for rules in sorted(found, key=lambda rules: rules.title)}


def game(name: str) -> Rules[Any, Any, Any]:
    """The rules of this game; a KeyError names the games there are."""
    try:
        return games()[name]
    except KeyError:
        raise KeyError(f"no game is called {name!r}; there are {', '.join(games())}") from None
