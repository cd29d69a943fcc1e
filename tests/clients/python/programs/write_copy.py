"""Writes a copy for ever: write_copy.py FILE. Each writing is one generation, named by every record and by the cursor, and is
printed once it is done.
"""
from __future__ import annotations

import itertools
import sys
from typing import cast

from subsidy_measures import CopyState
from subsidy_measures.file_store import FileStore
from subsidy_measures.types import Subsidy

RECORDS = 300


def record(place: int, generation: int) -> Subsidy:
    return cast(Subsidy, {"id": f"al:{place:03}", "version": generation, "description": "é" * 2_000})


with FileStore(sys.argv[1]) as store:
    held = store.load()
    for generation in itertools.count(0 if held is None else int(held.cursor) + 1):
        state = CopyState(str(generation), "en", False)
        records = [record(place, generation) for place in range(generation % 2, RECORDS)]
        if generation % 3 == 0:
            store.replace(records, state)
        else:
            store.apply(records, {f"al:{place:03}" for place in range(generation % 2)}, state)
        print(generation, flush=True)
