"""The UI record of My Shelfie: mirror, boards, commands, text and evaluation."""

from client.games.base import GameUI, without_names
from client.games.shelfie import board, bots, commands, drawing, highlights, mirror, reading, text
from client.games.shelfie.tutorial import TUTORIAL
from messages.shelfie.table import ShelfieBoardRefilled

UI = GameUI(
    name="shelfie",
    mirror=mirror.apply_change,
    board=board.render,
    drawing=drawing.DRAWING,
    reading=reading.READING,
    parts={
        "goals": without_names(board.draw_goals),
        "cgoal": without_names(board.draw_goals),
        "goal": without_names(board.render_personal_goal),
        "pgoal": without_names(board.render_personal_goal),
        "shelf": without_names(board.render_own_shelf),
        "hand": without_names(board.render_hand),
        "end": board.render_end_token,
        "stats": board.render_stats,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    board_after=(ShelfieBoardRefilled,),
    standings=highlights.standings,
    highlights=highlights.highlights,
    tutorial=TUTORIAL,
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
