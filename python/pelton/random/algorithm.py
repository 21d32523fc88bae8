"""Owns Algorithm: which counter-based generator makes the random words. Philox is the only one."""

from __future__ import annotations

from pelton.errors import UnimplementedError
from pelton.names.named_enums import NamedEnum


class Algorithm(NamedEnum):
    """TensorFlow's names of its generators; ``THREEFRY`` is not there."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


def check_algorithm(alg: Algorithm | str | int | None) -> None:
    """Raises ValueError for what is no algorithm, UnimplementedError for another than Philox."""
    names = {"philox": 1, "threefry": 2, "auto_select": 3, None: 1}
    value = alg.value if isinstance(alg, Algorithm) else alg
    value = names.get(value, value) if isinstance(value, (str, type(None))) else value
    if isinstance(value, bool) or value not in (1, 2, 3):
        raise ValueError(
            f"Argument `alg` got unsupported value {alg}. Supported values are philox for the "
            "Philox algorithm, threefry for the ThreeFry algorithm, and auto_select for "
            "auto-selection."
        )
    if value == 2:
        raise UnimplementedError("The ThreeFry algorithm is not there: use 'philox'")
