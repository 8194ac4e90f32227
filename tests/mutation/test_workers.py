import gc
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from games.uno.view import _hidden_step, redact
from messages.uno.table import UnoSaid
from tests.mutation.baseline import Baseline
from tests.mutation.mutants import Mutant
from tests.mutation.workers import (
    IMPORTED_AGAIN,
    ROOT,
    MutantRunner,
    Session,
    function_code,
    import_mutant,
    is_own_cache,
)

SOURCE = "class Player:\n    def cards(self):\n        return 3\n\n\ndef cards():\n    return 4\n"


def mutant(path: Path, function: str | None) -> Mutant:
    return Mutant(path, function, range(1, 2), SOURCE, "", "")


def test_code_of_a_function_is_found_by_its_qualified_name() -> None:
    path = Path("rules.py")
    assert 3 in function_code(mutant(path, "Player.cards")).co_consts
    assert 4 in function_code(mutant(path, "cards")).co_consts
    with pytest.raises(LookupError):
        function_code(mutant(path, "hands"))


def test_functions_of_the_rules_with_a_cache_are_found() -> None:
    assert is_own_cache(_hidden_step)
    assert not is_own_cache(redact)
    assert not is_own_cache(lru_cache(sorted))


def test_import_finds_the_mutant_instead_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    import_mutant(mutant(ROOT / "games" / "uno" / "cards.py", None))
    assert not {name for name in sys.modules if name.split(".")[0] in IMPORTED_AGAIN}
    spec = sys.meta_path[0].find_spec("games.uno.cards", None)
    assert spec is not None
    assert spec.loader is not None
    names = dict[str, object]()
    exec(spec.loader.get_code("games.uno.cards"), names)  # type: ignore[attr-defined]
    assert callable(names["cards"])
    assert sys.meta_path[0].find_spec("games.uno.rules", None) is None


class RedactSession(Session):
    """Has one test, which calls ``redact``."""

    def run(self, test: str) -> bool:
        """See Session."""
        try:
            return redact(UnoSaid(0), None) == UnoSaid(0)
        except SystemError:
            return False


def test_unchanged_function_survives_a_failing_one_is_killed_and_an_unknown_one_is_an_error(
    request: pytest.FixtureRequest,
) -> None:
    path = ROOT / "games" / "uno" / "view.py"
    unchanged = Mutant(path, "redact", range(1, 2), path.read_text(encoding="utf-8"), "", "")
    failing = replace(unchanged, source="def redact(change, seat):\n    raise SystemError\n")

    def work(session: Session) -> None:
        runner = MutantRunner("uno", session, Baseline({"test": 1.0}))
        runner.check(unchanged, ["test"])
        assert runner.run(unchanged, ["test"]) == "survived"
        assert runner.run(failing, ["test"]) == "killed"
        with pytest.raises(LookupError):
            runner.run(replace(unchanged, function="removed"), ["test"])

    gc.freeze()  # as after the collection of tests
    try:
        assert RedactSession(work).pytest_runtestloop(request.session)
    finally:
        gc.freeze()
