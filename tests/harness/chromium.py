"""A real Chromium for browser tests: that on PATH, else a download, else the package of Debian.

It is never skipped: if no browser can be provided, the tests fail with a sentence.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = (
    "chromium-headless-shell",  # needs half of the processor time of the others
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PACKAGES = ("chromium-headless-shell", "chromium")
"""Packages of Debian; older releases have only the second one."""
FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MISSING = (
    "No Chromium: install one on PATH, or run `python -m playwright install --with-deps chromium`."
)


class NoBrowser(Exception):
    """No Chromium could be provided; ``str()`` says what to do."""


def on_path() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def download(playwright: Playwright) -> str | None:
    """Download playwright's own Chromium unless it is there; return its path, or None."""
    path = Path(playwright.chromium.executable_path)
    if not path.exists():
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, check=False, capture_output=True)
    return str(path) if path.exists() and _starts(path) else None


def _starts(path: Path) -> bool:
    """Return whether the browser finds its libraries."""
    done = subprocess.run([path, "--version"], check=False, capture_output=True)
    return done.returncode == 0


def install_package() -> str | None:
    """Install Debian's Chromium if this process may; return its path, or None."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = [["update"], *(["install", "-y", package] for package in PACKAGES)]
    for command in commands:
        apt_get = ["apt-get", "-qq", *command]
        subprocess.run(apt_get, check=False, capture_output=True, env=environment)
        if path := on_path():
            return path
    return None


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser without a window. Raises NoBrowser if there is none."""
    with sync_playwright() as playwright:
        path = on_path() or download(playwright) or install_package()
        if path is None:
            raise NoBrowser(MISSING)
        root = os.name == "posix" and os.geteuid() == 0
        flags = [*FLAGS, "--no-sandbox"] if root else list(FLAGS)
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()
