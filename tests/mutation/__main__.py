"""Mutation testing of one game: `python -m tests.mutation GAME [--number N] [--seed S]`.

Exit status: 0 if at least 95 % of the mutants that are not equivalent are killed, 1 if fewer are, 2
if a test fails without a mutant.
"""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.mutation.baseline import Baseline
from tests.mutation.mutants import Mutant, sample_mutants
from tests.mutation.report import Report, read_equivalent
from tests.mutation.workers import (
    ROOT,
    MutantRunner,
    Session,
    collect_tests,
    measure_baseline,
    measure_lines,
)

REQUIRED_SCORE = 0.95
QUICK_SECONDS = 3.0
"""Processor time of the tests that a mutant runs first; only survivors run the others."""
FOLDER = ROOT / ".mutation"

app = typer.Typer(add_completion=False)
console = Console()


@app.command()
def main(
    game: Annotated[str, typer.Argument(help="A folder of games/.")],
    number: Annotated[int, typer.Option(help="The number of mutants.")] = 300,
    seed: Annotated[int, typer.Option(help="The seed of the sample.")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Leave the slow tests out.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Run the remaining survivors of the last report only.")
    ] = False,
) -> None:
    """Change the rules of a game in many places and count the changes that its tests notice."""
    files = sorted((ROOT / "games" / game).glob("*.py"))
    mutants = sample_mutants(files, number, f"{seed} {game}")
    path = FOLDER / f"{game}.txt"
    FOLDER.mkdir(exist_ok=True)
    report = Report(game, path, equivalent=read_equivalent(game))
    if again:
        last = path.read_text(encoding="utf-8").partition("# equivalent")[0]
        survivors = [mutant for mutant in mutants if str(mutant) in last]
        mutants = [mutant for mutant in survivors if not report.is_equivalent(mutant)]
    imports = measure_lines(files)

    def work(session: Session) -> None:
        imports.stop()
        console.print(f"{game}: {len(session.items)} tests run once without a mutant.")
        baseline = measure_baseline(session, files)
        baseline.add_imported(imports.get_data())
        report.failed = baseline.failed
        if not baseline.failed:
            run_mutants(mutants, MutantRunner(game, session, baseline), baseline, report, quick)

    collect_tests(game, work)
    report.write()
    console.print(report.text(), highlight=False, markup=False)
    raise typer.Exit(2 if report.failed else int(report.score() < REQUIRED_SCORE))


def run_mutants(
    mutants: list[Mutant], runner: MutantRunner, baseline: Baseline, report: Report, quick: bool
) -> None:
    """Run each mutant with the fast tests that execute it; if it survives, with the slow ones.

    The tests of a mutant of each kind run once with its unchanged source: all of them must pass.
    """
    for needs_import in (False, True):
        of_kind = (mutant for mutant in mutants if baseline.needs_import(mutant) is needs_import)
        if (first_of_kind := next(of_kind, None)) is not None:
            runner.check(first_of_kind, baseline.tests_of(first_of_kind))
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), console=console, auto_refresh=False) as progress:
        task = progress.add_task(report.game, total=len(mutants))
        for mutant in mutants:
            first, others = baseline.split_tests(mutant, QUICK_SECONDS)
            verdict = runner.run(mutant, first)
            if verdict == "survived" and not quick and not report.is_equivalent(mutant):
                verdict = runner.run(mutant, others)
            report.add(mutant, verdict)
            report.write()  # an interrupted run keeps its verdicts
            progress.update(task, advance=1, description=report.summary(), refresh=True)


if __name__ == "__main__":
    app()
