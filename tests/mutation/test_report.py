from pathlib import Path

from games.registry import GAMES
from tests.mutation.mutants import Mutant
from tests.mutation.report import Equivalent, Report, read_equivalent
from tests.mutation.workers import ROOT

SAME = Mutant(Path("games/uno/rules.py"), "play", range(3, 4), "", "a < b", "a <= b")
OTHER = Mutant(Path("games/uno/rules.py"), "play", range(3, 4), "", "a < b", "a > b")
LISTED = Equivalent({("rules.py", "a < b", "a <= b"): "a differs."})


def test_scores_count_time_outs_as_killed_and_leave_equivalent_mutants_out(
    tmp_path: Path,
) -> None:
    report = Report("uno", tmp_path / "uno.txt", equivalent=LISTED)
    verdicts = [(SAME, "survived"), (OTHER, "killed"), (OTHER, "timed out"), (OTHER, "survived")]
    for mutant, verdict in verdicts:
        report.add(mutant, verdict)
    assert report.score() == 2 / 3
    assert "50.0% of all killed, 66.7% of those not equivalent" in report.summary()
    assert report.with_verdict("equivalent") == [SAME]
    assert "- a < b\n  + a > b" in report.text()


def test_killed_mutant_that_is_listed_as_equivalent_counts_as_killed(tmp_path: Path) -> None:
    report = Report("uno", tmp_path / "uno.txt", equivalent=LISTED)
    report.add(SAME, "killed")
    assert report.score() == 1.0


def test_failed_tests_without_a_mutant_are_the_whole_report(tmp_path: Path) -> None:
    report = Report("uno", tmp_path / "uno.txt", failed=["test_x"])
    report.write()
    assert report.path.read_text("utf-8") == "These tests fail without a mutant:\ntest_x\n"


def test_lines_listed_as_equivalent_are_in_the_rules() -> None:
    for game in GAMES:
        for module, before, after in read_equivalent(game).reasons:
            source = (ROOT / "games" / game / module).read_text(encoding="utf-8")
            assert before in " ".join(source.split()), (game, module)
            assert before != after
