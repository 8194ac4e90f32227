"""What several test packages share: a server on real sockets whose time and randomness are fixed.

Recorded tests reach the server through this package only, so that a moved module is one change.
"""
