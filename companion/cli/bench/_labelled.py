"""Photographs with labels, and how answers about them are scored."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, field

from companion.cards import Found
from companion.cli.bench._report import percentile

SCORED = 0.5
"""A card of which less is in sight need not be found."""

NEAR = 0.5
"""A find is at a label when its middle is within this share of the label's shorter side."""


class Label(Struct, frozen=True):
    """One card of a photograph; `enrolled` says that this very copy gave the reference."""

    card: str
    visible: float = 1.0
    quad: list[tuple[float, float]] | None = None
    center: tuple[float, float] | None = None
    enrolled: bool = False

    @property
    def scored(self) -> bool:
        """Whether it must be found."""
        return self.visible >= SCORED and not self.enrolled


class Labels(Struct, frozen=True):
    """`labels.json`: each photograph's cards."""

    photos: dict[str, list[Label]]
    set: str = ""


class Score(Struct):
    """What became of the cards of many photographs."""

    cards: int = 0
    found: int = 0
    asked: int = 0
    wrong: int = 0
    pictures: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, labels: Sequence[Label], found: Sequence[Found], ms: float) -> list[str]:
        """Score one photograph, and tell what was missed, asked or wrong in it."""
        self.pictures += 1
        self.ms.append(ms)
        taken: dict[int, Found] = {}
        stray: list[Found] = []
        for each in sorted(found, key=lambda one: -one.confidence):
            at = next((n for n, label in enumerate(labels) if n not in taken and _at(each, label)), None)
            if at is None:
                stray.append(each)
            else:
                taken[at] = each
        told = [f"wrong {each.card} {each.confidence:.3f}" for each in stray if each.certain]
        self.wrong += len(told)
        for n, label in enumerate(labels):
            if not label.scored:
                continue
            self.cards += 1
            if n not in taken:
                told.append(f"missed {label.card}")
            elif taken[n].certain:
                self.found += 1
            else:
                self.asked += 1
                told.append(f"asked {label.card} {taken[n].confidence:.3f}")
        return told

    def figures(self, name: str) -> dict[str, Any]:
        """The figures of a set; precision is that of certain answers to scored cards."""
        certain = self.found + self.wrong
        return {
            "set": name,
            "pictures": self.pictures,
            "cards": self.cards,
            "found": self.found,
            "asked": self.asked,
            "wrong": self.wrong,
            "recall": round(self.found / self.cards, 4) if self.cards else 1.0,
            "precision": round(self.found / certain, 4) if certain else 1.0,
            "ms_p50": round(percentile(self.ms, 0.5), 1) if self.ms else 0.0,
            "ms_p99": round(percentile(self.ms, 0.99), 1) if self.ms else 0.0,
        }


def photographs(folder: Path) -> Iterator[tuple[Path, list[Label]]]:
    """Each photograph of a set and its labels; raises ValueError in one line."""
    file = folder / "labels.json"
    try:
        labels = msgspec.json.decode(file.read_bytes(), type=Labels)
    except (OSError, msgspec.DecodeError) as error:
        raise ValueError(f"{file}: {error}; a set has reference/, photos/ and labels.json") from error
    for name, cards in labels.photos.items():
        yield folder / "photos" / name, cards


def _at(found: Found, label: Label) -> bool:
    """Whether a find is the labelled card; a label without a place is found by its name alone."""
    if found.card != label.card:
        return False
    middle = np.mean(found.quad, axis=0)
    if label.quad is not None:
        corners = np.array(label.quad)
        aim = corners.mean(axis=0)
    elif label.center is not None:
        corners, aim = np.array(found.quad), np.array(label.center)
    else:
        return True
    side = float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).min())
    return float(np.hypot(*(middle - aim))) < NEAR * side
