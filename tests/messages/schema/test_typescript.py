"""The generated TypeScript types: up to date, complete, and optional fields where they may lack."""

import re

import pytest

from messages.registry import BUILT_IN, CLIENT_MESSAGES, SERVER_MESSAGES, built_in
from messages.schema.typescript import FILE, typescript_text


def test_generated_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript_text(), "run python -m messages.schema"


def test_every_message_change_and_view_has_an_interface() -> None:
    declared = set(re.findall(r"^export interface (\w+) ", typescript_text(), re.M))
    games = [cls for game in BUILT_IN for cls in (*game.changes, game.view)]
    classes = built_in((*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values(), *games))
    assert {cls.__name__ for cls in classes} <= declared
    assert {"RoomInfo", "OnlinePlayer", "UnoPlayerView"} <= declared


def test_every_named_type_is_declared_once() -> None:
    text = typescript_text()
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.M)
    assert len(declared) == len(set(declared))
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"", "", text, flags=re.S)
    named = set(re.findall(r"\b[A-Z]\w+", code)) - {"Generated", "Record", "Partial"}
    assert named == set(declared)


@pytest.mark.parametrize(
    "lines",
    [
        'export interface SelectMatch {\n  type: "SelectMatch";\n  match: number;\n'
        "  code?: string;",
        'export interface OtherPlayerWins {\n  type: "OtherPlayerWins";\n  player: string;\n'
        "  replyTo?: number;\n  seq?: number;\n}",
        '\n  color: "BLUE" | "GREEN" | "RED" | "YELLOW" | null;\n',
        '\n  game: "uno";\n  seat: number | null;\n',
        "\n  entrance: Partial<Record<EriantysColor, number>>;\n",
        "\n  actions: GameAction[];\n",
        "\n  change: BoardChange;\n",
        "\n  view: AnyView;\n",
        "\n  options: Record<string, boolean | number | string>;\n",
        "\n  error: ErrorCode;\n",
        "\nexport type ServerMessage =\n  | RequestNickname\n",
        "\nexport type UnoAction =\n",
    ],
)
def test_types_describe_json_as_it_is_sent(lines: str) -> None:
    assert lines in typescript_text()
