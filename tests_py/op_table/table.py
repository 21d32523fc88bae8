"""Owns the op table itself: the rows of every family file beside it."""

import importlib
import pathlib

_INFRASTRUCTURE = {"op_case", "table", "samples", "errors_of"}


def _all_cases():
    folder = pathlib.Path(__file__).parent
    names = sorted(path.stem for path in folder.glob("*.py"))
    families = [n for n in names if n not in _INFRASTRUCTURE and not n.startswith("_")]
    modules = [importlib.import_module(f"op_table.{name}") for name in families]
    return [case for module in modules for case in module.CASES]


CASES = _all_cases()
