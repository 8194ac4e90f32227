"""Messages in words: all text about what happens and what is asked, in one place."""

from client.tui.phrases.describe import CHANGES, PROMPTS, ask, describe

__all__ = ["CHANGES", "PROMPTS", "ask", "describe"]
