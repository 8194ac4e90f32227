"""The admin socket: a Unix socket in the data folder that only the user of the server may open.

A request is one line, a JSON list of words; the answer is one line, ``{"rows": [...]}`` or
``{"error": "..."}``. File permissions are the only authentication: a client that can open the file
is the operator.
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
MAX_LINE_BYTES = 16 * 1024
REQUEST_SECONDS = 5.0
"""Maximum time to read a request and write its answer."""
INVALID_REQUEST = "a request is a JSON list of words on one line"
NO_ADMIN = "the server runs, but tavolata admin does not reach it"
SHORTER_PATH = "check the permissions of the folder, or use a data folder with a shorter path"
COMMAND_FAILED = "the command failed because of a bug; the log of the server has the details"

Execute = Callable[[list[str]], Mapping[str, object]]
"""Executes a command and returns its answer."""


class AdminSocket:
    """Listens on the socket file and passes commands to ``execute``."""

    def __init__(self, execute: Execute, data_folder: Path) -> None:
        self._execute = execute
        self._file = data_folder / FILE
        self._log = structlog.get_logger()

    async def start(self) -> bool:
        """Start listening on a file that only this user may open; an old file is replaced.

        Return False and log a warning if that fails, for example because the path is too long.
        """
        previous_umask = os.umask(0o177)
        try:
            self._file.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(
                self._handle_connection, self._file, limit=MAX_LINE_BYTES
            )
        except OSError as error:
            self._log.warning(
                "admin_socket_not_opened",
                path=str(self._file),
                reason=str(error),
                effect=NO_ADMIN,
                remedy=SHORTER_PATH,
            )
            return False
        finally:
            os.umask(previous_umask)
        return True

    async def stop(self) -> None:
        """Stop listening and remove the socket file. Only after ``start`` returned True."""
        self._server.close()
        self._file.unlink(missing_ok=True)

    async def _handle_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Answer one request line, then close the connection.

        A client that sends a line over MAX_LINE_BYTES, or needs more than REQUEST_SECONDS, gets no
        answer.
        """
        with suppress(ConnectionError, ValueError, asyncio.TimeoutError):
            async with asyncio.timeout(REQUEST_SECONDS):
                writer.write(self._answer(await reader.readline()))
                await writer.drain()
        writer.close()

    def _answer(self, line: bytes) -> bytes:
        """Execute a request line and return the answer line; log the command if it succeeded.

        A line that is not a JSON list of words is answered with an error and not executed. A bug in
        a command is logged and answered with an error, too.
        """
        try:
            words = msgspec.json.decode(line, type=list[str])
        except ValueError:  # also raised for text that is not UTF-8
            answer: Mapping[str, object] = {"error": INVALID_REQUEST}
        else:
            answer = self._execute_logged(words)
        return json.dumps(answer).encode() + b"\n"

    def _execute_logged(self, words: list[str]) -> Mapping[str, object]:
        """Execute a command and log it if it succeeded; log an exception and return an error."""
        command = visible(" ".join(words))
        try:
            answer = self._execute(words)
        except Exception:
            self._log.exception("admin_command_failed", command=command)
            return {"error": COMMAND_FAILED}
        if "error" not in answer:
            self._log.info("admin_command_executed", command=command)
        return answer
