"""Nim, a game pack: players take sticks from one heap at a time; the last stick wins."""
