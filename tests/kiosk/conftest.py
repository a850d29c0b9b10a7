"""A real window that nobody sees, in which kiosks are opened at any size."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.kiosk.environment import Display, prepare

prepare(Display(1280, 1280, offscreen=True))

from tests.kiosk.opening import Opened, opened  # noqa: E402  # Kivy is set up before it is imported


@pytest.fixture
def open_kiosk(tmp_path) -> Iterator[Callable[..., Opened]]:
    """Open a kiosk on a new journal; each is closed when its test ends."""
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(opened(tmp_path, **how))
