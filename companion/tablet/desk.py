"""What one page has in its hand, and what its touches do: who touches is known by the connection alone."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.journal import Broken, JournalError, Source, encode
from companion.rules.contract import HOST, TABLE, Amount, Seat, Viewer, Violation
from companion.scenes.asking import GRAVE, Group, dropped_from, first_command
from companion.scenes.telling import Prompt
from companion.table import Confirmed, Table
from companion.tablet import messages as said
from companion.tablet.amiss import amiss
from companion.tablet.beginning import begin
from companion.tablet.holding import LATE, Question, chosen_group, narrowed, opened
from companion.tablet.people import People, Person, RefusedError
from companion.tablet.reading import Reader, answer
from companion.tablet.roles import Role, role_of
from companion.tablet.rolling import rolled
from companion.tablet.room import Room
from companion.tablet.seeing import CORRECT, HOSTING, PLAY, Eyes, Hand, Questions
from companion.tablet.speaking import speak

log = logging.getLogger(__name__)

LOOKING_ON = "You look on: take a seat to play, under the three lines."

SHARED = (said.TakeBack, said.Correct)
"""What concerns the whole table, and a host may do from any place."""


class Desk:
    """One page's way to an entry; its methods are called one after the other, and may wait for the disk."""

    def __init__(self, id_: str, room: Room, people: People, eyes: Callable[[], Eyes | None]) -> None:
        self.id = id_
        self._room, self._people, self._eyes = room, people, eyes
        self.look = said.Look(360, 640, dark=True)
        self.hand = Hand()
        self.refusal: Violation[Any] | None = None
        self.question: Question | None = None
        self._peeked: tuple[Table, Viewer, Seat] | None = None
        self._at = 0
        self.mutex = threading.Lock()
        self._words: list[str] = []

    @property
    def person(self) -> Person:
        """Whose page it is; a device that was forgotten is nobody."""
        return self._people.person(self.id) or Person(self.id, "")

    @property
    def role(self) -> Role:
        """What this page may do at the table now."""
        return role_of(self.person, self._room.table)

    @property
    def calm(self) -> bool:
        """Whether the page shows what everybody of its kind is shown."""
        return self.refusal is None and self.question is None

    def spoken(self) -> list[str]:
        """What is to be told since last time."""
        words, self._words = self._words, []
        return words

    def drop(self) -> None:
        """Let go of everything on the way."""
        self.hand, self.refusal, self.question = Hand(), None, None

    def settle(self) -> None:
        """After news: let go of what is not asked any more, and of what may not be looked at any more."""
        eyes = self._eyes()
        if self.peeked(self.role) is None:
            self._peeked = None
        if eyes is None:
            self.drop()
            return
        if self.hand.mode != PLAY or not (self.hand.taps or self.hand.of != -2 or self.refusal):
            return
        questions = eyes.questions(self.role.viewer, self.hand)
        group = chosen_group(questions, self.hand)
        kept = group is not None and 0 <= eyes.since(self.role.viewer, PLAY, group.seat) <= self._at
        if not kept:
            self.drop()

    # what is said

    def hear(self, message: Any) -> None:
        """Do what a page says; what can't be done is told in words."""
        try:
            with self.mutex:
                if isinstance(message, said.Touch):
                    self._touched(message)
                else:
                    self._spoken(message)
        except RefusedError as refused:
            self._words.append(str(refused))
        except JournalError as error:
            log.error("%s", error)  # noqa: TRY400  # its one line says it all
            self._words.append(amiss(error))

    def _touched(self, message: said.Touch) -> None:
        eyes = self._eyes()
        role = self.role
        if eyes is None or message.evening != eyes.table.evening or message.n > eyes.table.n:
            raise RefusedError(LATE)
        self._at = eyes.table.n
        hosting = role.host and (self.hand.mode != PLAY or isinstance(message, SHARED))
        if not (role.enters or hosting or isinstance(message, said.Hosting)):
            raise RefusedError(LOOKING_ON)
        match message:
            case said.Tap():
                self._tap(eyes, message)
            case said.Enter():
                self._number(eyes, message)
            case said.Turn():
                seat = -1 if message.seat is None else message.seat
                self.hand, self.refusal = replace(self.hand, of=seat, taps=(), unveiled=False), None
            case said.Back():
                self._back(eyes)
            case said.Repair():
                self._repair(eyes, message)
            case said.Answer():
                self._answer(eyes, message)
            case said.Unveil():
                self._unveil(eyes)
            case said.PassAll():
                self._pass_all(eyes, message)
            case said.Fall() | said.Launch() | said.Fell() | said.Guess():
                self._marble(eyes, message)
            case said.Photo():
                self._photo(eyes, message)
            case said.TakeBack():
                self._take_back(eyes, message)
            case said.Correct():
                self._correct(message)
            case said.Hosting():
                if not role.host:
                    raise RefusedError("That is the host’s: enter the PIN first.")
                self.drop()
                self.hand = Hand(HOSTING if message.on else PLAY)

    def _spoken(self, message: Any) -> None:
        match message:
            case said.Look():
                if message.view != self.look.view and self.hand.mode == PLAY:
                    self.drop()
                self.look = message
            case said.Peek():
                self._peek(message.seat)
            case said.Begin() | said.Resume() | said.Leave():
                self._evening(message)
            case _:
                speak(self._people, self._room.table, self.id, message)
                self.drop()
                self._peeked = None

    # at the table

    def _tap(self, eyes: Eyes, message: said.Tap) -> None:
        questions = self._questions(eyes)
        chosen = chosen_group(questions, self.hand)
        for group in [each for each in (chosen, *questions.groups) if each is not None]:
            if self._veiled(group):
                continue
            here = narrowed(group, self.hand) if group is chosen else group.narrowing
            onward = here.tap(message.id)
            if onward.taps == here.taps:
                continue
            self._check(eyes, group, message)
            seat = -1 if group.seat is None else group.seat
            refused = any(choice.refused for choice in here.choices if choice.step.id == message.id)
            self.refusal = None
            if refused:
                self._submit(eyes, group, first_command(onward), message)
            elif onward.command is not None:
                self._chosen(eyes, group, onward.command, message)
            else:
                self.hand = replace(self.hand, of=seat, taps=onward.taps)
            return

    def _number(self, eyes: Eyes, message: said.Enter) -> None:
        questions = self._questions(eyes)
        group = chosen_group(questions, self.hand)
        amount = narrowed(group, self.hand).amount if group is not None else None
        if group is None or amount is None or self._veiled(group):
            raise RefusedError(LATE)
        self._check(eyes, group, message)
        if amount.note and not message.note.strip():
            raise RefusedError("Write the reason first: it is shown in the scores.")
        self._submit(eyes, group, amount.option(message.value, message.note.strip()), message)

    def _chosen(self, eyes: Eyes, group: Group, command: Any, message: said.Touch) -> None:
        """Enter what is lightly undone at once; ask once more before the rest."""
        asks = (ask for ask in group.asks if not isinstance(ask, Amount) and command in ask.options)
        name = next((ask.name for ask in asks), "")
        if self.hand.mode != HOSTING or name not in GRAVE:
            self._submit(eyes, group, command, message)
            return
        path = eyes.words.path(eyes.seen(TABLE).state, command, eyes.table.setup.names)
        detail, yes = GRAVE[name]
        words = Prompt(f"{path[-1 if name == 'leave' else 0].label}?", detail)
        self.question = Question(words, yes, "Play on", command)

    def _submit(
        self, eyes: Eyes, group: Group, command: Any, message: said.Touch, *, keep: bool = False
    ) -> None:
        table = eyes.table
        by = self._by(group)
        key = f"phone:{self.id}:{table.evening}:{message.n}:{self.hand.mode}:{encode(command).decode()}"
        if self.hand.mode == CORRECT:
            n = self.hand.entry
            self._answered(
                eyes, table.correct(n, command, by, Source.PHONE, f"{key}:{n}:{keep}", keep=keep), command
            )
        else:
            self._answered(eyes, table.submit(command, by, Source.PHONE, key), command)

    def _by(self, group: Group) -> Viewer:
        """As whom this page enters an answer: never as a seat that is another phone's."""
        role = self.role
        if self.hand.mode != PLAY:
            self._shared()
            return HOST if role.host else TABLE
        if role.seat is not None:
            return Viewer(seat=role.seat)
        if not role.enters:
            raise RefusedError(LOOKING_ON)
        if group.secret and group.seat is not None:
            self._not_held(group.seat)
            return Viewer(seat=group.seat)
        return TABLE

    def _answered(self, eyes: Eyes, answer: Any, command: Any) -> None:
        self.question = None
        match answer:
            case Violation():
                self.refusal = answer
                self.hand = replace(self.hand, unveiled=False)
            case Broken(n):
                line, dropped = dropped_from(eyes.table, eyes.words, eyes.table.setup.names, n)
                gone = "This entry is" if dropped == 1 else f"This and all after it, {dropped} entries, are"
                words = Prompt(
                    "A later entry does not fit",
                    f"{line or f'Entry {n}'}. {gone} dropped if you keep the correction.",
                )
                self.question = Question(words, "Keep the correction", "Leave as it was", command, keep=True)
            case Confirmed():
                self.drop()

    def _answer(self, eyes: Eyes, message: said.Answer) -> None:
        question, self.question = self.question, None
        if question is None or not message.yes:
            return
        questions = self._questions(eyes)
        group = chosen_group(questions, self.hand) or next(iter(questions.groups), None)
        if group is None:
            raise RefusedError(LATE)
        self._submit(eyes, group, question.command, message, keep=question.keep)

    def _repair(self, eyes: Eyes, message: said.Repair) -> None:
        refusal = self.refusal
        group = chosen_group(self._questions(eyes), self.hand)
        if refusal is None or group is None or message.place >= len(refusal.repairs):
            raise RefusedError(LATE)
        self.refusal = None
        self._submit(eyes, group, refusal.repairs[message.place], message)

    def _back(self, eyes: Eyes) -> None:
        group = chosen_group(self._questions(eyes), self.hand)
        if self.refusal is not None:
            self.refusal = None
        elif group is not None:
            self.hand = replace(self.hand, taps=narrowed(group, self.hand).back().taps)

    def _unveil(self, eyes: Eyes) -> None:
        group = chosen_group(self._questions(eyes), self.hand)
        if group is None or group.seat is None or self.role.seat is not None:
            raise RefusedError(LATE)
        self._not_held(group.seat)
        self.hand = replace(self.hand, of=group.seat, unveiled=True, taps=())

    def _pass_all(self, eyes: Eyes, message: said.Touch) -> None:
        self._shared()
        seen = eyes.seen(TABLE)
        if message.n != seen.n:
            raise RefusedError(LATE)
        for place, command in enumerate(seen.passes):
            key = f"phone:{self.id}:{eyes.table.evening}:{seen.n}:{place}:{encode(command).decode()}"
            answer = eyes.table.submit(command, TABLE, Source.PHONE, key)
            if not isinstance(answer, Confirmed):
                self._answered(eyes, answer, command)
                return
        self.drop()

    def _marble(self, eyes: Eyes, message: said.Touch) -> None:
        if message.n != eyes.table.n:
            raise RefusedError(LATE)
        command = rolled(self._room, eyes, self.role, message)
        if command is not None:
            by = TABLE if self.role.seat is None else Viewer(seat=self.role.seat)
            key = f"phone:{self.id}:{eyes.table.evening}:{message.n}:{type(message).__name__}"
            self._answered(eyes, eyes.table.submit(command, by, Source.PHONE, key), command)

    def _correct(self, message: said.Correct) -> None:
        self._shared()
        self.drop()
        if message.entry is not None:
            self.hand = Hand(CORRECT, message.entry)

    def _photo(self, eyes: Eyes, message: said.Photo) -> None:
        reader = self._room.camera
        progress = reader.progress() if isinstance(reader, Reader) else None
        if progress is None or (message.n, message.photo) != (eyes.table.n, progress.n):
            raise RefusedError(LATE)
        answer(reader, message.place)

    def _take_back(self, eyes: Eyes, message: said.TakeBack) -> None:
        role = self._shared()
        if message.n != eyes.table.n:
            raise RefusedError(LATE)
        key = f"phone:{self.id}:{eyes.table.evening}:{message.n}:back:{message.to}"
        by = HOST if role.host else TABLE
        self._answered(eyes, eyes.table.take_back(message.to, by, Source.PHONE, key), None)

    # what may be done

    def _questions(self, eyes: Eyes) -> Questions:
        """What is asked on this page, with what a seat lifted the veil from."""
        held = self._people.held(eyes.table.setup.names) if self.role.seat is None else frozenset()
        return opened(eyes, eyes.questions(self.role.viewer, self.hand), self.hand, held)

    def _check(self, eyes: Eyes, group: Group, message: said.Touch) -> None:
        """The touch was meant for what is asked now: it has been asked since the picture that was touched."""
        if self.hand.mode == CORRECT:
            late = message.n != eyes.table.n
        else:
            since = eyes.since(self.role.viewer, self.hand.mode, group.seat)
            late = since < 0 or message.n < since
        if late:
            raise RefusedError(LATE)

    def _veiled(self, group: Group) -> bool:
        """Whether others may see this page, and must not see this."""
        return group.secret and self.role.seat is None and not self.hand.unveiled

    def _shared(self) -> Role:
        role = self.role
        if not (role.shared or role.host):
            raise RefusedError("Taking back and correcting is for all to agree on: the scorekeeper does it.")
        return role

    def _not_held(self, seat: Seat) -> None:
        table = self._room.table
        name = table.setup.names[seat] if table is not None else ""
        if self._people.holder(name) is not None:
            raise RefusedError(f"{name} has a phone: that is entered, and looked at, there.")

    def peeked(self, role: Role) -> Seat | None:
        """The seat whose secrets are held to be seen here, for as long as who has this role may see them."""
        if self._peeked is None:
            return None
        table, viewer, seat = self._peeked
        name = table.setup.names[seat]
        may = role.seat == seat or (role.shared and self._people.holder(name) is None)
        return seat if may and role.viewer == viewer and table is self._room.table else None

    def _peek(self, seat: Seat | None) -> None:
        role, table = self.role, self._room.table
        self._peeked = None
        if seat is None or table is None:
            return
        if seat != role.seat:
            if not role.shared or seat >= len(table.setup.names):
                raise RefusedError("That is for other eyes.")
            self._not_held(seat)
        self._peeked = table, role.viewer, seat

    # the evening, and who is who

    def _evening(self, message: said.Begin | said.Resume | said.Leave) -> None:
        if not (self.role.shared or self.role.host):
            raise RefusedError("The scorekeeper or the host begins and ends an evening.")
        match message:
            case said.Begin():
                self._words += begin(self._room, message, self.id)
            case said.Resume():
                if not any(each.id == message.evening for each in self._room.evenings()):
                    raise RefusedError("There is no such evening here.")
                self._room.resume(message.evening)
            case said.Leave():
                self._room.leave()
        self.drop()
