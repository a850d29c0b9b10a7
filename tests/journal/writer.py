"""A process of its own that enters into a journal, and prints each entry's number and hash once confirmed.

Started as `python -m tests.journal.writer FOLDER COUNT`; COUNT 0 only opens the journal and waits.
"""

import sys
import time
from pathlib import Path

from companion.journal import JournalError
from companion.rules.contract import TABLE, Setup
from companion.rules.hidden import Hidden
from companion.table import Table
from tests.journal.counting_game import RULES, Add, Name
from tests.journal.evening import opened


def main(folder: Path, count: int) -> None:
    with opened(folder) as journal:
        for notice in journal.notices:
            print("notice", notice, flush=True)
        print("open", flush=True)
        if not count:
            time.sleep(60)
        evenings = journal.evenings()
        table = Table.resume(journal, evenings[0].id) if evenings else begin(journal)
        table.subscribe(lambda n: print(n, table.entry(n).hash, flush=True))
        for seat in (0, 1):
            table.submit(Name(seat, Hidden((seat,), 3)), key=f"name {seat}")
        while table.n < count:
            table.submit(Add(table.view(TABLE).state.on_turn, 1 + table.n % 3), key=f"add {table.n}")


def begin(journal):
    setup = Setup("counting_game", ("Ann", "Bo"), components={**RULES.house(), "goal": 100_000})
    return Table.begin(journal, setup, key="begin")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), int(sys.argv[2]))
    except JournalError as error:
        sys.exit(str(error))
