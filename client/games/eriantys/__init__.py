"""Eriantys in the client."""

from client.games.base import GameUI, without_names
from client.games.eriantys import board, bots, commands, mirror, text
from messages.eriantys.table import RoundStarted

UI = GameUI(
    name="eriantys",
    mirror=mirror.follow,
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
    change_text=text.CHANGES,
    prompt_text=text.PROMPTS,
    setup_hint=text.SETUP_HINT,
    rules_summary=text.RULES_SUMMARY,
    prompt_rules=text.PROMPT_RULES,
    board_after=(RoundStarted,),
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
