import numpy as np
import pytest

from companion.cards import v4l2
from companion.cards.camera import CameraError, CameraState
from companion.cards.settling import LEAST_S, MOST_S, Settling
from companion.cards.v4l2 import Control, Node, V4l2Source, cameras
from companion.cards.v4l2_layer import node_of
from tests.cards.pretend_v4l2 import WEBCAM, PretendMachine

OTHER = Node("/dev/video2", "Document Camera", "uvcvideo", "usb-1.4")
META = Node("/dev/video1", "HD Webcam C270", "uvcvideo", "usb-1.2", capture=False)
DECODER = Node("/dev/video10", "bcm2835-codec-decode", "bcm2835-codec", "platform")


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def watched(machine, name="auto"):
    clock = Clock()
    source = V4l2Source(name, machine, clock)
    source.open()
    return source, clock


def run(source, clock, seconds, step=0.1):
    for _ in range(round(seconds / step)):
        clock.now += step
        assert source.grab() is not None


def test_only_nodes_that_take_pictures_are_cameras():
    assert cameras((DECODER, META, WEBCAM, OTHER)) == (WEBCAM, OTHER)


def test_a_node_counts_by_its_own_capabilities_not_the_device_s():
    of_device = 0x1 | 0x00800000 | 0x04000000 | 0x80000000
    assert node_of("/dev/video0", "cam", "uvcvideo", "usb", of_device, 0x1 | 0x04000000).capture
    assert not node_of("/dev/video1", "cam", "uvcvideo", "usb", of_device, 0x00800000 | 0x04000000).capture
    assert node_of("/dev/video0", "old", "old", "usb", 0x1 | 0x04000000, 0).capture
    assert not node_of("/dev/video0", "radio", "old", "usb", 0x1, 0).capture


@pytest.mark.parametrize(
    ("name", "found"), [("auto", WEBCAM), ("document", OTHER), ("C270", WEBCAM), ("usb-1.4", OTHER)]
)
def test_a_camera_is_found_by_its_name_or_place_and_never_by_its_number(name, found):
    machine = PretendMachine(DECODER, META, WEBCAM, OTHER)
    watched(machine, name)
    assert machine.opened == [found]


def test_a_camera_is_found_again_under_another_number():
    machine = PretendMachine(WEBCAM)
    source, clock = watched(machine, "C270")
    machine.plugged = []
    clock.now += v4l2.LOOK_S
    with pytest.raises(CameraError, match="HD Webcam C270 was unplugged; it is used again once"):
        source.grab()
    source.close()
    moved = Node("/dev/video4", WEBCAM.name, "uvcvideo", "usb-1.3")
    machine.plugged = [moved]
    source.open()
    assert machine.opened == [WEBCAM, moved]
    assert source.grab() is not None


def test_a_camera_that_repeats_its_last_frame_after_it_is_gone_is_noticed():
    machine = PretendMachine(WEBCAM)
    source, clock = watched(machine)
    machine.stale, machine.plugged = True, []
    clock.now += v4l2.LOOK_S
    with pytest.raises(CameraError, match="was unplugged"):
        source.grab()


def test_what_is_plugged_in_is_not_looked_up_for_every_frame():
    machine = PretendMachine(WEBCAM)
    source, clock = watched(machine)
    looked = []
    nodes = machine.nodes
    machine.nodes = lambda: looked.append(clock.now) or nodes()
    run(source, clock, 3.0, 1 / 30)
    assert 4 <= len(looked) <= 6


def test_a_single_lost_frame_is_no_lost_camera():
    machine = PretendMachine(WEBCAM)
    source, _ = watched(machine)
    for _ in range(2):
        machine.deaf = True
        assert source.grab() is None
        assert source.grab() is None
        machine.deaf = False
        assert source.grab() is not None


def test_which_camera_is_there_is_said_where_the_wanted_one_is_not():
    with pytest.raises(CameraError, match="no camera called Brio: there is HD Webcam C270") as caught:
        watched(PretendMachine(DECODER, WEBCAM), "Brio")
    assert caught.value.state is CameraState.SEARCHING
    with pytest.raises(CameraError, match="no camera: no camera is plugged in"):
        watched(PretendMachine(DECODER))


def test_two_cameras_of_one_name_are_told():
    twin = Node("/dev/video2", WEBCAM.name, "uvcvideo", "usb-1.4")
    source, _ = watched(PretendMachine(WEBCAM, twin), "C270")
    assert source.notes == ("2 cameras are called C270: the one at usb-1.2 is used",)


def test_without_permission_the_group_is_named():
    machine = PretendMachine(WEBCAM)
    machine.forbidden = True
    with pytest.raises(CameraError, match=r"sudo usermod -aG video \$USER") as caught:
        watched(machine)
    assert caught.value.state is CameraState.REFUSED


def test_a_busy_camera_is_told():
    machine = PretendMachine(WEBCAM)
    machine.busy = True
    with pytest.raises(CameraError, match=r"busy.*close the program that uses it"):
        watched(machine)


def test_automatics_run_first_and_are_then_held_as_measured():
    machine = PretendMachine(WEBCAM)
    source, clock = watched(machine)
    assert machine.set_to == [
        (v4l2.AUTO_EXPOSURE, 3),
        (v4l2.EXPOSURE_PRIORITY, 0),
        (v4l2.AUTO_WHITE_BALANCE, 1),
        (v4l2.AUTO_FOCUS, 1),
    ]
    machine.set_to.clear()
    machine.controls[v4l2.WHITE_BALANCE] = Control(3100, 2000, 6500)
    run(source, clock, LEAST_S - 0.2)
    assert machine.set_to == []
    run(source, clock, 1.0)
    assert machine.set_to == [
        (v4l2.AUTO_EXPOSURE, 1),
        (v4l2.EXPOSURE, 157),
        (v4l2.AUTO_WHITE_BALANCE, 0),
        (v4l2.WHITE_BALANCE, 3100),
        (v4l2.AUTO_FOCUS, 0),
        (v4l2.FOCUS, 30),
    ]
    run(source, clock, 3.0)
    assert len(machine.set_to) == 6
    assert source.notes == ()


def test_what_the_driver_refuses_is_said_and_costs_nothing_else():
    machine = PretendMachine(WEBCAM)
    machine.refused = {(v4l2.AUTO_EXPOSURE, 3), (v4l2.AUTO_FOCUS, 0), (v4l2.WHITE_BALANCE, 4600)}
    del machine.controls[v4l2.EXPOSURE_PRIORITY]
    source, clock = watched(machine)
    assert (v4l2.AUTO_EXPOSURE, 0) in machine.set_to
    run(source, clock, 4.0)
    assert source.notes == (
        "the white balance is held, but not as it was measured",
        "the driver refused to hold the focus",
    )
    assert (v4l2.EXPOSURE, 157) in machine.set_to


def test_a_camera_of_fixed_focus_is_told_once():
    machine = PretendMachine(WEBCAM)
    del machine.controls[v4l2.AUTO_FOCUS], machine.controls[v4l2.FOCUS]
    source, clock = watched(machine)
    run(source, clock, 4.0)
    source.close()
    assert source.notes == ("this camera's focus can't be held",)


def test_automatics_rest_only_when_the_light_does():
    settling, now = Settling(), 0.0
    for step in range(30):
        now += 0.1
        assert not settling.rests(np.full((64, 64, 3), 60 + 5 * step, np.uint8), now)
    steady = np.full((64, 64, 3), 205, np.uint8)
    held = [settling.rests(steady, now + 0.1 * step) for step in range(1, 20)]
    assert held.count(True) == 1
    assert held.index(True) in (4, 5, 6, 7)


def test_a_light_that_never_rests_is_taken_as_it_is_in_the_end():
    settling = Settling()
    pictures = [np.full((64, 64, 3), level, np.uint8) for level in (60, 200)]
    times = [step / 10 for step in range(120)]
    held = [at for step, at in enumerate(times) if settling.rests(pictures[step % 2], at)]
    assert held == [pytest.approx(MOST_S)]
