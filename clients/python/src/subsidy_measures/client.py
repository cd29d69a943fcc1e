"""The client: settings, sending with retries, and what is built on the operations."""
from __future__ import annotations

import os
import platform
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from types import TracebackType
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from .answers import checked, json_of, quota_of, rpc_of
from .connections import Answer, Connections
from .errors import ApiError, KeyMissingError, Quota, SubsidiesError
from .lines import Lines
from .operations import Operations
from .pace import FollowWait
from .requests import Request, request_of
from .retries import delay_before_next
from .stores import Store
from .sync import SyncResult, followed, synced
from .types import Language

VERSION = "1.0.0"
"""Of the API that this client was written for."""

OnAnswer: TypeAlias = Callable[[int, Message], None]
"""Told the status and the headers of an answer; `headers["X-Request-Id"]` reads one in any case, None where it is absent."""

Stream = TypeVar("Stream", bound=Lines[Any])
Read = TypeVar("Read")


class _Last(threading.local):
    """What the last answer of this thread said."""

    quota: Quota | None = None
    request_id: str | None = None
    etag: str | None = None


@dataclass(frozen=True)
class _Gone:
    """A DELETE that was carried out already: the code that then answers, and what the first answer would have said."""

    code: str
    data: dict[str, Any]


class SubsidiesClient(Operations):
    """A client of the Subsidy Measures API. May be used from several threads at once; `last_...` is of the thread that asks.

    `key` is that of the account, else `SUBSIDIES_KEY` of the environment; without one the operations that are open to
    everybody work. `base_url` is the origin of the service without `/v1`, else `SUBSIDIES_URL`. `timeout_seconds` holds
    for everything up to the head of an answer, and again for each further piece of it. `retries`: how often a request
    is sent again at most, where that is safe. `ssl_context`: for an authority of your own. `on_answer`: told the status
    and headers of every answer to every operation, of those too that are tried again, and of `sync` and `follow`.
    """

    def __init__(
        self,
        *,
        key: str | None = None,
        base_url: str | None = None,
        timeout_seconds: float = 30.0,
        retries: int = 4,
        user_agent_suffix: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        on_answer: OnAnswer | None = None,
    ) -> None:
        key = key or os.environ.get("SUBSIDIES_KEY") or None
        # The key is not told: whatever it is, it was meant to be a secret.
        if key is not None and re.fullmatch(r"[\x21-\x7e]+", key) is None:
            raise ValueError("The key holds white space or letters that no key has.")
        self.base_url = _origin(base_url or os.environ.get("SUBSIDIES_URL"))
        if timeout_seconds <= 0:
            raise ValueError("timeout_seconds must be positive.")
        if retries < 0:
            raise ValueError("retries must not be negative.")
        self.timeout_seconds = timeout_seconds
        self.retries = retries
        suffix = "" if user_agent_suffix is None else f" {user_agent_suffix}"
        self._headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": f"subsidy-measures-client-python/{VERSION} (Python {platform.python_version()}){suffix}",
        }
        # In a function and no attribute, so that nothing that shows an object shows it.
        self._authorization: Callable[[], str | None] = lambda: None if key is None else f"Bearer {key}"
        self._connections = Connections(self.base_url, timeout_seconds, ssl_context)
        self._last = _Last()
        self._on_answer = on_answer

    def __repr__(self) -> str:
        return f"SubsidiesClient(base_url={self.base_url!r})"

    def __enter__(self) -> SubsidiesClient:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are kept; the client opens new ones where it is used again."""
        self._connections.close()

    @property
    def last_quota(self) -> Quota | None:
        """What the last keyed answer of this thread said of the requests of the month, errors included."""
        return self._last.quota

    @property
    def last_request_id(self) -> str | None:
        """The name of the last answer of this thread; name it where you ask about one."""
        return self._last.request_id

    @property
    def last_etag(self) -> str | None:
        """The tag of the last answer of this thread, for `if_none_match`; None where it had none."""
        return self._last.etag

    def sync(
        self,
        store: Store,
        *,
        lang: Language = "en",
        include_withdrawn: bool = False,
        start_again: bool = False,
    ) -> SyncResult:
        """Brings a copy of the catalogue to its newest state, and goes on where it stopped before.

        The first time, and where the feed cannot be read on from where the copy stands, the whole catalogue is
        fetched, then what changed since. Every step is written at once or not at all: after a fault or a kill the next
        call goes on. `start_again` fetches everything again: what no event tells of (when a measure was last checked)
        is then new too. A copy that was made in another language, or otherwise with `include_withdrawn`, is made anew.
        """
        return synced(self, store, lang=lang, include_withdrawn=include_withdrawn, start_again=start_again)

    def follow(
        self,
        store: Store,
        *,
        every_seconds: float | None = None,
        lang: Language = "en",
        include_withdrawn: bool = False,
        stop: threading.Event | None = None,
        on_wait: Callable[[FollowWait], None] | None = None,
    ) -> Iterator[SyncResult]:
        """`sync` again and again until `stop` is set, each with its result. What passes (cuts, limits, a month that is used
        up, a service that is being restarted) is waited out and written to the log `subsidy_measures`; anything else is
        raised.

        `every_seconds`: from the end of one turn to the beginning of the next. Without it the plan decides: turns take at
        most a fifth of the month's requests, and become rarer while the feed has nothing new. With it, it holds while nine
        tenths of the month's requests suffice for it; else the wait is longer. `on_wait` is told how long each wait is,
        and why, before it begins.
        """
        return followed(
            self,
            store,
            quota=lambda: self.last_quota,
            every_seconds=every_seconds,
            lang=lang,
            include_withdrawn=include_withdrawn,
            stop=stop,
            on_wait=on_wait,
        )

    def _json(self, method: str, path: str, *, gone: tuple[str, dict[str, Any]] | None = None, **sent: Any) -> Any:
        request = self._request(method, path, **sent)
        return self._exchanged(request, lambda answer: json_of(checked(answer)), None if gone is None else _Gone(*gone))

    def _rpc(self, method: str, path: str, **sent: Any) -> Any:
        return self._exchanged(self._request(method, path, **sent), rpc_of, None)

    def _stream(self, kind: type[Stream], method: str, path: str, **sent: Any) -> Stream:
        request = self._request(method, path, accept="application/x-ndjson", **sent)
        return self._exchanged(request, lambda answer: kind(checked(answer), request), None)

    def _request(self, method: str, path: str, *, is_open: bool = False, accept: str | None = None, **sent: Any) -> Request:
        authorization = self._authorization()
        if authorization is None and not is_open:
            raise KeyMissingError("This needs a key: give key=..., or set SUBSIDIES_KEY.")
        headers: dict[str, str | None] = {
            **self._headers,
            # An open operation needs none, so none leaves.
            **({} if is_open or authorization is None else {"Authorization": authorization}),
            **({} if accept is None else {"Accept": accept}),
            **(sent.pop("headers", None) or {}),
        }
        return request_of(method, path, headers=headers, **sent)

    def _exchanged(self, request: Request, read: Callable[[Answer], Read], gone: _Gone | None) -> Read | Any:
        """What `read` makes of the answer, the request sent again where that is safe and may help."""
        may_be_done = False
        failed = 0
        while True:
            try:
                return read(self._sent(request))
            except SubsidiesError as fault:
                if may_be_done and gone is not None and isinstance(fault, ApiError) and fault.code == gone.code:
                    # An attempt before, whose answer was lost, has taken it away: that is what was asked for.
                    return {"data": gone.data, "meta": {"request_id": fault.request_id, "warnings": []}}
                delay = delay_before_next(fault, request, failed)
                if delay is None or failed >= self.retries:
                    raise
                may_be_done = may_be_done or not isinstance(fault, ApiError) or fault.status >= 500
            failed += 1
            time.sleep(delay)

    def _sent(self, request: Request) -> Answer:
        answer = self._connections.send(request)
        self._last.request_id = answer.header("X-Request-Id")
        self._last.etag = answer.header("ETag")
        self._last.quota = quota_of(answer) or self._last.quota
        if self._on_answer is not None:
            self._on_answer(answer.status, answer.headers)
        return answer


def _origin(given: str | None) -> str:
    if not given:
        raise ValueError("The address of the service is missing: give base_url=..., or set SUBSIDIES_URL.")
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url must be an address such as https://api.example.org; this is {given!r}.")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise ValueError("base_url is the origin alone, without a path such as /v1, a query or a user name.")
    return f"{parts.scheme}://{parts.netloc}"
