"""The admin socket: a file in the data folder that only its owner may open.

A request is one line, a JSON list of words; the answer is one line, ``{"rows": [...]}`` or
``{"error": "..."}``. Whoever can open the file is the operator.
"""

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from messages.text import visible

FILE = "admin.sock"
LINE_BYTES = 16 * 1024
REQUEST_SECONDS = 5.0
NOT_A_REQUEST = "a request is a JSON list of words on one line"

Execute = Callable[[list[str]], Mapping[str, object]]
"""Executes a command and returns its answer."""


class AdminSocket:
    """The listening side."""

    def __init__(self, execute: Execute, data: Path) -> None:
        self._execute = execute
        self._file = data / FILE
        self._log = structlog.get_logger()

    async def start(self) -> bool:
        """Listen; return False where that fails: the path may be too long for a socket."""
        before = os.umask(0o177)
        try:
            self._file.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(
                self._serve, self._file, limit=LINE_BYTES
            )
        except OSError as error:
            self._log.warning("there will be no `tavolata admin`", why=str(error))
            return False
        finally:
            os.umask(before)
        return True

    async def stop(self) -> None:
        """Stop listening and remove the file."""
        self._server.close()
        self._file.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, ValueError, asyncio.TimeoutError):
            async with asyncio.timeout(REQUEST_SECONDS):
                writer.write(self._answer(await reader.readline()))
                await writer.drain()
        writer.close()

    def _answer(self, line: bytes) -> bytes:
        try:
            words = msgspec.json.decode(line, type=list[str])
        except ValueError:  # also if a word is not UTF-8
            answer: Mapping[str, object] = {"error": NOT_A_REQUEST}
        else:
            answer = self._execute(words)
            if "error" not in answer:
                self._log.info("the operator said", words=visible(" ".join(words)))
        return json.dumps(answer).encode() + b"\n"
