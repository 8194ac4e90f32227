"""Text of the replay of a match."""

TITLE = "Replay: step {step} of {steps}"
KEYS = "→ forward   ← back   PgDn/PgUp ten steps   Home/End   q quit"
BEFORE_START = "The match has not begun yet."
