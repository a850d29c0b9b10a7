"""What coasters and bonus cards score, and which attempts score most."""

from itertools import product
from typing import NamedTuple

from companion.rules.coaster_park.components import Bonus, Hill, Index, Term, index
from companion.rules.coaster_park.state import Attempt, Coaster, Player, State, Toggles
from companion.rules.coaster_park.testing import SHORTEST
from companion.rules.contract import Seat

NONE = Attempt(0)


class Ride(NamedTuple):
    """What is left of a coaster after testing; `rest`: the last hill is a Bump the marble rests on."""

    hills: Coaster
    rest: bool = False


class Points(NamedTuple):
    """A coaster's points by reason; `loops` is what the doubling adds."""

    flags: int = 0
    bump: int = 0
    dipper: int = 0
    jump: int = 0
    plateau: int = 0
    loops: int = 0

    def total(self) -> int:
        """All points of the coaster."""
        return sum(self)


def ride(coaster: Coaster, attempt: Attempt) -> Ride:
    """The hills passed, and a Bump the marble rests on; nothing if fewer than two (CP30, CP31)."""
    kept = coaster[: attempt.passed + attempt.rest]
    return Ride(kept, attempt.rest) if len(kept) >= SHORTEST else Ride(())


def points(where: Index, toggles: Toggles, left: Ride) -> Points:
    """What a coaster scores: flags and special hills, then the Loops (CP30 to CP36)."""
    hills = [where.hill[name] for name in left.hills]
    flags = bump = dipper = jump = plateau = loops = 0
    for place, hill in enumerate(hills):
        flags += hill.flags
        match hill.special:
            case "jump":
                jump += place
            case "plateau":
                plateau += len(hills) - place - 1
            case "double-dipper":
                dipper += place > 0 and 0 < hills[place - 1].size < hill.size
            case "loop":
                loops += 1
            case _:
                pass
    if left.rest:
        bump = 2
    subtotal = flags + bump + dipper + jump + plateau
    return Points(flags, bump, dipper, jump, plateau, subtotal * (factor(toggles, loops) - 1))


def factor(toggles: Toggles, loops: int) -> int:
    """By how much the Loops of a coaster multiply it (CP35)."""
    match toggles.loops:
        case "x4":
            return int(2**loops)
        case "x3":
            return 1 + loops
        case "x2":
            return 2 if loops else 1


def rides(player: Player, chosen: tuple[int, ...]) -> tuple[Ride, ...]:
    """What is left of each coaster when these attempts count."""
    return tuple(
        ride(coaster, attempt_of(player, number, pick))
        for number, (coaster, pick) in enumerate(zip(player.coasters, chosen, strict=True))
    )


def attempt_of(player: Player, coaster: int, pick: int) -> Attempt:
    """An attempt on a coaster; no attempt is no hill cleared (CP43)."""
    runs = player.runs[coaster]
    return runs[pick] if runs and pick >= 0 else NONE


def matches(hill: Hill, term: Term) -> bool:
    """Whether a hill passes the filters of a bonus card."""
    return (
        (not term.colour or hill.colour == term.colour)
        and (not term.material or hill.material == term.material)
        and (not term.hill or hill.id == term.hill)
        and (not term.kind or _of_kind(hill, term.kind))
        and term.smallest <= hill.size <= term.largest
    )


def _of_kind(hill: Hill, kind: str) -> bool:
    match kind:
        case "special":
            return hill.special != ""
        case "plain":
            return hill.deck == "standard" and not hill.special
        case _:
            return hill.deck == kind


def amount(where: Index, player: Player, left: tuple[Ride, ...], term: Term) -> int:
    """How many of what a bonus card counts a player has; only hills that remain count (CP45)."""
    if term.of == "dollar":
        return player.money
    if term.of == "expert":
        cards = (*player.experts, *player.used)
        return sum(not term.expert or where.expert[card] == term.expert for card in cards)
    coasters = [[where.hill[name] for name in found.hills] for found in left if found.hills]
    if term.of == "coaster":
        return sum(
            len(hills) >= term.hills and any(matches(hill, term) for hill in hills) for hills in coasters
        )
    matching = [
        hill for hills in coasters if len(hills) >= term.hills for hill in hills if matches(hill, term)
    ]
    if term.of == "flag":
        return sum(hill.flags for hill in matching)
    match term.different:
        case "":
            return len(matching)
        case "colour":
            return len({hill.colour for hill in matching})
        case "material":
            return len({hill.material for hill in matching})
        case "type":
            return len({hill.id for hill in matching})


def bonus_cards(state: State, seat: Seat) -> tuple[Bonus, ...]:
    """The bonus cards that score for a seat: its own that lie open, and the global one."""
    where = index(state.components)
    names = (*[secret.shown for secret in state.players[seat].secrets], state.side)
    return tuple([where.bonus[name] for name in names if name in where.bonus])


def bonus_points(state: State, seat: Seat, bonus: Bonus, left: dict[Seat, tuple[Ride, ...]]) -> int:
    """What a bonus card scores for a seat, given what is left of everybody's coasters."""
    if not bonus.terms:
        return dict(state.players[seat].counted).get(bonus.id, 0)
    where = index(state.components)
    total = 0
    for term in bonus.terms:
        own = amount(where, state.players[seat], left[seat], term)
        if not term.rank:
            total += term.points * (own // term.per)
            continue
        rivals = [amount(where, state.players[other], left[other], term) for other in left if other != seat]
        total += term.points * _leads(own, rivals, term)
    return total


def _leads(own: int, rivals: list[int], term: Term) -> bool:
    best = max([own, *rivals]) if term.rank == "most" else min([own, *rivals])
    if own != best or (term.rank == "most" and own == 0):
        return False
    return term.ties or best not in rivals


def best_attempts(state: State, seat: Seat) -> tuple[int, ...]:
    """The attempts that score most together with the cards that depend on this player alone (CP28).

    Ties go to more remaining hills, then to the earlier attempts.
    """
    where = index(state.components)
    player = state.players[seat]
    terms = [term for bonus in bonus_cards(state, seat) for term in bonus.terms if not term.rank]
    choices = [distinct(player, number) for number in range(len(player.coasters))]
    worth = [
        [(pick, left, points(where, state.toggles, left).total()) for pick, left in options]
        for options in choices
    ]
    best: tuple[int, int] | None = None
    found: tuple[int, ...] = ()
    for combination in product(*worth):
        left = tuple([part[1] for part in combination])
        total = sum([part[2] for part in combination])
        for term in terms:
            total += term.points * (amount(where, player, left, term) // term.per)
        rank = (total, sum([len(part.hills) for part in left]))
        if best is None or rank > best:
            best, found = rank, tuple([part[0] for part in combination])
    return found


def distinct(player: Player, coaster: int) -> tuple[tuple[int, Ride], ...]:
    """The attempts on a coaster that leave different hills, each the first of its kind; -1 for none."""
    runs = player.runs[coaster]
    if not runs:
        return ((-1, Ride(())),)
    first: dict[Ride, int] = {}
    for pick, attempt in enumerate(runs):
        first.setdefault(ride(player.coasters[coaster], attempt), pick)
    return tuple([(pick, left) for left, pick in first.items()])
