"""The UI record of Eriantys: mirror, boards, commands, text and evaluation."""

from client.games.base import GameUI, without_names
from client.games.eriantys import board, bots, commands, mirror, text
from client.games.eriantys.tutorial import TUTORIAL
from messages.eriantys.table import RoundStarted

UI = GameUI(
    name="eriantys",
    mirror=mirror.apply_change,
    board=board.render,
    board_wide=board.render_ring,
    letter_colors=True,
    parts={
        "islands": without_names(board.render_islands),
        "clouds": without_names(board.render_clouds),
        "characters": without_names(board.render_characters),
        "stats": board.render_schools,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    board_after=(RoundStarted,),
    tutorial=TUTORIAL,
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
