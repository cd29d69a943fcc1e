"""Brings the copy in a file up to date: keep_copy.py FILE [OPTIONS OF SYNC AS JSON] [SETTINGS OF THE CLIENT AS JSON]. Prints
what it came to; what it refuses stands in `error`, and ends it with 1.
"""
from __future__ import annotations

import dataclasses
import json
import sys

from subsidy_measures import SubsidiesClient, SubsidiesError
from subsidy_measures.file_store import FileStore

file, options, settings = [*sys.argv[1:], "{}", "{}"][:3]
try:
    with FileStore(file) as store, SubsidiesClient(**json.loads(settings)) as client:
        result = client.sync(store, **json.loads(options))
except SubsidiesError as fault:
    print(json.dumps({"error": type(fault).__name__, "message": str(fault)}))
    sys.exit(1)
print(json.dumps(dataclasses.asdict(result)))
