import os
import re
import signal
import time

import cv2
import numpy as np
import pytest

from companion.cards import watching as watching_module
from companion.cards import worker as module
from companion.cards.watching import Watching
from companion.cards.worker import Answer, ProcessWorker, Ready, Refused, WorkerGoneError
from companion.rehearsal.lighting import CALM
from companion.rehearsal.photographing import Photographer
from companion.scenes.decks import keep_deck
from companion.scenes.faces import Printed, printed
from tests.cards.test_watching import Camera

SOON_S = 60.0


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deck")
    park = printed("coaster_park")
    keep_deck(folder, "three", Printed(park.faces[:3], {}))
    return folder


@pytest.fixture
def worker(deck):
    worker = ProcessWorker(deck)
    yield worker
    worker.close()


def test_a_picture_is_read_in_another_process_and_the_next_after_an_odd_one(worker):
    assert worker.message(SOON_S) == Ready(("launch-01", "launch-02", "launch-03"))
    assert worker.pid != os.getpid()
    photo = Photographer(printed("coaster_park")).row(("launch-03",), 1, CALM)
    for n, picture in ((1, photo.picture), (2, np.zeros((1, 1, 3), np.uint8)), (3, photo.picture)):
        worker.send(n, picture)
        answer = worker.message(SOON_S)
        assert isinstance(answer, Answer)
        assert answer.n == n
        if n != 2:
            assert [found.card for found in answer.reading.cards if found.certain] == ["launch-03"]


def test_a_worker_that_is_killed_is_noticed_by_name_of_the_signal(worker):
    worker.message(SOON_S)
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerGoneError, match="signal 9"):
        worker.message(SOON_S)
    with pytest.raises(WorkerGoneError, match="signal 9"):
        worker.send(1, np.zeros((9, 9, 3), np.uint8))


def test_a_worker_that_is_stopped_is_ended_and_said_to_have_hung(worker, monkeypatch):
    monkeypatch.setattr(module, "DEAF_S", 0.5)
    worker.message(SOON_S)
    os.kill(worker.pid, signal.SIGSTOP)
    with pytest.raises(WorkerGoneError, match="the recogniser hung for 0 s"):
        worker.send(1, np.zeros((720, 1280, 3), np.uint8))
    assert worker._process.exitcode == -signal.SIGKILL


def test_ctrl_c_is_not_the_worker_s_and_a_parent_that_hangs_up_early_ends_it_without_a_word(deck, capfd):
    worker = ProcessWorker(deck)
    os.kill(worker.pid, signal.SIGINT)
    worker._ours.close()
    worker._process.join(SOON_S)
    assert worker._process.exitcode == 0
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert capfd.readouterr().err == ""


def test_a_folder_that_is_no_deck_is_refused_in_its_own_words(tmp_path):
    worker = ProcessWorker(tmp_path)
    try:
        message = worker.message(SOON_S)
        assert isinstance(message, Refused)
        assert "no pictures in it" in message.problem
    finally:
        worker.close()


@pytest.mark.parametrize(
    ("how", "said"),
    [(signal.SIGKILL, "signal 9"), (signal.SIGSTOP, "hung|took too long")],
    ids=["killed", "stopped"],
)
def test_a_recogniser_that_is_gone_is_started_again_and_sees_the_same_cards(deck, monkeypatch, how, said):
    monkeypatch.setattr(module, "DEAF_S", 2.0)
    monkeypatch.setattr(watching_module, "HUNG_S", 10.0)
    photo = Photographer(printed("coaster_park")).row(("launch-02",), 4, CALM)
    camera = Camera()
    camera.show()
    camera.show = lambda: None
    workers = []

    def start(folder):
        workers.append(ProcessWorker(folder))
        return workers[-1]

    def newest(after, _):
        time.sleep(0.01)
        return type(camera.frame)(after + 1, cv2.resize(photo.picture, (640, 360)), time.monotonic())

    camera.newest = newest
    watching, problems = Watching(camera, deck, start), []
    try:
        watching.subscribe(lambda sighting: problems.append(sighting.problem))
        _until(lambda: [found.card for found in watching.sighting().cards] == ["launch-02"])
        os.kill(workers[0].pid, how)
        _until(lambda: len(workers) == 2)
        _until(lambda: [found.card for found in watching.sighting().cards] == ["launch-02"])
    finally:
        watching.close()
    assert workers[1].pid != workers[0].pid
    assert any(re.search(said, problem) for problem in problems)


def _until(what):
    end = time.monotonic() + SOON_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)
