"""Before the first entry: who is who in the room, and which game is played by whom."""

from typing import Any

from markupsafe import Markup

from companion.rules import games
from companion.scenes.emblems import emblem
from companion.scenes.palette import GAME_COLOURS
from companion.scenes.shapes import Scene
from companion.scenes.svg import svg
from companion.scenes.telling import telling
from companion.table import Table
from companion.tablet.asking import mark
from companion.tablet.past import looked_up
from companion.tablet.people import People
from companion.tablet.room import Room

SUGGESTED = ("Ann", "Benedikt", "Chiara", "Dov", "Esra", "Finn")
"""Names to begin with, where nobody has played yet."""


def lobby(people: People, table: Table | None, id_: str, dark: bool) -> dict[str, Any]:
    """The seats and who holds them, and what this device is."""
    me = people.person(id_)
    seats = []
    for seat, name in enumerate(table.setup.names if table is not None else ()):
        holder = people.holder(name)
        seats.append(
            {
                "name": name,
                "mark": mark(seat, dark, 32),
                "mine": holder is not None and holder.id == id_,
                "taken": holder is not None,
                "away": holder is not None and not people.present(holder.id),
                "offered": people.offered(name) is not None,
            }
        )
    keeper = next((each for each in people.all() if each.keeper), None)
    offer = people.offered(me.seat) if me is not None and me.seat else None
    return {
        "seats": seats,
        "me": me,
        "offer": offer,
        "title": table.rules.title if table is not None else "",
        "table": table,
        "keeper": keeper,
        "free_to_keep": me is not None and (me.host or (people.alone and keeper is None)),
        "code": people.code,
        "pin": people.pin if me is not None and me.host else "",
        "join": people.link if me is not None and me.host else "",
        "count": people.count,
        "art": emblem_of(table.rules.name if table is not None else "", dark, wide=480),
    }


def new_game(room: Room, game: str, dark: bool) -> dict[str, Any]:
    """The games to choose from, or the players and options of the chosen one."""
    chosen = games().get(game)
    evenings, problem = looked_up(room)
    found: dict[str, Any] = {
        "games": [
            {
                "name": name,
                "title": rules.title,
                "players": f"{rules.seats.start} to {rules.seats.stop - 1} players",
                "emblem": emblem_of(name, dark),
            }
            for name, rules in games().items()
        ],
        "game": None,
        "art": emblem_of("", dark, wide=480),
        "unfinished": next((each for each in reversed(evenings) if not each.finished), None),
        "problem": problem,
        "titles": {name: rules.title for name, rules in games().items()},
    }
    if chosen is None:
        return found
    last = evenings[-1].names if evenings else ()
    most = chosen.seats.stop - 1
    usual = [*last, *(name for name in SUGGESTED if name not in last)][:most]
    count = min(max(len(last) or 2, chosen.seats.start), most)
    words = telling(chosen.name)
    return found | {
        "game": chosen,
        "players": [
            {"seat": seat, "name": usual[seat] if seat < count else "", "mark": mark(seat, dark, 28),
             "needed": seat < chosen.seats.start}
            for seat in range(most)
        ],
        "options": [
            {
                "key": option.key,
                "question": words.option(option.key),
                "choices": [(choice, words.option(option.key, choice)) for choice in option.choices],
                "default": option.default,
            }
            for option in chosen.options
        ],
    }  # fmt: skip


def emblem_of(game: str, dark: bool, wide: float = 220) -> Markup:
    """A game's picture, or a plain coaster."""
    colours = GAME_COLOURS.get(game, ("#FF6B57", "#FFC145"))
    picture = svg(Scene(wide, 110, emblem(game, wide, 110, colours)), dark)
    return Markup(picture.replace("<svg ", '<svg class="art" aria-hidden="true" ', 1))  # noqa: S704  # ours
