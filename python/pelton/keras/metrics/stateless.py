"""What a metric does with given values of its variables, which themselves stay as they are."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.metrics import Metric
from pelton.names.named_refusals import named_method


@contextlib.contextmanager
def _holding(metric: Metric, values: Any) -> Iterator[list[Any]]:
    """The metric's variables, which have `values` until the end."""
    variables = list(metric.variables)
    if len(values) != len(variables):
        raise ValueError(
            "Argument `metric_variables` must be a list of tensors corresponding 1:1 to "
            f"{type(metric).__name__}().variables. Received list with length {len(values)}, but "
            f"expected {len(variables)} variables."
        )
    before = [variable.read_value() for variable in variables]
    try:
        for variable, value in zip(variables, values, strict=True):
            variable.assign(_ops.cast(_functions.convert(value), variable.dtype))
        yield variables
    finally:
        for variable, value in zip(variables, before, strict=True):
            variable.assign(value)


def stateless_update_state(
    self: Any, metric_variables: Any, *args: Any, **kwargs: Any
) -> list[Any]:
    """The values of the variables after `update_state`, which begins with `metric_variables`.

    Raises ValueError for another number of them than the metric has."""
    with _holding(self, metric_variables) as variables:
        self.update_state(*args, **kwargs)
        return [variable.read_value() for variable in variables]


def stateless_result(self: Any, metric_variables: Any) -> Any:
    """The result for these values of the variables; ValueError for another number of them."""
    with _holding(self, metric_variables):
        return self.result()


def stateless_reset_state(self: Any) -> list[Any]:
    """The values that `reset_state` gives the variables."""
    with _holding(self, [variable.read_value() for variable in self.variables]) as variables:
        self.reset_state()
        return [variable.read_value() for variable in variables]


def add_to(metric_class: Any) -> None:
    """Gives the methods to all metrics."""
    for method in (stateless_update_state, stateless_result, stateless_reset_state):
        setattr(metric_class, method.__name__, named_method(method))
