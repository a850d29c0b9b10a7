"""What is known of faces is kept beside the deck, made anew when it is stale, and never trusted when torn."""

import io
import os

import cv2
import numpy as np
import pytest

from companion.cards import Deck
from companion.cards import known as known_
from companion.cards.known import FILE, known
from tests.cards.faces import illustrated


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(known_, "user_cache_path", lambda _: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "deck"
    folder.mkdir()
    for seed in range(3):
        cv2.imwrite(str(folder / f"face-{seed}.png"), illustrated(seed))
    return folder


@pytest.fixture
def drawn(monkeypatch):
    """The faces whose features were looked for, in order."""
    faces = []
    plain = known_._face
    monkeypatch.setattr(known_, "_face", lambda deck, card: faces.append(card) or plain(deck, card))
    return faces


def same(one, other):
    return all(
        a.size == b.size
        and np.array_equal(a.features.points, b.features.points)
        and np.abs(a.features.descriptions - b.features.descriptions).max() < 0.01
        and np.abs(a.patch - b.patch).max() < 0.01
        for a, b in zip(one, other, strict=True)
    )


def test_a_deck_is_learnt_once_and_read_from_beside_it_then(folder, drawn):
    first = known(Deck.open(folder))
    assert (folder / FILE).is_file()
    assert same(known(Deck.open(folder)), first)
    assert len(drawn) == 3


def test_a_picture_that_was_replaced_is_learnt_anew(folder, drawn):
    first = known(Deck.open(folder))
    cv2.imwrite(str(folder / "face-1.png"), illustrated(9))
    again = known(Deck.open(folder))
    assert not np.array_equal(again[1].patch, first[1].patch)
    assert len(drawn) == 6


def test_a_picture_more_is_learnt(folder, drawn):
    known(Deck.open(folder))
    cv2.imwrite(str(folder / "face-7.png"), illustrated(7))
    assert len(known(Deck.open(folder))) == 4
    assert drawn[-1] == "face-7"


def flagged(whole):
    """The zip's first entry in its directory marked with a flag that nobody reads (bit 5: patched data)."""
    at = whole.rindex(b"PK\x01\x02") + 8
    return whole[:at] + bytes([whole[at] | 32]) + whole[at + 1 :]


def array(_):
    """One array in place of several."""
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize("damage", ["torn", "nonsense", "empty", "flagged", "array"])
def test_what_is_kept_and_damaged_is_made_anew(folder, drawn, damage):
    first = known(Deck.open(folder))
    file = folder / FILE
    whole = file.read_bytes()
    damaged = {"torn": whole[: len(whole) // 2], "nonsense": b"x" * 999, "empty": b""}
    damaged |= {"flagged": flagged(whole), "array": array(whole)}
    file.write_bytes(damaged[damage])
    assert same(known(Deck.open(folder)), first)
    assert len(drawn) == 6
    assert file.stat().st_size == len(whole)


@pytest.mark.skipif(os.geteuid() != 0, reason="only who may write everywhere needs the trick below")
def test_a_deck_that_cannot_be_written_is_kept_in_the_cache(folder, cache, drawn, monkeypatch):
    plain = known_._written
    monkeypatch.setattr(known_, "_written", lambda file, kept: file.parent != folder and plain(file, kept))
    first = known(Deck.open(folder))
    assert not (folder / FILE).exists()
    assert list((cache / "decks").glob("*.npz"))
    assert same(known(Deck.open(folder)), first)
    assert len(drawn) == 3


def test_outside_a_tile_nothing_is_learnt(folder):
    face = illustrated(5)
    shape = np.zeros(face.shape[:2], np.uint8)
    cv2.circle(shape, (126, 176), 110, 255, -1)
    cv2.imwrite(str(folder / "tile.png"), np.dstack([face, shape]))
    tile = known(Deck.open(folder))[-1]
    apart = np.hypot(*(tile.features.points * (252 / tile.size[0]) - (126, 176)).T)
    assert apart.max() < 110
    assert 0.3 < tile.shape.mean() < 0.5
