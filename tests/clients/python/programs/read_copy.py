"""Says what is in the copy in a file: read_copy.py FILE [write]. With `write` it is opened to be written."""
from __future__ import annotations

import json
import sys
from typing import Any

from subsidy_measures import SubsidiesError
from subsidy_measures.file_store import FileStore

said: dict[str, Any]
try:
    with FileStore(sys.argv[1], read_only=sys.argv[2:] == []) as store:
        state = store.load()
        records = list(store)
        first = store.get("al:299")
        said = {
            "cursor": None if state is None else state.cursor,
            "versions": sorted({record["version"] for record in records}),
            "ids": [record["id"] for record in records],
            "first": None if first is None else first["version"],
            "count": [len(store), len(store.ids())],
        }
        if sys.argv[2:] == []:
            try:
                store.apply([], [], state) if state else None
            except SubsidiesError as fault:
                said["refused"] = type(fault).__name__
except SubsidiesError as fault:
    said = {"error": type(fault).__name__}
json.dump(said, sys.stdout)
