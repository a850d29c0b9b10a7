"""Coaster Park's cards as we print them: an expert over the hill it brings, and the bonus cards."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from companion.rules.coaster_park import components as box
from companion.rules.coaster_park.components import Bonus, Card, Components, index
from companion.scenes.coaster_park.bonus_faces import bonus_scene
from companion.scenes.coaster_park.coaster import Paint, structure
from companion.scenes.coaster_park.experts import EXPERTS
from companion.scenes.coaster_park.profile import FLIGHT, Form, Hill, Profile, profile
from companion.scenes.coaster_park.symbols import FACES, lasting, symbol
from companion.scenes.coaster_park.tints import GROUND, INK, PAPER, PIECES, WHITE, paper, shade, tint
from companion.scenes.coaster_park.view import drawn_hill
from companion.scenes.confetti import confetti, ground, rays
from companion.scenes.faces import CARD_MM, DP, Face, Printed
from companion.scenes.labels import label, largest
from companion.scenes.marks import flag
from companion.scenes.shapes import Box, Circle, Polygon, Scene, Shape

WIDTH, HEIGHT = CARD_MM[0] * DP, CARD_MM[1] * DP
MIDDLE = WIDTH / 2
EDGE = 12.0
DISC, DISC_Y = 108.0, 114.0
PANEL_TOP = 222.0

TALLEST_PLAIN = 0.85
"""The share of a profile's height that the highest hill takes which is no launch."""


def printed(components: dict[str, Any]) -> Printed:
    """All cards of a box; those that show the same expert and hill share a face."""
    have = box.read(components) if components else box.house()
    bonuses = tuple(_bonus(have, bonus) for bonus in have.bonuses)
    backs = {deck: back(deck) for deck in GROUND}
    sides = {bonus.id: bonus_scene(have, bonus) for bonus in have.bonuses if bonus.side == "back"}
    return Printed((*_dual(have), *bonuses), {**backs, **sides})


def back(deck: str) -> Scene:
    """A deck's back: its name in a ring of confetti."""
    shapes: tuple[Shape, ...] = (
        ground(WIDTH, HEIGHT, GROUND[deck]),
        *rays(f"back {deck}", (MIDDLE, HEIGHT / 2), 420.0, f"{WHITE}@14"),
        *confetti(f"back {deck}", WIDTH, HEIGHT, PIECES[deck], (4.0, 9.0)),
        Box((EDGE, EDGE), WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, 12.0, stroke=PAPER, stroke_width=4.0),
        Circle((MIDDLE, HEIGHT / 2), 84.0, fill=INK, stroke=PAPER, stroke_width=4.0),
        *structure(
            _standing(_emblem(deck), MIDDLE, HEIGHT / 2 + 22, 100.0, 66.0), Paint(PAPER, INK, "#6C6C94")
        ),
        label((MIDDLE, HEIGHT / 2 + 44), deck, 130.0, 24.0, colour=PAPER, display=True),
    )
    return Scene(WIDTH, HEIGHT, shapes)


def _emblem(deck: str) -> Hill:
    forms = {"launch": Form.LAUNCH, "standard": Form.BUMP, "secret": Form.LOOP}
    return Hill("", forms[deck], 9)


def _dual(components: Components) -> tuple[Face, ...]:
    """The dual-use cards; copies of one card are one face, printed as often."""
    shown = {card.id: (card.deck, card.expert, card.hill) for card in components.cards}
    often = Counter(shown.values())
    found: dict[tuple[str, str, str], Face] = {}
    for card in components.cards:
        first = found.get(shown[card.id])
        if first is None:
            found[shown[card.id]] = card_face(components, card, often[shown[card.id]])
        else:
            found[shown[card.id]] = replace(first, also=(*first.also, card.id))
    return tuple(found.values())


def card_face(components: Components, card: Card, copies: int = 1) -> Face:
    """A dual-use card."""
    name = f"{FACES[card.expert].short} · {index(components).hill[card.hill].name}"
    scene = Scene(WIDTH, HEIGHT, (*_expert(card, _shade(components, card)), *_hill(components, card)))
    return Face(card.id, name, "card", CARD_MM, scene, card.deck, copies)


def _bonus(components: Components, bonus: Bonus) -> Face:
    """A bonus card; the global one has a face on either side."""
    sides = {other.side: other.id for other in components.bonuses}
    back_name = sides["back"] if bonus.side == "front" else "secret"
    copies = 0 if bonus.side == "back" else 1
    return Face(bonus.id, bonus.name, "card", CARD_MM, bonus_scene(components, bonus), back_name, copies)


def _shade(components: Components, card: Card) -> str:
    """The card's ground: another one than that of the deck's other cards on paper of its colour."""
    hills = index(components).hill
    colour = hills[card.hill].colour
    alike = [
        each.id for each in components.cards if each.deck == card.deck and hills[each.hill].colour == colour
    ]
    return shade(card.deck, alike.index(card.id))


def _expert(card: Card, fill: str) -> tuple[Shape, ...]:
    """The upper part: the expert's sign in the light, its name above and what it does below."""
    face, title = FACES[card.expert], EXPERTS[card.expert]
    wide = WIDTH - 2 * EDGE
    size = largest(title, wide - 16, (24.0, 22.0, 20.0, 18.0), display=True)
    return (
        ground(WIDTH, HEIGHT, fill),
        *rays(card.id, (MIDDLE, DISC_Y), 420.0, f"{WHITE}@14"),
        *confetti(card.id, WIDTH, HEIGHT, PIECES[card.deck]),
        Box((EDGE, EDGE), wide, 38.0, 12.0, fill=INK),
        label((MIDDLE, EDGE + 19.5), title, wide - 16, size, colour=PAPER, display=True),
        Circle((MIDDLE, DISC_Y), DISC / 2 + 6, fill=INK),
        *symbol(card.expert, MIDDLE, DISC_Y, DISC),
        Box((EDGE + 14, 182), wide - 28, 30.0, 15.0, fill=PAPER, stroke=INK, stroke_width=2.0),
        label((MIDDLE - 10, 197.5), face.ability, wide - 64, 17.0, colour=INK, bold=True),
        *lasting(WIDTH - EDGE - 32, 197, 16.0, ongoing=face.ongoing, colour=INK),
    )


def _hill(components: Components, card: Card) -> tuple[Shape, ...]:
    """The lower part: the hill on its paper, with all that is printed on it."""
    box_hill, hill = index(components).hill[card.hill], drawn_hill(components, card.hill)
    wide, tall = WIDTH - 2 * EDGE, HEIGHT - EDGE - PANEL_TOP
    base = PANEL_TOP + tall - 38
    values = [box_hill.colour, box_hill.material, *([f"size {box_hill.size}"] if box_hill.size else [])]
    drawn = _standing(hill, MIDDLE - 26, base, wide - 62, base - PANEL_TOP - 9)
    colour = tint(hill.colour)
    return (
        Box((EDGE, PANEL_TOP), wide, tall, 12.0, fill=paper(hill.colour), stroke=INK, stroke_width=2.0),
        *_earth(drawn, colour),
        *structure(drawn, Paint(colour, PAPER, "#8C7B5E")),
        *_flags(hill, WIDTH - EDGE - 30, base - 2, base - PANEL_TOP - 8),
        label((MIDDLE, base + 11), hill.name, wide - 12, 18.0, colour=INK, display=True),
        label((MIDDLE, base + 28), " · ".join(values), wide - 12, 13.0, colour=INK),
    )


def _standing(hill: Hill, x: float, base: float, width: float, height: float) -> Profile:
    """A hill by itself, as large as this room takes, around this middle."""
    tall = height if hill.form is Form.LAUNCH else height / TALLEST_PLAIN
    room = profile((hill,), (0.0, base - tall), width, tall)
    return profile((hill,), (x - room.width / 2, base - tall), room.width, tall)


def _earth(drawn: Profile, colour: str) -> tuple[Shape, ...]:
    """The ground under a hill, in a light tint of it; a loop stands on none, and a Jump leaves a gap."""
    (hill,), (line,) = drawn.hills, drawn.lines
    if hill.form is Form.LOOP:
        return ()
    under: list[Shape] = [
        Polygon((*line, (line[-1][0], drawn.base), (line[0][0], drawn.base)), fill=f"{colour}@28")
    ]
    if hill.form is Form.JUMP:
        start, end = (round(share * (len(line) - 1)) for share in FLIGHT)
        (x0, _), (x1, _) = line[start], line[end]
        top = min(y for _, y in line) - 1
        under.append(
            Polygon(((x0, top), (x1, top), (x1, drawn.base), (x0, drawn.base)), fill=paper(hill.colour))
        )
    return tuple(under)


def _flags(hill: Hill, x: float, bottom: float, height: float) -> tuple[Shape, ...]:
    """A hill's flags, in a column of two side by side from the ground up."""
    rows = (hill.flags + 1) // 2
    size = min(23.0, height / rows - 3)
    return tuple(
        part
        for number in range(hill.flags)
        for part in flag(
            x + (number % 2 - 0.5) * size * 1.1,
            bottom - size / 2 - (size + 3) * (number // 2),
            size,
            tint(hill.colour),
            INK,
        )
    )
