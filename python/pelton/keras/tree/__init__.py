"""keras.tree: nested structures of lists, tuples, dicts and their kin, and what is in them."""

from __future__ import annotations

from pelton.keras.missing_names import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


class MAP_TO_NONE:  # noqa: N801 - Keras's name
    """What `traverse`'s function gives for a part that is to become None."""


def _parts(structure: Any) -> list[tuple[Any, Any]]:
    """The keys and values of one level; those of a plain dict by sorted key."""
    from collections import OrderedDict, deque

    if isinstance(structure, OrderedDict):
        return list(structure.items())
    if isinstance(structure, dict):
        return [(key, structure[key]) for key in sorted(structure)]
    if isinstance(structure, (list, tuple, deque)):
        return list(enumerate(structure))
    return []


def _remade(structure: Any, parts: list[tuple[Any, Any]]) -> Any:
    """A structure of the same type with other values."""
    if isinstance(structure, dict):
        found = dict(parts)
        if hasattr(structure, "default_factory"):
            made = type(structure)(structure.default_factory)
            made.update((key, found[key]) for key in structure)
            return made
        return type(structure)((key, found[key]) for key in structure)
    values = [value for _, value in parts]
    return type(structure)(*values) if hasattr(structure, "_fields") else type(structure)(values)


def is_nested(structure: Any) -> bool:
    """True for lists, tuples, dicts and deques."""
    from collections import deque

    return isinstance(structure, (list, tuple, dict, deque))


def traverse(func: Callable[..., Any], structure: Any, top_down: bool = True) -> Any:
    """The structure with each part for which `func` gives something else than None replaced by it.

    Parents come before their children, whose turn does not come then, unless `top_down` is False.
    """
    if not callable(func):
        raise TypeError(f"`func` must be callable. Received: func={func}")
    told = func(structure) if top_down else None
    if told is None:
        found = structure
        if is_nested(structure):
            parts = [(key, traverse(func, part, top_down)) for key, part in _parts(structure)]
            found = _remade(structure, parts)
        told = None if top_down else func(found)
        told = found if told is None else told
    return None if told is MAP_TO_NONE else told


def flatten_with_path(structure: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves in order, each with the keys and indices that lead to it."""
    if not is_nested(structure):
        return [((), structure)]
    parts = ((key, flatten_with_path(part)) for key, part in _parts(structure))
    return [((key, *path), leaf) for key, leaves in parts for path, leaf in leaves]


def flatten(structure: Any) -> list[Any]:
    """The leaves in order; those of a plain dict by sorted key. A leaf gives a list of itself."""
    return [leaf for _, leaf in flatten_with_path(structure)]


def _differ(text: str, a: Any, b: Any) -> ValueError:
    return ValueError(f"`a` and `b` don't have the same {text}. a: {a!r}, b: {b!r}")


def assert_same_structure(a: Any, b: Any, check_types: Any = None) -> None:
    """Raises ValueError where the nesting, the types, or the keys of dicts differ."""
    if is_nested(a) != is_nested(b):
        raise _differ("structure", a, b)
    if not is_nested(a):
        return
    are_dicts = isinstance(a, dict) and isinstance(b, dict)
    if (type(a) is not type(b) and not are_dicts) or len(a) != len(b):
        raise _differ("structure", a, b)
    if are_dicts and set(a) != set(b):
        raise _differ("keys", a, b)
    pairs = [(a[key], b[key]) for key in a] if are_dicts else list(zip(a, b, strict=True))
    for one, other in pairs:
        assert_same_structure(one, other)


def assert_same_paths(a: Any, b: Any) -> None:
    """Raises ValueError where the paths to the leaves differ; types do not matter."""
    first = [path for path, _ in flatten_with_path(a)]
    second = [path for path, _ in flatten_with_path(b)]
    if {*first} != {*second}:
        raise ValueError(f"`a` and `b` don't have the same paths. a: {first}, b: {second}")


def map_structure(func: Callable[..., Any], *structures: Any, none_is_leaf: bool = True) -> Any:
    """`func` of the leaves at each place, in the nesting of the first structure.

    Raises TypeError for what cannot be called, ValueError without structures and where they
    differ. Without `none_is_leaf` None stays where it is."""
    if not callable(func):
        raise TypeError(f"`func` must be callable. Received: func={func}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    for other in structures[1:]:
        assert_same_structure(structures[0], other)
    return _mapped(func, structures, none_is_leaf)


def _mapped(func: Callable[..., Any], structures: tuple[Any, ...], none_is_leaf: bool) -> Any:
    first = structures[0]
    if first is None and not none_is_leaf:
        return None
    if not is_nested(first):
        return func(*structures)
    return _remade(
        first,
        [
            (key, _mapped(func, tuple(other[key] for other in structures), none_is_leaf))
            for key, _ in _parts(first)
        ],
    )


def map_structure_up_to(shallow_structure: Any, func: Callable[..., Any], *structures: Any) -> Any:
    """`func` of what stands at each place of a leaf of `shallow_structure`, nested or not."""
    if not callable(func):
        raise TypeError(f"`func` must be callable. Received: func={func}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    if not is_nested(shallow_structure):
        return func(*structures)
    for other in structures:
        if not is_nested(other) or len(other) != len(shallow_structure):
            raise _differ("structure", shallow_structure, other)
    keys = [key for key, _ in _parts(shallow_structure)]
    parts = [
        (key, map_structure_up_to(shallow_structure[key], func, *(one[key] for one in structures)))
        for key in keys
    ]
    return _remade(shallow_structure, parts)


def map_shape_structure(func: Callable[..., Any], structure: Any) -> Any:
    """`func` of each shape, a tuple or list of integers and None, and of what else is a leaf."""
    if not callable(func):
        raise TypeError(f"`func` must be callable. Received: func={func}")
    if isinstance(structure, (list, tuple)) and all(
        size is None or isinstance(size, int) for size in structure
    ):
        return func(tuple(structure))
    if not is_nested(structure):
        return func(structure)
    parts = [(key, map_shape_structure(func, part)) for key, part in _parts(structure)]
    return _remade(structure, parts)


def lists_to_tuples(structure: Any) -> Any:
    """The structure with tuples in place of its lists."""
    return traverse(
        lambda part: tuple(part) if isinstance(part, list) else None, structure, top_down=False
    )


def pack_sequence_as(structure: Any, flat_sequence: Iterable[Any]) -> Any:
    """The nesting of `structure` with the leaves of `flat_sequence`.

    Raises TypeError for what is no sequence, ValueError for another number of leaves."""
    if not is_nested(flat_sequence):
        raise TypeError(f"flat_sequence must be a sequence. Received: {flat_sequence!r}")
    leaves = list(flat_sequence)
    expected = len(flatten(structure))
    if len(leaves) != expected:
        raise ValueError(
            f"The target structure has {expected} leaves, but the sequence {len(leaves)}: "
            f"structure={structure!r}, flat_sequence={flat_sequence!r}"
        )
    left = iter(leaves)
    return map_structure(lambda _: next(left), structure)


__getattr__ = _lookup(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
