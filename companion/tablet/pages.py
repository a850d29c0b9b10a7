"""The routes: the door, the page, what it loads, its socket, a picture, an evening as a file."""

import asyncio
import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.journal import JournalError
from companion.journal.exchange import export_for, export_whole
from companion.scenes import palette
from companion.tablet import appicon, assets
from companion.tablet.amiss import amiss
from companion.tablet.doors import Doors
from companion.tablet.drawing import templates
from companion.tablet.hub import Client, Hub
from companion.tablet.limits import Limit
from companion.tablet.messages import Said
from companion.tablet.people import Person, RefusedError
from companion.tablet.reading import Reader
from companion.tablet.roles import role_of
from companion.tablet.uploads import UploadError, body, picture

log = logging.getLogger(__name__)

COOKIE = "companion"
COOKIE_S = 180 * 24 * 3600
LARGEST_FORM = 2_000
LARGEST_MESSAGE = 8_000
MOST_PAGES, MOST_PAGES_EACH = 240, 6

Found = TypeVar("Found")


class Limits(msgspec.Struct):
    """How often what may be done, by whom; tests have their own."""

    requests: Limit
    joins: Limit
    messages: Limit
    uploads: Limit

    @classmethod
    def usual(cls) -> "Limits":
        """Far more than a table needs, far less than a machine could."""
        return cls(Limit(400, 60), Limit(30, 0.5), Limit(60, 15), Limit(6, 0.2))


class Pages:
    """Answers every request."""

    def __init__(self, hub: Hub, names: frozenset[str], limits: Limits | None = None) -> None:
        self._hub, self._people, self._room = hub, hub.people, hub.room
        self._limits = limits or Limits.usual()
        self._said = msgspec.json.Decoder(Said)
        render = templates().get_template("page.html").render
        self._page = functools.partial(
            render,
            night=palette.colour("night"),
            version=assets.version(),
        )
        routes = [
            Route("/", self.home),
            Route("/here", self.here),
            Route("/j/{secret}", self.scanned),
            Route("/join", self.typed, methods=["POST"]),
            Route("/static/{version}/{name}", self.static),
            Route("/manifest.webmanifest", self.manifest),
            Route("/icon-{size:int}.png", self.icon),
            Route("/camera", self.camera, methods=["POST"]),
            Route("/export/{evening:int}", self.export),
            WebSocketRoute("/table", self.table),
        ]
        self.app = Starlette(
            routes=routes,
            middleware=[Middleware(Doors, names=names, limit=self._limits.requests)],
            exception_handlers={HTTPException: _plain, Exception: _wrong},
        )

    # the door

    async def home(self, request: Request) -> Response:
        """The page, or the door for who has not joined."""
        person = self._who(request)
        html = self._page(here=person is not None, problem="")
        return Response(html, media_type="text/html")

    async def here(self, request: Request) -> Response:
        """Whether this device has joined."""
        return Response(status_code=204 if self._who(request) is not None else 401)

    async def scanned(self, request: Request) -> Response:
        """The link was scanned: it is exchanged for a cookie, and is in no address any more."""
        secret = request.path_params["secret"]
        person = self._who(request)
        if person is not None:
            await self._away(self._people.taken, person.id, secret)
            return RedirectResponse("/", 303)
        return await self._join(request, secret)

    async def typed(self, request: Request) -> Response:
        """The code was typed."""
        try:
            form = parse_qs((await body(request, LARGEST_FORM)).decode(), max_num_fields=4)
        except (UploadError, ValueError):
            return self._closed("That code is not right.", 400)
        return await self._join(request, form.get("code", [""])[0][:64])

    async def _join(self, request: Request, secret: str) -> Response:
        whence = request.client.host if request.client else ""
        if not self._limits.joins.allows(whence):
            return self._closed("Too many tries: wait a minute.", 429)
        try:
            token, _ = await self._away(self._people.join, secret, whence)
        except RefusedError as refused:
            return self._closed(str(refused), 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, token, COOKIE_S, httponly=True, samesite="strict", path="/")
        return answer

    def _closed(self, problem: str, status: int) -> Response:
        return Response(self._page(here=False, problem=problem), status, media_type="text/html")

    def _who(self, connection: HTTPConnection) -> Person | None:
        """Whose request this is."""
        token = connection.cookies.get(COOKIE, "")
        return self._people.find(token) if 20 <= len(token) <= 100 else None

    def _joined(self, request: Request) -> Person:
        person = self._who(request)
        if person is None:
            raise HTTPException(401, "Scan the code on the screen first.")
        return person

    async def _away(self, work: Callable[..., Found], *what: Any) -> Found:
        """Do what may wait for the disk, away from the loop that serves everybody."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hub.entering, functools.partial(work, *what))

    # what pages load

    async def static(self, request: Request) -> Response:
        """A file that never changes under its address."""
        asset = await self._away(assets.static, request.path_params["name"])
        if asset is None or request.path_params["version"] != assets.version():
            raise HTTPException(404, "There is nothing here.")
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(asset.data, media_type=asset.kind, headers=headers)

    async def manifest(self, _request: Request) -> Response:
        """What a home screen needs."""
        return Response(assets.manifest(), media_type="application/manifest+json")

    async def icon(self, request: Request) -> Response:
        """The page's icon."""
        size = request.path_params["size"]
        if size not in appicon.SIZES:
            raise HTTPException(404, "There is nothing here.")
        data = await self._away(appicon.app_icon, size)
        return Response(data, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})

    # from the table, and to it

    async def camera(self, request: Request) -> Response:
        """A picture from a phone."""
        person = self._joined(request)
        sink = self._room.camera
        if sink is None:
            raise HTTPException(404, "Nothing here reads cards tonight.")
        if not role_of(person, self._room.table).enters:
            raise HTTPException(403, "You look on: take a seat to send pictures.")
        if not self._limits.uploads.allows(person.id):
            raise HTTPException(429, "That was many pictures: wait a moment.")
        try:
            jpeg = await picture(request)
            await asyncio.get_running_loop().run_in_executor(self._hub.decoding, sink.give, jpeg)
        except UploadError as refused:
            raise HTTPException(refused.status, str(refused)) from refused
        except ValueError as error:
            raise HTTPException(415, f"That picture can’t be read: {error}") from error
        if isinstance(sink, Reader):
            return Response(status_code=204)  # the page itself says what the photo comes to
        return PlainTextResponse("The picture is there. Look at the screen beside the table.")

    async def export(self, request: Request) -> Response:
        """An evening as a file: whole for the host, for the scorekeeper once it is over; else redacted."""
        person = self._joined(request)
        return await self._away(self._exported, person, request.path_params["evening"])

    def _exported(self, person: Person, id_: int) -> Response:
        journal = self._room.journal
        try:
            evening = next((each for each in self._room.evenings() if each.id == id_), None)
            if evening is None:
                raise HTTPException(404, "There is no such evening.")
            if person.host or (person.keeper and evening.finished):
                lines, kind = export_whole(journal, id_), "whole"
            elif person.seat in evening.names:
                lines, kind = export_for(journal, id_, evening.names.index(person.seat)), "one-seat"
            elif person.keeper:
                raise HTTPException(403, "While secrets are open, only the host may keep the whole evening.")
            else:
                raise HTTPException(403, "Players, the scorekeeper and the host may keep this evening.")
            data = b"".join(line + b"\n" for line in lines)
        except JournalError as error:
            log.warning("%s", error)
            raise HTTPException(409, amiss(error)) from error
        name = f"{evening.game}-{id_}-{kind}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/jsonl", headers=headers)

    async def table(self, socket: WebSocket) -> None:
        """The socket of an open page."""
        person = self._who(socket)
        own = [each for each in self._hub.clients if person is not None and each.desk.id == person.id]
        if person is None or len(own) >= MOST_PAGES_EACH or len(self._hub.clients) >= MOST_PAGES:
            await socket.accept()
            await socket.close(4401 if person is None else 4429)
            return
        await socket.accept()
        client = Client(socket, self._hub.desk(person.id))
        self._hub.clients.add(client)
        self._people.here(person.id, 1)
        writing = asyncio.create_task(client.write())
        reading = asyncio.create_task(self._read(socket, client))
        try:
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.clients.discard(client)
            self._people.here(person.id, -1)
            for task in (writing, reading):
                task.cancel()
            ends = await asyncio.gather(writing, reading, return_exceptions=True)
            for end in ends:
                if isinstance(end, Exception) and not isinstance(end, GONE):
                    log.error("a page was let go", exc_info=end)

    async def _read(self, socket: WebSocket, client: Client) -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self._limits.messages.allows(client.desk.id):
                client.say(["That was too much at once: wait a moment."])
                await asyncio.sleep(0.5)
                continue
            try:
                said = self._said.decode((message.get("text") or "")[:LARGEST_MESSAGE])
            except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
                client.say(["This page speaks another language: load it anew."])
            else:
                await self._hub.hear(client, said)


GONE = (WebSocketDisconnect, TimeoutError, ConnectionError, RuntimeError)
"""How a page goes: it closes, falls asleep, or its network does."""


async def _plain(_request: Request, error: Exception) -> Response:
    """One line that says what is wrong, and nothing of what was asked."""
    if not isinstance(error, HTTPException):
        raise error
    words = {404: "There is nothing here.", 405: "That can’t be done here."}
    return PlainTextResponse(words.get(error.status_code) or error.detail, error.status_code)


async def _wrong(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("Something went wrong here; the evening is safe. Load the page anew.", 500)
