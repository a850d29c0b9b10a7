"""`companion marbles order`: the order of the clips as a finger tells it, printed and kept."""

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from companion.cli.marbles import command
from companion.kiosk.settings import Settings, read_settings, write_settings
from tests.table.bench import Bench


class Fingered(Bench):
    """Beams through which a finger passes as soon as somebody listens; a look at the clock takes a second."""

    closed = False

    def __init__(self, beams: tuple[int, ...], stuck: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._passed, self._stuck = beams, stuck

    def listen(self, hear):
        stop = super().listen(hear)
        for beam in self._passed:
            self.wait(800)
            self.broken(beam, 120)
        for beam in self._stuck:
            self.edge(beam, broken=True)
        return stop

    def now_us(self) -> int:
        self.wait(1000)
        return self.clock

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "kiosk.json"


@pytest.fixture
def order(settings, monkeypatch):  # noqa: ARG001  # the owner's own settings are left alone
    """Pass a finger through these beams, and learn their order."""

    def ordered(*beams: int, options: tuple[str, ...] = (), stuck: tuple[int, ...] = ()) -> Result:
        source = Fingered(beams, stuck)
        monkeypatch.setattr("companion.cli._ordering.open_source", lambda _address: source)
        answer = CliRunner().invoke(command, ["order", "bench:", *options])
        assert source.closed
        return answer

    return ordered


def test_the_order_is_printed_and_not_kept_unasked(order, settings):
    answer = order(2, 0, 1)
    assert (answer.exit_code, answer.stdout) == (0, "From the top: 3, 1, 2. Keep it with --keep.\n")
    assert answer.stderr.splitlines()[1:] == ["beam 3", "beam 1", "beam 2"]
    assert not settings.exists()


def test_the_order_is_kept_where_the_touchscreen_looks_for_it_beside_all_other_settings(order, settings):
    write_settings(settings, Settings(calm=True))
    assert order(2, 0, 1, options=("--keep",)).exit_code == 0
    assert read_settings(settings) == Settings(calm=True, clips=("3", "1", "2"))


def test_a_program_reads_numbers_and_names(order):
    answer = order(1, 0, options=("--json",))
    assert json.decode(answer.stdout) == {"beams": [2, 1], "clips": ["2", "1"], "kept": False}


@pytest.mark.parametrize(
    ("beams", "stuck", "said"),
    [
        ((2, 0, 2), (), "Beam 3 saw the finger twice. From the top: 3, 1. Begin once more, at the top."),
        ((2, 0), (1,), "Beam 2 is blocked. Take out what is in the way"),
        ((), (), "no clip saw a finger"),
    ],
)
def test_a_pass_that_went_wrong_is_told_in_a_line_and_keeps_nothing(order, settings, beams, stuck, said):
    answer = order(*beams, options=("--keep", "--seconds", "0.2"), stuck=stuck)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert f"Error: {said}" in answer.stderr
    assert not settings.exists()


def test_a_clip_that_was_kept_before_and_is_not_passed_is_left_out(order, settings):
    write_settings(settings, Settings(clips=("1", "2", "3")))
    assert order(2, 0, options=("--keep",)).exit_code == 0
    assert read_settings(settings).clips == ("3", "1")
