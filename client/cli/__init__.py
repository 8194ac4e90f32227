"""What is behind the commands of ``tavolata``; ``client/__main__.py`` wires it to a server."""
