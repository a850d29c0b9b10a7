"""`companion doctor`: looks at everything the companion needs, and says what to do about what is amiss."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from msgspec import Struct, json

from companion.cards.diagnosis import camera_diagnoses
from companion.journal import JournalError, JournalReader, home, journal_path
from companion.journal.verify import verify_all
from companion.kiosk.environment import has_display
from companion.kiosk.settings import read_settings
from companion.marbles.beams import AddressError, open_source
from companion.marbles.diagnosis import Diagnosis, beam_diagnoses, port_diagnoses
from companion.marbles.ports import candidates
from companion.marbles.recording import RecordingError
from companion.rules import games
from companion.table import ComponentStore

ROOM_NEEDED_MB = 100
"""Free space below which an evening might not fit with its recordings."""

LIBRARIES = ("kivy", "kivymd", "cv2", "gpiozero", "serial", "msgspec")


class Finding(Struct, frozen=True, omit_defaults=True):
    """What one look found; `advice` says what to do where it is amiss, or could be better."""

    what: str
    well: bool
    found: str
    advice: str = ""


def well(what: str, found: str, advice: str = "") -> Finding:
    """A finding that needs nothing done."""
    return Finding(what, well=True, found=found, advice=advice)


def amiss(what: str, found: str, advice: str) -> Finding:
    """A finding that would spoil an evening."""
    return Finding(what, well=False, found=found, advice=advice)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, for a program to read.")
def command(*, as_json: bool) -> None:
    """Look at everything the companion needs; exit code 1 if something is amiss.

    Example: companion doctor
    """
    findings = [finding for look in LOOKS for finding in look()]
    if as_json:
        click.echo(json.encode(findings))
    else:
        for finding in findings:
            click.echo(f"{'ok ' if finding.well else 'BAD'} {finding.what}: {finding.found}")
            if finding.advice:
                click.echo(f"      -> {finding.advice}")
    sys.exit(any(not finding.well for finding in findings))


def libraries() -> Iterator[Finding]:
    """Whether all libraries are there."""
    missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        yield amiss("libraries", f"{', '.join(missing)} missing", "run deploy/run, it installs them")
    else:
        yield well("libraries", f"all {len(LIBRARIES)} are there")


def screen() -> Iterator[Finding]:
    """Whether something can be drawn on."""
    if has_display():
        yield well("screen", "a display is there")
    else:
        advice = "plug a screen in, or play `companion demo` off screen"
        yield well("screen", "no display", advice)


def data_folder() -> Iterator[Finding]:
    """Whether evenings can be kept."""
    folder = _nearest(home())
    if not os.access(folder, os.W_OK):
        advice = f"make {folder} writable for this user, or set COMPANION_HOME to another folder"
        yield amiss("data folder", f"{folder} can't be written", advice)
        return
    free = shutil.disk_usage(folder).free // 2**20
    if free < ROOM_NEEDED_MB:
        yield amiss("data folder", f"{home()}: {free} MB free", "make room: 100 MB are needed")
    else:
        yield well("data folder", f"{home()}, {free:,} MB free")


def _nearest(folder: Path) -> Path:
    """The folder, or the one above it that exists."""
    return folder if folder.exists() or folder == folder.parent else _nearest(folder.parent)


def journal() -> Iterator[Finding]:
    """Whether every evening that was kept can be judged again."""
    path = journal_path()
    if not path.exists():
        yield well("journal", "no evening yet")
        return
    try:
        with JournalReader.open(path) as reader:
            verdicts = list(verify_all(reader))
    except JournalError as error:
        yield amiss("journal", str(error), "start the companion: it restores what it can")
        return
    differing = [verdict for verdict in verdicts if verdict.difference is not None]
    if differing:
        evenings = ", ".join(str(verdict.evening) for verdict in differing)
        advice = "`companion journal verify` says where; evenings of newer versions need a newer companion"
        yield amiss("journal", f"evening {evenings} is judged otherwise now", advice)
    else:
        many = "1 evening" if len(verdicts) == 1 else f"{len(verdicts)} evenings, each"
        yield well("journal", f"{many} judged again to the same")


def components() -> Iterator[Finding]:
    """Whether the cards that were taught can be played with."""
    store = ComponentStore.own()
    for rules in games().values():
        taught = store.read(rules)
        what = f"components of {rules.title}"
        if taught.fault:
            yield amiss(what, taught.fault, "mend that line, or import a spreadsheet again")
        elif store.path(rules.name).exists():
            yield well(what, f"taught, in {store.path(rules.name)}")
        else:
            yield well(what, "house values", "teach your box's cards as you play")


def beams() -> Iterator[Finding]:
    """Whether the beams answer that the kiosk was opened with, or any board that is plugged in."""
    address = read_settings(home() / "kiosk.json").beams or ("serial:auto" if candidates() else "")
    if not address:
        yield well("beams", "none set up", "attempts are entered by hand or on a pretend table")
        return
    try:
        source = open_source(address)
    except (AddressError, RecordingError, OSError) as error:
        yield amiss("beams", str(error), "open the companion with other --beams, such as serial:auto")
        return
    try:
        yield from map(_finding, beam_diagnoses(source))
    finally:
        source.close()


def ports() -> Iterator[Finding]:
    """Whether boards and pins that are there may be used."""
    yield from map(_finding, port_diagnoses())


def cameras() -> Iterator[Finding]:
    """Whether cameras that are there may be used."""
    for seen in camera_diagnoses():
        yield Finding(seen.what, well=seen.well, found=seen.found, advice=seen.advice)


def _finding(diagnosis: Diagnosis) -> Finding:
    return Finding(diagnosis.what, diagnosis.well, diagnosis.found, diagnosis.advice)


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    libraries,
    screen,
    data_folder,
    journal,
    components,
    beams,
    ports,
    cameras,
)
"""All looks, in the order of their importance for an evening."""
