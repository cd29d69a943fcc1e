"""Keeping a local copy of the catalogue: the whole of it once, and from then on what the change feed names.

The order of things is what loses nothing: the place in the feed is known before what it is the place of is read, and is
written in one step with the records.
"""
from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from .errors import (
    ApiError,
    CatalogueBehindError,
    ConnectionFailedError,
    IncompleteAnswerError,
    InvalidCursorError,
    MatchQuotaExceededError,
    PlanRequiredError,
    Quota,
    QuotaExceededError,
    StoreBusyError,
    SubsidiesError,
    SubsidyNotFoundError,
)
from .operations import Operations
from .pace import ALLOWANCE_SECONDS_MAX, FollowWait, wait_after_turn, wait_for_reset
from .page_changes import PageChanges
from .stores import CopyState, Store
from .tally import Tally, fate_of
from .types import Language, MeasureListMeta, Meta, Subsidy, SubsidyAnswer, SubsidyRows

Restart: TypeAlias = Literal["cursor_refused", "other_options", "asked"]

# Every plan allows pages of so many rows.
PAGE_ROWS = 100
# How often a whole catalogue that was cut is asked for again in one call.
WHOLE_ATTEMPTS_MAX = 5
# A process of the service may be behind its feed for a moment; what it answers then must not be kept. Each attempt is a
# request of the month, so the waits between them double.
BEHIND_ATTEMPTS_MAX = 6
BEHIND_SECONDS = 1.0
# A measure that an event names exists, so that its absence is looked at more than once.
ABSENT_ATTEMPTS_MAX = 3
# After every event: a feed that is read from there begins at its end.
END_OF_TIME = "9999-01-01"

Answer = TypeVar("Answer")

log = logging.getLogger("subsidy_measures")


@dataclass(frozen=True)
class SyncResult:
    """What one `sync` did. `cursor`: the place in the feed that the copy has reached."""

    cursor: str
    measures: int
    added: int
    changed: int
    removed: int
    restarted: Restart | None
    """Why a copy that was there was fetched whole: the feed could not be read on from where it stood (the service was
    restored from a backup, or the copy is older than the feed), it was made with other options, or you asked for it.
    """


@dataclass(frozen=True)
class _Options:
    lang: Language
    include_withdrawn: bool

    def state(self, cursor: str) -> CopyState:
        return CopyState(cursor, self.lang, self.include_withdrawn)


def synced(
    client: Operations, store: Store, *, lang: Language, include_withdrawn: bool, start_again: bool
) -> SyncResult:
    """See `SubsidiesClient.sync`."""
    with _alone(store):
        return _Synchronisation(client, store, _Options(lang, include_withdrawn)).run(start_again)


def followed(
    client: Operations,
    store: Store,
    *,
    quota: Callable[[], Quota | None],
    every_seconds: float | None,
    lang: Language,
    include_withdrawn: bool,
    stop: threading.Event | None,
    on_wait: Callable[[FollowWait], None] | None,
) -> Iterator[SyncResult]:
    """See `SubsidiesClient.follow`. `quota`: how the month stands by the newest answer."""
    if every_seconds is not None and every_seconds <= 0:
        raise ValueError("every_seconds must be positive.")
    stopped = stop or threading.Event()
    idle_turns = 0
    cursor: str | None = None
    while not stopped.is_set():
        result: SyncResult | None = None
        failure: SubsidiesError | None = None
        try:
            result = synced(client, store, lang=lang, include_withdrawn=include_withdrawn, start_again=False)
        except SubsidiesError as fault:
            if not _passes(fault):
                raise
            failure = fault
        idle_turns = idle_turns + 1 if result is None or result.cursor == cursor else 0
        if result is not None:
            cursor = result.cursor
            yield result
        paced = wait_after_turn(
            every_seconds=every_seconds,
            idle_turns=idle_turns,
            quota=quota(),
            now=time.time(),
            chance=random.random(),
        )
        next_wait = _after_failure(failure, paced)
        if failure is not None:
            log.warning("The copy was not brought up to date, and will be in %s s: %s", next_wait.seconds, failure)
        if on_wait is not None and not stopped.is_set():
            on_wait(next_wait)
        stopped.wait(next_wait.seconds)


def _after_failure(failure: SubsidiesError | None, paced: FollowWait) -> FollowWait:
    """A used-up month is waited for to its end, and what the service asks for is kept to."""
    asked = failure.retry_after_seconds if isinstance(failure, ApiError) else None
    if asked is None:
        return paced
    if isinstance(failure, QuotaExceededError):
        return wait_for_reset(asked, random.random())
    return FollowWait(min(asked, ALLOWANCE_SECONDS_MAX), "failure") if asked > paced.seconds else paced


def _passes(fault: SubsidiesError) -> bool:
    if isinstance(fault, ApiError):
        return fault.status >= 500 or (fault.status == 429 and not isinstance(fault, MatchQuotaExceededError))
    return isinstance(fault, (ConnectionFailedError, IncompleteAnswerError, CatalogueBehindError))


_under_way: set[int] = set()
_under_way_lock = threading.Lock()


@contextmanager
def _alone(store: Store) -> Generator[None, None, None]:
    """Of two threads that bring one store up to date, the slower would write what the faster has already passed."""
    with _under_way_lock:
        if id(store) in _under_way:
            raise StoreBusyError("Another thread brings this store up to date.")
        _under_way.add(id(store))
    try:
        yield
    finally:
        with _under_way_lock:
            _under_way.discard(id(store))


class _Synchronisation:
    def __init__(self, client: Operations, store: Store, options: _Options) -> None:
        self._client = client
        self._store = store
        self._options = options
        self._tally = Tally()

    def run(self, start_again: bool) -> SyncResult:
        held = self._store.load()
        restarted: Restart | None = None
        if held is not None and (held.lang, held.include_withdrawn) != (
            self._options.lang,
            self._options.include_withdrawn,
        ):
            restarted = "other_options"
        elif held is not None and start_again:
            restarted = "asked"
        cursor = self._read_all() if held is None or restarted is not None else held.cursor
        try:
            cursor = self._read_feed(cursor)
        except InvalidCursorError:
            restarted = restarted or "cursor_refused"
            cursor = self._read_feed(self._read_all())
        counts = (self._tally.count("added"), self._tally.count("changed"), self._tally.count("removed"))
        return SyncResult(cursor, len(self._store.ids()), *counts, restarted)

    def _read_all(self) -> str:
        """Everything anew, by the export where the plan has it; the place in the feed from which it goes on."""
        attempt = 1
        while True:
            try:
                try:
                    return self._read_export()
                except PlanRequiredError:
                    return self._read_lists()
            except (IncompleteAnswerError, InvalidCursorError):
                # A list's cursor is refused where the service was restored meanwhile.
                if attempt == WHOLE_ATTEMPTS_MAX:
                    raise
            attempt += 1
            time.sleep(BEHIND_SECONDS)

    def _read_export(self) -> str:
        lang, include_withdrawn = self._options.lang, self._options.include_withdrawn
        with self._client.export_subsidies(lang=lang, include_withdrawn=include_withdrawn) as export:
            self._replace(export, export.change_cursor)
            return export.change_cursor

    def _read_lists(self) -> str:
        """First the end of the feed, then every page: what changes between them is after that end."""
        end = self._client.list_changes(since=END_OF_TIME, limit=1)["pagination"]["next_cursor"]
        self._replace(self._listed(), end)
        return end

    def _listed(self) -> Iterator[Subsidy]:
        """Every record of the list, by title: the order in which none moves without an event."""
        lang, include_withdrawn = self._options.lang, self._options.include_withdrawn
        cursor: str | None = None

        def page_at() -> SubsidyRows[Subsidy]:
            return self._client.list_subsidies(
                view="full", sort="title", lang=lang, include_withdrawn=include_withdrawn, limit=PAGE_ROWS, cursor=cursor
            )

        def is_recent(page: SubsidyRows[Subsidy]) -> bool:
            return not _is_behind(page["meta"])

        while True:
            page = _settled(page_at, is_recent)
            yield from page["data"]
            if not page["pagination"]["has_more"]:
                return
            cursor = page["pagination"].get("next_cursor")

    def _replace(self, records: Iterable[Subsidy], cursor: str) -> None:
        tally = Tally()
        gone = set(self._store.ids())

        def noted() -> Iterator[Subsidy]:
            for record in records:
                gone.discard(record["id"])
                tally.note(record["id"], fate_of(self._store.get(record["id"]), record))
                yield record

        self._store.replace(noted(), self._options.state(cursor))
        for id in gone:
            tally.note(id, "removed")
        self._tally.take(tally)

    def _read_feed(self, cursor: str) -> str:
        """The feed to its end, written page by page; the place that was reached."""
        while True:
            page = self._client.list_changes(cursor=cursor, limit=PAGE_ROWS)
            changes = PageChanges(self._fetched, self._options.include_withdrawn)
            changes.hear(page["data"], self._store)
            reached = page["pagination"]["next_cursor"]
            if reached != cursor:
                tally = Tally()
                for id, record in changes.put.items():
                    tally.note(id, fate_of(self._store.get(id), record))
                for id in changes.gone:
                    tally.note(id, fate_of(self._store.get(id), None))
                self._store.apply(changes.put.values(), changes.gone, self._options.state(reached))
                self._tally.take(tally)
            cursor = reached
            if not page["pagination"]["has_more"]:
                return cursor

    def _fetched(self, id: str, version: int | None) -> Subsidy | None:
        """A measure that is not older than what the feed says of it; None: there is none."""

        def answered() -> SubsidyAnswer:
            return self._client.get_subsidy(id, lang=self._options.lang)

        def is_recent(answer: SubsidyAnswer) -> bool:
            record = answer["data"]
            # Merged into another, it answers as that one, whose versions count for themselves.
            is_older = record["id"] == id and record["version"] < (version or 0)
            return not is_older and not _is_behind(answer["meta"])

        attempt = 1
        while True:
            try:
                return _settled(answered, is_recent)["data"]
            except SubsidyNotFoundError:
                if version is None or attempt == ABSENT_ATTEMPTS_MAX:
                    return None
            attempt += 1
            time.sleep(BEHIND_SECONDS)


def _settled(ask: Callable[[], Answer], is_recent: Callable[[Answer], bool]) -> Answer:
    """What is answered once the process that answers knows everything that the feed has shown."""
    for attempt in range(BEHIND_ATTEMPTS_MAX):
        if attempt > 0:
            time.sleep(BEHIND_SECONDS * 2 ** (attempt - 1))
        answer = ask()
        if is_recent(answer):
            return answer
    raise CatalogueBehindError("The service stays behind its own change feed; this passes.")


def _is_behind(meta: Meta | MeasureListMeta) -> bool:
    return any(warning["code"] == "catalogue_behind" for warning in meta["warnings"])
