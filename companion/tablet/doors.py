"""Who may knock at all: pages are asked for by this machine's own name, and not too often."""

from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.tablet.limits import Limit

SAFE = frozenset({"GET", "HEAD"})

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; "
    "manifest-src 'self'; connect-src 'self' ws://{host}; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


class Doors:
    """Turns away what was not meant for this machine, and sends every answer with a strict policy."""

    def __init__(self, app: ASGIApp, names: frozenset[str], limit: Limit) -> None:
        self._app, self._names, self._limit = app, names, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        problem = self._problem(scope, headers, host)
        send = _guarded(send, host if problem is None else "localhost")
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": problem[1]})
        else:
            await PlainTextResponse(problem[1], problem[0])(scope, receive, send)

    def _problem(self, scope: Scope, headers: Headers, host: str) -> tuple[int, str] | None:
        if not self._known(host, scope):
            return 421, "This companion has another name: type its address as it stands on the screen."
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            foreign = headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
            if headers.get("origin") != f"http://{host}" or foreign:
                return 403, "Only the companion’s own page may do that."
        client = scope.get("client")
        if not self._limit.allows(client[0] if client else ""):
            return 429, "Too many requests: wait a moment."
        return None

    def _known(self, host: str, scope: Scope) -> bool:
        """Whether the name that was asked for is the machine's, or the address that was connected to."""
        name = _name(host)
        server: Any = scope.get("server")
        return bool(name) and (name in self._names or (server is not None and name == str(server[0]).lower()))


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].rstrip(".").lower()


def _guarded(send: Send, host: str) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = POLICY.format(host=host)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return guarded
