"""Runs of mutants: each is a fork of a pytest process that has collected the tests of one game.

A mutant inside a function replaces the code of this function in the fork, so that nothing is
imported again. A mutant of code that the import executes imports all modules and collects the tests
again. Each test has a limit of processor time, a multiple of its time without a mutant, because a
mutant may loop forever; the limit does not depend on the load of the machine.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import _lru_cache_wrapper
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from time import process_time
from types import CodeType, FunctionType, ModuleType
from typing import Literal

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

from tests.mutation.baseline import Baseline
from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parents[2]
PATHS = ("games/{}", "games/test_every_game.py", "games/test_omissions.py", "playthroughs")
"""The tests of a game, below ``tests``; of the shared modules, those that its name selects."""
OPTIONS = (
    *("-q", "-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # hypothesis is imported before pytest
)
IMPORTED_AGAIN = ("games", "client", "server", "tests")
MAX_MEMORY = 2 << 30
"""Limit of the memory of a fork, because a mutant may fill a list forever."""
FORK = get_context("fork")

Verdict = Literal["killed", "timed out", "survived"]


class Session:
    """A pytest plugin that collects tests and then does ``work`` instead of running all of them."""

    def __init__(self, work: Callable[["Session"], None]) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.failed: list[str] = []
        self.seconds = process_time()
        """Processor time of the imports and the collection."""
        self._work = work

    def pytest_sessionstart(self) -> None:
        """Use the same examples for each mutant, and do not shrink the one that fails."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutation", deadline=None, derandomize=True, database=None, phases=phases
        )
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work; pytest then ends.

        The collected functions and caches were excluded from garbage collection, which hides them.
        """
        gc.unfreeze()
        self.items = {item.nodeid: item for item in session.items}
        self.seconds = process_time() - self.seconds
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure in the set-up, the test or the tear-down."""
        if report.failed:
            self.failed.append(report.nodeid)

    def run(self, test: str) -> bool:
        """Run a test and tear all its fixtures down; return whether it passed."""
        item = self.items[test]
        failures = len(self.failed)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return len(self.failed) == failures


def collect_tests(game: str, work: Callable[[Session], None]) -> int:
    """Collect the tests of a game and do the work; return the exit status of pytest."""
    paths = [str(ROOT / "tests" / path.format(game)) for path in PATHS]
    return pytest.main([*OPTIONS, "-m", "not soak", "-k", game, *paths], plugins=[Session(work)])


def measure_lines(files: Sequence[Path]) -> Coverage:
    """Start to measure the executed lines of these files."""
    coverage = Coverage(data_file=None, config_file=False, include=[str(path) for path in files])
    coverage.start()
    return coverage


def measure_baseline(session: Session, files: Sequence[Path]) -> Baseline:
    """Run all tests in a fork without a mutant; return their times and the lines they execute."""
    own, other = FORK.Pipe(duplex=False)
    worker = FORK.Process(target=_measure_baseline, args=(session, files, other))
    worker.start()
    other.close()
    baseline = own.recv()
    worker.join()
    assert isinstance(baseline, Baseline)
    return baseline


def _measure_baseline(session: Session, files: Sequence[Path], pipe: Connection) -> None:
    _discard_output()
    baseline = Baseline(collection=session.seconds)
    coverage = measure_lines(files)
    caches = [known for known in gc.get_objects() if is_own_cache(known)]
    for test in session.items:
        for cache in caches:  # otherwise a test does not execute what an earlier one has cached
            cache.cache_clear()
        coverage.switch_context(test)
        start = process_time()
        session.run(test)
        baseline.seconds[test] = process_time() - start
    coverage.stop()
    baseline.failed = session.failed
    baseline.add_lines(coverage.get_data())
    pipe.send(baseline)


def is_own_cache(known: object) -> bool:
    """Return whether the object is a function of ours with a cache."""
    return isinstance(known, _lru_cache_wrapper) and known.__module__.startswith(IMPORTED_AGAIN)


class MutantRunner:
    """Runs mutants in forks of this process."""

    def __init__(self, game: str, session: Session, baseline: Baseline) -> None:
        self._game, self._session, self._baseline = game, session, baseline
        self._functions: dict[tuple[str, str], list[FunctionType]] = {}
        for known in gc.get_objects():
            if isinstance(known, FunctionType):
                key = known.__code__.co_filename, known.__code__.co_qualname
                self._functions.setdefault(key, []).append(known)

    def run(self, mutant: Mutant, tests: Sequence[str]) -> Verdict:
        """Run the tests until one fails or exceeds its limit.

        Raises LookupError if the changed function is not found.
        """
        functions = [] if self._baseline.needs_import(mutant) else self._find(mutant)
        worker = FORK.Process(target=self._work, args=(mutant, functions, tests))
        worker.start()
        worker.join()
        if worker.exitcode == -signal.SIGPROF:
            return "timed out"
        return "killed" if worker.exitcode else "survived"

    def check(self, mutant: Mutant, tests: Sequence[str]) -> None:
        """Run the tests with the unchanged source of a mutant. Raises RuntimeError if one fails."""
        source = mutant.path.read_text(encoding="utf-8")
        if self.run(replace(mutant, source=source), tests) != "survived":
            raise RuntimeError(f"A test of {mutant} fails without the mutant in a fork.")

    def _work(
        self, mutant: Mutant, functions: Sequence[FunctionType], tests: Sequence[str]
    ) -> None:
        """Apply the mutant and run the tests; exit with status 1 if one fails."""
        _discard_output()
        setrlimit(RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        if functions:
            for function in functions:
                function.__code__ = function_code(mutant)
            self._run_tests(self._session, tests)
            return
        signal.setitimer(signal.ITIMER_PROF, self._baseline.import_limit())
        import_mutant(mutant)
        sys.exit(collect_tests(self._game, lambda session: self._run_tests(session, tests)))

    def _find(self, mutant: Mutant) -> list[FunctionType]:
        """Return the imported functions that the mutant changes."""
        assert mutant.function is not None
        return self._functions[str(mutant.path), mutant.function]

    def _run_tests(self, session: Session, tests: Sequence[str]) -> None:
        for test in tests:
            signal.setitimer(signal.ITIMER_PROF, self._baseline.limit(test))
            if not session.run(test):
                os._exit(1)
        os._exit(0)


def function_code(mutant: Mutant) -> CodeType:
    """Return the compiled code of the function that the mutant changes."""
    codes = [compile(mutant.source, str(mutant.path), "exec", dont_inherit=True)]
    for code in codes:
        if code.co_qualname == mutant.function:
            return code
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    raise LookupError(mutant.function)


def import_mutant(mutant: Mutant) -> None:
    """Forget all imported modules of ours; the next import of the changed one finds the mutant."""
    for name in [*sys.modules]:
        if name.split(".")[0] in IMPORTED_AGAIN:
            del sys.modules[name]
    sys.meta_path.insert(0, _MutantFinder(mutant))


class _MutantFinder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.relative_to(ROOT).with_suffix("").parts
        self._name = ".".join(parts).removesuffix(".__init__")
        self._mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _MutantLoader(fullname, self._mutant)
        return spec_from_file_location(fullname, self._mutant.path, loader=loader)


class _MutantLoader(SourceFileLoader):
    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.path))
        self._source = mutant.source

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant; the cached bytecode is the one of the unchanged module."""
        return compile(self._source, self.path, "exec", dont_inherit=True)


def _discard_output() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
