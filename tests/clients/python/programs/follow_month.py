"""Follows for some days against a stand-in for the service, by a clock that jumps from wait to wait: follow_month.py SCENE.
The scene, and what is printed, are those of `tests/harness/followed-month.ts`.
"""
from __future__ import annotations

import calendar
import json
import math
import random
import sys
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from email.message import Message
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from subsidy_measures import FollowWait, MemoryStore, SubsidiesClient
from subsidy_measures.requests import Request

DAY = 86_400
BEGINNING = calendar.timegm((2027, 1, 1, 0, 0, 0))

scene: dict[str, Any] = json.loads(sys.argv[1])
limit: int | None = scene["limit"]
seen: dict[str, Any] = {"looks": 0, "counted": 0, "told": 0, "refused": 0, "left": None, "waits": [], "measures": 0}
now = float(BEGINNING)
time.time = lambda: now
random.random = lambda: 0.5


class Waiting(threading.Event):
    """Moves the clock in place of waiting."""

    def wait(self, timeout: float | None = None) -> bool:
        global now
        now += 0 if self.is_set() else timeout or 0
        return self.is_set()


class Said:
    """An answer of the stand-in."""

    def __init__(self, status: int, body: Any, headers: dict[str, str]) -> None:
        self.status = status
        self._body = json.dumps(body).encode()
        self.headers = Message()
        for name, value in headers.items():
            self.headers[name] = value

    def header(self, name: str) -> str | None:
        return self.headers[name]

    def read(self, _bytes_max: int) -> bytes:
        return self._body

    def chunks(self) -> Iterator[bytes]:
        yield self._body

    def close(self) -> None:
        pass


class StandIn:
    """In the place of the client's connections."""

    def __init__(self) -> None:
        self._month: int = 0
        self._own_day = -1
        self.used = 0

    def send(self, request: Request) -> Said:
        self._pass()
        at = datetime.fromtimestamp(now, timezone.utc)
        following = (at.year + at.month // 12, at.month % 12 + 1)
        reset = math.ceil(calendar.timegm((*following, 1, 0, 0, 0)) - now)
        is_used = limit is not None and self.used >= limit
        headers = {"RateLimit-Reset": str(reset)}
        if is_used:
            seen["refused"] += 1
            headers["Retry-After"] = str(reset)
            status, body = _refused(429, "quota_exceeded")
        else:
            self.used += 1
            seen["counted"] += 1
            status, body = self._answer_to(request.target)
        if limit is not None:
            for name in ("RateLimit", "X-Quota"):
                headers[f"{name}-Limit"] = str(limit)
                headers[f"{name}-Remaining"] = str(limit - self.used)
        return Said(status, body, headers)

    def close(self) -> None:
        pass

    def _pass(self) -> None:
        """What the account itself has used meanwhile is counted before."""
        month: int = datetime.fromtimestamp(now, timezone.utc).month
        if month != self._month:
            self._month, self.used = month, 0
        day = int((now - BEGINNING) // DAY)
        if day > self._own_day:
            self._own_day = day
            used = self.used + int(scene["ownADay"])
            self.used = used if limit is None else min(limit, used)

    def _answer_to(self, target: str) -> tuple[int, Any]:
        parts = urlsplit(target)
        meta: dict[str, Any] = {"request_id": "req_1", "warnings": []}
        if parts.path.startswith("/v1/export"):
            return _refused(403, "plan_required")
        if parts.path == "/v1/subsidies":
            return 200, {"data": [], "pagination": {"has_more": False, "limit": 100}, "meta": meta}
        changes = int(scene["changesADay"]) * (math.floor((now - BEGINNING) / DAY - 0.25) + 1)
        if parts.path.startswith("/v1/subsidies/"):
            id = unquote(parts.path.removeprefix("/v1/subsidies/"))
            related: dict[str, list[str]] = {"excludes": [], "merged_from": []}
            return 200, {"data": {"id": id, "version": changes, "withdrawn_at": None, "related": related}, "meta": meta}
        seen["looks"] += 1
        start = int(parse_qs(parts.query).get("cursor", [str(changes)])[0])
        events: list[Any] = [
            {
                "id": f"chg_{number}",
                "event": "subsidy.content_changed",
                "data": {
                    "subject": "subsidy",
                    "subsidy_id": f"be:m{number}",
                    "version": changes,
                    "categories": ["subsidy.content_changed"],
                    "diff": {},
                },
            }
            for number in range(start, changes)
        ]
        pagination = {"has_more": False, "next_cursor": str(changes), "limit": 100}
        return 200, {"data": events, "pagination": pagination, "meta": meta}


def _refused(status: int, code: str) -> tuple[int, Any]:
    return status, {"error": {"code": code, "message": f"It is {code}.", "request_id": "req_1", "details": {}}}


def _answered(_status: int, _headers: Message) -> None:
    seen["told"] += 1


stop = Waiting()


def _waits(wait: FollowWait) -> None:
    seen["waits"].append([wait.seconds, wait.reason])
    if now + wait.seconds >= BEGINNING + int(scene["days"]) * DAY:
        stop.set()


service = StandIn()
client = SubsidiesClient(key="sm_test_0", base_url="http://service.example", on_answer=_answered)
client._connections = service  # type: ignore[assignment]  # pyright: ignore
for result in client.follow(MemoryStore(), every_seconds=scene["everySeconds"], stop=stop, on_wait=_waits):
    seen["measures"] = result.measures
seen["left"] = None if limit is None else limit - service.used
print(json.dumps(seen))
