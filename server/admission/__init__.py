"""Manners towards strangers: how much each may ask for, and who may not come in."""
