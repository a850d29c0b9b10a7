"""One thread for what OpenCV and NumPy compute: a second one gains little on a card and takes the screen's core."""

import cv2
from threadpoolctl import threadpool_limits


def on_one_thread() -> None:
    """From now on this process computes on the thread that asks."""
    cv2.setNumThreads(1)
    threadpool_limits(limits=1)
