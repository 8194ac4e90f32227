"""The UI record of UNO: mirror, boards, commands, text and bots."""

from client.games.base import GameUI, without_names
from client.games.uno import board, bots, commands, drawing, highlights, mirror, reading, text
from client.games.uno.tutorial import TUTORIAL
from messages import IsTurnOfPlayer
from messages.uno.table import UnoRoundStarted

UI = GameUI(
    name="uno",
    mirror=mirror.apply_change,
    board=board.render,
    drawing=drawing.DRAWING,
    reading=reading.READING,
    parts={
        "pile": without_names(board.render_pile),
        "hand": without_names(board.render_hand),
        "stats": board.render_players,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    unannounced=(IsTurnOfPlayer,),  # each turn is one card, which is announced as a change
    board_after=(UnoRoundStarted,),
    standings=highlights.standings,
    highlights=highlights.highlights,
    tutorial=TUTORIAL,
    strategies=("basic", "advanced", "random"),
    own_bots={"basic": bots.BasicBot, "advanced": bots.AdvancedBot},
    greedy_bot=bots.AdvancedBot,
    random_bot=bots.RandomUnoBot,
    bot_pace_seconds=0.4,
)
