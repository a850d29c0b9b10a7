"""What OpenCV would say of a picture by itself is not said: we tell it once, in our words."""

import subprocess
import sys

import cv2
import numpy as np

from companion.cards import pictures

READS = """
import sys
{first}
from pathlib import Path
import cv2, numpy as np
data = Path(sys.argv[1]).read_bytes()
cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
cv2.imread(sys.argv[1] + ".none")
cv2.VideoCapture(sys.argv[1] + ".none").read()
"""


def said(first: str, path) -> bytes:
    program = READS.format(first=first)
    return subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, check=True).stderr


def test_opencv_says_nothing_by_itself_where_our_pictures_are_read(tmp_path):
    broken = tmp_path / "broken.bmp"
    broken.write_bytes(cv2.imencode(".bmp", np.zeros((40, 40, 3), np.uint8))[1].tobytes()[:200])
    assert b"WARN" in said("", broken)  # without us it does
    assert said("import companion.cards.pictures", broken) == b""


def test_it_keeps_silent_in_this_process_too():
    assert pictures.cv2.utils.logging.getLogLevel() == cv2.utils.logging.LOG_LEVEL_SILENT
