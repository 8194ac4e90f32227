"""Eriantys in the client."""

from client.games.base import GameUI, without_names
from client.games.eriantys import board, bots, commands, mirror, text
from messages.eriantys.table import RoundStarted

UI = GameUI(
    name="eriantys",
    mirror=mirror.apply_change,
    board=board.render,
    board_wide=board.render_ring,
    letter_colors=True,
    parts={
        "islands": without_names(board.islands),
        "clouds": without_names(board.clouds),
        "characters": without_names(board.characters),
        "stats": board.schools,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    board_after=(RoundStarted,),
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
