"""Text lines cut out of a byte stream, no sockets. LF ends a line, a CR before it is dropped."""


def line(code: str, *arguments: str | int) -> str:
    """Return ``code|argument|argument``, without the end of the line."""
    return "|".join((code, *map(str, arguments)))


class Lines:
    """Feed it what was read; a line longer than ``limit`` bytes is not kept, only noticed."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._rest = b""
        self._skipping = False

    @property
    def has_partial_message(self) -> bool:
        """Whether a line was begun and has not ended yet."""
        return self._skipping or bool(self._rest)

    def feed(self, data: bytes) -> list[str | None]:
        """The lines that are whole now; None stands for one too long, or that is not UTF-8."""
        if self._skipping:
            _, end, data = data.partition(b"\n")
            if not end:
                return []
            self._skipping = False
        *whole, rest = (self._rest + data).split(b"\n")
        found = [self._maybe_text(line.removesuffix(b"\r")) for line in whole]
        if len(rest.removesuffix(b"\r")) > self._limit:
            found.append(None)
            rest, self._skipping = b"", True
        self._rest = rest
        return found

    def _maybe_text(self, line: bytes) -> str | None:
        if len(line) > self._limit:
            return None
        try:
            return line.decode()
        except UnicodeDecodeError:
            return None
