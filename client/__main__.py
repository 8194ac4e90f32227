"""The command ``tavolata``, also as ``python -m client``.

A failure is reported in one line, and the exit status is not 0.
"""

import sys

import typer
from typer.exceptions import TyperException

from client.cli.commands import app, play
from client.cli.options import load_packs
from client.errors import UserError
from messages.packs import PackError
from messages.text import visible

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells expect it."""


def main() -> None:
    """Run the command and end the process with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    try:
        load_packs(arguments)
        if not arguments or arguments[0] not in ("play", "host", "bot", "replay"):
            from server.cli import add_commands  # slow to import, and players do not need it

            add_commands(app)
        if arguments == ["play"]:  # nothing to parse, and loading the parser takes time
            status = play()
        else:
            status = app(arguments or ["--help"], standalone_mode=False, prog_name="tavolata")
    except TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        return _fail(str(error), 1)
    except PackError as error:
        return _fail(str(error), 2)
    return status if isinstance(status, int) else 0


def _fail(text: str, status: int) -> int:
    line = visible(" ".join(text.split()))
    if line:
        typer.echo(f"tavolata: {line}", err=True)
    return status


if __name__ == "__main__":
    main()
