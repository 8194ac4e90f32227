"""Eriantys as the start screen and the form for a new match describe it."""

from messages.description import GameDescription

DESCRIPTION = GameDescription(
    title="Eriantys",
    players=(2, 4),
    signs="▲♜★",
    color="yellow",
    tagline="islands",
    summary=("Move students, win", "professors, build", "towers on islands."),
    teams="Four play in two teams, white and black.",
    expert="with coins",
)
