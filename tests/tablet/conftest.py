"""Rooms that are served for one test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.tablet.phones import Served


@pytest.fixture
def serve(tmp_path) -> Iterator[Callable[..., Served]]:
    """Serve a room; it ends with the test."""
    with ExitStack() as stack:
        count = iter(range(100))

        def opened(**how: Any) -> Served:
            folder = tmp_path / f"room{next(count)}"
            folder.mkdir()
            served = Served(folder, **how)
            stack.callback(served.close)
            return served

        yield opened
