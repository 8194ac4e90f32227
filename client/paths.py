"""The files that the client keeps for its user, in the configuration directory of the system."""

import os
import sys
from pathlib import Path

DIRECTORY = "tavolata"


def config_file(name: str) -> Path:
    """Return the path of a file in the configuration directory; nothing is created.

    The directory is the one of ``typer.get_app_dir``, which is slow to import.
    """
    if sys.platform == "win32":
        parent = os.environ.get("APPDATA") or Path.home()
    elif sys.platform == "darwin":
        parent = Path.home() / "Library" / "Application Support"
    else:
        parent = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(parent) / DIRECTORY / name
