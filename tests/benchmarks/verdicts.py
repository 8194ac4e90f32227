"""The check of a row in soak tests; a disturbed measurement also fails."""

from benchmarks.harness import Row


def check_passed(row: Row) -> None:
    """Fail unless the limit was met in an undisturbed measurement."""
    text = f"{row.description}: {row.value}, limit {row.limit} ({row.detail})"
    assert row.verdict != "disturbed", f"disturbed by other processes, run it alone: {text}"
    assert row.verdict == "pass", text
