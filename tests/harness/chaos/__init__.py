"""The chaos run: many kinds of faults against one server while bots play; see ``run``."""
