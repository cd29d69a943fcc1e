"""What an event of the feed or of a webhook is about. Where none of these says yes, it is of a new kind: pass it over."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

from .types import MatchEvent, PingEvent, SourceEvent, SubsidyEvent


def is_subsidy_event(event: object) -> TypeGuard[SubsidyEvent]:
    """A measure was created or changed, or one of its deadlines comes near."""
    return _subject(event) == "subsidy"


def is_source_event(event: object) -> TypeGuard[SourceEvent]:
    """The freshness of a source changed."""
    return _subject(event) == "source"


def is_match_event(event: object) -> TypeGuard[MatchEvent]:
    """A company of a watchlist stands otherwise with a measure."""
    return _subject(event) == "match"


def is_ping_event(event: object) -> TypeGuard[PingEvent]:
    """Somebody tests an endpoint."""
    return _subject(event) == "webhook"


def _subject(event: object) -> object:
    return cast(Mapping[str, Mapping[str, Any]], event)["data"]["subject"]
