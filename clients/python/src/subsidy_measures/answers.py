"""What an answer is, beyond its body: errors as exceptions, the quota, the names of requests."""
from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any, cast

from .connections import Answer
from .errors import CLASS_OF_CODE, ApiError, ConnectionFailedError, Quota

ERROR_BYTES_MAX = 1_000_000
EXCERPT_MAX = 200


def error_of(answer: Answer) -> ApiError:
    """The error that an answer is, its body read."""
    try:
        body = answer.read(ERROR_BYTES_MAX)
    except ConnectionFailedError:
        body = b""
    told = _told(body)
    retry_after = answer.header("Retry-After") or ""
    facts: dict[str, Any] = {
        "status": answer.status,
        "request_id": answer.header("X-Request-Id"),
        "help_url": _help_url(answer.header("Link")),
        "retry_after_seconds": int(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after) else None,
        "quota": quota_of(answer),
    }
    if told is None:
        beginning = " ".join(body[: 4 * EXCERPT_MAX].decode("utf-8", "replace").split())[:EXCERPT_MAX]
        message = f"This is no answer of the API: {beginning or 'it is empty'}"
        return CLASS_OF_CODE["unexpected_answer"](code="unexpected_answer", message=message, details={}, **facts)
    code = str(told["code"])
    details = told.get("details")
    required_plan = told.get("required_plan")
    return CLASS_OF_CODE.get(code, ApiError)(
        code=code,
        message=str(told["message"]),
        details=cast(Mapping[str, Any], details) if isinstance(details, dict) else {},
        required_plan=None if required_plan is None else str(required_plan),
        **{**facts, "request_id": told.get("request_id") or facts["request_id"]},
    )


def unexpected(answer: Answer, message: str) -> ApiError:
    """An answer with a good status whose body is none of the API."""
    return CLASS_OF_CODE["unexpected_answer"](
        code="unexpected_answer",
        status=answer.status,
        message=message,
        request_id=answer.header("X-Request-Id"),
        details={},
        help_url=None,
        retry_after_seconds=None,
        quota=quota_of(answer),
    )


def quota_of(answer: Answer) -> Quota | None:
    """None where the answer says nothing of it: open operations, and refusals before the limits."""
    reset = _number(answer.header("RateLimit-Reset"))
    if reset is None:
        return None
    limit, remaining = (_number(answer.header(name)) for name in ("X-Quota-Limit", "X-Quota-Remaining"))
    return Quota(limit=limit, remaining=remaining, reset_seconds=reset, at=time.time())


def _told(body: bytes) -> dict[str, Any] | None:
    """`error` of the envelope; None where the body is something else."""
    try:
        envelope = json.loads(body)
    except ValueError:
        return None
    told = cast(dict[str, Any], envelope).get("error") if isinstance(envelope, dict) else None
    if not isinstance(told, dict):
        return None
    error = cast(dict[str, Any], told)
    return error if isinstance(error.get("code"), str) and isinstance(error.get("message"), str) else None


def _help_url(link: str | None) -> str | None:
    found = re.search(r'<([^<>\s]+)>\s*;\s*rel="?help"?', link or "")
    return None if found is None else found.group(1)


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else None
