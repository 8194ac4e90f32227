"""Run the command ``tavolata``: ``python -m tavolata``."""

from client.__main__ import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
