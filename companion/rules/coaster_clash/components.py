"""What is printed on Coaster Clash's element and layout cards: typed, checked, and indexed for the rules.

No rulebook prints these values. `components.toml` ships house values; a box's owner replaces them,
and each value says where it comes from.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from companion.rules.faults import ComponentsError, located, plain_values

Theme = Literal["jungle", "pirate", "temple", "space", "volcano"]
Icon = Literal["ejector", "floater", "inversion", "hang-time", "helix", "s-curve", "capacity", "launch"]
Kind = Literal[
    "at-least-icons", "without-icons", "at-least-cards", "at-most-cards", "exactly-cards", "per-icon",
    "row", "pair", "counted",
]  # fmt: skip
Provenance = Literal["rulebook", "house", "table"]

THEMES: tuple[Theme, ...] = ("jungle", "pirate", "temple", "space", "volcano")
ICONS: tuple[Icon, ...] = (
    "ejector", "floater", "inversion", "hang-time", "helix", "s-curve", "capacity", "launch",
)  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "at-least-icons", "without-icons", "at-least-cards", "at-most-cards", "exactly-cards", "per-icon",
    "row", "pair", "counted",
)  # fmt: skip
OF_CARDS: tuple[Kind, ...] = ("at-least-cards", "at-most-cards", "exactly-cards")
"""The kinds of condition that count cards; the others but `counted` name icons."""

ELEMENTS = 80
LAYOUTS = 18
FASTEST = 99
MOST_CONDITIONS = 4
LEAST_SCORED = 3
"""Elements a coaster needs for any bonus of its layout."""

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Speed = Annotated[int, Meta(ge=0, le=FASTEST)]
Points = Annotated[int, Meta(ge=-99, le=99)]


class Bound(Struct, frozen=True, forbid_unknown_fields=True):
    """A vomit speed: guests are sick if the coaster is faster (`gt`) or slower (`lt`) than this (CC12)."""

    op: Literal["gt", "lt"]
    value: Speed


class Element(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rollercoaster element; `speed` is what it adds to the coaster's, below 0 unless it launches.

    Without `perfect` the card shows (-). `rulebook` and `table` name the fields whose values come from
    there; the others are house values.
    """

    id: Id
    name: Name
    theme: Theme
    speed: Annotated[int, Meta(ge=-FASTEST, le=FASTEST)]
    excitement: Annotated[int, Meta(ge=0, le=99)]
    icons: Annotated[tuple[Icon, ...], Meta(min_length=1, max_length=2)]
    perfect: Speed | None = None
    vomit: Annotated[tuple[Bound, ...], Meta(max_length=2)] = ()
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()

    @property
    def launches(self) -> bool:
        """Whether the card shows a positive value beside its speed."""
        return self.speed > 0


class Condition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A condition on a layout, and the excitement it brings.

    `count` is the X of conditions on icons or cards. With `either` the icons stand with a / between
    them. `per-icon` brings `points` for each icon, `cap` at most (0: without limit, CC23). What no kind
    can say is `counted` by the table when the coasters are scored.
    """

    kind: Kind
    points: Points = 0
    icons: Annotated[tuple[Icon, ...], Meta(max_length=8)] = ()
    either: bool = False
    count: Annotated[int, Meta(ge=0, le=99)] = 0
    cap: Annotated[int, Meta(ge=0, le=99)] = 0


class Layout(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A layout card: the start of a coaster."""

    id: Id
    name: Name
    speed: Speed
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=MOST_CONDITIONS)] = ()
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Components(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """All that is printed in a box; the tracks' printed maxima are None until somebody enters them (CC15)."""

    elements: tuple[Element, ...]
    layouts: tuple[Layout, ...]
    speed_maximum: Speed | None = None
    excitement_maximum: Speed | None = None


class Index(NamedTuple):
    """Components by what the rules look up."""

    element: dict[str, Element]
    layout: dict[str, Layout]
    elements: tuple[str, ...]
    layouts: tuple[str, ...]


@lru_cache(maxsize=256)
def index(components: Components) -> Index:
    """The components, looked up by id; remembered, for every judgement needs it."""
    return Index(
        element={element.id: element for element in components.elements},
        layout={layout.id: layout for layout in components.layouts},
        elements=tuple(sorted(element.id for element in components.elements)),
        layouts=tuple(layout.id for layout in components.layouts),
    )


def provenance(entry: Element | Layout, field: str) -> Provenance:
    """Where the value of a field comes from: the rulebook, the house set, or the table's own box."""
    if field in entry.table:
        return "table"
    return "rulebook" if field in entry.rulebook else "house"


def on_house_values(components: Components) -> bool:
    """Whether anything that the rules use still stands at a house value."""
    used: tuple[tuple[tuple[Element | Layout, ...], tuple[str, ...]], ...] = (
        (components.elements, ("theme", "speed", "excitement", "icons", "perfect", "vomit")),
        (components.layouts, ("speed", "conditions")),
    )
    return any(
        provenance(entry, field) == "house"
        for entries, fields in used
        for entry in entries
        for field in fields
    )


def house_text() -> bytes:
    """The components file that ships with the game."""
    return Path(__file__).with_name("components.toml").read_bytes()


@lru_cache(maxsize=1)
def house() -> Components:
    """The components that ship with the game."""
    return load(house_text())


def load(text: bytes, file: str = "components.toml") -> Components:
    """The components in a file's bytes; raises ComponentsError, which says where and what was expected."""
    try:
        return read(plain_values(text))
    except ComponentsError as fault:
        raise located(fault, text, file) from None


def read(values: Any) -> Components:
    """The components in plain values, as a set-up carries them; raises ComponentsError."""
    try:
        components = msgspec.convert(values, Components, strict=True)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise ComponentsError.from_validation(str(fault)) from None
    found = next(faults(components), None)
    if found is not None:
        raise found
    return components


def values(components: Components) -> dict[str, Any]:
    """The components as plain values, which `read` takes back."""
    plain: dict[str, Any] = msgspec.to_builtins(components)
    return plain


def faults(components: Components) -> Iterator[ComponentsError]:
    """What makes components unplayable: other counts than the rulebook's, conditions that say nothing."""
    for table, entries, wanted in (
        ("elements", components.elements, ELEMENTS),
        ("layouts", components.layouts, LAYOUTS),
    ):
        if len(entries) != wanted:
            yield ComponentsError(table, f"{wanted} of them, not {len(entries)}")
        yield from _twice(table, (entry.id for entry in entries))
    for place, element in enumerate(components.elements):
        if len({bound.op for bound in element.vomit}) != len(element.vomit):
            yield ComponentsError(f"elements[{place}].vomit", "at most one gt and one lt")
    for place, layout in enumerate(components.layouts):
        for number, condition in enumerate(layout.conditions):
            expected = condition_fault(condition)
            if expected:
                yield ComponentsError(f"layouts[{place}].conditions[{number}]", expected)
    yield from _faulty_provenance(components)


def condition_fault(condition: Condition) -> str:
    """What a condition should be and is not; nothing when it says something."""
    counts, names = condition.count > 0, len(condition.icons) > 0
    match condition.kind:
        case "at-least-icons":
            right, expected = counts and names, "a count and icons"
        case "at-least-cards" | "at-most-cards" | "exactly-cards":
            right, expected = counts and not names, "a count and no icons"
        case "without-icons" | "per-icon":
            right, expected = not counts and names, "icons and no count"
        case "row" | "pair":
            right, expected = not counts and len(condition.icons) == 1, "one icon and no count"
        case "counted":
            right, expected = not counts and not names, "neither a count nor icons"
    if not right:
        return f"{expected} with kind {condition.kind}"
    if len(set(condition.icons)) != len(condition.icons):
        return "each icon once"
    if condition.either and len(condition.icons) < 2:
        return "at least two icons with either"
    if condition.cap and condition.kind != "per-icon":
        return "a cap with kind per-icon only"
    return ""


def remarks(components: Components) -> Iterator[str]:
    """What may be played with and yet is likely a slip: conditions that no coaster can score (CC35)."""
    for place, layout in enumerate(components.layouts):
        for number, condition in enumerate(layout.conditions):
            if condition.kind in ("at-most-cards", "exactly-cards") and 0 < condition.count < LEAST_SCORED:
                yield (
                    f"layouts[{place}].conditions[{number}] of {layout.name}: {condition.kind} with a count "
                    f"of {condition.count} never scores, for a coaster needs {LEAST_SCORED} elements"
                )
    for place, element in enumerate(components.elements):
        if element.perfect is not None and sick(element.vomit, element.perfect):
            yield (
                f"elements[{place}].perfect of {element.name}: at {element.perfect} guests are sick as well, "
                "so that the perfect speed brings nothing"
            )


def sick(vomit: tuple[Bound, ...], speed: int) -> bool:
    """Whether guests are sick at this speed, by the printed direction (CC12)."""
    return any(speed > bound.value if bound.op == "gt" else speed < bound.value for bound in vomit)


def _twice(table: str, ids: Iterable[str]) -> Iterator[ComponentsError]:
    seen: Counter[str] = Counter()
    for place, name in enumerate(ids):
        if seen[name]:
            yield ComponentsError(f"{table}[{place}].id", f"an id of its own, not {name} again")
        seen[name] += 1


def _faulty_provenance(components: Components) -> Iterator[ComponentsError]:
    tables: tuple[tuple[str, tuple[Element | Layout, ...]], ...] = (
        ("elements", components.elements),
        ("layouts", components.layouts),
    )
    for table, entries in tables:
        for place, entry in enumerate(entries):
            for source, named in (("rulebook", entry.rulebook), ("table", entry.table)):
                for field in named:
                    if field not in entry.__struct_fields__:
                        yield ComponentsError(f"{table}[{place}].{source}", f"names of fields, not {field}")
