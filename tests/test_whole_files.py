"""A kept file is the old one or the new one, whatever happens while it is written."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.whole_files import write_whole

OLD, NEW = b"old" * 1000, b"new" * 100_000

KILLED_BETWEEN = """
import os, signal, sys
from pathlib import Path
from companion.whole_files import write_whole

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(*{moment}, die)
write_whole(Path(sys.argv[1]), b"new" * 100_000)
"""


@pytest.fixture
def path(tmp_path) -> Path:
    kept = tmp_path / "kept.json"
    kept.write_bytes(OLD)
    return kept


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "moment",
    ['(os, "fsync")', '(Path, "replace")', '(sys.modules["builtins"], "open")'],
    ids=["before it is durable", "before it takes the old one's place", "as it is made"],
)
def test_whoever_is_killed_while_writing_leaves_the_old_file_and_the_next_one_writes(path, moment):
    program = KILLED_BETWEEN.format(moment=moment)
    killed = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == OLD
    write_whole(path, NEW)
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("kept.json", NEW)]


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
def test_a_full_disk_is_told_by_the_file_s_name_and_leaves_no_half(path, monkeypatch, step):
    monkeypatch.setattr(step, full)
    with pytest.raises(OSError, match="No space left on device") as told:
        write_whole(path, NEW)
    assert told.value.filename == str(path)
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("kept.json", OLD)]


def test_the_file_is_durable_before_it_takes_the_old_one_s_place_and_its_name_afterwards(path, monkeypatch):
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def replaced(self: Path, target: Path) -> Path:
        steps.append("replaced")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_whole(path, NEW)
    assert steps == ["file", "replaced", "folder"]


def test_a_file_system_that_keeps_no_folders_keeps_the_file(path, monkeypatch):
    sync = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)
    write_whole(path, NEW)
    assert path.read_bytes() == NEW


def test_a_private_file_is_its_owner_s_alone_even_where_half_of_another_lay(path):
    half = path.parent / f".kept.json.{threading.get_native_id()}.half"
    half.write_bytes(b"torn")
    half.chmod(0o644)
    write_whole(path, NEW, private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_whole(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600


def test_a_folder_that_is_not_there_is_told_by_the_file_s_name(tmp_path):
    with pytest.raises(FileNotFoundError) as told:
        write_whole(tmp_path / "nowhere" / "kept.json", NEW)
    assert told.value.filename == str(tmp_path / "nowhere" / "kept.json")


WRITERS = """
import sys
from pathlib import Path
from companion.whole_files import write_whole
for _ in range(60):
    write_whole(Path(sys.argv[1]), sys.argv[2].encode() * 200_000)
"""


def test_two_writers_never_tear_a_file_nor_stop_each_other(path):
    command = [sys.executable, "-c", WRITERS, str(path)]
    writers = [subprocess.Popen([*command, letter]) for letter in "ab"]
    seen = set()
    while any(each.poll() is None for each in writers):
        seen.add(path.read_bytes())
    assert [each.returncode for each in writers] == [0, 0]
    assert seen <= {OLD, b"a" * 200_000, b"b" * 200_000}
    assert [each.name for each in path.parent.iterdir()] == ["kept.json"]


def test_a_link_s_target_is_written_and_the_link_stays(path, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(path)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert path.read_bytes() == NEW


def test_a_pipe_gets_the_bytes_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_whole(pipe, OLD)
        assert reader.communicate(timeout=20)[0] == OLD
    assert pipe.is_fifo()


def test_an_error_is_told_with_one_name(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"Is a directory: '.*folder'$"):
        write_whole(tmp_path / "folder", NEW)
