"""One thread for what OpenCV and NumPy compute: more gain little on a card, and take the screen's cores."""

import cv2
from threadpoolctl import threadpool_limits


def on_one_thread() -> None:
    """From now on this process computes on the thread that asks."""
    cv2.setNumThreads(1)
    threadpool_limits(limits=1)
