"""``python -m server`` is ``tavolata serve``."""

import sys

from client.__main__ import run

if __name__ == "__main__":
    sys.exit(run(["serve", *sys.argv[1:]]))
