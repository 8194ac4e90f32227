"""Game packs in temporary folders: installed distributions, and packages with one defect."""

import os
import shutil
import tomllib
from pathlib import Path

from tests.client.conftest import ROOT

NIM = ROOT / "tests" / "packs" / "nim"


def install(source: Path, target: Path) -> None:
    """Copy a distribution's packages and write its metadata, as an installer would."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package in source.iterdir():
        if (package / "__init__.py").exists():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(package, target / package.name, ignore=ignored)
    info = target / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    (info / "METADATA").write_text("\n".join([*lines, ""]), encoding="utf-8")
    points: list[str] = []
    for group, names in project["entry-points"].items():
        points += [f"[{group}]", *(f"{name} = {value}" for name, value in names.items())]
    (info / "entry_points.txt").write_text("\n".join([*points, ""]), encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that imports our packages and those of the folder."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])}


def write_package(folder: Path, name: str, **modules: str) -> None:
    """Write a package with these modules."""
    (folder / name).mkdir(parents=True)
    for module, text in {"__init__": "", **modules}.items():
        (folder / name / f"{module}.py").write_text(text, encoding="utf-8")
