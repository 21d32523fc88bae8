"""Owns the nesting of a dataset's elements: tuples and dicts; lists stand for tensors.

Of a ragged or sparse tensor the engine has the parts, which are tensors, as leaves side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton.data.specs import DatasetSpec
from pelton.tensors.composite_specs import NoneTensorSpec, PartsSpec
from pelton.tensors.spec_of_value import composite_spec
from pelton.tensors.tensor_spec import TensorSpec


def _rebuilt(like: Any, parts: list[Any]) -> Any:
    """`parts` in a tuple of the type of `like`."""
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def normalized(value: Any) -> Any:
    """The same nesting with a tensor, a dataset or None at each leaf; raises TypeError and
    ValueError for what stands for none of them."""
    from pelton.data.dataset import Dataset

    if isinstance(value, Mapping):
        parts = {key: normalized(item) for key, item in value.items()}
        return type(value)(parts) if type(value) is not dict and _is_plain(value) else parts
    if isinstance(value, tuple):
        return _rebuilt(value, [normalized(item) for item in value])
    if value is None or isinstance(value, Dataset):
        return value
    if isinstance(composite_spec(value), PartsSpec):
        return value
    return _functions.convert(value)


def _is_plain(value: Any) -> bool:
    """Whether a dictionary of this type can be made of its items alone."""
    from collections import OrderedDict

    return isinstance(value, OrderedDict)


def leaves_of(structure: Any) -> list[Any]:
    """The leaves of a normalized structure as the engine has them, in order: of a dataset its
    node, of a ragged or sparse tensor the parts."""
    return [part for leaf in _functions.flatten(structure) for part in _parts_of(leaf)]


def _parts_of(leaf: Any) -> list[Any]:
    if leaf is None or isinstance(leaf, Tensor):
        return [leaf]
    from pelton.data.dataset import Dataset

    return [leaf._node] if isinstance(leaf, Dataset) else composite_spec(leaf).parts_of(leaf)


def _leaf_spec(leaf: Any) -> Any:
    from pelton.data.dataset import Dataset

    if leaf is None:
        return NoneTensorSpec()
    if isinstance(leaf, Dataset):
        return DatasetSpec(leaf.element_spec)
    return composite_spec(leaf) or TensorSpec(leaf.shape, leaf.dtype)


def spec_of(structure: Any) -> Any:
    """The specs of a normalized structure, nested alike."""
    return map_leaves(_leaf_spec, structure)


def map_leaves(function: Any, structure: Any) -> Any:
    """`function` of each leaf, nested alike."""
    leaves = _functions.flatten(structure)
    return _functions.pack(structure, [function(leaf) for leaf in leaves])


def specs_in(structure: Any) -> list[Any]:
    """The specs of a structure of them, in order."""
    return list(_functions.flatten(structure))


def has_parts(structure: Any) -> bool:
    """Whether some of the specs are of ragged or sparse tensors."""
    return any(isinstance(spec, PartsSpec) for spec in specs_in(structure))


def part_specs(structure: Any) -> list[Any]:
    """The specs of the leaves as the engine has them."""
    specs = specs_in(structure)
    parts = (spec.part_specs() if isinstance(spec, PartsSpec) else [spec] for spec in specs)
    return [part for several in parts for part in several]


def pack(structure: Any, leaves: Iterable[Any]) -> Any:
    """The nesting of `structure`, of specs, with leaves that the engine gave: a node becomes a
    dataset, parts become the ragged or sparse tensor of them."""
    rest = iter(leaves)
    return _functions.pack(structure, [_taken(spec, rest) for spec in specs_in(structure)])


def _taken(spec: Any, rest: Iterator[Any]) -> Any:
    if isinstance(spec, PartsSpec):
        return spec.of_parts([next(rest) for _ in spec.part_specs()])
    return wrap_leaf(spec, next(rest))


def wrap_leaf(spec: Any, leaf: Any) -> Any:
    """A dataset for a node; other leaves as they are."""
    if leaf is None or isinstance(leaf, Tensor):
        return leaf
    from pelton.data.dataset import Dataset

    return Dataset(leaf, spec.element_spec, "_VariantDataset")


def arguments(structure: Any) -> tuple[Any, ...]:
    """The arguments of a function of an element: a tuple's parts are passed by position."""
    return structure if type(structure) is tuple else (structure,)
