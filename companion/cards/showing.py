"""Files as cameras: one picture, a folder of them one after the other, or a video at its own pace."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2

from companion.cards.camera import CameraAddressError, CameraError, CameraState
from companion.cards.pictures import LONGEST_PX, Picture, PictureError, fitted, read_picture
from companion.cards.streaming import StreamingCamera

RATE = 20.0
"""How often a still picture is shown, in frames a second: as a camera shows a table that lies still."""

EACH_S = 2.0
"""How long each picture of a folder is shown."""

MOST_RATE, USUAL_RATE = 60.0, 25.0
"""The rates that a video is believed, and what is taken instead."""

ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")

Wait = Callable[[float], None]


def is_picture(name: str) -> bool:
    """Whether a file is a picture by its name; what a system hides beside its pictures is none."""
    return name.lower().endswith(ENDINGS) and not name.startswith(".")


def opened(scheme: str, rest: str) -> StreamingCamera:
    """The camera that shows these files."""
    if not rest.strip():
        raise CameraAddressError(f"{scheme}: needs the name of a file or folder, such as {scheme}:table")
    path = Path(rest).expanduser()
    match scheme:
        case "picture":
            return StreamingCamera(f"{scheme}:{path}", PictureSource(path))
        case "folder":
            return StreamingCamera(f"{scheme}:{path}", FolderSource(path))
        case _:
            return StreamingCamera(f"{scheme}:{path}", VideoSource(path))


class PictureSource:
    """One picture, over and over."""

    def __init__(self, path: Path, wait: Wait = time.sleep) -> None:
        self._path = path
        self._wait = wait
        self._picture: Picture | None = None
        self.notes: tuple[str, ...] = ()

    def open(self) -> None:
        """Read the picture; CameraError where it is none."""
        try:
            self._picture = read_picture(self._path)
        except PictureError as error:
            raise CameraError(str(error), CameraState.REFUSED) from error

    def grab(self) -> Picture | None:
        """The picture, after the pause between two frames."""
        self._wait(1 / RATE)
        return self._picture

    def close(self) -> None:
        """Forget the picture."""
        self._picture = None


class FolderSource:
    """The pictures of a folder by their names, each for a while; the last one stays.

    However many there are, only their names are listed and only one is held.
    """

    def __init__(self, folder: Path, wait: Wait = time.sleep) -> None:
        self._folder = folder
        self._wait = wait
        self._left: Iterator[str] = iter(())
        self._shown = 0
        self._skipped = 0
        self._picture: Picture | None = None
        self.notes: tuple[str, ...] = ()

    def open(self) -> None:
        """List the pictures; CameraError where there are none."""
        try:
            with os.scandir(self._folder) as entries:
                names = sorted(entry.name for entry in entries if is_picture(entry.name))
        except OSError as error:
            raise CameraError(
                f"{self._folder}: {error.strerror or error}; name a folder of pictures", CameraState.REFUSED
            ) from error
        if not names:
            raise CameraError(
                f"{self._folder}: no pictures in it; {', '.join(ENDINGS)} are looked for", CameraState.REFUSED
            )
        self._left, self._shown, self._skipped, self.notes = iter(names), 0, 0, ()
        self._picture = self._following()
        if self._picture is None:
            raise CameraError(f"{self._folder}: {', '.join(self.notes)}", CameraState.REFUSED)

    def grab(self) -> Picture | None:
        """The picture that is shown now."""
        self._wait(1 / RATE)
        self._shown += 1
        if self._shown >= EACH_S * RATE:
            self._shown = 0
            following = self._following()
            self._picture = following if following is not None else self._picture
        return self._picture

    def close(self) -> None:
        """Forget the picture."""
        self._picture, self._left = None, iter(())

    def _following(self) -> Picture | None:
        """The next picture that can be looked at; the others are counted, and the last of them told."""
        for name in self._left:
            try:
                return read_picture(self._folder / name)
            except PictureError as error:
                self._skipped += 1
                self.notes = (f"{self._skipped} files left out; the last: {error}",)
        return None


class VideoSource:
    """A video at its own pace; its last frame stays."""

    def __init__(
        self, path: Path, wait: Wait = time.sleep, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._wait = wait
        self._clock = clock
        self._video: Any = None
        self._last: Picture | None = None
        self._pause = 1 / USUAL_RATE
        self._due = 0.0
        self.notes: tuple[str, ...] = ()

    def open(self) -> None:
        """Open the file; CameraError where it is no video."""
        if not self._path.is_file():
            raise CameraError(f"{self._path}: no such file; check its name", CameraState.REFUSED)
        self._video = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        if not self._video.isOpened():
            raise CameraError(
                f"{self._path}: not a video that can be read; save it as MP4 or AVI", CameraState.REFUSED
            )
        rate = self._video.get(cv2.CAP_PROP_FPS)
        self._pause = 1 / (rate if 0 < rate <= MOST_RATE else USUAL_RATE)
        self._due, self._last, self.notes = self._clock(), None, ()

    def grab(self) -> Picture | None:
        """The frame that is due, or the last one again."""
        self._due = max(self._due + self._pause, self._clock() - self._pause)
        self._wait(max(0.0, self._due - self._clock()))
        done, picture = self._video.read()
        if done:
            self._last = fitted(picture, LONGEST_PX)[0]
        elif self._last is None:
            raise CameraError(f"{self._path}: no frame in it can be read", CameraState.REFUSED)
        else:
            self.notes = ("the video is over",)
        return self._last

    def close(self) -> None:
        """Close the file."""
        video, self._video = self._video, None
        if video is not None:
            video.release()
