"""The command ``tavolata``, also run as ``python -m client``.

A failure is reported in one line on stderr, and the exit status is 2 for wrong arguments, else 1.
"""

import gc
import sys

from client.cli.arguments import load_packs
from client.cli.failures import use_error_writer, write_error
from client.cli.start import play_without_options
from client.errors import UserError
from messages.packs import PackError
from messages.text import visible

OWN_COMMANDS = (
    *("play", "host", "join", "watch", "learn", "games", "bot", "replay", "wire"),
    "--version",
)
"""Commands for which those of the server are not registered, because that is slow."""
INTERRUPTED = 130
"""Exit status after Ctrl+C: 128 + SIGINT, as in shells."""


def main() -> None:
    """Run the command and end the process with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command and return its exit status; a failure is written on one line to stderr.

    Loads the game packs first. Ctrl+C gives INTERRUPTED. The traceback of an unexpected error is
    saved in a file, or raised if the user wants to see it.
    """
    use_error_writer(None)
    try:
        load_packs(arguments)
        if arguments == ["play"]:  # there is nothing to parse, and the parser is slow to import
            play_without_options()
            return 0
        return _parse_and_run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        return _fail(str(error), 1)
    except PackError as error:
        return _fail(str(error), 2)
    except Exception as error:
        from client.cli import failures

        if failures.shows_traceback():
            raise
        return _fail(failures.report_failure(error, failures.default_path()), 1)


def _parse_and_run(arguments: list[str]) -> int:
    """Run the command with Typer and return its exit status; wrong arguments are reported.

    Without arguments the help is shown. The commands of the server are registered only if the
    arguments may need them. A question that is aborted with Ctrl+C gives INTERRUPTED.
    """
    from typer import Abort
    from typer.exceptions import TyperException

    from client.cli.commands import app
    from client.cli.options import list_choices_in_help

    if not arguments or arguments[0] not in OWN_COMMANDS:
        _add_server_commands()
    if not arguments or "--help" in arguments:
        list_choices_in_help()
    try:
        status = app(arguments or ["--help"], standalone_mode=False, prog_name="tavolata")
    except TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except Abort:
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _add_server_commands() -> None:
    """Import and register the commands of the server, which is slow.

    The garbage collector is off during the import: it takes a sixth of the time and finds nothing.
    """
    from client.cli.commands import app

    gc.disable()
    try:
        from server.cli import add_commands
    finally:
        gc.enable()
    add_commands(app)


def _fail(text: str, status: int) -> int:
    """Write the text on one line to stderr, unless it is empty, and return the status.

    The line begins with ``tavolata:`` and has no control characters.
    """
    line = visible(" ".join(text.split()))
    if line:
        write_error(f"tavolata: {line}")
    return status


if __name__ == "__main__":
    main()
