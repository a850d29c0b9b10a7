"""The worker: jobs on its own thread, results on the screen's, failures told."""

import threading

from companion.kiosk.worker import Worker


def drained(worker: Worker) -> None:
    while worker.busy:
        worker.wait(5)
        worker.hand_over()


def test_work_is_done_elsewhere_and_its_result_is_handed_over_here():
    where: list[str] = []
    worker = Worker(lambda: None, where.append)
    worker.do(lambda: threading.current_thread().name, where.append)
    worker.do(lambda: "second", lambda found: where.append(f"{found} on {threading.current_thread().name}"))
    drained(worker)
    worker.stop()
    assert where == ["kiosk worker", "second on MainThread"]


def test_a_failure_is_told_and_the_next_job_is_done():
    failures: list[Exception] = []
    done: list[int] = []
    worker = Worker(lambda: None, failures.append)
    worker.do(lambda: 1 // 0, done.append)
    worker.do(lambda: 2, done.append)
    drained(worker)
    worker.stop()
    assert [type(failure) for failure in failures] == [ZeroDivisionError]
    assert done == [2]


def test_nothing_is_handed_over_before_the_screen_asks_for_it():
    told: list[int] = []
    woken = threading.Event()
    worker = Worker(woken.set, told.append)
    worker.do(lambda: 3, told.append)
    assert woken.wait(5)
    assert told == []
    drained(worker)
    worker.stop()
    assert told == [3]
