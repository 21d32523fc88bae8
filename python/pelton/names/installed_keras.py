"""Where the installed Keras lies, past the module of its name that stands for Pelton's."""

from __future__ import annotations

import importlib.machinery
import os
import sys

# On the path of scripts of `pelton.run`: `tensorflow` and `keras`, which are Pelton's.
ALIASES_FOLDER = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "aliases"
)


def spec() -> importlib.machinery.ModuleSpec | None:
    """Its spec, found without importing it; None where it is not installed."""
    folders = [folder for folder in sys.path if os.path.abspath(folder) != ALIASES_FOLDER]
    return importlib.machinery.PathFinder.find_spec("keras", folders)
