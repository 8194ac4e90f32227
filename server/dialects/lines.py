"""Text lines from a byte stream, without I/O. LF ends a line; a CR before it is dropped."""


def line(code: str, *arguments: str | int) -> str:
    """Return ``code|argument|argument`` without a line end; arguments are not escaped."""
    return "|".join((code, *map(str, arguments)))


class Lines:
    """Splits a byte stream into lines; a line longer than ``limit`` bytes is discarded."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._rest = b""
        self._skipping = False

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a line was read but not its end."""
        return self._skipping or bool(self._rest)

    def feed(self, data: bytes) -> list[str | None]:
        """Add bytes; return the lines that end now, with None for one too long or not UTF-8.

        The None for a line that is too long comes as soon as the limit is exceeded; its rest is
        skipped.
        """
        if self._skipping:
            _, end, data = data.partition(b"\n")
            if not end:
                return []
            self._skipping = False
        *whole, rest = (self._rest + data).split(b"\n")
        lines = [self._maybe_text(line.removesuffix(b"\r")) for line in whole]
        if len(rest.removesuffix(b"\r")) > self._limit:
            lines.append(None)
            rest, self._skipping = b"", True
        self._rest = rest
        return lines

    def _maybe_text(self, line: bytes) -> str | None:
        """Decode a line; return None if it is too long or not UTF-8."""
        if len(line) > self._limit:
            return None
        try:
            return line.decode()
        except UnicodeDecodeError:
            return None
