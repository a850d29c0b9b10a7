"""Picamera2 as its manual describes it, without a Pi."""

import time
from types import SimpleNamespace

import numpy as np

CONTROLS = dict.fromkeys(
    ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition")
)


class PretendPicamera:
    """One module with one camera; `broken` is what libcamera raises next."""

    def __init__(self, cameras=1, controls=CONTROLS):
        self.set_to = []
        self.broken = ""
        self.open = 0
        self.picture = np.random.default_rng(2).integers(0, 255, (72, 128, 3), np.uint8)
        outer = self

        class Picamera2:
            camera_controls = dict(controls)

            def __init__(self, number):
                if outer.broken:
                    raise RuntimeError(outer.broken)
                self.number = number
                outer.open += 1

            @staticmethod
            def global_camera_info():
                return [{"Model": "imx708"}] * cameras

            def create_video_configuration(self, main, buffer_count):
                assert main == {"size": (1280, 720), "format": "RGB888"}
                return SimpleNamespace(main=main, buffer_count=buffer_count)

            def configure(self, configuration):
                assert configuration.buffer_count == 2

            def start(self):
                pass

            def set_controls(self, controls):
                outer.set_to.append(controls)

            def capture_array(self, name):
                assert name == "main"
                time.sleep(0.002)
                if outer.broken:
                    raise RuntimeError(outer.broken)
                return outer.picture.copy()

            def capture_metadata(self):
                return {
                    "ExposureTime": 9000,
                    "AnalogueGain": 2.0,
                    "ColourGains": (1.5, 1.8),
                    "LensPosition": 3.0,
                }

            def stop(self):
                outer.open -= 1

            def close(self):
                pass

        self.Picamera2 = Picamera2
