"""Owns what is said of a linear operator: which hints follow from others, and of parts."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Hints = dict[str, bool | None]

NAMES = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")
_SQUARE = {"is_non_singular": "non-singular", "is_self_adjoint": "self-adjoint"}


def implied(given: Mapping[str, bool | None]) -> Hints:
    """All hints with what follows from those given. Raises ValueError where two contradict."""
    found: Hints = {name: given.get(name) for name in NAMES}
    if found["is_positive_definite"]:
        if found["is_non_singular"] is False:
            raise ValueError("A positive definite matrix is always non-singular.")
        found["is_non_singular"] = True
    for name, word in _SQUARE.items():
        if found[name]:
            if found["is_square"] is False:
                raise ValueError(f"A {word} matrix is always square.")
            found["is_square"] = True
    return found


def always(operator: str, given: Hints, **facts: bool) -> Hints:
    """The hints given, where operators of this class are as `facts` say.

    Raises ValueError for a hint that says the opposite."""
    for name, fact in facts.items():
        if given.get(name) not in (None, fact):
            word = name.removeprefix("is_").replace("_", " ")
            kind = f"always {word}" if fact else f"never {word}"
            raise ValueError(f"{operator}: such an operator is {kind}, got {name}={given[name]}")
    return {**given, **facts}


def of_all(operator: str, operators: Iterable[Any], given: Hints, names: tuple[str, ...]) -> Hints:
    """The hints given, with those of `names` that each of the operators has.

    Raises ValueError for a hint that says the opposite."""
    parts = list(operators)
    facts = {name: True for name in names if all(getattr(part, name) for part in parts)}
    return always(operator, given, **facts)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
