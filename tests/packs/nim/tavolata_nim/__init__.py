"""Nim, a game pack: take sticks from one heap; whoever takes the last one wins."""
