"""UNO as the start screen and the form for a new match describe it."""

from messages.description import GameDescription, OptionDescription
from messages.uno.actions import UNO_MODES, UNO_WILD_POLICIES

DESCRIPTION = GameDescription(
    title="UNO",
    players=(2, 10),
    usual_players=4,
    signs="+2 ⇄ ⊘",
    color="red",
    tagline="shed cards",
    summary=("Get rid of your", "cards, say UNO,", "reach 500 points."),
    expert="challenge +4",
    options=(
        OptionDescription(
            name="mode",
            values=UNO_MODES,
            default="normal",
            text="progressive: draw cards add up; jump_in: equal cards out of turn; seven_o: swaps",
        ),
        OptionDescription(
            name="target_score",
            values=(500, 1000, 100, 200),
            default=500,
            text="points that end the match",
        ),
        OptionDescription(
            name="hand_size",
            values=(7, 8, 9, 10, 5, 6),
            default=7,
            text="cards that are dealt to each player",
        ),
        OptionDescription(
            name="uno_penalty",
            values=(2, 3, 4, 0, 1),
            default=2,
            text="cards to draw for not saying UNO in time",
        ),
        OptionDescription(
            name="wd4_policy",
            values=UNO_WILD_POLICIES,
            default="strict",
            text="when a draw 4 may be played; challenge: always, but it can be doubted",
        ),
        OptionDescription(
            name="max_idle_turns",
            values=(3, 5, 0, 1),
            default=3,
            text="turns lost by time-out until the seat is lost; 0: never",
        ),
    ),
)
