"""What a page holds on its way to an entry: whose question, how far, and what is asked once more."""

from typing import Any

from msgspec import Struct

from companion.rules.contract import Seat
from companion.scenes.asking import Group
from companion.scenes.narrowing import Narrowing
from companion.scenes.telling import Prompt
from companion.tablet.seeing import Eyes, Hand, Questions

LATE = "The table has moved on: look again, and then touch."


class Question(Struct, frozen=True):
    """Something that is asked once more before it is done."""

    words: Prompt
    yes: str
    no: str
    command: Any
    keep: bool = False


def chosen_group(questions: Questions, hand: Hand) -> Group | None:
    """The one of the questions that is answered now."""
    if hand.of == -2:
        return next(iter(questions.groups), None)
    seat = None if hand.of == -1 else hand.of
    return next((group for group in questions.groups if group.seat == seat), None)


def narrowed(group: Group, hand: Hand) -> Narrowing:
    """The place on the way to an entry that was touched so far."""
    narrowing = group.narrowing
    for touched in hand.taps:
        narrowing = narrowing.tap(touched)
    return narrowing


def opened(eyes: Eyes, questions: Questions, hand: Hand, held: frozenset[Seat] = frozenset()) -> Questions:
    """The questions with the one that the veil was lifted from.

    What the seats in `held` are asked in secret stands last: they answer it on their own phones.
    """
    groups = tuple(
        eyes.unveiled(group) if hand.unveiled and group.secret and group.seat == hand.of else group
        for group in sorted(questions.groups, key=lambda group: group.secret and group.seat in held)
    )
    return Questions(questions.state, groups)
