"""Sentences about bots, for their authors."""

RESERVED_MODULE = "{module}.py has the name of a package of Tavolata; rename the file."
