"""The commands of ``tavolata`` for players and bots: options, and one module per command."""
