"""The UI record of Rummy 500: mirror, boards, commands, text and bots."""

from client.games.base import GameUI, without_names
from client.games.rummy import board, bots, commands, drawing, highlights, mirror, reading, text
from client.games.rummy.tutorial import TUTORIAL

UI = GameUI(
    name="rummy500",
    mirror=mirror.apply_change,
    board=board.render,
    drawing=drawing.DRAWING,
    reading=reading.READING,
    parts={
        "melds": board.render_melds,
        "pile": without_names(board.render_pile),
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
    random_bot=bots.RandomRummyBot,
    bot_pace_seconds=0.4,
)
