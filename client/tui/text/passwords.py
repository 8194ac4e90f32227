"""Text of the question for a password."""

KEYS = "Enter: send the password. Esc: choose another nickname or server."
PROMPT = "Password: "
