"""Test code that several test packages share.

Recorded tests (`tests.recordings`) reach the server through `recorded_server` and `journals` only,
so that a moved module needs one change.
"""
