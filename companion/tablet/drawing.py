"""From what somebody sees to what their page shows: pieces of HTML, drawn once for all alike."""

import threading
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from msgspec import Struct, json

from companion.rules.contract import TABLE, Seat, Viewer, Violation
from companion.scenes import charts
from companion.scenes.asking import lines_of
from companion.scenes.shapes import Scene
from companion.scenes.svg import svg
from companion.scenes.telling import Look
from companion.table import Table
from companion.tablet.addresses import qr
from companion.tablet.asking import Asking, mark
from companion.tablet.desk import Desk
from companion.tablet.holding import Question, narrowed, opened
from companion.tablet.icons import icon
from companion.tablet.moving import run_picture
from companion.tablet.paging import is_asked, own_page, tabs
from companion.tablet.past import Past, scored
from companion.tablet.people import People
from companion.tablet.reading import Reader, camera_page
from companion.tablet.roles import Role
from companion.tablet.rolling import launches
from companion.tablet.room import Room
from companion.tablet.seeing import PLAY, Eyes, Hand, Questions, Seen
from companion.tablet.setting_up import lobby, new_game

STEPS = (240, 288, 336, 400, 480, 576, 688, 820, 980, 1170, 1400)
"""Pictures come in these widths and heights, so that pages of nearly one size share one picture."""

CHART_ROW = 84.0
"""The most height that a seat's bar takes, in dp."""

LATEST = 7
"""So many entries of the story stand beside the table, where one only looks on."""

REGIONS = ("head", "ask", "scene", "side", "nav")
"""The parts of a page, in the order they stand in."""


class Sight(Struct, frozen=True):
    """All that makes one page's picture differ from another's; `who` where it is one device's own."""

    role: Role
    view: str = ""
    page: str = ""
    focus: Seat | None = None
    wide: int = 336
    high: int = 400
    dark: bool = True
    peeked: Seat | None = None
    who: str = ""


class Picture(Struct, frozen=True):
    """What is sent to a page: a message for each region, and the one that says which moment this is."""

    regions: dict[str, str]
    now: str


@cache
def templates() -> Environment:
    """The pieces of HTML that pages are made of; read once."""
    found = Environment(
        loader=PackageLoader("companion.tablet"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    found.globals["icon"] = icon
    return found


def sight_of(desk: Desk) -> Sight:
    """What a page looks at."""
    look, role = desk.look, desk.role
    view = look.view if role.placed else "lobby"
    own = view in ("lobby", "more")
    return Sight(
        role, view, look.page, look.focus, stepped(look.width), stepped(look.height), look.dark,
        desk.peeked(role), desk.id if own else "",
    )  # fmt: skip


def stepped(length: int) -> int:
    """The largest step that fits."""
    return max((step for step in STEPS if step <= length), default=STEPS[0])


class Drawer:
    """Draws pages of one room; from any thread."""

    def __init__(self, room: Room, people: People) -> None:
        self._room, self._people = room, people
        self._past = Past(room)
        self._templates = templates()
        self._mutex = threading.Lock()
        self._moment: Any = None
        self._kept: dict[Any, Picture] = {}
        self._scenes: dict[Look, Scene] = {}
        self.link = ""
        """The address that a code on a page leads to, without what is secret in it."""

    def draw(
        self,
        eyes: Eyes | None,
        sight: Sight,
        hand: Hand,
        refused: Violation[Any] | None = None,
        question: Question | None = None,
    ) -> Picture:
        """A page's regions."""
        devices = self._room.devices
        table = {} if eyes is None else {"evening": eyes.table.evening}
        if eyes is None or sight.view in ("lobby", "past", "new"):
            html = dict.fromkeys(REGIONS, "") | self._away(eyes, sight)
            n = eyes.table.n if eyes is not None else 0
            asked = eyes is not None and is_asked(eyes.seen(sight.role.viewer), sight.role.seat)
            return _picture(
                html, {**table, "n": n, "asked": asked, "game": "", "view": sight.view, "page": sight.page}
            )
        progress = devices.progress() if devices is not None else None
        guess = devices.pending() if devices is not None else None
        seen = eyes.seen(sight.role.viewer, progress, guess)
        camera = self._room.camera
        read = (camera.progress(), camera.photo()) if isinstance(camera, Reader) else None
        moment = (eyes.table.evening, seen.n, progress, id(guess), read, self._people.version)
        with self._mutex:
            if moment != self._moment:
                self._moment, self._kept, self._scenes = moment, {}, {}
            if refused is not None or question is not None:
                return self._drawn(eyes, seen, sight, hand, refused, question)
            if (sight, hand) not in self._kept:
                self._kept[sight, hand] = self._drawn(eyes, seen, sight, hand, None, None)
            return self._kept[sight, hand]

    def _drawn(
        self,
        eyes: Eyes,
        seen: Seen,
        sight: Sight,
        hand: Hand,
        refused: Violation[Any] | None,
        question: Question | None,
    ) -> Picture:
        """A page about the table at this moment."""
        held = self._people.held(seen.names) if sight.role.seat is None else frozenset()
        questions = opened(eyes, eyes.questions(sight.role.viewer, hand), hand, held)
        html = dict.fromkeys(REGIONS, "")
        html["head"] = self._head(seen, sight)
        html["nav"] = self._nav(seen, sight)
        asked = is_asked(seen, sight.role.seat)
        if sight.view == "":
            self._play(html, seen, sight, hand, questions, refused, question)
        else:
            html["side"] = self._side(eyes, seen, sight)
        now = {"evening": eyes.table.evening, "n": seen.n, "asked": asked, "game": seen.table.rules.name}
        beside = bool(html["side"]) and seen.outcome is None
        return _picture(
            html, now | {"view": sight.view, "page": sight.page, "told": seen.last, "beside": beside}
        )

    def _play(
        self,
        html: dict[str, str],
        seen: Seen,
        sight: Sight,
        hand: Hand,
        questions: Questions,
        refused: Violation[Any] | None,
        question: Question | None,
    ) -> None:
        if seen.outcome is not None and hand.mode == PLAY:
            html["ask"] = self._render("result.html", sight, seen=seen, **result(seen))
            html["scene"] = self._render("chart.html", sight, chart=self._chart(seen, sight), seen=seen)
            html["side"] = self._render(
                "reasons.html", sight, rows=scored(seen.words, seen.outcome, seen.names, sight.dark)
            )
            return
        rolls = launches(self._room)
        asking = Asking(
            seen,
            sight.role,
            self._people,
            dark=sight.dark,
            pretending=self._room.pretend is not None,
            rolls=rolls,
        )
        html["ask"] = self._render(
            "ask.html", sight, card=asking.card(questions, hand, refused, question), seen=seen
        )
        page = self._page(seen, sight)
        html["scene"] = self._render(
            "scene.html",
            sight,
            seen=seen,
            page=page,
            tabs=tuple(tabs(seen, sight.dark)),
            title=dict(seen.pages).get(page, ""),
            picture=self._scene(seen, sight, page, *self._ids(questions, hand)),
            peekable=self._peekable(seen, sight),
            peek=self._peek(seen, sight),
        )
        if hand.mode == PLAY and not (sight.role.enters and questions.groups):
            lines = tuple(islice(told_lines(seen), LATEST))
            html["side"] = self._render("story.html", sight, seen=seen, lines=lines, short=True)

    def _render(self, name: str, sight: Sight, **what: Any) -> str:
        return self._templates.get_template(name).render(sight=sight, role=sight.role, **what)

    def _head(self, seen: Seen, sight: Sight) -> str:
        asked = {group.seat for group in seen.asked}
        chips = [
            {
                "seat": seat, "name": name, "chip": seen.chips[seat], "asked": seat in asked,
                "mark": mark(seat, sight.dark, 24), "focus": seat == sight.focus,
            }
            for seat, name in enumerate(seen.names)
        ]  # fmt: skip
        return self._render("head.html", sight, seen=seen, chips=chips, title=seen.table.rules.title)

    def _nav(self, seen: Seen | None, sight: Sight) -> str:
        if seen is None:
            return self._render("nav.html", sight, pages=[], camera=False, seen=None)
        page = self._page(seen, sight)
        own = own_page(seen, sight.role.seat)
        entries = [("", page, own, "home", "Mine")] if own else []
        entries.append(("", page, seen.pages[0][0] if seen.pages else "", "table-furniture", "Table"))
        return self._render("nav.html", sight, pages=entries, camera=self._room.camera is not None, seen=seen)

    def _page(self, seen: Seen, sight: Sight) -> str:
        pages = [page for page, _ in seen.pages]
        if sight.page in pages:
            return sight.page
        return own_page(seen, sight.role.seat) or (pages[0] if pages else "")

    def _ids(self, questions: Questions, hand: Hand) -> tuple[tuple[str, ...], tuple[str, ...]]:
        lit: list[str] = []
        chosen: tuple[str, ...] = ()
        for group in questions.groups:
            seat = -1 if group.seat is None else group.seat
            if hand.taps and seat == hand.of:
                here = narrowed(group, hand)
                lit, chosen = [*here.lit, *lit], here.chosen
            elif not group.secret:
                lit.extend(group.narrowing.lit)
        return tuple(dict.fromkeys(lit)), chosen

    def _scene(
        self, seen: Seen, sight: Sight, page: str, lit: tuple[str, ...], chosen: tuple[str, ...]
    ) -> Markup:
        lit = lit if sight.role.enters else ()
        size = (float(sight.wide), float(sight.high))
        focus = sight.focus if sight.focus is not None else self._followed(seen, sight)
        look = Look(*size, seen.names, page=page, focus=focus, lit=lit, chosen=chosen)
        return run_picture(seen, look, sight.dark) or _svg(self._laid_out(seen, look), sight.dark)

    def _laid_out(self, seen: Seen, look: Look) -> Scene:
        """The table as it lies open, the same for dark and light."""
        if look not in self._scenes:
            self._scenes[look] = seen.words.scene(seen.state, look)
        return self._scenes[look]

    def _followed(self, seen: Seen, sight: Sight) -> Seat:
        if sight.role.seat is not None:
            return sight.role.seat
        return next((group.seat for group in seen.asked if group.seat is not None), 0)

    def _peekable(self, seen: Seen, sight: Sight) -> list[dict[str, Any]]:
        """The seats whose secrets may be held to be seen here."""
        if sight.role.seat is not None:
            mine = seen.secrets[sight.role.seat]
            return [{"seat": sight.role.seat, "name": "Your secrets", "mark": Markup("")}] if mine else []
        if not sight.role.shared:
            return []
        return [
            {"seat": seat, "name": f"{name}’s secrets", "mark": mark(seat, sight.dark, 20)}
            for seat, name in enumerate(seen.names)
            if seen.secrets[seat] and self._people.holder(name) is None
        ]

    def _peek(self, seen: Seen, sight: Sight) -> Markup:
        seat = sight.peeked
        if seat is None:
            return Markup("")
        viewer = Viewer(seat=seat)
        look = Look(
            float(sight.wide),
            float(sight.high),
            seen.names,
            viewer,
            own_page(seen, seat) or seen.pages[0][0],
            seat,
        )
        return _svg(seen.words.scene(seen.table.view(viewer).state, look), sight.dark)

    def _chart(self, seen: Seen, sight: Sight) -> Markup:
        if seen.outcome is None or seen.outcome.reason == "abandoned":
            return Markup("")
        high = min(float(sight.high), CHART_ROW * (len(seen.names) + 1))
        area = (float(sight.wide), high)
        return _svg(charts.score_chart(seen.words, seen.outcome, seen.names, area), sight.dark)

    def _side(self, eyes: Eyes, seen: Seen, sight: Sight) -> str:
        match sight.view:
            case "story":
                return self._render(
                    "story.html", sight, seen=seen, lines=tuple(told_lines(seen)), short=False
                )
            case "checklist":
                return self._render("checklist.html", sight, steps=seen.words.checklist(seen.table.setup))
            case "camera":
                return self._render("camera.html", sight, **camera_page(self._room.camera, seen))
            case _:
                return self._more(seen, eyes.table, sight)

    def _more(self, seen: Seen | None, table: Table | None, sight: Sight) -> str:
        words = lobby(self._people, table, sight.who, sight.dark)
        offer, join = words["offer"], words["join"]
        offered = qr(f"http://{self.link}/j/{offer.link}") if offer is not None else Markup("")
        joined = qr(f"http://{self.link}/j/{join}") if join else Markup("")
        return self._render(
            "more.html", sight, seen=seen, link=self.link, offer_code=offered, join_code=joined, **words
        )

    def _away(self, eyes: Eyes | None, sight: Sight) -> dict[str, str]:
        """A page on which no table is shown."""
        nav = self._nav(eyes.seen(sight.role.viewer) if eyes is not None else None, sight)
        return {"nav": nav if sight.role.placed else "", "side": self._instead(eyes, sight)}

    def _instead(self, eyes: Eyes | None, sight: Sight) -> str:
        room, dark = self._room, sight.dark
        table = eyes.table if eyes is not None else None
        runs_it = sight.role.shared or sight.role.host
        match sight.view:
            case "past" if sight.page.isdecimal():
                evening = self._past.evening(int(sight.page), dark, float(sight.wide))
                return self._render("evening.html", sight, **evening)
            case "past":
                return self._render("past.html", sight, **self._past.evenings(sight.role))
            case "new" if runs_it:
                return self._render("new.html", sight, **new_game(room, sight.page, dark))
            case "more":
                return self._more(None, table, sight)
            case _ if not sight.role.placed:
                return self._render("lobby.html", sight, **lobby(self._people, table, sight.who, dark))
            case _:
                return self._render("empty.html", sight, **new_game(room, "", dark))


def result(seen: Seen) -> dict[str, Any]:
    """Who won, and how."""
    outcome = seen.outcome
    if outcome is None or outcome.reason == "abandoned":
        return {"winners": "", "how": "The game was abandoned", "points": False}
    names = [seen.names[row.seat] for row in outcome.ranking if row.rank == 1]
    joined = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    title = f"{joined} {'wins' if len(names) == 1 else 'share the win'}"
    points = any(row.total for row in outcome.ranking)
    return {"winners": title, "how": seen.words.say(outcome.reason, {}), "points": points}


def told_lines(seen: Seen) -> Iterator[dict[str, Any]]:
    """The story, an entry after the other, the newest first; `before` is what to go back to."""
    history = seen.table.history(TABLE)
    for place in reversed(range(1, len(history))):
        lines = lines_of(history[place], seen.words, seen.names)
        if lines:
            yield {
                "n": history[place].n,
                "before": history[place - 1].n,
                "lines": [line.text for line in lines],
            }


def _svg(scene: Scene, dark: bool) -> Markup:
    return Markup(svg(scene, dark))  # noqa: S704  # its words are escaped where they are drawn


def _picture(html: dict[str, str], now: dict[str, Any]) -> Picture:
    frames = {name: json.encode({"region": name, "html": part}).decode() for name, part in html.items()}
    return Picture(frames, json.encode({"now": now}).decode())
