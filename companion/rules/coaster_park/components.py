"""What is printed on Coaster Park's hills and cards: typed, checked, and indexed for the rules.

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

Deck = Literal["launch", "standard"]
Expert = Literal[
    "acquisitions", "spy", "foreman", "attorney", "crane", "demolitions", "engineer", "financier",
    "mechanic", "manager",
]  # fmt: skip
Special = Literal["", "bump", "double-dipper", "jump", "loop", "plateau"]
Provenance = Literal["rulebook", "house", "table"]

DECKS: tuple[Deck, ...] = ("launch", "standard")
EXPERTS: tuple[Expert, ...] = (
    "acquisitions", "spy", "foreman", "attorney", "crane", "demolitions", "engineer", "financier",
    "mechanic", "manager",
)  # fmt: skip
SPECIALS: tuple[Special, ...] = ("bump", "double-dipper", "jump", "loop", "plateau")
COPIES = 2
TYPES = {"launch": 6, "standard": 12}
SECRETS = 6
MOST_FLAGS = 9
LARGEST = 99

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Small = Annotated[int, Meta(ge=0, le=99)]


class Hill(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A type of hill, of which two copies exist; flags are those of one side, 0 as size means none (CP34).

    `rulebook` and `table` name the fields whose values come from there; the others are house values.
    """

    id: Id
    name: Name
    deck: Deck
    flags: Annotated[int, Meta(ge=0, le=MOST_FLAGS)]
    size: Small
    colour: Name
    material: Name
    special: Special = ""
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Card(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A dual-use card: the expert it is, and the type of hill it brings to the pool."""

    id: Id
    deck: Deck
    expert: Expert
    hill: Id
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Term(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`points` for every `per` of what is counted, or once for who has the most or the least of it.

    Empty filters match everything. With `of="coaster"` a coaster counts that has at least `hills`
    hills, one of which matches. `different` counts different colours, materials or types instead.
    With `ties` everybody who shares the most or the least scores.
    """

    points: Annotated[int, Meta(ge=-99, le=99)]
    of: Literal["hill", "coaster", "flag", "expert", "dollar"]
    per: Annotated[int, Meta(ge=1, le=99)] = 1
    colour: str = ""
    material: str = ""
    hill: str = ""
    kind: Literal["", "launch", "standard", "special", "plain"] = ""
    smallest: Small = 0
    largest: Small = LARGEST
    hills: Small = 0
    expert: Literal[Expert, ""] = ""
    different: Literal["", "colour", "material", "type"] = ""
    rank: Literal["", "most", "least"] = ""
    ties: bool = True


class Bonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A bonus card, or one side of the global one; without terms the table counts its points itself."""

    id: Id
    name: Name
    side: Literal["secret", "front", "back"]
    terms: tuple[Term, ...] = ()
    rulebook: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


class Components(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """All that is printed in a box."""

    colours: tuple[Name, ...]
    materials: tuple[Name, ...]
    hills: tuple[Hill, ...]
    cards: tuple[Card, ...]
    bonuses: tuple[Bonus, ...]


class Index(NamedTuple):
    """Components by what the rules look up."""

    hill: dict[str, Hill]
    card: dict[str, Card]
    bonus: dict[str, Bonus]
    launches: frozenset[str]
    brings: dict[str, str]
    expert: dict[str, Expert]
    decks: dict[Deck, tuple[str, ...]]
    secrets: tuple[str, ...]
    sides: tuple[str, ...]


@lru_cache(maxsize=256)
def index(components: Components) -> Index:
    """The components, looked up by id; remembered, for every judgement needs it."""
    return Index(
        hill={hill.id: hill for hill in components.hills},
        card={card.id: card for card in components.cards},
        bonus={bonus.id: bonus for bonus in components.bonuses},
        launches=frozenset(hill.id for hill in components.hills if hill.deck == "launch"),
        brings={card.id: card.hill for card in components.cards},
        expert={card.id: card.expert for card in components.cards},
        decks={deck: tuple(card.id for card in components.cards if card.deck == deck) for deck in DECKS},
        secrets=tuple(bonus.id for bonus in components.bonuses if bonus.side == "secret"),
        sides=tuple(bonus.id for bonus in components.bonuses if bonus.side != "secret"),
    )


def provenance(entry: Hill | Card | Bonus, field: str) -> Provenance:
    """Where the value of a field comes from: the rulebook, the house set, or the table's own box."""
    if field in entry.table:
        return "table"
    return "rulebook" if field in entry.rulebook else "house"


def on_house_values(components: Components) -> bool:
    """Whether anything that the rules use still stands at a house value."""
    used: tuple[tuple[tuple[Hill | Card | Bonus, ...], tuple[str, ...]], ...] = (
        (components.hills, ("flags", "size", "colour", "material")),
        (components.cards, ("expert", "hill")),
        (components.bonuses, ("terms",)),
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
    """What makes components unplayable: counts that differ from the rulebook's, names that lead nowhere."""
    yield from _twice("hills", (entry.id for entry in components.hills))
    yield from _twice("cards", (entry.id for entry in components.cards))
    yield from _twice("bonuses", (entry.id for entry in components.bonuses))
    yield from _faulty_hills(components)
    yield from _faulty_cards(components)
    yield from _faulty_bonuses(components)
    yield from _faulty_provenance(components)


def _twice(table: str, ids: Iterable[str]) -> Iterator[ComponentsError]:
    seen: set[str] = set()
    for place, name in enumerate(ids):
        if name in seen:
            yield ComponentsError(f"{table}[{place}].id", f"an id of its own, not {name} again")
        seen.add(name)


def _faulty_hills(components: Components) -> Iterator[ComponentsError]:
    for deck, wanted in TYPES.items():
        have = sum(hill.deck == deck for hill in components.hills)
        if have != wanted:
            yield ComponentsError("hills", f"{wanted} types of {deck} hills, not {have}")
    for place, hill in enumerate(components.hills):
        if hill.colour not in components.colours:
            yield ComponentsError(f"hills[{place}].colour", f"one of {', '.join(components.colours)}")
        if hill.material not in components.materials:
            yield ComponentsError(f"hills[{place}].material", f"one of {', '.join(components.materials)}")
        if hill.special and hill.deck == "launch":
            yield ComponentsError(f"hills[{place}].special", "no special rule on a launch hill")
    have_special = Counter(hill.special for hill in components.hills)
    for special in SPECIALS:
        if have_special[special] != 1:
            yield ComponentsError(
                "hills", f"one type of hill with special {special}, not {have_special[special]}"
            )


def _faulty_cards(components: Components) -> Iterator[ComponentsError]:
    deck_of = {hill.id: hill.deck for hill in components.hills}
    brought = Counter(card.hill for card in components.cards)
    for place, card in enumerate(components.cards):
        if card.hill not in deck_of:
            yield ComponentsError(f"cards[{place}].hill", f"the id of a hill, not {card.hill}")
        elif deck_of[card.hill] != card.deck:
            yield ComponentsError(f"cards[{place}].hill", f"a {card.deck} hill, not {card.hill}")
    for place, card in enumerate(components.cards):
        if brought[card.hill] > COPIES:
            expected = f"each hill on {COPIES} cards, {card.hill} is on {brought[card.hill]}"
            yield ComponentsError(f"cards[{place}].hill", expected)
    for hill in deck_of:
        if brought[hill] != COPIES:
            yield ComponentsError("cards", f"{COPIES} cards that bring {hill}, not {brought[hill]}")


def _faulty_bonuses(components: Components) -> Iterator[ComponentsError]:
    sides: Counter[str] = Counter(bonus.side for bonus in components.bonuses)
    for side, wanted in (("secret", SECRETS), ("front", 1), ("back", 1)):
        if sides[side] != wanted:
            yield ComponentsError("bonuses", f"{wanted} with side {side}, not {sides[side]}")
    hills = {hill.id for hill in components.hills}
    for place, bonus in enumerate(components.bonuses):
        for number, term in enumerate(bonus.terms):
            path = f"bonuses[{place}].terms[{number}]"
            if term.colour and term.colour not in components.colours:
                yield ComponentsError(f"{path}.colour", f"one of {', '.join(components.colours)}")
            if term.material and term.material not in components.materials:
                yield ComponentsError(f"{path}.material", f"one of {', '.join(components.materials)}")
            if term.hill and term.hill not in hills:
                yield ComponentsError(f"{path}.hill", f"the id of a hill, not {term.hill}")
            if term.smallest > term.largest:
                yield ComponentsError(f"{path}.smallest", f"at most the largest size, {term.largest}")


def _faulty_provenance(components: Components) -> Iterator[ComponentsError]:
    tables: tuple[tuple[str, tuple[Hill | Card | Bonus, ...]], ...] = (
        ("hills", components.hills),
        ("cards", components.cards),
        ("bonuses", components.bonuses),
    )
    for table, entries in tables:
        for place, entry in enumerate(entries):
            for source, named in (("rulebook", entry.rulebook), ("table", entry.table)):
                for field in named:
                    if field not in entry.__struct_fields__:
                        yield ComponentsError(f"{table}[{place}].{source}", f"names of fields, not {field}")
