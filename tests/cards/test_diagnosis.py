import grp
import os
import stat
from types import SimpleNamespace

import pytest

from companion.cards import v4l2_layer
from companion.cards.diagnosis import camera_diagnoses
from companion.cards.v4l2 import Node
from companion.cards.v4l2_layer import SystemLayer
from tests.cards.pretend_v4l2 import WEBCAM, PretendMachine


@pytest.fixture
def model(tmp_path):
    return tmp_path / "model"


def test_a_camera_is_named_with_the_address_that_opens_it(model):
    (found,) = camera_diagnoses(PretendMachine(WEBCAM), model)
    assert (found.well, found.found) == (True, "HD Webcam C270 at usb-1.2: v4l2:HD Webcam C270")


def test_a_camera_that_may_not_be_used_names_the_group(model):
    machine = PretendMachine(WEBCAM)
    machine.forbidden = True
    (found,) = camera_diagnoses(machine, model)
    assert not found.well
    assert "usermod -aG video" in found.advice


def test_no_camera_is_no_obstacle(model):
    (found,) = camera_diagnoses(PretendMachine(), model)
    assert (found.well, found.found) == (True, "none plugged in")


def test_a_pi_is_told_how_to_use_its_own_camera(model, monkeypatch):
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr("companion.cards.diagnosis.DEBIAN", "/nowhere")
    (found,) = camera_diagnoses(PretendMachine(), model)
    assert found.well
    assert "sudo apt install python3-picamera2" in found.advice


def test_nodes_are_listed_from_the_system_s_files_by_number(tmp_path, monkeypatch):
    for number, name in ((10, "decoder"), (2, "Webcam")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    monkeypatch.setattr(v4l2_layer, "SYSFS", tmp_path)
    asked = []
    monkeypatch.setattr(v4l2_layer, "_asked", lambda *which: asked.append(which) or Node(*which))
    layer = SystemLayer()
    assert [node.path for node in layer.nodes()] == ["/dev/video2", "/dev/video10"]
    layer.nodes()
    assert asked == [("/dev/video2", "Webcam"), ("/dev/video10", "decoder")]


def test_a_file_that_is_no_camera_is_none():
    assert not v4l2_layer._asked("/dev/null", "null").capture
    assert not v4l2_layer._asked("/dev/not-there", "gone").capture


def test_the_group_is_that_of_the_device_file(tmp_path):
    file = tmp_path / "video0"
    file.touch()
    layer = SystemLayer()
    assert layer.group(Node(str(file), "cam")) == grp.getgrgid(os.getegid()).gr_name
    assert layer.group(Node(str(tmp_path / "gone"), "cam")) == "video"
    assert layer.allowed(Node(str(file), "cam"))
    file.chmod(stat.S_IRUSR)
    assert layer.allowed(Node(str(file), "cam")) == (os.geteuid() == 0)


def test_controls_are_asked_and_set_as_video4linux_has_them(monkeypatch):
    asked = []

    def ioctl(_, request, argument):
        asked.append((request, argument))
        match request:
            case v4l2_layer._QUERYCTRL:
                return v4l2_layer._QUERY.pack(7, 1, b"Focus", 0, 250, 5, 0, 0x10)
            case v4l2_layer._G_CTRL:
                return v4l2_layer._VALUE.pack(7, 30)
            case _:
                return argument

    monkeypatch.setattr(v4l2_layer.fcntl, "ioctl", ioctl)
    device = v4l2_layer.SystemDevice(SimpleNamespace(), 5)
    control = device.control(7)
    assert (control.value, control.low, control.high, control.inactive) == (30, 0, 250, True)
    assert device.set(7, 30)
    assert not device.set(7, 40)
    sizes = {request: len(argument) for request, argument in asked}
    assert sizes == {0xC0445624: 68, 0xC008561B: 8, 0xC008561C: 8}
    assert v4l2_layer._CAPABILITY.size == v4l2_layer._QUERYCAP >> 16 & 0x3FFF


def test_a_driver_that_refuses_is_no_error(monkeypatch):
    def ioctl(*_):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(v4l2_layer.fcntl, "ioctl", ioctl)
    device = v4l2_layer.SystemDevice(SimpleNamespace(), 5)
    assert device.control(7) is None
    assert not device.set(7, 1)
