"""A copy of the catalogue in a file of SQLite, which survives whatever ends the process that writes it.

One process writes it at a time; others may read it meanwhile, with this class or by SQL: `measure(id, record)`, where
`record` is the JSON of the API.
"""
from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from .errors import StoreBusyError, StoreFormError
from .stores import CopyState
from .types import Subsidy

# Tells our files from those of other programs.
APPLICATION_ID = 0x534D6370
FORM = 1
# A reader waits so long for a writer that is just beginning or ending; writers never wait for readers.
BUSY_SECONDS = 30.0

_TABLES = f"""
    create table measure (id text primary key, record text not null) without rowid;
    create table copy (
      only_one integer primary key check (only_one = 1),
      cursor text not null, lang text not null, include_withdrawn integer not null
    );
    pragma application_id = {APPLICATION_ID};
    pragma user_version = {FORM};
"""


class FileStore:
    """Opened to be written, it holds the file for itself: another that would write is refused (`StoreBusyError`).

    `read_only`: for whoever only reads the copy that another process keeps current. May be used from several threads.
    """

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        # Under whatever name it is opened, its lock has one.
        self._path = Path(path).resolve()
        self._lock = None if read_only else _held(self._path)
        self._using = threading.RLock()
        try:
            if read_only and not self._path.exists():
                raise StoreFormError(f"There is no copy in {self._path}.")
            self._database = _opened(self._path)
            _prepare(self._database, self._path, read_only)
        except BaseException:
            if self._lock is not None:
                self._lock.close()
            raise

    def __enter__(self) -> FileStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def load(self) -> CopyState | None:
        with self._using:
            row = self._database.execute("select cursor, lang, include_withdrawn from copy").fetchone()
        return None if row is None else CopyState(cursor=row[0], lang=row[1], include_withdrawn=bool(row[2]))

    def replace(self, records: Iterable[Subsidy], state: CopyState) -> None:
        with self._writing() as database:
            database.execute("create temp table if not exists listed (id text primary key) without rowid")
            database.execute("delete from listed")
            for record in records:
                _put(database, record)
                database.execute("insert or ignore into listed values (?)", (record["id"],))
            database.execute("delete from measure where id not in (select id from listed)")
            _stand(database, state)

    def apply(self, put: Iterable[Subsidy], gone: Collection[str], state: CopyState) -> None:
        with self._writing() as database:
            for record in put:
                _put(database, record)
            database.executemany("delete from measure where id = ?", [(id,) for id in gone])
            _stand(database, state)

    def get(self, id: str, /) -> Subsidy | None:
        with self._using:
            row = self._database.execute("select record from measure where id = ?", (id,)).fetchone()
        return None if row is None else _record_of(row[0])

    def ids(self) -> Collection[str]:
        with self._using:
            return {cast(str, id) for (id,) in self._database.execute("select id from measure").fetchall()}

    def __iter__(self) -> Iterator[Subsidy]:
        """In ascending order of ids."""
        # A connection of its own, so that a write meanwhile is not seen.
        with closing(_opened(self._path)) as database:
            for (text,) in database.execute("select record from measure order by id"):
                yield _record_of(text)

    def __len__(self) -> int:
        with self._using:
            return cast(int, self._database.execute("select count(*) from measure").fetchone()[0])

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection, None, None]:
        if self._lock is None:
            raise StoreFormError(f"{self._path} was opened to be read.")
        with self._using:
            self._database.execute("begin immediate")
            try:
                yield self._database
                self._database.execute("commit")
            except BaseException:
                self._database.execute("rollback")
                raise


def _held(path: Path) -> sqlite3.Connection:
    """The right to write the copy, which ends with the process however that ends: a lock of SQLite on a file beside it."""
    lock = sqlite3.connect(f"{path}-lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("begin exclusive")
    except sqlite3.OperationalError as fault:
        lock.close()
        raise StoreBusyError(f"Another process keeps the copy in {path} current.") from fault
    return lock


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    return database


def _prepare(database: sqlite3.Connection, path: Path, read_only: bool) -> None:
    def pragma(name: str) -> int:
        return cast(int, database.execute(f"pragma {name}").fetchone()[0])

    try:
        # What was written is on the disk before it counts as done.
        database.execute("pragma synchronous = full")
        is_empty = database.execute("select count(*) from sqlite_master").fetchone()[0] == 0
        if is_empty and not read_only and pragma("application_id") == 0:
            # Readers go on while it is written.
            database.execute("pragma journal_mode = wal")
            database.executescript(f"begin immediate; {_TABLES} commit;")
        if (pragma("application_id"), pragma("user_version")) != (APPLICATION_ID, FORM):
            raise StoreFormError(f"{path} is no copy of the catalogue, or of another version of this package.")
    except sqlite3.OperationalError:
        # A disk that fails, or a lock, is told as it is.
        database.close()
        raise
    except sqlite3.DatabaseError as fault:
        database.close()
        raise StoreFormError(f"{path} is no copy of the catalogue.") from fault
    except BaseException:
        database.close()
        raise


def _put(database: sqlite3.Connection, record: Subsidy) -> None:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    database.execute(
        "insert into measure values (?, ?) on conflict (id) do update set record = excluded.record"
        " where record <> excluded.record",
        (record["id"], text),
    )


def _stand(database: sqlite3.Connection, state: CopyState) -> None:
    row = (state.cursor, state.lang, int(state.include_withdrawn))
    database.execute("insert or replace into copy values (1, ?, ?, ?)", row)


def _record_of(text: str) -> Subsidy:
    record: Any = json.loads(text)
    return cast(Subsidy, record)
