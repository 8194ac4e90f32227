"""Reports TLS handshakes that fail, of which asyncio tells nobody."""

import ssl
from collections.abc import Callable


def report_failures(context: ssl.SSLContext, report: Callable[[str], None]) -> None:
    """Call ``report`` with the reason of each handshake of a server context that fails.

    Connections that are closed, or send nothing, during a handshake are not reported.
    """

    class ReportingObject(ssl.SSLObject):
        """A TLS connection that reports a failed handshake."""

        def do_handshake(self) -> None:
            """Continue the handshake. Raises SSLError."""
            try:
                super().do_handshake()
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise
            except ssl.SSLError as error:
                report((error.reason or str(error)).replace("_", " ").lower())
                raise

    context.sslobject_class = ReportingObject
