"""Where beams sit, and which addresses open a source of edges."""

from pathlib import Path

import pytest

from companion.marbles import AddressError, Beam, LinkState, Role, layout, open_source


def test_every_hill_has_a_beam_at_its_exit_and_a_bump_one_more_inside() -> None:
    assert layout(("Launch", "Bump", "Plain")) == (
        Beam(0, Role.EXIT),
        Beam(1, Role.REST),
        Beam(1, Role.EXIT),
        Beam(2, Role.EXIT),
    )


@pytest.mark.parametrize("address", ["", "simulated", "/dev/ttyACM0", "bluetooth:7", ":", "simulated :"])
def test_what_is_no_address_is_refused_with_what_would_be_one(address: str) -> None:
    with pytest.raises(AddressError, match=r"recording:evening\.jsonl"):
        open_source(address)


def test_a_source_whose_module_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("companion.marbles.beams", fromlist=["SCHEMES"]).SCHEMES, "radio", "radio")
    with pytest.raises(AddressError, match="radio: beams are not part of this installation"):
        open_source("radio:7")


def test_a_pretend_coaster_opens_live_with_a_boards_worth_of_beams() -> None:
    source = open_source("simulated:0")
    assert source.beams == 12
    assert source.status().state is LinkState.LIVE
    source.close()
    assert source.status().state is LinkState.LOST


@pytest.mark.parametrize("rest", ["fast", "-1", "nan", "1e9"])
def test_a_pretend_coaster_at_no_speed_is_refused(rest: str) -> None:
    with pytest.raises(AddressError, match="speed"):
        open_source(f"simulated:{rest}")


def test_a_file_that_is_no_recording_opens_nothing_and_is_told_by_line(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("soup\n")
    with pytest.raises(AddressError, match=r"bad\.jsonl: line 1"):
        open_source(f"recording:{tmp_path / 'bad.jsonl'}")
