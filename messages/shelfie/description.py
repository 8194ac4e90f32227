"""My Shelfie as the start screen and the form for a new match describe it."""

from messages.description import GameDescription, OptionDescription

DESCRIPTION = GameDescription(
    title="My Shelfie",
    label="Shelfie",
    players=(2, 4),
    signs="C B G F",
    color="green",
    tagline="fill shelf",
    summary=("Take tiles off the", "board, fill your", "shelf in groups."),
    options=(
        OptionDescription(
            name="refill",
            values=("keep", "return"),
            default="keep",
            text="single tiles stay on the board when it is filled up, or return to the bag",
        ),
        OptionDescription(
            name="squares_same_type",
            values=(False, True),
            default=False,
            text="both squares of the goal SQUARES must be of one type",
        ),
        OptionDescription(
            name="common_goals", values=(2, 0, 1), default=2, text="number of common goals"
        ),
        OptionDescription(
            name="end_round",
            values=("seat", "lap"),
            default="seat",
            text="seat: all have the same number of turns; lap: every other player has one more",
        ),
        OptionDescription(
            name="tie",
            values=("furthest", "none"),
            default="furthest",
            text="of equal players the last in turn order wins, or nobody",
        ),
        OptionDescription(
            name="leaving",
            values=("continue", "end"),
            default="continue",
            text="the others play on when a player leaves, or the match ends",
        ),
    ),
)
