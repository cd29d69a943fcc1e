"""Deliveries of webhooks: whether they are the service's, and what they say."""
from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Any, TypeAlias, cast

from .errors import WebhookSignatureError
from .types import MatchEvent, PingEvent, SourceEvent, SubsidyEvent

WebhookEvent: TypeAlias = SubsidyEvent | SourceEvent | MatchEvent | PingEvent
"""Told apart by `data.subject`, for which `subsidy_measures.events` has a question each. New types may come: ignore them."""

TOLERANCE_SECONDS = 300


def verify_webhook(
    raw_body: bytes,
    signature_header: str | None,
    secret: str,
    *,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    now: int | None = None,
) -> WebhookEvent:
    """The event of a delivery that was signed with this secret. Raises `WebhookSignatureError` for any other.

    `raw_body`: the body as bytes, exactly as it was received; parsed and written again it is another one.
    `signature_header`: `Service-Signature`, None where there is none. `now`: Unix seconds, else the clock of this machine.
    """
    if not secret:
        # Without a secret anybody could sign.
        raise WebhookSignatureError("There is no secret to verify with.")
    timestamp, codes = _parts_of(signature_header or "")
    if abs((int(time.time()) if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookSignatureError(f"The delivery was not signed within {tolerance_seconds} seconds of now.")
    signed = timestamp.encode("ascii") + b"." + raw_body
    expected = hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).digest()
    # Every code is compared, whichever fits.
    if sum(hmac.compare_digest(bytes.fromhex(code), expected) for code in codes) == 0:
        raise WebhookSignatureError("No signature of the delivery is that of this body and secret.")
    try:
        event: Any = json.loads(raw_body)
    except ValueError as fault:
        raise WebhookSignatureError("The delivery is signed, and no JSON.") from fault
    return cast(WebhookEvent, event)


def _parts_of(header: str) -> tuple[str, list[str]]:
    """The time and the codes of the header, which has exactly one form."""
    times: list[str] = []
    codes: list[str] = []
    for part in header.split(","):
        found = re.fullmatch(r"([a-z][a-z0-9]*)=([\x21-\x7e]+)", part)
        if found is None:
            raise WebhookSignatureError("Service-Signature is missing or has another form.")
        name, value = found.groups()
        if name == "t":
            times.append(value)
        if name == "v1":
            codes.append(value)
    if len(times) != 1 or re.fullmatch(r"[0-9]{1,12}", times[0]) is None:
        raise WebhookSignatureError("Service-Signature has no single time.")
    if not codes or any(re.fullmatch(r"[0-9a-f]{64}", code) is None for code in codes):
        raise WebhookSignatureError("Service-Signature has no code, or one of another form.")
    return times[0], codes
