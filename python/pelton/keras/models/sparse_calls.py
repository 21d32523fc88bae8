"""Calls on a model's sparse and ragged inputs: layers of the user's own and Lambdas take such
tensors, other layers dense ones. Nothing here is loaded before a model has such an input."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from pelton._core import functions as _functions
from pelton._core import layers as _core
from pelton.keras import hooks
from pelton.nest import flatten, map_structure
from pelton.sparse import SparseTensor, to_dense

_PLACES = "_sparse_places"  # of the outputs of the layer's call that goes on


def _own_classes(base: type) -> Iterator[type]:
    for cls in base.__subclasses__():
        yield cls
        yield from _own_classes(cls)


@functools.cache
def activate() -> None:
    """From now on what users write as `call` gets sparse and ragged tensors for such inputs."""
    from pelton.keras.layers import Lambda

    for cls in {Lambda, *_own_classes(_core.Layer)}:
        if cls is Lambda or not hooks.is_library(cls):
            _wrap(cls)
    hooks.OF_LAYER_CLASSES.append(_wrap)


def _wrap(cls: Any) -> None:
    call = vars(cls).get("call")
    if callable(call):
        cls.call = _wrapped(call)


def _wrapped(call: Any) -> Callable[..., Any]:
    @functools.wraps(call)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        method = call.__get__(self)
        if not any(map(_stands_for, flatten((args, kwargs)))):
            return method(*args, **kwargs)
        given, named = map_structure(_as_composite, (args, kwargs))
        made = method(*given, **named)
        leaves = flatten(made)
        places = tuple(i for i, leaf in enumerate(leaves) if isinstance(leaf, SparseTensor))
        vars(self)[_PLACES] = places
        return map_structure(_as_symbol, made) if places else made

    return run


def _stands_for(leaf: Any) -> str | None:
    """ "sparse" or "ragged" for the symbolic tensor of such an Input, and for what a call gave;
    None for others."""
    found = _core._history(leaf) if _functions.is_symbolic(leaf) else None
    if found is None:
        return None
    layer = getattr(found[0], "layer", None)
    if isinstance(layer, _core.InputLayer):
        return "sparse" if layer.sparse else "ragged" if layer.ragged else None
    return "sparse" if found[1] in getattr(found[0], "sparse_places", ()) else None


def _as_ragged(leaf: Any) -> Any:
    """A ragged tensor of symbolic parts, whose sizes are open up to the last axis that is."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    sizes = leaf.shape.as_list()
    rank = max([axis for axis, size in enumerate(sizes) if axis and size is None], default=1)
    splits = [_functions.symbolic((None,), "int64") for _ in range(rank)]
    values = _functions.symbolic((None, *sizes[rank + 1 :]), leaf.dtype)
    return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def _as_composite(leaf: Any) -> Any:
    """A sparse or ragged tensor of symbolic parts for a graph's tensor that stands for one."""
    kind = _stands_for(leaf)
    if kind is None:
        return leaf
    if kind == "ragged":
        return _as_ragged(leaf)
    made = SparseTensor(
        _functions.symbolic((None, leaf.ndim), "int64"),
        _functions.symbolic((None,), leaf.dtype),
        _functions.symbolic((leaf.ndim,), "int64"),
    )
    made.set_shape(leaf.shape)
    return made


def _as_symbol(leaf: Any) -> Any:
    if not isinstance(leaf, SparseTensor):
        return leaf
    return _functions.symbolic(tuple(leaf.shape.as_list()), leaf.dtype)


def taken(layer: Any, leaves: list[Any]) -> list[Any]:
    """What `layer`, None for an op, is called on: made dense where it takes no sparse tensors."""
    if layer is not None and _takes_sparse(layer):
        return leaves
    return [to_dense(leaf) if isinstance(leaf, SparseTensor) else leaf for leaf in leaves]


def _takes_sparse(layer: Any) -> bool:
    """Whether a layer's call is written for sparse tensors too: the user's own, a Lambda's, a
    model's of layers."""
    from pelton.keras.layers import Lambda

    own = (cls for cls in type(layer).__mro__ if not hooks.is_library(cls))
    return (
        isinstance(layer, Lambda)
        or "_graph" in vars(layer)
        or any("call" in vars(cls) for cls in own)
    )
