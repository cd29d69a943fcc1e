"""Connections that are kept alive, and answers that are read under a time-out.

`http.client` gives every single read a time-out of its own, so that a peer which sends a byte now and then holds its
reader for ever. Here one limit covers everything up to the end of the head, and from there on each piece of the body.
"""
from __future__ import annotations

import http.client
import io
import os
import selectors
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator
from email.message import Message
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

from .errors import ConnectionFailedError, RequestTimeoutError
from .requests import Request

IDLE_CONNECTIONS_MAX = 8
# Below what servers and proxies commonly keep an idle connection for.
IDLE_SECONDS_MAX = 20.0
CHUNK_BYTES_MAX = 65_536


class _Limit:
    """Until the end of the head a point in time, then a number of seconds for each read."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = time.monotonic() + seconds

    def head_is_here(self) -> None:
        self._until = None

    def remaining(self) -> float:
        seconds = self._seconds if self._until is None else self._until - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds


class _LimitedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, limit: _Limit) -> None:
        super().__init__()
        self._socket = connected
        self._limit = limit
        # Holds the socket open for as long as the body is read, also when the connection was closed meanwhile.
        self._raw = connected.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._socket.settimeout(self._limit.remaining())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _LimitedSocket:
    """As much of a socket as an answer reads from."""

    def __init__(self, connected: socket.socket, limit: _Limit) -> None:
        self._socket = connected
        self._limit = limit

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_LimitedReader(self._socket, self._limit))


def _limited_response(limit: _Limit, connected: socket.socket, *words: Any, **more: Any) -> http.client.HTTPResponse:
    return http.client.HTTPResponse(cast(socket.socket, _LimitedSocket(connected, limit)), *words, **more)


class Answer:
    """The head of an answer; its body is read once, by `chunks` or `read`. Names of headers are read in any case."""

    def __init__(self, pool: Connections, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        self._pool = pool
        self._connection = connection
        self._response = response
        self._is_open = True
        self.status = response.status
        self.headers: Message = response.headers

    def header(self, name: str) -> str | None:
        return self._response.getheader(name)

    def chunks(self) -> Iterator[bytes]:
        """The body as it comes, decompressed. Raises `ConnectionFailedError` where it ends before its end."""
        length = self._response.length
        is_packed = (self.header("Content-Encoding") or "identity").lower() == "gzip"
        unpacker = zlib.decompressobj(wbits=31) if is_packed else None
        received = 0
        try:
            while packed := self._response.read1(CHUNK_BYTES_MAX):
                received += len(packed)
                # A small piece may unpack to a large one, so what comes out is bounded too.
                while packed:
                    chunk = packed if unpacker is None else unpacker.decompress(packed, CHUNK_BYTES_MAX)
                    packed = b"" if unpacker is None else unpacker.unconsumed_tail
                    if chunk:
                        yield chunk
            # Read to the number of bytes that were announced, `http.client` tells no cut from an end.
            if length is not None and received < length:
                raise ConnectionFailedError("The answer was cut.", was_sent=True)
            if unpacker is not None and received > 0 and not unpacker.eof:
                raise ConnectionFailedError("The answer was cut.", was_sent=True)
        except (OSError, http.client.HTTPException, zlib.error) as fault:
            self.close()
            raise _failure(fault, was_sent=True) from fault
        except BaseException:
            # Left by its reader, or cut: what is still to come would be read as the next answer.
            self.close()
            raise
        # From here on the connection may be somebody else's.
        self._is_open = False
        self._pool.give_back(self._connection, self._response)

    def read(self, bytes_max: int) -> bytes:
        """The whole body, of which more than `bytes_max` is an error."""
        parts: list[bytes] = []
        total = 0
        for chunk in self.chunks():
            total += len(chunk)
            if total > bytes_max:
                self.close()
                raise ConnectionFailedError(f"The answer is larger than {bytes_max} bytes.", was_sent=True)
            parts.append(chunk)
        return b"".join(parts)

    def close(self) -> None:
        """Gives up an answer that was not read to its end, and its connection with it."""
        if self._is_open:
            self._is_open = False
            self._response.close()
            self._connection.close()


class Connections:
    """Connections to one origin, each used by one thread at a time. May be used from several threads."""

    def __init__(self, base_url: str, timeout_seconds: float, context: ssl.SSLContext | None) -> None:
        parts = urlsplit(base_url)
        self._host = parts.hostname or ""
        self._port = parts.port
        self._context = (context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._timeout_seconds = timeout_seconds
        self._lock = threading.Lock()
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._process = os.getpid()

    def send(self, request: Request) -> Answer:
        """Sends one request and waits for the head of its answer. Nothing is tried again here."""
        limit = _Limit(self._timeout_seconds)
        # A connection that was kept may be ended by the peer just now: what cannot be sent again gets a new one.
        connection = (self._take() if request.is_repeatable else None) or self._opened()
        was_sent = False
        try:
            if connection.sock is None:
                connection.timeout = limit.remaining()
                connection.connect()
            connected = cast(socket.socket, connection.sock)
            connected.settimeout(limit.remaining())
            connection.response_class = cast(Any, partial(_limited_response, limit))
            was_sent = True
            try:
                connection.request(request.method, request.target, body=request.body, headers=dict(request.headers))
            except (BrokenPipeError, ConnectionResetError):
                # A body that is refused unread is answered before it is sent: the answer may be there.
                pass
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as fault:
            connection.close()
            raise _failure(fault, was_sent=was_sent) from fault
        limit.head_is_here()
        return Answer(self, connection, response)

    def give_back(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        """Keeps a connection whose answer was read to its end, where the peer keeps it too."""
        keeps = not response.will_close and connection.sock is not None
        response.close()
        with self._lock:
            if keeps and self._process == os.getpid() and len(self._idle) < IDLE_CONNECTIONS_MAX:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _take(self) -> http.client.HTTPConnection | None:
        """The connection that was used last, where it is still good."""
        while True:
            with self._lock:
                if self._process != os.getpid():
                    # They are those of the process that this one was forked from.
                    self._idle = []
                    self._process = os.getpid()
                if not self._idle:
                    return None
                connection, since = self._idle.pop()
            if time.monotonic() - since < IDLE_SECONDS_MAX and _is_quiet(connection):
                return connection
            connection.close()

    def _opened(self) -> http.client.HTTPConnection:
        if self._context is None:
            return http.client.HTTPConnection(self._host, self._port)
        return http.client.HTTPSConnection(self._host, self._port, context=self._context)


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """Whether nothing came meanwhile: on an idle connection that is its end, or what nobody asked for."""
    with selectors.DefaultSelector() as selector:
        selector.register(cast(socket.socket, connection.sock), selectors.EVENT_READ)
        return not selector.select(0)


def _failure(fault: Exception, *, was_sent: bool) -> ConnectionFailedError:
    if isinstance(fault, TimeoutError):
        return RequestTimeoutError("The service did not answer in time.", was_sent=was_sent)
    return ConnectionFailedError(f"The connection failed: {fault or type(fault).__name__}", was_sent=was_sent)
