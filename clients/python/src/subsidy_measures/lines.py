"""Answers that come line by line: the export, and matches of many companies."""
from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

from .connections import Answer
from .errors import ConnectionFailedError, IncompleteAnswerError
from .requests import Request
from .types import BulkMatchEnd, BulkMatchRow, Subsidy

Row = TypeVar("Row")
Self = TypeVar("Self", bound="Lines[Any]")

# A line is one record or the matches of one company; what is longer is no answer of the API.
LINE_BYTES_MAX = 64_000_000


class Lines(Generic[Row]):
    """Iterate over it once; leave a `with` block, or call `close`, to give up what is left.

    Raises `IncompleteAnswerError` where the answer ends before its end: what came before is right, and not all.
    """

    def __init__(self, answer: Answer, request: Request) -> None:
        self._answer = answer
        self._rows: Iterator[Row] = self._checked()

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._answer.close()

    def _checked(self) -> Iterator[Row]:
        raise NotImplementedError

    def _lines(self) -> Iterator[Any]:
        """Each line as the JSON that it is."""
        begun = b""
        try:
            for chunk in self._answer.chunks():
                *whole, begun = (begun + chunk).split(b"\n")
                if len(begun) > LINE_BYTES_MAX:
                    raise IncompleteAnswerError(f"A line is longer than {LINE_BYTES_MAX} bytes.")
                for line in whole:
                    yield json.loads(line)
        except ConnectionFailedError as fault:
            raise IncompleteAnswerError(f"The answer was cut: {fault}") from fault
        except ValueError as fault:
            raise IncompleteAnswerError("A line is no JSON.") from fault
        if begun != b"":
            raise IncompleteAnswerError("The last line is cut.")


class ExportDownload(Lines[Subsidy]):
    """The catalogue of one moment, a full record each, in ascending order of ids.

    `record_count`: how many there are. `change_cursor`: the place in the change feed from which on nothing after this
    export is missed. `etag`: for `if_none_match` next time.
    """

    def __init__(self, answer: Answer, request: Request) -> None:
        super().__init__(answer, request)
        self.etag = answer.header("ETag")
        count, cursor = answer.header("X-Record-Count"), answer.header("X-Change-Cursor")
        if count is None or not count.isascii() or not count.isdecimal() or not cursor:
            answer.close()
            raise IncompleteAnswerError("The export lacks X-Record-Count or X-Change-Cursor.")
        self.record_count = int(count)
        self.change_cursor = cursor

    def _checked(self) -> Iterator[Subsidy]:
        read = 0
        for record in self._lines():
            read += 1
            yield cast(Subsidy, record)
        if read != self.record_count:
            raise IncompleteAnswerError(f"The export has {self.record_count} records, and {read} came.")


class BulkMatches(Lines[BulkMatchRow]):
    """One row for each company, in the order asked; `end` has the counts once all were read.

    `idempotency_key` names the call: where it ends with an `IncompleteAnswerError`, the same companies asked again under
    it are evaluated again, and not counted again.
    """

    def __init__(self, answer: Answer, request: Request) -> None:
        super().__init__(answer, request)
        self.end: BulkMatchEnd | None = None
        self.idempotency_key = request.headers["Idempotency-Key"]

    def _checked(self) -> Iterator[BulkMatchRow]:
        for line in self._lines():
            if self.end is not None:
                raise IncompleteAnswerError("Something stands behind the last line.")
            if "evaluated" in line and "reference" not in line:
                self.end = cast(BulkMatchEnd, line)
            else:
                yield cast(BulkMatchRow, line)
        if self.end is None:
            raise IncompleteAnswerError(
                "The last line is missing, and companies with it. Ask again with "
                f"idempotency_key={self.idempotency_key!r}: nothing is counted twice."
            )
