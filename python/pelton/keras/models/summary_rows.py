"""The rows of model.summary(): which layers there are, their output shapes and weights."""

from __future__ import annotations

from pelton._core import layers as _core
from pelton.dtypes import as_dtype
from pelton.keras.hooks import is_library
from pelton.keras.layers.call_signature import parameters_of
from pelton.keras.layers.serialization import serialize
from pelton.keras.training.open_batches import opened
from pelton.keras.utils.summary import SummaryRow, WeightTotal, layer_bounds, print_summary
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from pelton._core import Variable
    from pelton._core.layers import Layer, Model


def _output_shape(layer: Layer, is_in_chain: bool) -> Any:
    """By the model's own input in a chain of layers; elsewhere, as in Keras, by the shape that the
    layer was built for: None for layers that need no building."""
    if isinstance(layer, _core.InputLayer):
        return tuple(layer.batch_shape)
    if not is_in_chain and not _is_built_for_shape(layer):
        return None
    try:
        found = layer.output_shape
        return tuple(found) if isinstance(found, list) else found  # as Keras's summaries say
    except AttributeError:
        return None
    except TypeError:
        if _wants_more_than_inputs(layer):
            return None
        raise


def _wants_more_than_inputs(layer: Layer) -> bool:
    """Whether a call takes more tensors than the one whose shape is known: states of a cell, the
    edges of a graph."""
    needed = [
        parameter
        for name, parameter in parameters_of(layer.call).items()
        if parameter.default is parameter.empty
        and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        and name not in ("training", "mask")
    ]
    return len(needed) > 1


def _is_built_for_shape(layer: Layer) -> bool:
    if isinstance(layer, _core.Model):
        return True
    if is_library(type(layer)):
        return "build_config" in serialize(layer)
    return type(layer).build is not _core.Layer.build


def _shape_of_call(operation: Any) -> Any:
    """What the last call in the graph gave: a shape, or a list of them."""
    from pelton.keras.models.graph import node_of

    node = node_of(operation.calls[-1])
    assert node is not None
    shapes = [tuple(leaf.shape) for leaf in flatten(node.outputs_like)]
    return shapes[0] if len(shapes) == 1 else shapes


def _op_row(operation: Any, depth: int) -> SummaryRow:
    if operation.layer is not None or hasattr(operation.owner, "outputs_like"):
        shape = _shape_of_call(operation)
    else:
        shape = tuple(operation.calls[0].shape)
    return SummaryRow(operation.name, operation.kind, shape, 0, depth=depth)


def _operation_rows(model: Any, expand_nested: bool, depth: int) -> Iterator[SummaryRow]:
    """Of a functional model: also ops between layers, and what each is called on."""
    for one in vars(model)["_operations"]:
        if not isinstance(one.layer, _core.Layer):
            row = _op_row(one, depth)
        else:
            row = _row(one.layer, _shape_of_call(one), depth)
        if depth == 0:  # calls inside of nested models are none of this graph, as in Keras
            row.inbound = one.inbound()
        yield row
        if expand_nested and isinstance(one.layer, _core.Model):
            yield from _rows(one.layer, expand_nested, depth + 1)


def _is_chain(model: Any) -> bool:
    """Whether each operation is called once, on what the one before gave."""
    operations = vars(model)["_operations"]
    depths = [one.depth for one in operations]
    return len(set(depths)) == len(depths) and all(len(one.inbound()) <= 1 for one in operations)


def _row(layer: Layer, output_shape: Any, depth: int) -> SummaryRow:
    built = layer.built
    return SummaryRow(
        name=layer.name,
        class_name=type(layer).__name__,
        output_shape=output_shape,
        params=layer.count_params() if built else 0,
        built=built,
        depth=depth,
        trainable=layer.trainable if layer.weights else None,
    )


def _rows(model: Model, expand_nested: bool, depth: int = 0) -> Iterator[SummaryRow]:
    if "_operations" in vars(model):
        yield from _operation_rows(model, expand_nested, depth)
        return
    for layer in model.layers:
        shape = _output_shape(layer, isinstance(model, _core.Sequential))
        yield _row(layer, opened(model, shape), depth)
        if expand_nested and isinstance(layer, _core.Model):
            yield from _rows(layer, expand_nested, depth + 1)


def _total(variables: Iterable[Variable]) -> WeightTotal:
    itemsizes = [as_dtype(variable.dtype).size for variable in variables]
    counts = [_count(variable.shape) for variable in variables]
    return WeightTotal(sum(counts), float(sum(map(int.__mul__, counts, itemsizes))))


def _count(shape: Iterable[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _optimizer_total(model: Model) -> WeightTotal | None:
    optimizer = getattr(model, "optimizer", None)
    if optimizer is None or not getattr(optimizer, "built", False):
        return None
    return _total(optimizer.variables)


def print_model(
    model: Model,
    expand_nested: bool = False,
    layer_range: Sequence[str] | None = None,
    **layout: Any,
) -> None:
    """Prints the summary of `model`; `layout` goes to print_summary."""
    rows = list(_rows(model, expand_nested))
    places = [i for i, row in enumerate(rows) if row.depth == 0]
    first, last = layer_bounds([rows[i].name for i in places], layer_range)
    end = places[last] if last < len(places) else len(rows)
    print_summary(
        model.name,
        rows[places[first] if places else 0 : end],
        _total(model.trainable_weights),
        _total(model.non_trainable_weights),
        _optimizer_total(model),
        show_connections="_operations" in vars(model) and not _is_chain(model),
        **layout,
    )
