"""Text of the pages of help: their names, the signs of all games and the keys."""

NOW = "now"
RULES = "rules"
SIGNS = "signs"
KEYS = "keys"
RECAP = "since your turn"

SIGN_TEXT = {
    "▶ name": ("▶ ", "has the turn"),
    "[7]": ("[", "you may choose this; 7 is its key"),
    "▶7◀": ("◀", "the cursor: Enter takes it"),
    "✦": ("✦", "changed since your last turn"),
    "‹P›": ("‹", "preview: not there yet"),
    "━": ("━", "heavy border: you may choose this"),
    "░": ("░", "face-down cards"),
    "▮": ("▮", "cards in a hand"),
}
"""Each sign of all games, with the mark that shows that it is on the board, and its meaning."""

HELP_KEYS = (
    "↑ ↓ Enter     choose from the menu; the mouse works too",
    "Tab           choose on the board: arrows move, Enter takes, Esc goes back",
    "letters       type a command; Tab completes it, Enter sends it",
    "Esc           go one step back; nothing is sent before the last step",
    "? F1          these pages: ← → or Tab turns them, Esc closes them",
    "F2            switch between log and chat",
    "F3            select what a computer player would do",
    "F4            list what happened since your last turn",
    "F5            theme dark, light or mono, and ASCII signs",
    "F6            in the lobby: list tables of one game, or with a free seat",
    "F8 PgUp PgDn  page through the board; Shift and arrows scroll it",
    "click         choose on the board or in the menu; click again to send",
    "Ctrl+Q        quit; in a match it asks once",
)
FOOTER = "← → turns the page · ↑ ↓ scrolls · Esc closes"
CLOSE_SUMMARY = "any key closes"
