"""What pages load besides themselves: style, script, faces, icons, manifest; all from this machine."""

import hashlib
import logging
from collections.abc import Callable
from functools import cache
from importlib import resources
from io import BytesIO

import msgspec
from fontTools.ttLib import TTFont
from msgspec import Struct

from companion.scenes import palette
from companion.tablet.icons import kivymd_fonts

NAMES = ("night", "panel", "raised", "control", "edge", "faint", "text", "muted", "cream", "ink", "accent",
         "good", "bad", "bad_panel")  # fmt: skip
"""The colours that the style uses, by their names in the palette."""


class Asset(Struct, frozen=True):
    """A file as it is sent."""

    data: bytes
    kind: str


def _text(name: str) -> bytes:
    return (resources.files(__package__) / "static" / name).read_bytes()


def colours(dark: bool) -> str:
    """The palette as custom properties of the style."""
    lines = [f"--{name.replace('_', '-')}:{palette.colour(name, dark)};" for name in NAMES]
    seats = range(len(palette.SEAT_MARKS))
    lines += [f"--seat{seat}:{palette.colour(f'seat{seat}', dark)};" for seat in seats]
    return "".join(lines)


@cache
def style() -> bytes:
    """The whole style, in the screens' palette: dark or light, as the device or its owner wants."""
    dark = colours(dark=True)
    light = f"{colours(dark=False)}--ask:var(--raised);--lift:inset 0 0 0 3px var(--accent)"
    sizes = "".join(f"--{name}:{size / 16:g}rem;" for name, size in palette.TYPE.items())
    head = (
        f":root{{color-scheme:dark;--space:{palette.SPACE:g}px;--radius:{palette.RADIUS:g}px;"
        f"--touch:{palette.TOUCH / 16:g}rem;{sizes}{dark}--ask:var(--cream);--lift:none}}\n"
        f"@media(prefers-color-scheme:light){{:root:not([data-theme=dark]){{color-scheme:light;{light}}}}}\n"
        f":root[data-theme=light]{{color-scheme:light;{light}}}\n"
    )
    return head.encode() + _text("style.css")


@cache
def face(name: str) -> bytes:
    """One of the faces, packed for browsers."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it finds fault with dates in the faces
    font = TTFont(_face_path(name))
    font.flavor = "woff"
    packed = BytesIO()
    font.save(packed)
    return packed.getvalue()


def _face_path(name: str) -> str:
    if name == "fredoka":
        from font_fredoka_one import FredokaOne

        return str(FredokaOne)
    return str(kivymd_fonts() / ("Roboto-Bold.ttf" if name == "roboto-bold" else "Roboto-Regular.ttf"))


@cache
def manifest() -> bytes:
    """What a phone needs to keep the page on its home screen."""
    icons = [
        {
            "src": f"/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    night = palette.colour("night")
    return msgspec.json.encode(
        {
            "name": "Coaster Companion",
            "short_name": "Coasters",
            "description": "Your own place at the table.",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": night,
            "theme_color": night,
            "icons": icons,
        }
    )


FACES = ("fredoka", "roboto", "roboto-bold")
SCRIPTS = ("page.js", "connection.js", "touching.js", "patching.js", "device.js", "camera.js", "knock.js")

STATIC: dict[str, tuple[str, Callable[[], bytes]]] = {
    "style.css": ("text/css; charset=utf-8", style),
    **{f"{name}.woff": ("font/woff", lambda name=name: face(name)) for name in FACES},  # type: ignore[misc]
    **{name: ("text/javascript; charset=utf-8", lambda name=name: _text(name)) for name in SCRIPTS},  # type: ignore[misc]
}
"""The files below `/static/VERSION/`."""


@cache
def version() -> str:
    """Changes whenever what pages load does, so that browsers may keep it for good."""
    parts = (style(), *(_text(name) for name in SCRIPTS), *(_text_template(),))
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:12]


def _text_template() -> bytes:
    folder = resources.files(__package__) / "templates"
    return b"\n".join(each.read_bytes() for each in sorted(folder.iterdir(), key=lambda each: each.name))


def static(name: str) -> Asset | None:
    """A file below `/static/VERSION/`."""
    found = STATIC.get(name)
    return None if found is None else Asset(found[1](), found[0])
