"""How long `follow` waits between two turns. A turn that finds nothing new is one request of the month, and the month is the
customer's: so the plan's allowance decides, by what the answers say of it.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .errors import Quota

WaitReason: TypeAlias = Literal["interval", "idle", "allowance", "month_used", "failure"]
"""Why a wait is as long as it is. `interval`: as named, or the shortest. `idle`: the feed had nothing new. `allowance`: the
month's requests would not last otherwise. `month_used`: they are used, until the reset. `failure`: the service asks for it.
"""

# The shortest wait where the caller names none.
SHORTEST_SECONDS = 60.0
# Of the month's requests, how much turns may take: where the caller names no interval, and where one is named.
SHARE_UNNAMED = 0.2
SHARE_NAMED = 0.9
# A wait doubles with each idle turn up to so many times, while it is no longer than this.
IDLE_TIMES_MAX = 4
IDLE_SECONDS_MAX = 3_600.0
# No wait for the sake of the allowance is longer: a plan may become larger before the reset.
ALLOWANCE_SECONDS_MAX = 86_400.0
MONTH_SECONDS_MAX = 31 * 86_400
# Put on a wait for the reset, at most, so that those who wait for it do not come together.
RESET_SPREAD_SECONDS = 60


@dataclass(frozen=True)
class FollowWait:
    seconds: float
    reason: WaitReason


def wait_after_turn(
    *, every_seconds: float | None, idle_turns: int, quota: Quota | None, now: float, chance: float
) -> FollowWait:
    """The wait after a turn that came to its end. `idle_turns`: how many in a row found nothing new; `now`: Unix seconds;
    `chance`: from 0 to 1.
    """
    reset_seconds = 0.0 if quota is None else _seconds_to_reset(quota, now)
    if quota is not None and quota.remaining == 0 and reset_seconds > 0:
        return wait_for_reset(reset_seconds, chance)
    interval = SHORTEST_SECONDS if every_seconds is None else every_seconds
    share = SHARE_UNNAMED if every_seconds is None else SHARE_NAMED
    allowed = 0.0 if quota is None else _seconds_for_request(quota, reset_seconds) / share
    paced = max(interval, math.ceil(min(allowed, ALLOWANCE_SECONDS_MAX)))
    slowed = paced * min(2**idle_turns, IDLE_TIMES_MAX)
    if every_seconds is None and idle_turns > 0 and paced < IDLE_SECONDS_MAX:
        return FollowWait(min(slowed, IDLE_SECONDS_MAX), "idle")
    return FollowWait(paced, "allowance" if paced > interval else "interval")


def wait_for_reset(reset_seconds: float, chance: float) -> FollowWait:
    """The wait for the next month, of which so many seconds are missing."""
    seconds = min(reset_seconds + chance * RESET_SPREAD_SECONDS, ALLOWANCE_SECONDS_MAX)
    return FollowWait(math.ceil(seconds), "month_used")


def _seconds_to_reset(quota: Quota, now: float) -> float:
    """0 where the month has passed since it was said."""
    return max(0.0, quota.reset_seconds - max(0.0, now - quota.at))


def _seconds_for_request(quota: Quota, reset_seconds: float) -> float:
    """How far apart requests are that spend the month evenly, and what is left of it; 0 on a plan without a limit."""
    if quota.limit is None:
        return 0.0
    of_month = MONTH_SECONDS_MAX / max(quota.limit, 1)
    return of_month if not quota.remaining else max(of_month, reset_seconds / quota.remaining)
