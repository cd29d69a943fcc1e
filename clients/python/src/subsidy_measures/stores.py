"""Where a local copy of the catalogue is kept: what `sync` asks of a store, and a store in memory."""
from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from .types import Subsidy


@dataclass(frozen=True)
class CopyState:
    """Of what a copy is, and up to where: nothing of the change feed up to `cursor` is missing in it."""

    cursor: str
    lang: str
    include_withdrawn: bool


class Store(Protocol):
    """Where a copy is kept; write your own for a database. Each write is done at once or not at all, records and state
    together, whatever ends the process.
    """

    def load(self) -> CopyState | None:
        """Where the copy stands; None: there is none yet."""
        ...

    def replace(self, records: Iterable[Subsidy], state: CopyState) -> None:
        """Makes these records the copy. One that comes twice is kept as it came last. Where the iteration raises, the
        copy stays as it was. `get` is called meanwhile, for records that have not come yet.
        """
        ...

    def apply(self, put: Iterable[Subsidy], gone: Collection[str], state: CopyState) -> None:
        """Puts records in their places, and takes out those with the ids `gone`, none of which is among them."""
        ...

    def get(self, id: str, /) -> Subsidy | None: ...

    def ids(self) -> Collection[str]:
        """Of every record, in any order."""
        ...

    def __iter__(self) -> Iterator[Subsidy]:
        """Every record of one moment, in any order."""
        ...


class MemoryStore:
    """A copy that ends with the process. May be read from other threads while it is written."""

    def __init__(self) -> None:
        self._state: CopyState | None = None
        # Replaced as a whole and never written to, so that whoever iterates has one moment.
        self._records: dict[str, Subsidy] = {}
        self._writing = threading.Lock()

    def load(self) -> CopyState | None:
        return self._state

    def replace(self, records: Iterable[Subsidy], state: CopyState) -> None:
        with self._writing:
            self._records, self._state = {record["id"]: record for record in records}, state

    def apply(self, put: Iterable[Subsidy], gone: Collection[str], state: CopyState) -> None:
        with self._writing:
            kept = {id: record for id, record in self._records.items() if id not in gone}
            self._records, self._state = kept | {record["id"]: record for record in put}, state

    def get(self, id: str, /) -> Subsidy | None:
        return self._records.get(id)

    def ids(self) -> Collection[str]:
        return frozenset(self._records)

    def __iter__(self) -> Iterator[Subsidy]:
        """In ascending order of ids."""
        records = self._records
        return (records[id] for id in sorted(records))

    def __len__(self) -> int:
        return len(self._records)
