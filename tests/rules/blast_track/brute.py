"""A second set of placement rules that shares nothing with the first.

A side between two cells is the sum of the cells' cube coordinates. What lies on a cell is a list of
links between its sides; a ride is traced from its starting point over the whole board each time, from
link to link. A board is legal when no seat's whole ride comes to the Starting Tile or an exit: riding
against another cart would end at that cart's own starting point.
"""

from itertools import product

CENTRE = (0, 0, 0)
DIRECTIONS = [(0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)]

PICTURES = {
    "curves": "01 23 45",
    "star": "03 14 25",
    "spine": "03 12 45",
    "lanes": "03 15 24",
    "cross": "01 24 35",
}


def cube(axial):
    q, r = axial
    return (q, r, -q - r)


def add(one, two):
    return tuple(a + b for a, b in zip(one, two, strict=True))


def around(cell):
    return [add(cell, direction) for direction in DIRECTIONS]


def border(cell, side):
    return add(cell, add(cell, DIRECTIONS[side % 6]))


def rail_links(cell, picture, turn):
    pairs = [(int(pair[0]) + turn, int(pair[1]) + turn) for pair in PICTURES[picture].split()]
    return {(border(cell, one), border(cell, two)) for one, two in pairs}


def spun(step, times):
    x, y, z = step
    for _ in range(times):
        x, y, z = -y, -z, -x
    return (x, y, z)


def loop_links(anchor, turn):
    """The three cells of the big Loop, and its six rails, each from an outer side to the one opposite."""
    cells = [anchor, add(anchor, spun(DIRECTIONS[1], turn)), add(anchor, spun(DIRECTIONS[2], turn))]
    outer = [(0, 3), (0, 4), (0, 5), (0, 0), (1, 5), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)]
    sides = [border(cells[cell], side + turn) for cell, side in outer]
    return cells, {(sides[place], sides[place + 6]) for place in range(6)}


class Park:
    """Cells with what they hold: ("tile", links), ("exit",) or ("tunnel", turn, exit cell, exit turn)."""

    def __init__(self, cells=None):
        self.cells = dict(cells or {})

    def holding(self, *more):
        return Park({**self.cells, **dict(more)})

    def full(self, cell):
        return cell == CENTRE or cell in self.cells

    def end(self, side):
        """The cell before which the ride from a starting point ends; None where it must not go."""
        here, cell = border(CENTRE, side), DIRECTIONS[side]
        for _ in range(10_000):
            if cell == CENTRE:
                return None
            held = self.cells.get(cell)
            if held is None:
                return cell
            if held[0] == "exit":
                return None
            cell, here = self._through(cell, here, held)
        raise AssertionError("a ride goes in circles")

    def _through(self, cell, here, held):
        if held[0] == "tunnel":
            _, turn, leads_to, exit_turn = held
            number = next(number for number in range(6) if border(cell, number + turn) == here)
            out = number + exit_turn
            return add(leads_to, DIRECTIONS[out % 6]), border(leads_to, out)
        _, links, cells = held
        there = next(two if one == here else one for one, two in links if here in (one, two))
        beyond = [near for part in cells for near in around(part) if add(part, near) == there]
        (next_cell,) = [near for near in beyond if near not in cells]
        return next_cell, there

    def legal(self, seats):
        return all(self.end(side) is not None for side in seats)


def placements(park, seats, seat, tiles, *, loops=True, tunnel=True):
    """Every legal (what, cell, turn, exit cell, exit turn) of a seat; `tiles` are pictures."""
    cell = park.end(seat)
    for picture, turn in product(tiles, range(6)):
        after = park.holding((cell, ("tile", rail_links(cell, picture, turn), (cell,))))
        if after.legal(seats):
            yield (picture, cell, turn, None, None), after
    if loops:
        yield from loop_placements(park, seats, cell)
    if tunnel:
        for turn in range(6):
            yield from tunnel_placements(park, seats, cell, turn)


def loop_placements(park, seats, cell):
    seen = set()
    for turn in range(6):
        for anchor in {add(cell, step) for step in (CENTRE, *DIRECTIONS)}:
            cells, links = loop_links(anchor, turn)
            picture = (frozenset(cells), frozenset(map(frozenset, links)))
            if cell not in cells or any(park.full(part) for part in cells) or picture in seen:
                continue
            seen.add(picture)
            after = park.holding(*((part, ("tile", links, tuple(cells))) for part in cells))
            if after.legal(seats):
                yield ("loop", anchor, turn, None, None), after


def tunnel_placements(park, seats, cell, turn):
    dug = park.holding((cell, ("tunnel", turn, CENTRE, 0)))
    ahead = {park.end(side) for side in seats}
    everywhere = {near for part in (CENTRE, *dug.cells) for near in around(part)}
    for leads_to in everywhere:
        touched = [near for near in around(leads_to) if dug.full(near)]
        if dug.full(leads_to) or len(touched) != 1 or leads_to in ahead:
            continue
        if dug.cells.get(touched[0], ("start",))[0] == "exit":
            continue
        for exit_turn in range(6):
            opened = ("tunnel", turn, leads_to, exit_turn)
            after = park.holding((cell, opened), (leads_to, ("exit",)))
            if after.legal(seats):
                yield ("tunnel", cell, turn, leads_to, exit_turn), after


def count(park, seats, seat, depth, loops=4, tunnel=True):
    """The sequences of so many placements, as `companion rules perft blast_track` counts them."""
    if depth == 0:
        return 1
    total = 0
    following = seats[(seats.index(seat) + 1) % len(seats)]
    for (what, *_), after in placements(park, seats, seat, PICTURES, loops=loops > 0, tunnel=tunnel):
        if depth == 1:
            total += 1
        else:
            left = loops - (what == "loop")
            total += count(after, seats, following, depth - 1, left, tunnel and what != "tunnel")
    return total
