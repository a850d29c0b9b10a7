"""Kinds of options that several commands take; what is not one of them is refused in one line."""

import math
from typing import Any

import click

from companion.marbles.physics import KINDS, kind


class Finite(click.FloatRange):
    """A number that something can last, or be: within its bounds, and not infinite."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; `nan` and `inf` are none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is no number to count with", param, ctx)
        return number


class Size(click.ParamType[tuple[int, int]]):
    """A window's size in pixels, written as 800x480."""

    name = "size"
    least, most = 400, 8192

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Width and height."""
        if isinstance(value, tuple):
            return value[0], value[1]
        width, _, height = str(value).partition("x")
        if not all(side.isdecimal() and side.isascii() and len(side) <= 4 for side in (width, height)):
            self.fail(f"{value!r} is no size: write it as 800x480", param, ctx)
        if not all(self.least <= int(side) <= self.most for side in (width, height)):
            self.fail(f"{value!r} is no screen's: {self.least} to {self.most} each way", param, ctx)
        return int(width), int(height)


class Hills(click.ParamType[tuple[str, ...]]):
    """A coaster: its kinds of hills from the launch on, separated by commas."""

    name = "hills"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The kinds, each spelled as it is known; at least one."""
        if isinstance(value, tuple):
            return value
        named = [hill.strip() for hill in str(value).split(",") if hill.strip()]
        if not named:
            self.fail("it names no hill: use for example Launch,Plain,Bump", param, ctx)
        unknown = [hill for hill in named if kind(hill) not in KINDS]
        if unknown:
            self.fail(f"{unknown[0]!r} is no hill: there are {', '.join(KINDS)}", param, ctx)
        return tuple(map(kind, named))


SECONDS = Finite(0)
EVENING_NUMBER = click.IntRange(1, 2**53)
