"""Who is on the line: bounded in number, so that no machine can take all connections that this one has."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST, MOST_EACH = 500, 300
"""Connections in all, and of one address; a phone has two or three, a process often 1024 files."""

SILENT_S = 10.0
"""So long a caller may say nothing before its first request."""


class Caller(H11Protocol):
    """A connection that is let go at once where there are too many, and soon where it says nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody calls."""
        super().connection_made(transport)
        own = sum(1 for each in self.connections if _address(each) == _address(self))
        if own > MOST_EACH or len(self.connections) > MOST:
            transport.abort()
            return
        self.timeout_keep_alive_task = self.loop.call_later(SILENT_S, self.timeout_keep_alive_handler)


def _address(connection: Any) -> str:
    return str(connection.client[0]) if connection.client else ""
