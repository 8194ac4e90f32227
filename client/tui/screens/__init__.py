"""The full-screen client: thin widgets around the pages of ``client/tui/pages.py``."""
