"""Keeping a local copy of the catalogue: the whole of it once, and from then on what the change feed names."""
from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .errors import (
    ApiError,
    CatalogueBehindError,
    ConnectionFailedError,
    IncompleteAnswerError,
    InvalidCursorError,
    PlanRequiredError,
    StoreFormError,
    SubsidiesError,
    SubsidyNotFoundError,
)
from .operations import Operations
from .stores import CopyState, Store, Tally
from .types import ChangeEvent, Meta, MeasureListMeta, Subsidy
from .events import is_subsidy_event

Language: TypeAlias = Literal["nl", "fr", "en"]

# Every plan allows pages of so many rows.
PAGE_ROWS = 100
# How often a whole catalogue that was cut is asked for again in one call.
WHOLE_ATTEMPTS_MAX = 5
# A process of the service may be behind its feed for a moment; what it answers then must not be kept.
BEHIND_ATTEMPTS_MAX = 10
BEHIND_SECONDS = 0.5
# A measure that an event names exists, so that its absence is looked at more than once.
ABSENT_ATTEMPTS = 3
# After every event: a feed that is read from there begins at its end.
END_OF_TIME = "9999-01-01"

log = logging.getLogger("subsidy_measures")


@dataclass(frozen=True)
class SyncResult:
    """What one `sync` did. `restarted`: the feed could not be read on from where the copy stood, and it was fetched whole."""

    cursor: str
    measures: int
    added: int
    changed: int
    removed: int
    restarted: bool


def synced(client: Operations, store: Store, *, lang: Language, include_withdrawn: bool, afresh: bool) -> SyncResult:
    """See `SubsidiesClient.sync`."""
    held = store.load()
    if held is not None and (held.lang, held.include_withdrawn) != (lang, include_withdrawn):
        raise StoreFormError(
            f"The store holds a copy with lang={held.lang!r}, include_withdrawn={held.include_withdrawn}; "
            "keep another one in a store of its own."
        )
    tally, restarted = Tally(), False
    if held is None or afresh:
        held, tally = _whole(client, store, lang, include_withdrawn)
        held, more = _caught_up(client, store, held)
    else:
        try:
            held, more = _caught_up(client, store, held)
        except InvalidCursorError:
            # The service was restored from a backup, or the copy is older than the feed.
            restarted = True
            held, tally = _whole(client, store, lang, include_withdrawn)
            held, more = _caught_up(client, store, held)
    tally += more
    return SyncResult(held.cursor, len(store), tally.added, tally.changed, tally.removed, restarted)


def followed(
    client: Operations,
    store: Store,
    *,
    every_seconds: float,
    lang: Language,
    include_withdrawn: bool,
    stop: threading.Event | None,
) -> Iterator[SyncResult]:
    """See `SubsidiesClient.follow`."""
    if every_seconds <= 0:
        raise ValueError("every_seconds must be positive.")
    stopped = stop or threading.Event()
    while not stopped.is_set():
        try:
            yield synced(client, store, lang=lang, include_withdrawn=include_withdrawn, afresh=False)
        except SubsidiesError as fault:
            if not _passes(fault):
                raise
            log.warning("The copy was not brought up to date, and will be in %s s: %s", every_seconds, fault)
        stopped.wait(every_seconds)


def _passes(fault: SubsidiesError) -> bool:
    if isinstance(fault, ApiError):
        return fault.status >= 500 or fault.code == "rate_limit_exceeded"
    return isinstance(fault, (ConnectionFailedError, IncompleteAnswerError, CatalogueBehindError))


def _whole(client: Operations, store: Store, lang: Language, include_withdrawn: bool) -> tuple[CopyState, Tally]:
    """Every record, with a place in the feed that is not later than any of them."""
    for attempt in range(1, WHOLE_ATTEMPTS_MAX + 1):
        try:
            with client.export_subsidies(lang=lang, include_withdrawn=include_withdrawn) as export:
                state = CopyState(export.change_cursor, lang, include_withdrawn)
                return state, store.replace(export, state)
        except IncompleteAnswerError:
            if attempt == WHOLE_ATTEMPTS_MAX:
                raise
            time.sleep(BEHIND_SECONDS * attempt)
        except PlanRequiredError:
            break
    # Without the export: first the end of the feed, then every page. What changes between them is after that end.
    end = client.list_changes(since=END_OF_TIME, limit=1)["pagination"]["next_cursor"]
    state = CopyState(end, lang, include_withdrawn)
    return state, store.replace(_listed(client, lang, include_withdrawn), state)


def _listed(client: Operations, lang: Language, include_withdrawn: bool) -> Iterator[Subsidy]:
    """Every record of the list, by title: the order in which none moves without an event."""
    cursor = None
    while True:
        for _ in range(BEHIND_ATTEMPTS_MAX):
            page = client.list_subsidies(
                view="full", sort="title", lang=lang, include_withdrawn=include_withdrawn, limit=PAGE_ROWS, cursor=cursor
            )
            if not _is_behind(page["meta"]):
                break
            time.sleep(BEHIND_SECONDS)
        else:
            raise CatalogueBehindError("The list is still older than the change feed.")
        yield from page["data"]
        if not page["pagination"]["has_more"]:
            return
        cursor = page["pagination"].get("next_cursor")


def _caught_up(client: Operations, store: Store, state: CopyState) -> tuple[CopyState, Tally]:
    """The feed from where the copy stands to its end, written page by page."""
    tally = Tally()
    while True:
        page = client.list_changes(cursor=state.cursor, limit=PAGE_ROWS)
        cursor = page["pagination"]["next_cursor"]
        if cursor != state.cursor:
            state = CopyState(cursor, state.lang, state.include_withdrawn)
            put, gone = _changes(client, page["data"], state)
            tally += store.apply(put.values(), gone, state)
        if not page["pagination"]["has_more"]:
            return state, tally


def _changes(client: Operations, events: list[ChangeEvent], state: CopyState) -> tuple[dict[str, Subsidy], set[str]]:
    """What events come to: each measure that they name as it is now, and the ids that are no longer."""
    versions: dict[str, int] = {}
    for event in events:
        # Only measures are copied; types that are new are about one, or none of ours.
        if is_subsidy_event(event):
            id = event["data"]["subsidy_id"]
            versions[id] = max(versions.get(id, 0), event["data"]["version"] or 0)
    put: dict[str, Subsidy] = {}
    gone: set[str] = set()
    for id, version in versions.items():
        record = _fetched(client, id, version, state)
        leave = [id] if record is None else [id, record["id"], *record["related"]["merged_from"]]
        for one in leave:
            put.pop(one, None)
            gone.add(one)
        if record is not None and (record["withdrawn_at"] is None or state.include_withdrawn):
            put[record["id"]] = record
            gone.discard(record["id"])
    return put, gone


def _fetched(client: Operations, id: str, version: int, state: CopyState) -> Subsidy | None:
    """A measure that is not older than an event about it; None: there is none."""
    lang: Language = "nl" if state.lang == "nl" else "fr" if state.lang == "fr" else "en"
    for attempt in range(1, BEHIND_ATTEMPTS_MAX + 1):
        try:
            answer = client.get_subsidy(id, lang=lang)
        except SubsidyNotFoundError:
            if attempt == ABSENT_ATTEMPTS:
                return None
        else:
            record = answer["data"]
            # Merged into another, it answers as that one, whose versions count for themselves.
            is_older = record["id"] == id and record["version"] < version
            if not is_older and not _is_behind(answer["meta"]):
                return record
        time.sleep(BEHIND_SECONDS)
    raise CatalogueBehindError(f"{id} is still answered older than the change feed.")


def _is_behind(meta: Meta | MeasureListMeta) -> bool:
    return any(warning["code"] == "catalogue_behind" for warning in meta["warnings"])
