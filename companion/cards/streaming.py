"""A camera's own thread: it takes every frame and keeps the newest, and looks for a camera that is gone."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from companion.cards.camera import CameraError, CameraState, CameraStatus, Frame
from companion.cards.pictures import Picture

log = logging.getLogger(__name__)

RETRY_S = 1.0
"""How often a camera that is gone is looked for."""

PATIENCE_S = 3.0
"""How long closing waits for a driver that holds on to a frame."""

SMOOTH = 0.1
"""How much the newest frame counts in the rate that is told."""


class Source(Protocol):
    """A device as one thread uses it; `open` and `grab` raise CameraError."""

    notes: tuple[str, ...]

    def open(self) -> None:
        """Find the device and make it give pictures."""

    def grab(self) -> Picture | None:
        """Wait for the next picture; None when there is nothing new yet, soon."""

    def close(self) -> None:
        """Let go of the device; harmless where it is not open."""


class StreamingCamera:
    """A camera whose source is read by a thread of its own, until it is closed."""

    def __init__(self, address: str, source: Source, retry_s: float = RETRY_S) -> None:
        self._address = address
        self._source = source
        self._retry_s = retry_s
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._status = CameraStatus(CameraState.SEARCHING, "looking for the camera")
        self._rate = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._stream, name=f"camera {address}", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """What opens this camera again."""
        return self._address

    def newest(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest frame, if its number is above `after`; waits so many seconds for one."""
        with self._news:
            self._news.wait_for(lambda: self._is_newer(after) or self._over.is_set(), timeout)
            return self._frame if self._is_newer(after) else None

    def status(self) -> CameraStatus:
        """How the camera stands now."""
        return self._status

    def close(self) -> None:
        """Let go of the camera."""
        self._over.set()
        with self._news:
            self._news.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE_S)

    def _is_newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.n > after

    def _stream(self) -> None:
        while not self._over.is_set():
            try:
                self._source.open()
                while not self._over.is_set():
                    picture = self._source.grab()
                    if picture is not None:
                        self._show(picture)
            except CameraError as error:
                self._stand(error.state, str(error))
            except Exception as error:
                log.exception("the camera %s failed", self._address)
                self._stand(CameraState.LOST, f"the camera failed: {error}; it is tried again")
            finally:
                self._safely(self._source.close)
            self._over.wait(self._retry_s)

    def _safely(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception:
            log.exception("the camera %s did not let go", self._address)

    def _show(self, picture: Picture) -> None:
        now = time.monotonic()
        with self._news:
            before = self._frame
            if before is not None and self._status.state is CameraState.LIVE and now > before.at:
                rate = 1 / (now - before.at)
                self._rate += (rate - self._rate) * (SMOOTH if self._rate else 1.0)
            self._frame = Frame(before.n + 1 if before else 1, picture, now)
            size = (picture.shape[1], picture.shape[0])
            self._status = CameraStatus(CameraState.LIVE, "", self._source.notes, size, round(self._rate, 1))
            self._news.notify_all()

    def _stand(self, state: CameraState, detail: str) -> None:
        with self._news:
            self._status = CameraStatus(state, detail, self._source.notes)
            self._news.notify_all()
