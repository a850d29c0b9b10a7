"""The address of this machine in the room's network, and codes that lead to it."""

import socket

import segno
from markupsafe import Markup

SOMEWHERE = ("192.0.2.1", 9)
"""An address that nothing answers at; asking for the way there sends nothing."""


def own_address() -> str:
    """The address by which phones in the network find this machine; loopback where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(SOMEWHERE)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def own_names() -> frozenset[str]:
    """The names under which pages may be asked for, besides the addresses of the machine itself."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """A QR code as rows of dark and light, without a margin."""
    return tuple(tuple(bool(dark) for dark in row) for row in segno.make(text, error="m", micro=False).matrix)


def qr(text: str) -> Markup:
    """A QR code as SVG, dark on light with its quiet margin, whatever the theme."""
    rows = modules(text)
    size = len(rows) + 8
    parts = "".join(
        f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        'role="img" aria-label="A code to scan">'
        f'<rect width="{size}" height="{size}" fill="#ffffff"/><path d="{parts}" fill="#000000"/></svg>'
    )
    return Markup(picture)  # noqa: S704  # numbers only


def in_terminal(text: str) -> str:
    """A QR code for a terminal, two rows in a line of it."""
    rows = [(False,) * (len(modules(text)) + 4), (False,) * (len(modules(text)) + 4)]
    rows += [(False, False, *row, False, False) for row in modules(text)]
    rows += [rows[0], rows[0], rows[0]]
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=False):
        marks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
        lines.append("".join(marks[pair] for pair in zip(upper, lower, strict=True)))
    return "\n".join(lines)
