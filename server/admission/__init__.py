"""Which connections are admitted, and how much each may send."""
