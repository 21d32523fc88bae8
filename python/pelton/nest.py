"""Owns ``tf.nest``: lists, tuples and dicts of leaves, flattened in order and packed again."""

from __future__ import annotations

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def is_nested(seq: object) -> bool:
    """True for a list, a tuple or a dict."""
    return isinstance(seq, (list, tuple, dict))


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves in order; those of a dict by sorted key. A leaf gives a list of itself.

    With ``expand_composites`` ragged and sparse tensors and their kin are nests of the tensors that
    they are made of, and their specs of those tensors' specs. Raises RecursionError where a
    structure contains itself.
    """
    return _functions.flatten(structure, expand_composites)


def pack_sequence_as(
    structure: Any, flat_sequence: Iterable[Any], expand_composites: bool = False
) -> Any:
    """The same nesting as ``structure`` with the leaves of the list ``flat_sequence``.

    Named tuples, OrderedDict, defaultdict and other such types stay what they are. Raises
    ValueError when the numbers of leaves differ, TypeError for a text.
    """
    if isinstance(flat_sequence, (str, bytes)):
        raise TypeError(
            f"Attempted to pack value:\n  {flat_sequence!r}\ninto a structure, but found "
            f"incompatible type `{type(flat_sequence)}` instead."
        )
    leaves = list(flat_sequence)
    expected = len(flatten(structure, expand_composites))
    if len(leaves) != expected:
        raise ValueError(
            f"The target structure has {expected} leaves, but the sequence {len(leaves)}: "
            f"structure={structure!r}"
        )
    return _functions.pack(structure, leaves, expand_composites)


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raises ValueError where the nesting differs, TypeError where only the container types do."""
    if is_nested(nest1) != is_nested(nest2) or (is_nested(nest1) and len(nest1) != len(nest2)):
        raise ValueError(
            f"The two structures don't have the same nested structure: {nest1!r} and {nest2!r}"
        )
    if not is_nested(nest1):
        if expand_composites:
            _assert_same_parts(nest1, nest2)
        return
    if check_types and not _are_alike(nest1, nest2):
        raise TypeError(
            "The two structures don't have the same sequence type: "
            f"{type(nest1).__name__} and {type(nest2).__name__}"
        )
    if isinstance(nest1, dict):
        if not isinstance(nest2, dict) or sorted(nest1) != sorted(nest2):
            raise ValueError(f"The two dictionaries don't have the same keys: {nest1!r}, {nest2!r}")
        pairs = [(nest1[key], nest2[key]) for key in nest1]
    else:
        pairs = zip(nest1, nest2, strict=True)
    for one, other in pairs:
        assert_same_structure(one, other, check_types, expand_composites)


def _are_alike(one: Any, other: Any) -> bool:
    """Whether two containers are of one type, or both dicts, or named tuples of the same name."""
    if isinstance(one, dict) and isinstance(other, dict):
        return True
    kinds = type(one), type(other)
    return kinds[0] is kinds[1] or (
        hasattr(one, "_fields")
        and kinds[0].__name__ == kinds[1].__name__
        and one._fields == getattr(other, "_fields", None)
    )


def _assert_same_parts(one: Any, other: Any) -> None:
    """Raises ValueError unless both are leaves, or made of several tensors in the same way."""
    from pelton.tensors.composite_specs import PartsSpec
    from pelton.tensors.composite_value import composite_type_spec

    def spec_of(leaf: Any) -> Any:
        return leaf if isinstance(leaf, PartsSpec) else composite_type_spec(leaf)

    specs = spec_of(one), spec_of(other)
    if specs == (None, None):
        return
    if None in specs or specs[0].most_specific_common_supertype([specs[1]]) is None:
        raise ValueError(
            f"The two structures don't have the same nested structure: {one!r} and {other!r}: "
            f"Incompatible CompositeTensor TypeSpecs: {specs[0]!r} and {specs[1]!r}"
        )


def map_structure(
    func: Callable[..., Any],
    *structure: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """``func`` of the leaves at each place, in the nesting of the first structure.

    ``expand_composites``: as in ``flatten``."""
    if not callable(func):
        raise TypeError(f"`func` must be callable, got: {func!r}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types, expand_composites)
    flat = [flatten(one, expand_composites) for one in structure]
    made = [func(*leaves) for leaves in zip(*flat, strict=True)]
    return pack_sequence_as(structure[0], made, expand_composites)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
