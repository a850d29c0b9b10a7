"""The tracker on simulated tables it shares no number with: never wrong when certain, seldom asking."""

import pytest

from companion.marbles.calibration import measure, simulated_runs


@pytest.mark.parametrize(("faulty", "asked"), [(False, 0.04), (True, 0.22)])
def test_certain_means_right(faulty: bool, asked: float) -> None:  # a case of the test
    measured, wrong = measure(simulated_runs(250, seed=11, faulty=faulty))
    assert [simulated.run.name for simulated, _ in wrong if simulated.marbles < 2] == []
    assert len(wrong) <= 1  # of two marbles, one may leave the track before the beams could tell them apart
    assert measured.runs == 250
    assert measured.asked <= asked * measured.runs
    assert measured.right + measured.asked + measured.wrong_and_certain == measured.runs
    assert measured.best_guess_right >= 0.9 * measured.runs


def test_the_same_seed_gives_the_same_runs() -> None:
    first, second = (list(simulated_runs(10, seed=3, faulty=True)) for _ in range(2))
    assert first == second
    assert first != list(simulated_runs(10, seed=4, faulty=True))


def test_distances_can_be_left_out_of_simulated_runs() -> None:
    runs = list(simulated_runs(5, seed=3, faulty=False, measured=False))
    assert all(beam.at_mm is None for one in runs for beam in one.run.beams)


@pytest.mark.full
@pytest.mark.parametrize("faulty", [False, True])
def test_of_ten_thousand_runs_those_that_are_certain_are_right_in_999_of_1000(faulty: bool) -> None:
    measured, _ = measure(simulated_runs(5_000, seed=2024, faulty=faulty))
    certain = measured.runs - measured.asked
    assert measured.wrong_and_certain <= 0.001 * certain
