import pytest

from tests.journal.evening import memory_folder, opened
from tests.table.bench import Bench


@pytest.fixture
def memory():
    """A folder whose commits cost nothing, for what isn't about the disk."""
    with memory_folder() as folder:
        yield folder


@pytest.fixture
def journal(memory):
    with opened(memory) as journal:
        yield journal


@pytest.fixture
def bench():
    """Beams that a test breaks."""
    return Bench()
