"""Rummy 500 as the start screen and the form for a new match describe it."""

from messages.description import GameDescription, OptionDescription
from messages.rummy.actions import RUMMY_ACES, RUMMY_STOCK_OUT

DESCRIPTION = GameDescription(
    title="Rummy 500",
    label="Rummy",
    players=(2, 5),
    usual_players=3,
    signs="♠♥♦♣",
    color="blue",
    tagline="sets, runs",
    summary=("Draw, lay sets and", "runs, be the first", "with 500 points."),
    options=(
        OptionDescription(
            name="target",
            values=(500, 1000, 100, 200, 300),
            default=500,
            text="points that end the match",
        ),
        OptionDescription(
            name="deal_two", values=(13, 7, 10), default=13, text="cards dealt to two players"
        ),
        OptionDescription(
            name="deal_more", values=(7, 10, 5), default=7, text="cards dealt to more players"
        ),
        OptionDescription(
            name="ace_runs",
            values=RUMMY_ACES,
            default="both",
            text="runs with an ace: A 2 3 (low), Q K A (high) or both",
        ),
        OptionDescription(
            name="stock_out",
            values=RUMMY_STOCK_OUT,
            default="end_now",
            text="an empty stock ends the round, or the discards become the stock (reshuffle)",
        ),
        OptionDescription(
            name="forgiving",
            values=(False, True),
            default=False,
            text="for tables with very old clients",
        ),
    ),
)
