"""The UI record of Eriantys: mirror, boards, commands, text and evaluation."""

from client.games.base import GameUI, without_names
from client.games.drawing import BoardDrawing
from client.games.eriantys import board, bots, commands, highlights, mirror, reading, text
from client.games.eriantys.drawing import draw
from client.games.eriantys.interaction import changed, zones
from client.games.eriantys.preview import preview
from client.games.eriantys.recap import recap
from client.games.eriantys.tutorial import TUTORIAL
from messages.eriantys.table import RoundStarted

UI = GameUI(
    name="eriantys",
    mirror=mirror.apply_change,
    board=board.render,
    drawing=BoardDrawing(
        draw=draw,
        zones=zones,
        preview=preview,
        changed=changed,
        recap=recap,
        signs=text.SIGNS,
    ),
    reading=reading.READING,
    parts={
        "islands": without_names(board.render_islands),
        "clouds": without_names(board.render_clouds),
        "characters": without_names(board.render_characters),
        "stats": board.render_schools,
    },
    commands=commands.commands_for,
    text=text.TEXT,
    board_after=(RoundStarted,),
    standings=highlights.standings,
    highlights=highlights.highlights,
    tutorial=TUTORIAL,
    strategies=("greedy", "random"),
    evaluate=bots.evaluate,
)
