"""Owns how functions that need values, such as parsers of records, are nodes of graphs: a trace
tells what they give, and each run calls them."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.graph import at_once, get_default_graph
from pelton.compat.v1.operation import Operation, is_of_operation
from pelton.compat.v1.unranked import Unranked
from pelton.dtypes import as_dtype
from pelton.nest import flatten, pack_sequence_as
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What needing a value raises, by function, method and op.
NEEDS_VALUES = (TypeError, AttributeError, ValueError, NotImplementedError)
# What functions give of which no trace tells it: dtypes and, where known, shapes.
_GIVEN: dict[str, tuple[str, Any]] = {
    "decode_image": ("uint8", None),
    "non_max_suppression": ("int32", [None]),
}


def takes_symbolic(args: Any, kwargs: Any) -> bool:
    """Whether a tensor of a graph is among the arguments, or a part of one of them."""
    return any(is_of_operation(one) for one in flatten([args, kwargs], expand_composites=True))


def _traced(function: Callable[..., Any], given: Any, flat: list[Any]) -> tuple[Any, list[Any]]:
    """(what the function gives, the specs of its parts), from a trace."""
    from pelton.functions.recorded_function import function as recorded

    places = [i for i, one in enumerate(flat) if is_of_operation(one)]
    made: list[Any] = []

    def call(*tensors: Any) -> list[Any]:
        leaves = list(flat)
        for place, tensor in zip(places, tensors, strict=True):
            leaves[place] = tensor
        args, kwargs = pack_sequence_as(given, leaves, expand_composites=True)
        made.append(function(*args, **kwargs))
        return flatten(made[-1], expand_composites=True)

    specs = [TensorSpec(flat[i].shape, flat[i].dtype) for i in places]
    found = recorded(call).get_concrete_function(*specs).structured_outputs
    if found is None:
        raise NotImplementedError("a trace does not tell what it gives")
    return made[-1], list(found)


def likes_of(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Symbolic tensors like those that the function gives, from a trace, in their nest."""
    given = [list(args), kwargs]
    form, specs = _traced(function, given, flatten(given, expand_composites=True))
    likes = [_functions.symbolic(*_parts(one)) for one in specs]
    return pack_sequence_as(form, likes, expand_composites=True)


def of_values(
    function: Callable[..., Any], args: Any, kwargs: dict[str, Any], name: str | None
) -> Any:
    """What a node gives that calls the function in each run. Raises what tracing it raises where
    it is not known what that is."""
    title = str(getattr(function, "__name__", "call"))
    given = [list(args), kwargs]
    flat = flatten(given, expand_composites=True)
    if title in _GIVEN:
        dtype, shape = _GIVEN[title]
        likes = [Unranked(as_dtype(kwargs.get("dtype", dtype)))] if shape is None else []
        likes = likes or [_functions.symbolic(shape, dtype)]
        form: Any = 0
    else:
        form, specs = _traced(function, given, flat)
        likes = [
            Unranked(one.dtype) if one.shape.rank is None else _functions.symbolic(*_parts(one))
            for one in specs
        ]

    def run(leaves: list[Any]) -> list[Any]:
        with at_once():
            args, kwargs = pack_sequence_as(given, leaves, expand_composites=True)
            return flatten(function(*args, **kwargs), expand_composites=True)

    node = Operation(get_default_graph(), title, name or title, run, (flat,))
    return pack_sequence_as(form, node.give(likes), expand_composites=True)


def _parts(spec: TensorSpec) -> tuple[Any, Any]:
    return spec.shape, spec.dtype
