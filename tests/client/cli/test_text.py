"""Texts of the commands."""

from client.cli.text import invitation_lines


def test_invitation_has_a_heading_and_one_line_per_transport_and_dialect() -> None:
    lines = list(invitation_lines("192.0.2.7", ("7700", "7701"), {"chess": "5050"}))
    assert lines == [
        "Your friends join with one of these:",
        "  tavolata play --server 192.0.2.7:7700",
        "  tavolata play --server PYRO:tavolata@192.0.2.7:7701",
        "  an old client of the chess dialect: 192.0.2.7, port 5050",
    ]
