"""Text of the tutorial."""

READ_KEYS = "Enter or next: go on · Esc or skip: end the tutorial"
DECIDE_KEYS = "choose in the menu · Esc or skip: end the tutorial"
NEXT = "next: go on with the tutorial"
SKIP = "skip: end the tutorial"
SKIPPED = "The tutorial has ended; the match goes on."


def lesson_number(step: int, steps: int) -> str:
    """Return the number of a note among all notes: ``LESSON 2/7``."""
    return f"LESSON {step}/{steps}"
