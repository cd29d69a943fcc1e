"""What is tried again, and when."""
from __future__ import annotations

import random
import ssl

from .errors import ApiError, ConnectionFailedError, SubsidiesError
from .requests import Request

DELAY_SECONDS_FIRST = 0.5
DELAY_SECONDS_MAX = 30.0
# What asks for more patience than that is told to the caller instead.
RETRY_AFTER_SECONDS_MAX = 60
# The service did not do it, or may not have: a gateway's words among them.
_PASSING = frozenset({500, 502, 503, 504})


def delay_before_next(fault: SubsidiesError, request: Request, failed: int) -> float | None:
    """Seconds to wait before the request is sent again, after so many attempts have `failed`; None: it is not."""
    if isinstance(fault, ConnectionFailedError):
        # A certificate that is not trusted will not be in a second.
        if isinstance(fault.__cause__, ssl.SSLCertVerificationError):
            return None
        return _backoff(failed) if request.is_repeatable or not fault.was_sent else None
    if not isinstance(fault, ApiError):
        return None
    if fault.code == "rate_limit_exceeded":
        # It was refused before anything was done, so this holds for every request.
        wait = fault.retry_after_seconds or 1
        return None if wait > RETRY_AFTER_SECONDS_MAX else wait + random.uniform(0, min(wait, 1))
    return _backoff(failed) if fault.status in _PASSING and request.is_repeatable else None


def _backoff(failed: int) -> float:
    """Full jitter: many who failed together do not come back together."""
    return random.uniform(0, min(DELAY_SECONDS_MAX, DELAY_SECONDS_FIRST * 2**failed))
