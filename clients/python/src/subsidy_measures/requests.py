"""What is sent: one request as plain facts, with every value written as the API reads it."""
from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

# What may be sent again although an answer was lost: it changes nothing, or nothing more the second time.
_REPEATABLE = frozenset({"GET", "HEAD", "DELETE", "PATCH"})


@dataclass(frozen=True)
class Request:
    """`target` is path and query; `body` is JSON in UTF-8, None where there is none."""

    method: str
    target: str
    # The key is among them.
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it twice does what sending it once does."""
        return self.method in _REPEATABLE or "Idempotency-Key" in self.headers


def request_of(
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str | None] | None = None,
    body: Any = None,
) -> Request:
    """A request from arguments as callers give them; what is None is left out."""
    pairs = [(name, text_of(name, value)) for name, value in (query or {}).items() if value is not None]
    # A comma stands between the values of a list, and is sent as it is.
    target = path + ("?" + urlencode(pairs, quote_via=quote, safe=",:") if pairs else "")
    sent = {name: value for name, value in (headers or {}).items() if value is not None}
    for name, value in sent.items():
        # The fault would otherwise be told with the value in it.
        if not value.isascii() or not value.isprintable():
            raise ValueError(f"{name} must be printable ASCII.")
    if body is None:
        return Request(method, target, sent, None)
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Request(method, target, {**sent, "Content-Type": "application/json"}, text.encode())


def text_of(name: str, value: object) -> str:
    """A parameter as it stands in a query: booleans in words, lists with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, Sequence):
        members = [str(member) for member in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        if any("," in member for member in members):
            raise ValueError(f"{name}: a value of a list holds no comma.")
        return ",".join(members)
    raise TypeError(f"{name} takes no {type(value).__name__}.")


def segment(value: str | int) -> str:
    """One segment of a path, percent-encoded."""
    text = str(value)
    # Some proxies take dots for steps, and would lead to another operation.
    if text in ("", ".", ".."):
        raise ValueError(f"An id or reference must name something; this is {text!r}.")
    return quote(text, safe=":")


def given(body: Mapping[str, Any]) -> dict[str, Any]:
    """What of a body was given: the API reads null as absent, and so do we."""
    return {name: value for name, value in body.items() if value is not None}


def made_key() -> str:
    """A name for one call, so that sending it again does nothing twice."""
    return uuid.uuid4().hex
