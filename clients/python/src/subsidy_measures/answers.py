"""What an answer is, beyond its body: errors as exceptions, the quota, the names of requests."""
from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any, cast

from .connections import Answer
from .errors import CLASS_OF_CODE, ApiError, ConnectionFailedError, NotModifiedError, Quota, UnexpectedAnswerError

# The largest answers are those of many matches; what is longer is no answer of the API.
ANSWER_BYTES_MAX = 256_000_000
ERROR_BYTES_MAX = 1_000_000
EXCERPT_MAX = 200


def json_of(answer: Answer) -> Any:
    """The body of a good answer, as JSON; None where there is none."""
    body = answer.read(ANSWER_BYTES_MAX)
    if body == b"" and answer.status == 202:
        # Only notifications to the assistants' endpoint are answered so.
        return None
    try:
        return json.loads(body)
    except ValueError as fault:
        if answer.header("Content-Length") is None and "chunked" not in (answer.header("Transfer-Encoding") or ""):
            # Nothing says where this answer ends, so that a cut looks like an end.
            raise ConnectionFailedError("The answer was cut.", was_sent=True) from fault
        raise _unexpected(answer, body) from fault


def rpc_of(answer: Answer) -> Any:
    """An answer of the assistants' endpoint, which has errors of its own, under statuses of errors."""
    if _is_good(answer):
        return json_of(answer)
    body = answer.read(ERROR_BYTES_MAX)
    try:
        message = json.loads(body)
    except ValueError:
        message = None
    if isinstance(message, list) or (isinstance(message, dict) and "jsonrpc" in message):
        return cast(Any, message)
    raise error_of(answer, body)


def checked(answer: Answer) -> Answer:
    """An answer that is no error."""
    if answer.status == 304:
        answer.read(0)
        raise NotModifiedError(answer.header("ETag"))
    if _is_good(answer):
        return answer
    try:
        body = answer.read(ERROR_BYTES_MAX)
    except ConnectionFailedError:
        # Its status says enough.
        body = b""
    raise error_of(answer, body)


def _is_good(answer: Answer) -> bool:
    return 200 <= answer.status < 300


def error_of(answer: Answer, body: bytes) -> ApiError:
    """The error that an answer is."""
    told = _told(body)
    if told is None:
        return _unexpected(answer, body)
    facts = _facts(answer)
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


def _unexpected(answer: Answer, body: bytes) -> ApiError:
    """An answer that is none of the API, but of something in between."""
    beginning = " ".join(body[: 4 * EXCERPT_MAX].decode("utf-8", "replace").split())[:EXCERPT_MAX]
    message = f"This is no answer of the API: {beginning or 'it is empty'}"
    details = {"beginning": beginning}
    return UnexpectedAnswerError(code="unexpected_answer", message=message, details=details, **_facts(answer))


def _facts(answer: Answer) -> dict[str, Any]:
    """What an error says beside its body."""
    return {
        "status": answer.status,
        "request_id": answer.header("X-Request-Id"),
        "help_url": _help_url(answer.header("Link")),
        "retry_after_seconds": _number(answer.header("Retry-After")),
        "quota": quota_of(answer),
    }


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
