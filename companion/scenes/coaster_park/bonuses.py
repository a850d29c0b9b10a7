"""Bonus cards in words: what each term of a card pays for."""

from companion.rules.coaster_park.components import LARGEST, Bonus, Components, Term, index
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.speaking import plural


def bonus_words(components: Components, bonus: Bonus) -> str:
    """What a bonus card pays, in a line."""
    if not bonus.terms:
        return "counted at the table"
    return "; ".join(term_words(components, term) for term in bonus.terms)


def term_words(components: Components, term: Term) -> str:
    """What one term of a card pays, in a line: `1 point for each yellow steel hill`."""
    points = plural(term.points, "point")
    what = _what(components, term)
    if term.rank:
        ties = "" if term.ties else ", alone"
        return f"{points} for the {term.rank} {_many(what)}{ties}"
    if term.different:
        what = f"different {term.different} of {_many(what)}"
        return f"{points} for every {term.per} of {what}" if term.per > 1 else f"{points} for each {what}"
    if term.of == "dollar":
        return f"{points} for every ${term.per}"
    if term.per > 1:
        return f"{points} for every {term.per} {_many(what)}"
    return f"{points} for each {what}"


def _what(components: Components, term: Term) -> str:
    hill = _hill(components, term)
    filtered = hill != "hill"
    match term.of:
        case "hill":
            return hill
        case "coaster":
            long = f" of {term.hills} or more hills" if term.hills else ""
            return f"coaster{long} with a {hill}" if filtered else f"coaster{long}"
        case "flag":
            return f"flag on a {hill}" if filtered else "flag"
        case "expert":
            return EXPERTS[term.expert] if term.expert else "expert"
        case "dollar":
            return "dollar"


def _hill(components: Components, term: Term) -> str:
    """The hills that pass a term's filters, in the singular."""
    noun = index(components).hill[term.hill].name if term.hill else "hill"
    words = [word for word in (term.colour, term.material, term.kind, noun) if word]
    return " ".join(words) + _sized(term)


def _sized(term: Term) -> str:
    if term.smallest and term.largest < LARGEST:
        return f" of size {term.smallest} to {term.largest}"
    if term.smallest:
        return f" of size {term.smallest} or more"
    return f" of size {term.largest} or less" if term.largest < LARGEST else ""


def _many(what: str) -> str:
    first, _, rest = what.partition(" of ")
    head, joint, tail = first.partition(" with a ")
    head, on, where = head.partition(" on a ")
    several = head if head.endswith("s") else f"{head}s"
    return several + on + where + joint + tail + (f" of {rest}" if rest else "")
