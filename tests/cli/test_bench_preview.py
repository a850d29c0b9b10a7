"""The camera of the preview's bench works as hard as a USB camera makes its reader work."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np

from companion.cli.bench import _preview_camera
from companion.cli.bench._preview_camera import DIFFERENT, RATE, Compressed, live


def test_thirty_different_pictures_of_the_table_are_decoded_in_a_second(monkeypatch):
    now = [100.0]

    def sleep(seconds):
        now[0] += seconds

    camera = live(np.full((72, 128, 3), 90, np.uint8))
    camera.close()
    source = Compressed([data.tobytes() for data in camera._source._pictures])
    monkeypatch.setattr(_preview_camera, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    source.open()
    pictures = []
    while now[0] < 101.0 - 1e-6:
        pictures.append(source.grab())
    assert len(pictures) == round(RATE)
    assert pictures[0].shape == (72, 128, 3)
    assert all((one != other).any() for one, other in pairwise(pictures))
    assert len({each.tobytes() for each in pictures}) == DIFFERENT
    assert abs(pictures[0].mean() - 90) < 2
