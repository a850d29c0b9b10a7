"""The camera as the touchscreen keeps it: open while somebody looks, lent to whoever watches the cards."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from companion.cards.camera import Camera, CameraState, CameraStatus, Frame, open_camera
from companion.cards.phone import PhoneCamera
from companion.cards.viewing import Viewfinder
from companion.cards.watching import Listener, Sighting

log = logging.getLogger(__name__)

LINGER_S = 60.0
"""How long a camera stays open when nobody looks: between two cards its exposure is not found anew."""

CLOSING_S = 4.0
"""How long is waited for a camera to be closed when everything ends."""

ASLEEP = "the camera rests until it is needed"


class Lens:
    """A camera that opens when somebody looks through it, and rests a while after; only `shut` ends it.

    Frames are counted on from one opening to the next. CameraAddressError where none can ever open.
    """

    def __init__(
        self,
        address: str,
        open_: Callable[[str], Camera] = open_camera,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self._open, self._clock = open_, clock
        self._lock = threading.Lock()
        self._before = self._last = 0
        self._looked = clock()
        self._over = False
        self._camera: Camera | None = open_(address)
        self.finder = Viewfinder(self.newest)

    def newest(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest frame, if its number is above `after`; waits so many seconds for one."""
        camera = self._woken()
        if camera is None:
            return None
        frame = camera.newest(max(after - self._before, 0), timeout)
        if frame is None or self._before + frame.n <= after:
            return None
        self._last = self._before + frame.n
        return replace(frame, n=self._last)

    def status(self) -> CameraStatus:
        """How the camera stands now."""
        camera = self._camera
        return CameraStatus(CameraState.SEARCHING, ASLEEP) if camera is None else camera.status()

    def close(self) -> None:
        """Who borrowed it is done with it; it stays open for the next."""

    def give(self, photo: bytes) -> None:
        """Take a phone's photo, if this is what shows them; a ValueError says why not."""
        camera = self._woken()
        if not isinstance(camera, PhoneCamera):
            raise ValueError("the table looks through another camera; choose a phone’s photos on the screen")  # noqa: TRY004  # what the sender is told, as of any photo that is not taken
        camera.give(photo)

    def doze(self) -> None:
        """Close the camera if nobody has looked for a while; a phone's newest photo is kept."""
        if self._clock() - self._looked > LINGER_S and not isinstance(self._camera, PhoneCamera):
            self._shut()

    def shut(self, *, wait: bool = False) -> None:
        """Let go of the camera for good; if asked to `wait`, nothing of it goes on once this returns."""
        self._over = True
        closing = self._shut()
        if wait:
            if closing is not None:
                closing.join(CLOSING_S)
            self.finder.close()

    def _woken(self) -> Camera | None:
        with self._lock:
            self._looked = self._clock()
            if self._camera is None and not self._over:
                self._before = self._last
                self._camera = self._open(self.address)
            return self._camera

    def _shut(self) -> threading.Thread | None:
        """Close the camera beside everything else: a driver may hold on to a frame for seconds."""
        with self._lock:
            camera, self._camera = self._camera, None
        if camera is None:
            return None
        closing = threading.Thread(target=camera.close, name="camera rests", daemon=True)
        closing.start()
        return closing


class Watched(Protocol):
    """Whoever looks through the lens: a `companion.cards.watching.Watching`."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Be told of each sighting; recognition runs only meanwhile."""

    def close(self) -> None:
        """End recognition."""


class Gate:
    """Lets sightings through to the cards' owner, or none while the table enters its cards by taps."""

    def __init__(self, watching: Watched, *, shut: bool = False) -> None:
        self._watching = watching
        self._lock = threading.RLock()
        self._listener: Listener | None = None
        self._stop: Callable[[], None] | None = None
        self._n = 0
        self.shut = shut

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called with each sighting that is let through."""
        with self._lock:
            self._listener = listener
            self._apply()
        return self._leave

    def turn(self, *, shut: bool) -> None:
        """Let nothing more through, or all again."""
        with self._lock:
            self.shut = shut
            self._apply()
            if shut and self._listener is not None:
                self._listener(Sighting(self._n))  # what was seen before must enter nothing any more

    def _leave(self) -> None:
        """No card is asked for any more: the next one is looked for again."""
        with self._lock:
            self._listener, self.shut = None, False
            self._apply()

    def _apply(self) -> None:
        wanted = self._listener is not None and not self.shut
        if wanted and self._stop is None:
            self._stop = self._watching.subscribe(self._seen)
        elif not wanted and self._stop is not None:
            self._stop()
            self._stop = None

    def _seen(self, sighting: Sighting) -> None:
        with self._lock:
            listener = None if self.shut else self._listener
            self._n = max(sighting.n, self._n)
        if listener is not None:
            listener(sighting)
