"""The UI record of Codex Naturalis: mirror, boards, commands, text and evaluation."""

from client.games.base import GameUI, without_names
from client.games.codex import board, bots, commands, drawing, highlights, mirror, reading, text
from client.games.codex.tutorial import TUTORIAL
from client.games.drawing import Marks

UI = GameUI(
    name="codex",
    mirror=mirror.apply_change,
    board=board.render,
    board_part=board.render_player_area,
    drawing=drawing.DRAWING,
    reading=reading.READING,
    parts={
        "area": lambda view, names: board.render_player_area(view, names, Marks()),
        "cards": without_names(board.render_draw_sources),
        "objectives": without_names(board.render_objectives),
        "hand": without_names(board.render_hand),
        "stats": board.render_players,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    standings=highlights.standings,
    highlights=highlights.highlights,
    tutorial=TUTORIAL,
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
