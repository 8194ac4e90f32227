"""The commands of `tavolata` for operators: `serve`, `admin`, `export`, `verify`, and so on.

This module connects the server with the bots of the client package.
"""

import json
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import structlog
import typer

from client.bots import create_computer_player, strategies_by_game
from client.bots.hints import suggest_action
from client.cli import failures
from client.cli.arguments import check_packs_loaded
from client.cli.options import PackOption
from client.cli.start import run_loop
from client.errors import ExitWithMessage, UserError
from games.registry import GAMES
from messages.registry import Action, AnyView
from messages.text import visible
from server import maintenance
from server.admission.bans import FILE as BANS_FILE
from server.admission.bans import Bans, InvalidBan
from server.app import BOT_DELAY_SECONDS, ComputerPlayers, Settings, WebPortUnavailable, serve
from server.effects import StartBot
from server.history.archive import export, verify_export
from server.history.match_export import match_line
from server.journal.base import JournalError
from server.journal.pages import Progress
from server.journal.reader import JournalReader
from server.maintenance import Verification, open_journal
from server.operations import certificates, logs
from server.operations import config as configuration
from server.operations.certificates import ServerTls
from server.operations.reload import Sources, changed_options
from server.transports.addresses import certificate_names
from server.transports.admin import FILE as ADMIN_FILE
from server.transports.memory import OnMessage

WEB_PORT = 7780
"""The usual port of the page for browsers."""
WEB_PORT_TAKEN = (
    "cannot listen on port {port} for the page of browsers: {reason}; "
    "choose another one with --web-port, or use --no-web"
)
WEB_ROOT = Path(__file__).parents[1] / "client" / "web" / "dist"
"""Folder of the built page for browsers; missing if it was not built."""


def is_page_built() -> bool:
    """Return whether the page for browsers was built, so that it can be served."""
    return (WEB_ROOT / "index.html").is_file()


NOT_IN_FILE = ("config", "check")
"""Options that a configuration file cannot set."""
CONFIG_KEY = "configuration file"
"""Key of the parsed configuration file in ``context.meta``."""
ADMIN_SECONDS = 10.0
"""Maximum time to wait for the answer of a server."""
PASSWORD_AND_DIALECT = (
    "--password-file cannot be used with --dialect: legacy clients cannot send a password"
)
TWO_CERTIFICATES = "--tls auto creates a certificate: do not use it with --tls-cert or --tls-key"
VALID = "the configuration is valid"
NEEDS_DATA_FOLDER = "without a data folder it is new at each start; name a folder with --data"


def _create_bot(bot: StartBot) -> OnMessage:
    """Create a computer player and return its message handler, ``receive``."""
    return create_computer_player(*bot).receive


def _suggest(view: AnyView, actions: tuple[Action, ...]) -> Action | None:
    """Return the action of a hint; None if the bot fails, which is logged."""
    try:
        return suggest_action(view, actions)
    except Exception:
        structlog.get_logger().exception("hint_failed", view_type=type(view).__name__)
        return None


COMPUTERS = ComputerPlayers(strategies_by_game(), _create_bot, _suggest)


def use_config(context: typer.Context, file: Path | None) -> Path | None:
    """Make the options of the file the defaults of the command. A callback of ``--config``.

    The parsed file is stored in ``context.meta``. Do nothing without a file. Raises BadSetting.
    """
    if file is not None:
        parsed = _read_config(context, file)
        context.default_map = {**(context.default_map or {}), **parsed.options}
        context.meta[CONFIG_KEY] = parsed
    return file


def _read_config(context: typer.Context, file: Path) -> configuration.Config:
    """Read a configuration file with options of the command.

    Raises BadSetting, also for true or false if the option needs a value: true would be port 1.
    """
    params = {p.name: p for p in context.command.params if p.name and p.name not in NOT_IN_FILE}
    parsed = configuration.read_config(file, params)
    for name, value in parsed.options.items():
        is_flag = getattr(params[name], "is_flag", False)
        if isinstance(value, bool) != is_flag:
            wanted = "true or false" if is_flag else "a value"
            raise configuration.BadSetting(f"{file}: {name} needs {wanted}, not {value!r}")
    return parsed


def _option(help_text: str, **settings: Any) -> Any:
    """Return a Typer option with this help; ``settings`` are its other parameters."""
    return typer.Option(help=help_text, **settings)


def _port_option(help_text: str) -> Any:
    """Return a Typer option for a port from 0 to MAX_PORT; its help explains 0."""
    return _option(f"{help_text}; 0 selects a free port.", min=0, max=configuration.MAX_PORT)


DataOption = Annotated[Path, _option("Data folder with the journal.")]


HostOption = Annotated[str, _option("Address to listen on.")]
SocketPortOption = Annotated[int, _port_option("Socket port")]
PyroPortOption = Annotated[int, _port_option("Pyro5 port")]
WebPortOption = Annotated[int, _port_option("Port of the page for browsers")]
NoWebOption = Annotated[bool, typer.Option("--no-web", help="Disable the page for browsers.")]
WebOriginOption = Annotated[
    list[str],
    _option(
        "Origin of another page that may connect, like https://games.example; repeatable.",
        metavar="ORIGIN",
    ),
]
DurabilityOption = Annotated[
    Literal["disk", "process", "none"],
    _option("What answered actions survive: power loss (disk), kill -9 (process), nothing (none)."),
]
RetainOption = Annotated[
    str,
    _option(
        "Export and remove finished matches after this time, like 90d; default: keep them.",
        metavar="DURATION",
    ),
]
BotDelayOption = Annotated[
    float,
    _option("Delay in seconds before a computer player acts in a match with people.", min=0.0),
]
DialectOption = Annotated[
    list[str],
    _option("Port for a legacy dialect, like uno=5050; repeatable.", metavar="NAME=PORT"),
]
SettingOption = Annotated[
    list[str],
    _option(
        "Setting of a legacy dialect, like rummy.autostart=3; repeatable.",
        metavar="DIALECT.NAME=VALUE",
    ),
]
ConfigOption = Annotated[
    Path | None,
    _option("TOML file with options, limits and settings.", callback=use_config, is_eager=True),
]
LimitOption = Annotated[
    list[str], _option("Limit, like matches=100; repeatable.", metavar="NAME=VALUE")
]
PasswordOption = Annotated[
    Path | None, _option("File whose first line is the password for new players.")
]
TlsOption = Annotated[
    Literal["auto"] | None,
    _option("auto: create and keep a self-signed certificate; clients use --tls."),
]
CertificateOption = Annotated[
    Path | None,
    _option("Certificate chain (PEM); enables TLS for all ports but those of dialects."),
]
KeyOption = Annotated[
    Path | None, _option("Private key (PEM), if it is not in the file of the certificate.")
]
AllowSeedsOption = Annotated[
    bool,
    typer.Option(
        "--allow-seeds", help="Hosts may choose the seed of a match; they can know all cards."
    ),
]
CheckOption = Annotated[
    bool, typer.Option("--check", help="Check all options and files, and exit without a start.")
]
LogOption = Annotated[logs.Style, _option("Format of the log on standard error.")]
LogLevelOption = Annotated[logs.Level, _option("Least severe level of the log.")]
MetricsOption = Annotated[int | None, _port_option("Port for metrics and health, on 127.0.0.1")]


def serve_command(
    context: typer.Context,
    host: HostOption = "127.0.0.1",
    port: SocketPortOption = 7700,
    pyro_port: PyroPortOption = 7701,
    web_port: WebPortOption = WEB_PORT,
    no_web: NoWebOption = False,
    web_origin: WebOriginOption = [],  # noqa: B006 - typer only reads it
    data: DataOption = Path("tavolata-data"),
    durability: DurabilityOption = "process",
    retain: RetainOption = "",
    bot_delay: BotDelayOption = BOT_DELAY_SECONDS,
    dialect: DialectOption = [],  # noqa: B006
    setting: SettingOption = [],  # noqa: B006
    config: ConfigOption = None,
    limit: LimitOption = [],  # noqa: B006
    password_file: PasswordOption = None,
    tls: TlsOption = None,
    tls_cert: CertificateOption = None,
    tls_key: KeyOption = None,
    allow_seeds: AllowSeedsOption = False,
    log: LogOption = "console",
    log_level: LogLevelOption = "info",
    metrics_port: MetricsOption = None,
    game_pack: PackOption = [],  # noqa: B006
    check: CheckOption = False,
) -> None:
    """Start a server; print one line per transport when it is ready."""
    logs.open_missing_streams()
    logs.configure(log, log_level)
    if log == "json":
        failures.use_error_writer(logs.log_failed_command)
    check_packs_loaded(game_pack)
    if not host:
        raise configuration.BadSetting("--host is empty; use 0.0.0.0 or :: for all addresses")
    if password_file is not None and dialect:
        raise configuration.BadSetting(PASSWORD_AND_DIALECT)
    if tls == "auto" and (tls_cert or tls_key):
        raise configuration.BadSetting(TWO_CERTIFICATES)
    file: configuration.Config = context.meta.get(CONFIG_KEY, configuration.Config())
    folder = data if check else _make_data_folder(context, data, durability)
    has_own_key = folder is not None and (folder / certificates.KEY_FILE).exists()
    tls_folder = folder if has_own_key or not check else None  # a check creates no key
    load_tls = partial(_load_tls, tls == "auto", tls_cert, tls_key, tls_folder, host)
    server_tls = load_tls()
    chosen_limits = configuration.parse_limits(limit)
    settings = Settings(
        host=host,
        port=port,
        pyro_port=pyro_port,
        web_port=None if no_web else web_port,
        web_root=WEB_ROOT,
        web_origins=configuration.parse_origins(web_origin),
        bot_delay=bot_delay,
        dialects=configuration.parse_dialects(dialect),
        dialect_settings=configuration.make_settings(
            file.settings, configuration.parse_settings(setting)
        ),
        data=folder,
        durability="disk" if durability == "disk" else "process",
        journalled=durability != "none",
        retain=configuration.parse_duration(retain),
        limits=configuration.make_limits(file.limits, chosen_limits),
        password=configuration.read_password(password_file),
        tls=server_tls.context if server_tls else None,
        fingerprint=server_tls.fingerprint if server_tls else "",
        sources=_reload_sources(context, config, chosen_limits, load_tls if server_tls else None),
        metrics_port=metrics_port,
        allow_seeds=allow_seeds,
    )
    if tls == "auto" and folder is None:
        structlog.get_logger().warning("tls_certificate_not_kept", remedy=NEEDS_DATA_FOLDER)
    if server_tls is not None:
        server_tls.warn_if_not_valid(time.time())
    if check:
        _check_files(settings)
        typer.echo(VALID)
        return
    with logs.logged_failures(UserError):
        _run_server(settings)


def _make_data_folder(context: typer.Context, data: Path, durability: str) -> Path | None:
    """Return the data folder, which is created if it is missing. Raises BadSetting.

    Without a journal the folder is only needed for bans and the admin socket: return None if it was
    not named and does not exist.
    """
    source = context.get_parameter_source("data")
    is_named = source is not None and source.name != "DEFAULT"
    if durability == "none" and not is_named and not data.exists():
        return None
    return configuration.make_folder(data)


def _reload_sources(
    context: typer.Context,
    config: Path | None,
    limits: dict[str, Any],
    load_tls: Callable[[], ServerTls | None] | None,
) -> Sources:
    """Return the functions that read the configuration file and the certificate again.

    Limits of the command line keep their precedence.
    """
    used: configuration.Config = context.meta.get(CONFIG_KEY, configuration.Config())

    def read() -> configuration.Config:
        return used if config is None else _read_config(context, config)

    def restart_options() -> list[str]:
        new = read()
        settings = ["settings"] if new.settings != used.settings else []
        return changed_options(used.options, new.options) + settings

    return Sources(
        lambda: configuration.make_limits(read().limits, limits), restart_options, load_tls
    )


def _check_files(settings: Settings) -> None:
    """Read the files of the data folder that a start reads first. Raises ExitWithMessage."""
    try:
        if settings.data is not None and settings.data.exists():
            if not settings.data.is_dir():
                raise ExitWithMessage(f"cannot use {settings.data} for data: it is not a folder")
            Bans.load(settings.data / BANS_FILE)
    except InvalidBan as error:
        raise ExitWithMessage(str(error)) from None


def _run_server(settings: Settings) -> None:
    """Run a server until it stops. Raises ExitWithMessage if it cannot start."""
    try:
        run_loop(serve(settings, COMPUTERS, logs.print_line))
    except WebPortUnavailable as error:
        text = WEB_PORT_TAKEN.format(port=settings.web_port, reason=error.strerror)
        raise ExitWithMessage(text) from None
    except OSError as error:
        reason = error.strerror or error
        raise ExitWithMessage(f"cannot listen on {settings.host}: {reason}") from None
    except (JournalError, InvalidBan) as error:
        raise ExitWithMessage(str(error)) from None


def _load_tls(
    auto: bool, cert: Path | None, key: Path | None, folder: Path | None, host: str
) -> ServerTls | None:
    """Return the certificate that the options select; None without TLS. Raises BadSetting.

    With ``auto`` the stored certificate is used; without one it is created.
    """
    if auto:
        return certificates.load_own_certificate(folder, certificate_names(host), time.time())
    if cert is not None:
        return certificates.load_certificate(cert, key)
    if key is not None:
        raise configuration.BadSetting("--tls-key needs --tls-cert")
    return None


def admin_command(
    words: Annotated[
        list[str], typer.Argument(metavar="COMMAND...", help="Command, for example help.")
    ],
    data: DataOption = Path("tavolata-data"),
    within: Annotated[
        int | None, typer.Option(help="drain: stop after these seconds at the latest.", min=0)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per row.")] = False,
) -> None:
    """Send a command to the server that uses this data folder."""
    if within is not None:
        words = [*words, "--within", str(within)]
    answer = _ask_server(data, words)
    if "error" in answer:
        raise ExitWithMessage(str(answer["error"]))
    for row in answer["rows"]:
        if as_json:
            typer.echo(json.dumps(row))
        else:
            typer.echo(visible("  ".join(f"{name}={value}" for name, value in row.items())))


def _ask_server(data: Path, words: list[str]) -> dict[str, Any]:
    """Return the answer of the server that uses this data folder. Raises ExitWithMessage."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(ADMIN_SECONDS)
            connection.connect(str(data / ADMIN_FILE))
            connection.sendall(json.dumps(words).encode() + b"\n")
            answer: dict[str, Any] = json.loads(connection.makefile("rb").readline())
            return answer
    except PermissionError:
        text = f"permission denied for {data / ADMIN_FILE}: run this as the user of the server"
        raise ExitWithMessage(text) from None
    except (OSError, ValueError):
        raise ExitWithMessage(f"no server with the data folder {data} answers") from None


def export_command(
    matches: Annotated[
        str, typer.Argument(metavar="[MATCHES]", help="Number of a match, or a range like 3-9.")
    ] = "",
    all_matches: Annotated[bool, typer.Option("--all", help="Export all matches.")] = False,
    form: Annotated[
        Literal["records", "matches"],
        typer.Option(
            "--format", help="records to verify and replay, or an object per match to analyse."
        ),
    ] = "records",
    data: DataOption = Path("tavolata-data"),
    game_pack: PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Print matches of the journal as JSON lines, also while a server uses it."""
    if bool(matches) == all_matches:
        raise ExitWithMessage("name the match or the range to export, or use --all")
    wanted = configuration.parse_range(matches) if matches else None
    found = False
    with open_journal(data) as journal:
        single = wanted if wanted is not None and len(wanted) == 1 else None
        for number in single or journal.matches():  # the list of all matches reads every row
            if wanted is None or number in wanted:
                for line in _export_lines(journal, number, form):
                    found = True
                    typer.echo(line)
    if not found:
        raise ExitWithMessage(f"there is no match {matches} in {data}".replace("  ", " "))


def _export_lines(journal: JournalReader, number: int, form: str) -> Iterable[str]:
    """Return the lines of one match in a format; none if nothing of it is readable."""
    if form == "records":
        return export(journal, number, GAMES)
    line = match_line(journal.entries(number), number, GAMES)
    return [line] if line else []


def verify_command(
    file: Annotated[
        Path | None, typer.Argument(help="An exported match; default: the whole journal.")
    ] = None,
    data: DataOption = Path("tavolata-data"),
    game_pack: PackOption = [],  # noqa: B006 - typer only reads it
) -> None:
    """Check the database, replay every match and compare all hashes; status 1 if one differs."""
    if file is not None:
        verification = Verification([verify_export(_read_lines(file), GAMES)])
    else:
        verification = maintenance.verify_folder(data, GAMES)
    for line in verification.lines():
        typer.echo(visible(line))
    if not verification.is_intact:
        raise typer.Exit(1)


def backup_command(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    data: DataOption = Path("tavolata-data"),
) -> None:
    """Copy the journal to one file, also while a server uses it."""
    with progress_bar("pages") as progress:
        records = maintenance.back_up_folder(data, file, progress)
    typer.echo(visible(f"{file}: {records} records"))


def repair_command(
    data: DataOption = Path("tavolata-data"),
    output: Annotated[
        Path | None, _option("Write the clean journal to this file and leave the folder as it is.")
    ] = None,
) -> None:
    """Write a clean journal from what is readable in a damaged one."""
    with progress_bar("pages") as progress:
        lines = maintenance.repair_folder(data, output, progress)
    for line in lines:
        typer.echo(visible(line))


def _read_lines(file: Path) -> list[str]:
    """Return the lines of a text file. Raises ExitWithMessage if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "not UTF-8")
        raise ExitWithMessage(f"cannot read {file}: {reason}") from None


@contextmanager
def progress_bar(unit: str) -> Iterator[Progress]:
    """Show a progress bar on standard error if that is a terminal; yield a function to advance it.

    The function is called with the number of ``unit`` that are done and their total.
    """
    from rich.console import Console  # slow to import, and `serve` does not need it
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    console = Console(stderr=True)
    columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with RichProgress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(unit, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def add_commands(app: typer.Typer) -> None:
    """Add each command of the server to `tavolata` unless a command of that name exists."""
    registered = {info.name for info in app.registered_commands}
    for name, function in COMMANDS.items():
        if name not in registered:
            settings = ENVIRONMENT if name == "serve" else {}
            app.command(name, context_settings=settings)(function)


ENVIRONMENT = {"auto_envvar_prefix": "TAVOLATA"}
"""Options of `serve` are also read from variables like TAVOLATA_PORT."""

COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve_command,
    "admin": admin_command,
    "export": export_command,
    "verify": verify_command,
    "backup": backup_command,
    "repair": repair_command,
}
