import threading
import time
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from companion.cards import Found, Reading
from companion.cards.camera import CameraState, CameraStatus, Frame
from companion.cards.watching import BACKOFF_S, HUNG_S, KEPT_S, Watching
from companion.cards.worker import Answer, Ready, Refused, WorkerGoneError

SOON_S = 20.0
DECK = Path("deck")
QUAD = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def found(card):
    return Found(card, QUAD, 0, 0.0, certain=True, confidence=0.99)


def reading(*cards):
    return Reading(tuple(map(found, cards)), (), 5.0)


class Camera:
    """A camera that shows a frame whenever it is told to; its time is the test's."""

    address = "test:"

    def __init__(self, running=True):
        self.frame = None
        self.running = running
        self.stand = CameraStatus(CameraState.LIVE)
        self.closed = False
        self.asked = threading.Event()
        self.still = False

    def show(self, at=None, size=(72, 128)):
        n = self.frame.n + 1 if self.frame else 1
        at = time.monotonic() if at is None else at
        self.frame = Frame(n, np.full((*size, 3), (10, 20, 30), np.uint8), at, self.still)
        return n

    def newest(self, after=0, timeout=0.0):
        if timeout:
            self.asked.set()
            if self.running:
                self.show()
            else:
                time.sleep(0.001)
        return self.frame if self.frame and self.frame.n > after else None

    def status(self):
        return self.stand

    def close(self):
        self.closed = True


class Worker:
    """A recogniser that says what its script says; an exception in it is raised."""

    def __init__(self, script=(), cards=("a",)):
        self.script = deque([Ready(cards), *script])
        self.sent = []
        self.closed = False
        self.always = None

    def send(self, n, picture):
        self.sent.append((n, picture))

    def message(self, _):
        if self.script:
            message = self.script.popleft()
            if isinstance(message, Exception):
                raise message
            return message
        if self.always is None:
            time.sleep(0.001)
            return None
        return Answer(self.sent[-1][0], self.always)

    def close(self):
        self.closed = True


class Workers:
    """Starts one worker after the other; the last one again and again."""

    def __init__(self, *workers):
        self.left = list(workers)
        self.started = []

    def __call__(self, deck):
        assert deck == DECK
        worker = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        self.started.append(worker)
        return worker


class Clock:
    """Time that runs a little whenever somebody looks."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.fixture
def watched():
    made = []

    def watch(camera, workers, clock=None):
        watching = Watching(camera, DECK, workers, clock or Clock())
        made.append(watching)
        return watching

    yield watch
    for watching in made:
        watching.close()


def until(what):
    end = time.monotonic() + SOON_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.001)


def answering(*cards):
    worker = Worker()
    worker.always = reading(*cards)
    return worker


def test_nothing_is_started_until_somebody_listens_and_it_is_kept_a_minute_for_the_next(watched):
    worker, clock = answering("a"), Clock()
    workers = Workers(worker)
    watching = watched(Camera(), workers, clock)
    assert workers.started == []
    assert watching.sighting().problem
    stops = [watching.subscribe(lambda _: None) for _ in range(2)]
    until(lambda: watching.sighting().cards)
    stops[0]()
    stops[1]()
    clock.now += KEPT_S - 1
    until(lambda: len(worker.sent) == _after_a_while(worker))
    seen = []
    stop = watching.subscribe(seen.append)
    until(lambda: seen and seen[-1].cards)
    assert workers.started == [worker]
    assert not worker.closed
    stop()
    until(lambda: len(worker.sent) == _after_a_while(worker))
    clock.now += KEPT_S + 1
    until(lambda: worker.closed)
    watching.subscribe(lambda _: None)
    until(lambda: len(workers.started) == 2)


def _after_a_while(worker):
    time.sleep(0.01)
    return len(worker.sent)


def test_a_recogniser_that_waits_ends_at_once_with_the_watching(watched):
    worker = answering("a")
    watching = watched(Camera(), Workers(worker))
    watching.subscribe(lambda _: None)()
    until(lambda: watching._thread is not None)
    watching.close()
    assert worker.closed or worker.sent == []


def test_one_who_listens_later_is_told_what_is_wrong_with_the_camera_too(watched):
    camera = Camera(running=False)
    camera.stand = CameraStatus(CameraState.LOST, "the camera was unplugged")
    watching = watched(camera, Workers(answering("a")))
    for _ in range(2):
        problems = []
        stop = watching.subscribe(lambda sighting, told=problems: told.append(sighting.problem))
        until(lambda told=problems: "the camera was unplugged" in told)
        stop()


def test_a_photo_that_was_taken_before_is_looked_at_again_for_one_who_listens_later(watched):
    camera, worker = Camera(running=False), answering("a")
    camera.still = True
    camera.show()
    watching = watched(camera, Workers(worker))
    for looked in (1, 2):
        seen = []
        stop = watching.subscribe(seen.append)
        until(lambda told=seen: told and told[-1].cards)
        assert len(worker.sent) == looked
        stop()


def test_a_photo_of_long_ago_tells_nothing_to_one_who_listens_now(watched):
    camera, worker, seen = Camera(running=False), answering("a"), []
    camera.still = True
    camera.show(at=time.monotonic() - 60)
    watching = watched(camera, Workers(worker))
    watching.subscribe(seen.append)
    until(camera.asked.is_set)
    n = camera.show()
    until(lambda: seen[-1].n == n)
    assert [each for each, _ in worker.sent] == [n]


def test_a_failure_of_many_lines_is_told_in_one(watched):
    def start(_):
        raise RuntimeError("a first line\nand a long explanation")

    problems = []
    watching = watched(Camera(), start)
    watching.subscribe(lambda sighting: problems.append(sighting.problem))
    until(lambda: problems)
    assert problems[0] == "recognising cards failed: a first line; it is started again"


def test_a_sighting_has_the_cards_and_rests_after_half_a_second(watched):
    camera, sightings = Camera(running=False), []
    watching = watched(camera, Workers(answering("a", "b")))
    watching.subscribe(sightings.append)
    for at in (0.0, 0.3, 0.6):
        n = camera.show(at)
        until(lambda n=n: watching.sighting().n == n)
    rested = [(each.n, each.steady) for each in sightings if each.n]
    assert rested == [(1, False), (2, False), (3, True)]
    assert [each.card for each in sightings[-1].cards] == ["a", "b"]
    assert sightings[-1].size == (128, 72)


def test_a_photo_that_somebody_took_rests_at_once(watched):
    camera = Camera(running=False)
    camera.still = True
    camera.show()
    watching = watched(camera, Workers(answering("a")))
    watching.subscribe(lambda _: None)
    until(lambda: watching.sighting().n == 1)
    assert watching.sighting().steady


def test_the_camera_goes_on_for_others_while_the_recogniser_thinks(watched):
    camera, worker = Camera(running=False), Worker()
    camera.show()
    watching = watched(camera, Workers(worker))
    watching.subscribe(lambda _: None)
    until(lambda: worker.sent)
    shown = 0
    for n in range(2, 52):
        camera.show()
        shown += watching.camera.newest(n - 1).n == n
    assert shown == 50
    assert len(worker.sent) == 1


def test_only_the_newest_frame_is_recognised(watched):
    camera, worker = Camera(running=False), Worker()
    camera.show()
    watching = watched(camera, Workers(worker))
    watching.subscribe(lambda _: None)
    until(lambda: worker.sent)
    for _ in range(9):
        camera.show()
    worker.script.append(Answer(1, reading("a")))
    until(lambda: len(worker.sent) == 2)
    assert [n for n, _ in worker.sent] == [1, 10]


def test_a_large_picture_is_made_smaller_before_it_is_sent(watched):
    camera, worker = Camera(running=False), answering("a")
    camera.show(size=(3000, 4000))
    watching = watched(camera, Workers(worker))
    watching.subscribe(lambda _: None)
    until(lambda: watching.sighting().cards)
    assert worker.sent[0][1].shape == (960, 1280, 3)
    assert watching.sighting().size == (1280, 960)


def test_a_recogniser_that_ends_is_told_and_started_again(watched):
    dead = Worker([WorkerGoneError("the recogniser ended (signal 9)")])
    alive = answering("a")
    sightings = []
    watching = watched(Camera(), Workers(dead, alive))
    watching.subscribe(sightings.append)
    until(lambda: watching.sighting().cards)
    assert dead.closed
    assert "the recogniser ended (signal 9); it is started again" in [each.problem for each in sightings]


def test_one_that_ends_again_and_again_is_left_alone_for_longer_and_longer(watched):
    problems = []
    clock = Clock(step=5.0)

    def start(_):
        return Worker([WorkerGoneError("it ended")])

    watching = watched(Camera(), start, clock)
    watching.subscribe(lambda sighting: problems.append((clock.now, sighting.problem)))
    until(lambda: len([told for _, told in problems if told.startswith("it ended")]) >= len(BACKOFF_S))
    told = [problem for _, problem in problems if problem.startswith("it ended")]
    assert told[1] == "it ended; it is started again"
    assert told[2] == "it ended; it is tried again in 2 s; enter the cards by hand meanwhile"
    assert "in 30 s" in told[4]


def test_a_recogniser_that_hangs_is_ended_and_started_again(watched):
    hung, alive = Worker(), answering("a")
    watching = watched(Camera(), Workers(hung, alive), Clock(step=HUNG_S / 4))
    watching.subscribe(lambda _: None)
    until(lambda: watching.sighting().cards)
    assert hung.closed


def test_a_deck_that_can_t_be_used_is_told_in_its_own_words(watched):
    refusing = Worker()
    refusing.script = deque([Refused("deck: no pictures in it; enrol cards")])
    watching = watched(Camera(), Workers(refusing))
    watching.subscribe(lambda _: None)
    until(lambda: watching.sighting().problem == "deck: no pictures in it; enrol cards")


def test_what_is_wrong_with_the_camera_is_told_once(watched):
    camera, problems = Camera(running=False), []
    camera.stand = CameraStatus(CameraState.LOST, "the camera was unplugged")
    watching = watched(camera, Workers(answering("a")))
    watching.subscribe(lambda sighting: problems.append(sighting.problem))
    until(lambda: "the camera was unplugged" in problems)
    camera.asked.clear()
    until(camera.asked.is_set)
    camera.stand = CameraStatus(CameraState.LIVE)
    camera.show()
    until(lambda: watching.sighting().cards)
    assert problems.count("the camera was unplugged") == 1


def test_a_picture_that_can_t_be_read_is_told_and_the_next_one_is(watched):
    worker = Worker([Answer(1, None, "a picture could not be read: odd"), Answer(2, reading("a"))])
    problems = []
    watching = watched(Camera(), Workers(worker))
    watching.subscribe(lambda sighting: problems.append(sighting.problem))
    until(lambda: watching.sighting().cards)
    assert "a picture could not be read: odd" in problems


def test_a_listener_s_fault_costs_nobody_else_a_sighting(watched, caplog):
    def faulty(_):
        raise ZeroDivisionError("planted")

    seen = []
    watching = watched(Camera(), Workers(answering("a")))
    watching.subscribe(faulty)
    watching.subscribe(seen.append)
    until(lambda: any(each.cards for each in seen))
    assert "planted" in caplog.text
