"""Load the top-level packages of this project from their own folder.

Their names are generic, and Python searches the folder of a script first. A file ``server.py``
beside a bot would be imported instead of the package ``server``. Loading the packages by their
location makes later imports of these names independent of ``sys.path``.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

NAMES = ("messages", "games", "server", "client")
ROOT = Path(__file__).resolve().parents[1]
"""The folder that contains this package and the packages of NAMES."""

FOREIGN_MODULE = (
    "Another module named {name!r} is loaded already, from {origin}, but Tavolata has a package of "
    "this name. Rename that file, or import tavolata before it."
)


def load_own_packages() -> None:
    """Load the packages of NAMES, without their modules, unless they are loaded.

    Raises ImportError if a module of another origin has one of the names.
    """
    for name in NAMES:
        loaded = sys.modules.get(name)
        if loaded is None:
            _load(name)
        elif not _is_own(name, loaded):
            origin = getattr(loaded, "__file__", None) or "an unknown file"
            raise ImportError(FOREIGN_MODULE.format(name=name, origin=origin), name=name)


def _load(name: str) -> None:
    """Execute the ``__init__`` module of a package; if it fails, forget the package."""
    folder = ROOT / name
    spec = spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(package)
    except BaseException:
        del sys.modules[name]
        raise


def _is_own(name: str, module: ModuleType) -> bool:
    """Return whether a loaded module is the package of this project."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve() == ROOT / name / "__init__.py"
