"""Makes the calls that it is given, one after the other with one client: calls.py CALLS [SETTINGS], both JSON, a call being
[method, positional arguments, named ones]. Prints a list of what each came to.
"""
from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Iterator
from typing import Any, cast

from subsidy_measures import ApiError, NotModifiedError, SubsidiesClient, SubsidiesError
from subsidy_measures.lines import BulkMatches, ExportDownload


def value_of(answer: Any) -> Any:
    if isinstance(answer, ExportDownload):
        with answer as records:
            rows = list(records)
        return {"rows": rows, "count": answer.record_count, "cursor": answer.change_cursor, "etag": answer.etag}
    if isinstance(answer, BulkMatches):
        with answer as entries:
            return {"rows": list(entries), "end": answer.end, "key": answer.idempotency_key}
    return list(cast("Iterator[Any]", answer)) if isinstance(answer, Iterator) else answer


def error_of(fault: Exception) -> dict[str, Any]:
    said: dict[str, Any] = {"class": type(fault).__name__, "message": str(fault)}
    if isinstance(fault, ApiError):
        names = ("code", "status", "request_id", "details", "help_url", "retry_after_seconds", "required_plan")
        said |= {name: getattr(fault, name) for name in names}
        said["quota"] = None if fault.quota is None else dataclasses.asdict(fault.quota)
    if isinstance(fault, NotModifiedError):
        said["etag"] = fault.etag
    return said


def outcome(client: SubsidiesClient, name: str, positional: list[Any], named: dict[str, Any]) -> dict[str, Any]:
    begun = time.monotonic()
    try:
        came: dict[str, Any] = {"value": value_of(getattr(client, name)(*positional, **named))}
    except (SubsidiesError, ValueError, TypeError) as fault:
        came = {"error": error_of(fault)}
    quota = client.last_quota
    return came | {
        "seconds": time.monotonic() - begun,
        "request_id": client.last_request_id,
        "etag": client.last_etag,
        "quota": None if quota is None else dataclasses.asdict(quota),
    }


calls, settings = [*sys.argv[1:], "{}"][:2]
with SubsidiesClient(**json.loads(settings)) as client:
    json.dump([outcome(client, *call) for call in json.loads(calls)], sys.stdout)
