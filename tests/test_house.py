"""The shape of the house: what stands where, how long a module may be, what is not said."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]

AT_THE_TOP = {"pyproject.toml", "README.md", "companion", "firmware", "hardware", "tests", "deploy"}


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]


def test_nothing_else_stands_at_the_top():
    tops = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {top for top in tops if not top.startswith(".")} <= AT_THE_TOP


def test_no_module_is_longer_than_400_lines():
    code = tracked("*.py", "*.h", "*.cpp", "*.ino", "*.js")
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in code}
    assert len(lengths) > 20
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_the_readme_shows_both_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "deploy/run" in readme
    assert "deploy/test" in readme


def test_the_continuous_check_is_the_test_command():
    assert "deploy/test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_no_lock_file_names_a_registry():
    pins = (ROOT / "deploy" / "constraints.txt").read_text("utf-8").splitlines()
    assert all(line.count("==") == 1 and "/" not in line for line in pins)
    assert not tracked("*.lock", "package-lock.json")
