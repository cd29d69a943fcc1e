"""What is tried again, and when."""
from __future__ import annotations

import random
import ssl

from .errors import ApiError, ConnectionFailedError, SubsidiesError
from .requests import Request

DELAY_SECONDS_FIRST = 0.5
DELAY_SECONDS_MAX = 30.0
# Put on what the service asks for, so that those who were refused together do not come back together.
SPREAD_SECONDS = 0.25
# The service did not do it, or may not have: a gateway's words among them.
_PASSING = frozenset({500, 502, 503, 504})
_UNTIL_NEXT_MONTH = frozenset({"quota_exceeded", "match_quota_exceeded"})


def delay_before_next(fault: SubsidiesError, request: Request, failed: int) -> float | None:
    """Seconds to wait before the request is sent again, after so many attempts have `failed`; None: it is not."""
    if isinstance(fault, ConnectionFailedError):
        # A certificate that is not trusted will not be in a second.
        if isinstance(fault.__cause__, ssl.SSLCertVerificationError):
            return None
        return _backoff(failed) if request.is_repeatable or not fault.was_sent else None
    if not isinstance(fault, ApiError) or fault.code in _UNTIL_NEXT_MONTH:
        return None
    # Refused before anything was done, by the service or by a proxy: so this holds for every request.
    if fault.status != 429 and not (fault.status in _PASSING and request.is_repeatable):
        return None
    if fault.retry_after_seconds is None:
        return _backoff(failed)
    if fault.retry_after_seconds > DELAY_SECONDS_MAX:
        # What asks for more patience than that is told to the caller.
        return None
    return max(fault.retry_after_seconds + random.uniform(0, SPREAD_SECONDS), _backoff(failed))


def _backoff(failed: int) -> float:
    """Full jitter: many who failed together do not come back together."""
    return random.uniform(0, min(DELAY_SECONDS_MAX, DELAY_SECONDS_FIRST * 2**failed))
