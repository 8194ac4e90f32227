import sys
from functools import lru_cache
from pathlib import Path

import pytest

from games.uno.view import _hidden_step, redact
from tests.mutation.mutants import Mutant
from tests.mutation.workers import IMPORTED_AGAIN, ROOT, function_code, import_mutant, is_own_cache

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
