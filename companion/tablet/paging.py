"""The pages of a table's picture, and whose they are."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from companion.rules.contract import Seat
from companion.tablet.asking import mark
from companion.tablet.seeing import Seen


def tabs(seen: Seen, dark: bool) -> Iterator[dict[str, Any]]:
    """The pages of the picture; those of a seat are told by its mark, so that all of them have room."""
    for page, name in seen.pages:
        seat = page.rpartition(":")[2]
        marked = mark(int(seat), dark, 20) if ":" in page and seat.isdecimal() else Markup("")
        yield {"id": page, "name": name, "mark": marked}


def own_page(seen: Seen, seat: Seat | None) -> str:
    """The page of the picture that shows this seat's own things; empty where there is none."""
    if seat is None:
        return ""
    return next((page for page, _ in seen.pages if page.endswith(f":{seat}")), "")


def is_asked(seen: Seen, seat: Seat | None) -> bool:
    """Whether it is this seat's turn to say something."""
    return seat is not None and any(group.seat == seat for group in seen.groups)
