"""Admission: bans, connection limits and rate limits."""
