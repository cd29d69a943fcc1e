"""Where a local copy of the catalogue is kept: what `sync` asks of a store, and a store in memory."""
from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from .types import Subsidy


@dataclass(frozen=True)
class CopyState:
    """Of which catalogue a copy is, and where it stands: nothing of the feed up to `cursor` is missing in it."""

    cursor: str
    lang: str
    include_withdrawn: bool


@dataclass(frozen=True)
class Tally:
    """How many measures a write added, changed and removed; what was written as it stood counts nowhere."""

    added: int = 0
    changed: int = 0
    removed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.added + other.added, self.changed + other.changed, self.removed + other.removed)


class Store(Protocol):
    """Each write is done at once or not at all, records and state together, whatever ends the process."""

    def load(self) -> CopyState | None:
        """Where the copy stands; None: there is none yet."""
        ...

    def replace(self, records: Iterable[Subsidy], state: CopyState) -> Tally:
        """Makes these records the copy. One that comes twice is kept as it came last. Where the iteration raises, the
        copy stays as it was.
        """
        ...

    def apply(self, put: Iterable[Subsidy], gone: Collection[str], state: CopyState) -> Tally:
        """Puts records in their places, and takes out those with the ids `gone`, none of which is among them."""
        ...

    def get(self, id: str, /) -> Subsidy | None: ...

    def __iter__(self) -> Iterator[Subsidy]:
        """Every record of one moment, in ascending order of ids."""
        ...

    def __len__(self) -> int: ...


class MemoryStore:
    """A copy that ends with the process. May be read from other threads while it is written."""

    def __init__(self) -> None:
        self._state: CopyState | None = None
        # Replaced as a whole and never written to, so that whoever iterates has one moment.
        self._records: dict[str, Subsidy] = {}
        self._writing = threading.Lock()

    def load(self) -> CopyState | None:
        return self._state

    def replace(self, records: Iterable[Subsidy], state: CopyState) -> Tally:
        with self._writing:
            return self._swap({record["id"]: record for record in records}, state)

    def apply(self, put: Iterable[Subsidy], gone: Collection[str], state: CopyState) -> Tally:
        with self._writing:
            kept = {id: record for id, record in self._records.items() if id not in gone}
            return self._swap(kept | {record["id"]: record for record in put}, state)

    def get(self, id: str, /) -> Subsidy | None:
        return self._records.get(id)

    def __iter__(self) -> Iterator[Subsidy]:
        records = self._records
        return (records[id] for id in sorted(records))

    def __len__(self) -> int:
        return len(self._records)

    def _swap(self, records: dict[str, Subsidy], state: CopyState) -> Tally:
        before = self._records
        added = sum(1 for id in records if id not in before)
        changed = sum(1 for id, record in records.items() if id in before and before[id] != record)
        removed = sum(1 for id in before if id not in records)
        self._records, self._state = records, state
        return Tally(added, changed, removed)
