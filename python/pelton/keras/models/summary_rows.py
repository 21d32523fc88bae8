"""The rows of model.summary(): which layers there are, their output shapes and weights."""

from __future__ import annotations

from pelton._core import layers as _core
from pelton.dtypes import as_dtype
from pelton.keras.utils.summary import SummaryRow, WeightTotal, layer_bounds, print_summary

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from pelton._core import Variable
    from pelton._core.layers import Layer, Model


def _output_shape(layer: Layer) -> tuple[int | None, ...] | None:
    # A Sequential knows its shapes by its own input; other layers by the first call.
    try:
        return tuple(layer.output_shape)
    except AttributeError:
        return None


def _row(layer: Layer, depth: int) -> SummaryRow:
    built = layer.built
    return SummaryRow(
        name=layer.name,
        class_name=type(layer).__name__,
        output_shape=_output_shape(layer),
        params=layer.count_params() if built else 0,
        built=built,
        depth=depth,
        trainable=layer.trainable if layer.weights else None,
    )


def _rows(layers: Iterable[Layer], expand_nested: bool, depth: int = 0) -> Iterator[SummaryRow]:
    for layer in layers:
        yield _row(layer, depth)
        if expand_nested and isinstance(layer, _core.Model):
            yield from _rows(layer.layers, expand_nested, depth + 1)


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
    layers = model.layers
    first, last = layer_bounds([layer.name for layer in layers], layer_range)
    print_summary(
        model.name,
        list(_rows(layers[first:last], expand_nested)),
        _total(model.trainable_weights),
        _total(model.non_trainable_weights),
        _optimizer_total(model),
        **layout,
    )
