"""Run the faults of the chaos run from the command line: `python -m tests.harness.chaos --help`."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.harness.chaos.run import ChaosPlan, run_chaos


def main() -> int:
    """Run the plan of the options; return 1 if there was a problem."""
    parser = argparse.ArgumentParser(description="Faults of many kinds against one server.")
    for name, kind in (("seed", int), ("rooms", int), ("seconds", float)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(ChaosPlan, name))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stops the server, too
    with TemporaryDirectory() as folder:
        plan = ChaosPlan(**vars(options))
        result = asyncio.run(run_chaos(plan, Path(folder) / "data", _print))
    return 1 if result.problems else 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
