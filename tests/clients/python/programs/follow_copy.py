"""Follows the catalogue in memory until it has seen so many results: follow_copy.py COUNT. Prints each with the ids of the
copy and the warnings that were logged before it.
"""
from __future__ import annotations

import json
import logging
import sys
import threading

from subsidy_measures import MemoryStore, SubsidiesClient


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


kept = Kept()
logging.getLogger("subsidy_measures").addHandler(kept)
store = MemoryStore()
stop = threading.Event()
results = 0
with SubsidiesClient(retries=0) as client:
    for result in client.follow(store, every_seconds=0.2, stop=stop):
        ids = [measure["id"] for measure in store]
        print(json.dumps({"added": result.added, "ids": ids, "warnings": kept.texts}), flush=True)
        kept.texts = []
        results += 1
        if results == int(sys.argv[1]):
            stop.set()
