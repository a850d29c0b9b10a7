"""The bonus cards as we print them: what is counted as a large drawing, and what it pays in words."""

from companion.rules.coaster_park.components import Bonus, Components, Term, index
from companion.scenes.coaster_park.bonuses import bonus_words
from companion.scenes.coaster_park.coaster import Paint, structure
from companion.scenes.coaster_park.profile import Form, Hill, profile
from companion.scenes.coaster_park.symbols import symbol
from companion.scenes.coaster_park.tints import GROUND, INK, PAPER, PIECES, WHITE, paper, papers, shade, tint
from companion.scenes.confetti import confetti, ground, rays
from companion.scenes.faces import CARD_MM, DP
from companion.scenes.labels import label, largest
from companion.scenes.lettering import wrap
from companion.scenes.marks import coin, flag
from companion.scenes.shapes import Box, Circle, Polygon, Scene, Shape, Text

WIDTH, HEIGHT = CARD_MM[0] * DP, CARD_MM[1] * DP
MIDDLE = WIDTH / 2
EDGE = 12.0
STAGE_TOP, STAGE_BOTTOM = 62.0, 212.0
GAME_GROUND = "#0B6F5B"
GAME_PIECES = ("#7FE3C8", "#063D32", "#FFC145", "#E9FFF8", "#032A22")
"""The global card is known by its colour, for its two sides are both faces."""


def bonus_scene(components: Components, bonus: Bonus) -> Scene:
    """A bonus card's face."""
    counted = next((term.colour for term in bonus.terms if term.colour), "")
    secret, number = bonus.side == "secret", components.bonuses.index(bonus)
    fill, pieces = (shade("secret", number), PIECES["secret"]) if secret else (GAME_GROUND, GAME_PIECES)
    wide = WIDTH - 2 * EDGE
    size = largest(bonus.name, wide - 16, (24.0, 22.0, 20.0, 18.0), display=True)
    lines = wrap(bonus_words(components, bonus), wide - 20, 18.0, 4, bold=True)
    first = 276.0 - 11.0 * (len(lines) - 1)
    shapes: tuple[Shape, ...] = (
        ground(WIDTH, HEIGHT, fill),
        *rays(bonus.id, (MIDDLE, 136.0), 420.0, f"{WHITE}@14"),
        *confetti(bonus.id, WIDTH, HEIGHT, pieces),
        Box((EDGE, EDGE), wide, 38.0, 12.0, fill=INK),
        label((MIDDLE, EDGE + 19.5), bonus.name, wide - 16, size, colour=PAPER, display=True),
        Circle(
            (MIDDLE, 136.0),
            76.0,
            fill=paper(counted) if counted else papers(number + 2),
            stroke=INK,
            stroke_width=4.0,
        ),
        *_drawing(components, bonus),
        Box(
            (EDGE, 222.0),
            wide,
            HEIGHT - EDGE - 222.0,
            12.0,
            fill=papers(number),
            stroke=INK,
            stroke_width=2.0,
        ),
        *(
            label((MIDDLE, first + 22.0 * row), line, wide - 16, 18.0, colour=INK, bold=True)
            for row, line in enumerate(lines)
        ),
        label(
            (MIDDLE, HEIGHT - EDGE - 12),
            "secret bonus" if secret else "for everybody",
            wide - 16,
            13.0,
            colour=INK,
        ),
    )
    return Scene(WIDTH, HEIGHT, shapes)


def _drawing(components: Components, bonus: Bonus) -> tuple[Shape, ...]:
    if not bonus.terms:
        return (Text((MIDDLE, 136.0), "?", 90.0, GROUND["secret"], display=True),)
    term = bonus.terms[0]
    return (*_counted(components, term), *_points(term))


def _counted(components: Components, term: Term) -> tuple[Shape, ...]:
    """What a term counts, as it lies on the table."""
    colour = tint(term.colour) if term.colour else GROUND["launch"]
    paint = Paint(colour, PAPER, "#8C7B5E")
    match term.of:
        case "hill" if term.rank:
            crown = ((-50, 30), (-62, -34), (-26, -4), (0, -50), (26, -4), (62, -34), (50, 30))
            return (
                Polygon(
                    tuple((MIDDLE + x, 136.0 + y) for x, y in crown),
                    fill="#FFC145",
                    stroke=INK,
                    stroke_width=4.0,
                ),
                *(
                    Circle((MIDDLE + x, 136.0 + y), 7.0, fill=colour)
                    for x, y in ((-62, -36), (0, -52), (62, -36))
                ),
            )
        case "hill":
            known = index(components).hill.get(term.hill)
            form = (
                Form.LOOP if term.kind == "special" else Form.LAUNCH if term.kind == "launch" else Form.PLAIN
            )
            hill = Hill(known.name if known else "", form, 10, 0, term.colour, term.material)
            return structure(profile((hill,), (MIDDLE - 56, 86.0), 112.0, 92.0), paint)
        case "coaster":
            hills = (
                Hill("", Form.LAUNCH, 9),
                Hill("", Form.PLAIN, 7),
                Hill("", Form.BUMP, 5),
                Hill("", Form.PLAIN, 3),
            )
            return structure(profile(hills, (MIDDLE - 66, 96.0), 132.0, 74.0), paint)
        case "flag":
            return tuple(part for x in (-40, 0, 40) for part in flag(MIDDLE + x, 136.0, 62.0, "#FFC145", INK))
        case "expert":
            signs = (term.expert,) * 3 if term.expert else ("spy", "crane", "foreman")
            spots = ((-32, -18), (32, -18), (0, 34))
            return tuple(
                part
                for sign, (x, y) in zip(signs, spots, strict=True)
                for part in symbol(sign, MIDDLE + x, 136.0 + y, 58.0)
            )
        case "dollar":
            coins = ((5, -24, -26), (1, 32, -22), (5, 26, 24), (1, -34, 28))
            return tuple(part for value, x, y in coins for part in coin(value, MIDDLE + x, 136.0 + y, 60.0))


def _points(term: Term) -> tuple[Shape, ...]:
    """What it pays, on a seal."""
    sign = f"+{term.points}" if term.points > 0 else str(term.points)
    return (
        Circle((MIDDLE + 66, 194.0), 24.0, fill=INK, stroke=PAPER, stroke_width=3.0),
        Text((MIDDLE + 66, 194.5), sign, 24.0, "#FFC145", display=True),
    )
