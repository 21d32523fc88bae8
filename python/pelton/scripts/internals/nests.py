"""Owns what ``tensorflow.python.util.nest`` has beside ``tf.nest``: shallow trees and paths."""

from __future__ import annotations

import collections.abc

from pelton import nest as _nest

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

is_nested = is_sequence = is_nested_or_composite = is_sequence_or_composite = _nest.is_nested


def is_mapping(instance: object) -> bool:
    """Whether it is a dict or the like."""
    return isinstance(instance, collections.abc.Mapping)


def is_namedtuple(instance: object, strict: bool = False) -> bool:
    """Whether it is a tuple whose places have names."""
    return isinstance(instance, tuple) and hasattr(instance, "_fields")


_is_namedtuple = is_namedtuple
_is_mapping = is_mapping


def _sequence_like(instance: Any, args: Any) -> Any:
    """The values in a container such as `instance` is."""
    if is_mapping(instance):
        return _nest.pack_sequence_as({key: 0 for key in instance}, list(args))
    if is_namedtuple(instance):
        return type(instance)(*args)
    return type(instance)(args)


def _yield_sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    """The places of a container and what is there, a dict's by sorted key."""
    if is_mapping(iterable):
        for key in sorted(iterable):
            yield key, iterable[key]
    elif is_namedtuple(iterable):
        for field in iterable._fields:
            yield field, getattr(iterable, field)
    else:
        yield from enumerate(iterable)


def _yield_value(iterable: Any) -> Iterator[Any]:
    for _, value in _yield_sorted_items(iterable):
        yield value


def _up_to(shallow: Any, tree: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """The path and the part of `tree` for each leaf of the shallow tree."""
    if not is_nested(shallow):
        yield path, tree
        return
    parts = dict(_yield_sorted_items(tree))
    for key, part in _yield_sorted_items(shallow):
        yield from _up_to(part, parts[key], (*path, key))


def assert_shallow_structure(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> None:
    """Raises TypeError or ValueError unless `input_tree` is nested as far as `shallow_tree` is."""
    if not is_nested(shallow_tree):
        return
    if not is_nested(input_tree):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. "
            f"Input has type: {type(input_tree)}."
        )
    are_alike = isinstance(shallow_tree, type(input_tree)) or (
        is_mapping(shallow_tree) and is_mapping(input_tree)
    )
    if check_types and not are_alike:
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(input_tree)}, while shallow structure has type {type(shallow_tree)}."
        )
    if len(input_tree) != len(shallow_tree):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(input_tree)}, while shallow structure has length {len(shallow_tree)}."
        )
    parts = dict(_yield_sorted_items(input_tree))
    for key, part in _yield_sorted_items(shallow_tree):
        if key not in parts:
            raise ValueError(f"The two structures don't have the same keys: {key!r} is missing.")
        assert_shallow_structure(part, parts[key], check_types)


def flatten_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[Any]:
    """The parts of `input_tree` at the leaves of `shallow_tree`."""
    assert_shallow_structure(shallow_tree, input_tree, check_types)
    return [part for _, part in _up_to(shallow_tree, input_tree, ())]


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[tuple[Any, Any]]:
    """Those parts with their paths."""
    assert_shallow_structure(shallow_tree, input_tree, check_types)
    return list(_up_to(shallow_tree, input_tree, ()))


def flatten_with_tuple_paths(
    structure: Any, expand_composites: bool = False
) -> list[tuple[Any, Any]]:
    """The leaves with their paths."""
    return list(_up_to(structure, structure, ()))


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """The leaves with their paths as texts."""
    found = flatten_with_tuple_paths(structure)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def yield_flat_paths(nest: Any, expand_composites: bool = False) -> Iterator[Any]:
    """The paths of the leaves."""
    for path, _ in _up_to(nest, nest, ()):
        yield path


def _map_up_to(
    shallow_tree: Any, func: Callable[..., Any], inputs: Any, has_paths: bool, kwargs: Any
) -> Any:
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    check_types = kwargs.pop("check_types", True)
    kwargs.pop("expand_composites", None)
    for tree in inputs:
        assert_shallow_structure(shallow_tree, tree, check_types)
    flat = [list(_up_to(shallow_tree, tree, ())) for tree in inputs]
    made = []
    for places in zip(*flat, strict=True):
        leaves = [leaf for _, leaf in places]
        made.append(func(*([places[0][0]] if has_paths else []), *leaves, **kwargs))
    return _nest.pack_sequence_as(shallow_tree, made)


def map_structure_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """``func`` of the parts of the inputs at each leaf of `shallow_tree`, nested as that is."""
    return _map_up_to(shallow_tree, func, inputs, False, kwargs)


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """The same with the path before the parts."""
    return _map_up_to(shallow_tree, func, inputs, True, kwargs)


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """``func`` of the path and the leaves at each place."""
    return _map_up_to(structure[0], func, structure, True, kwargs)


def map_structure_with_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """``func`` of the path as a text and the leaves at each place."""
    return map_structure_with_tuple_paths(
        lambda path, *leaves: func("/".join(map(str, path)), *leaves), *structure, **kwargs
    )


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """The nesting of `structure` as far as `traverse_fn` wants: a bool for a part, or a nest of
    bools for the parts of one; False where it ends."""
    wanted = traverse_fn(structure)
    if not is_nested(structure):
        if not isinstance(wanted, bool):
            raise TypeError(f"traverse_fn returned {wanted!r} for {structure!r}")
        return wanted
    if isinstance(wanted, bool):
        if not wanted:
            return False
        parts = [get_traverse_shallow_structure(traverse_fn, x) for x in _yield_value(structure)]
        return _sequence_like(structure, parts)
    assert_shallow_structure(wanted, structure)
    parts = []
    for want, part in zip(_yield_value(wanted), _yield_value(structure), strict=True):
        if not isinstance(want, bool):
            raise TypeError(f"traverse_fn gave {want!r} within {wanted!r}")
        parts.append(get_traverse_shallow_structure(traverse_fn, part) if want else False)
    return _sequence_like(structure, parts)
