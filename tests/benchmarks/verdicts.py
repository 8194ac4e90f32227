"""What a soak asks of a row: a run on a machine that was not quiet shows nothing, so it fails."""

from benchmarks.harness import Row


def check_passed(row: Row) -> None:
    """Fail unless the limit was met."""
    told = f"{row.what}: {row.value}, limit {row.limit} ({row.detail})"
    assert row.verdict != "disturbed", f"the machine was not quiet, so run this again alone: {told}"
    assert row.verdict == "pass", told
