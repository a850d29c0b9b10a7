"""Which cameras are there, and what keeps them from being used, each in one line with what to do about it."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from companion.cards.picamera import DEBIAN, PACKAGE
from companion.cards.v4l2 import Layer, cameras
from companion.cards.v4l2_layer import SystemLayer

MODEL = Path("/proc/device-tree/model")
"""Where a Pi says that it is one."""


class Diagnosis(Struct, frozen=True):
    """One thing that was looked at; `advice` says what to do where it is not well."""

    what: str
    well: bool
    found: str
    advice: str = ""


def camera_diagnoses(layer: Layer | None = None, model: Path = MODEL) -> Iterator[Diagnosis]:
    """Each camera that is plugged in, looked at without switching it on; and the Pi's own."""
    layer = layer or SystemLayer()
    there = cameras(layer.nodes())
    for node in there:
        if layer.allowed(node):
            where = f" at {node.bus}" if node.bus else ""
            yield Diagnosis("camera", well=True, found=f"{node.name}{where}: v4l2:{node.name}")
        else:
            advice = f"run `sudo usermod -aG {layer.group(node)} $USER`, then log in again"
            yield Diagnosis("camera", well=False, found=f"{node.name}: may not be used", advice=advice)
    if _is_pi(model):
        yield _pi_camera()
    elif not there:
        advice = "cards are entered by taps; plug a USB camera in to have them read"
        yield Diagnosis("camera", well=True, found="none plugged in", advice=advice)


def _is_pi(model: Path) -> bool:
    try:
        return "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _pi_camera() -> Diagnosis:
    what = "camera of the Pi"
    if importlib.util.find_spec("picamera2") is not None or Path(DEBIAN, "picamera2").is_dir():
        return Diagnosis(what, well=True, found="Picamera2 is there: picamera:")
    advice = f"for a camera on its ribbon run `sudo apt install {PACKAGE}`; a USB camera needs nothing"
    return Diagnosis(what, well=True, found="Picamera2 is not there", advice=advice)
