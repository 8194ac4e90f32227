"""The commands of ``tavolata`` that play, and what they do."""
