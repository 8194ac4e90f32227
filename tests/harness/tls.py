"""A complete server with TLS in this process, stopped and started again on the same ports."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from client.connections.known_servers import KnownServers
from client.connections.target import Target
from server.app import Settings, running
from server.cli import COMPUTERS
from server.limits import DEFAULT_LIMITS, Limits
from server.operations.certificates import CERTIFICATE_FILE, ServerTls, load_own_certificate
from tests.harness.ports import free_port

NOW = datetime.now(UTC).timestamp()
NAMES = ["localhost", "127.0.0.1"]


class Certificates:
    """Certificates by name, in folders below ``folder``; each name has its own key."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str = "server", now: float = NOW) -> ServerTls:
        """Load the certificate of this name; create or renew it as a server does."""
        (self._folder / name).mkdir(exist_ok=True, parents=True)
        return load_own_certificate(self._folder / name, NAMES, now)

    def file(self, name: str = "server") -> Path:
        """Return the path of the certificate of this name, which exists after ``load``."""
        return self._folder / name / CERTIFICATE_FILE


class TlsServer(NamedTuple):
    """Fixed ports for a server; ``run`` may be used again after its end."""

    port: str
    pyro_port: str

    def address(self, transport: str) -> str:
        """Return the address for a client; ``transport`` is socket or pyro."""
        if transport == "pyro":
            return f"PYRO:tavolata@127.0.0.1:{self.pyro_port}"
        return f"127.0.0.1:{self.port}"

    @asynccontextmanager
    async def run(
        self, tls: ServerTls | None, limits: Limits = DEFAULT_LIMITS
    ) -> AsyncIterator[None]:
        """Run a server with this certificate, or without TLS, for the duration of the block."""
        settings = Settings(
            port=int(self.port),
            pyro_port=int(self.pyro_port),
            tls=tls.context if tls else None,
            limits=limits,
        )
        async with running(settings, COMPUTERS):
            yield


def choose_server() -> TlsServer:
    """Return a server with free ports."""
    return TlsServer(free_port(), free_port())


class TrustingClient:
    """A client with a file of known servers; ``notices`` are the texts for its user."""

    def __init__(self, folder: Path) -> None:
        self.notices: list[str] = []
        self.known = KnownServers(folder / "known-servers.txt", self.notices.append)

    def target(self, address: str, fingerprint: str = "") -> Target:
        """Return the target of a command with --tls, and with --fingerprint if it is given."""
        return Target(address, tls=True, fingerprint=fingerprint, known_servers=self.known)

    @property
    def entries(self) -> list[str]:
        """Return the entries of the file, oldest first, without their addresses."""
        path = self.known.path
        return [line.split()[1] for line in path.read_text().splitlines()] if path.exists() else []
