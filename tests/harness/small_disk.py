"""A disk of 2 MB in memory, which tests fill and empty.

It is a tmpfs in a mount namespace of its own, so that no privileges are needed.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.client.conftest import ROOT

BLOCK = b"x" * 512


@dataclass
class SmallDisk:
    """A mounted disk; ``path`` exists for processes that ``command`` starts only."""

    path: Path
    process: "subprocess.Popen[str]"
    log: list[str] = field(default_factory=list)

    @property
    def outside(self) -> Path:
        """The path of the disk for this process."""
        return Path(f"/proc/{self.process.pid}/root{self.path}")

    def command(self, *arguments: str) -> list[str]:
        """Return the command that runs ``tavolata`` with these arguments where the disk is."""
        enter = ["nsenter", "--user", "--mount", "--preserve-credentials", f"--wd={ROOT}"]
        target = ["--target", str(self.process.pid), "--"]
        return [*enter, *target, sys.executable, "-m", "client", *arguments]

    def fill(self) -> None:
        """Write a file until the disk has no free block left."""
        try:
            with (self.outside / "fill").open("ab", 0) as file:
                while True:
                    file.write(BLOCK)
        except OSError:
            return

    def empty(self) -> None:
        """Remove what ``fill`` has written."""
        (self.outside / "fill").unlink()


@contextmanager
def small_disk(path: Path) -> Iterator[SmallDisk]:
    """Mount a disk of 2 MB on an existing folder until the block ends."""
    mount = f"mount -t tmpfs -o size=2m,mode=700 tmpfs '{path}' && echo mounted && exec cat"
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "mounted\n"
            yield SmallDisk(path, process)
        finally:
            process.kill()
