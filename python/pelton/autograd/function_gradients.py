"""Owns ``tf.gradients`` and ``tf.hessians``: gradients of what a traced function has computed.

A function whose code names them is traced under a tape that watches all it computes."""

from __future__ import annotations

import contextlib
import functools
import logging

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograd.unconnected_gradients import UnconnectedGradients
from pelton.gradient_tape import GradientTape
from pelton.names.loaded import loaded
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pelton._core import Tensor

_tapes: list[GradientTape] = []  # of the functions that run, the innermost last


def under_a_tape(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which runs under a tape that watches all it computes."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with GradientTape(persistent=True) as tape:
            tape._watch_all()
            for leaf in flatten([args, kwargs]):
                if hasattr(leaf, "dtype") and hasattr(leaf, "shape"):
                    tape.watch(leaf)
            _tapes.append(tape)
            try:
                return function(*args, **kwargs)
            finally:
                _tapes.pop()

    return run


def _tape() -> GradientTape:
    """The tape of the function that is traced. Raises RuntimeError where there is none."""
    if _tapes:
        return _tapes[-1]
    if _functions.is_tracing():
        raise RuntimeError(
            "tf.gradients is called by another function than the one that tf.function decorates: "
            "call it there, or use tf.GradientTape."
        )
    raise RuntimeError(
        "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape "
        "instead."
    )


def _is_of_a_model(tensors: list[Any]) -> bool:
    """Whether a layer that asks for gradients is called on a model's symbolic tensors, whose sizes
    and dtypes alone count."""
    is_asked = not _tapes and not _functions.is_tracing()
    return is_asked and any(_functions.is_symbolic(tensor) for tensor in tensors)


def _graph_ops() -> Any:
    """The functions of graphs of ``compat.v1``, where one is being built; else None."""
    is_active = loaded("pelton.compat.v1.graph", "is_active")
    if is_active is None or not is_active():
        return None
    from pelton.compat.v1 import graph_ops

    return graph_ops


@contextlib.contextmanager
def _without_advice() -> Iterator[None]:
    """Within it nothing is said of tapes that go on recording: that one is not the user's."""
    logger = logging.getLogger("tensorflow")

    def is_other(record: logging.LogRecord) -> bool:
        return "on a persistent tape" not in str(record.msg)

    logger.addFilter(is_other)
    try:
        yield
    finally:
        logger.removeFilter(is_other)


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradients of the sum of `ys` by each of `xs`, in a function that ``tf.function`` traces.

    `xs`: arguments of the function, what follows from them, and trainable variables. `grad_ys`:
    weights of `ys`. `stop_gradients`: tensors that count as constants. Raises RuntimeError
    elsewhere, but in layers of functional models, which `fit` and its kin trace."""
    graph = _graph_ops()
    if graph is not None:
        kinds = {"stop_gradients": stop_gradients, "unconnected_gradients": unconnected_gradients}
        return graph.gradients(ys, xs, grad_ys, **kinds)
    targets, sources = flatten(ys), flatten(xs)
    if _is_of_a_model([*targets, *sources]):
        return [_ops.zeros_like(x) for x in sources]
    tape = _tape()
    weights = None if grad_ys is None else flatten(grad_ys)
    if weights is not None:
        weights = [
            _ops.ones_like(y) if weight is None else _functions.convert_like(weight, y.dtype)
            for y, weight in zip(targets, weights, strict=True)
        ]

    def taken(ys: list[Any], xs: list[Any], weights: list[Any] | None) -> list[Any]:
        return list(
            tape.gradient(
                ys, xs, output_gradients=weights, unconnected_gradients=unconnected_gradients
            )
        )

    with _without_advice():
        if stop_gradients is None:
            return taken(targets, sources, weights)
        from pelton.autograd.stopped_gradients import StoppedGradients

        return StoppedGradients(taken, targets, weights, flatten(stop_gradients)).by(sources)


def hessians(
    ys: Any,
    xs: Any,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    name: str = "hessians",
) -> list[Tensor]:
    """The second derivatives of the sum of `ys` by each of `xs`: (*x.shape, *x.shape).

    As ``tf.gradients``."""
    graph = _graph_ops()
    if graph is not None:
        return graph.hessians(ys, xs)
    tape, sources = _tape(), flatten(xs)
    slopes = gradients(ys, sources)
    with _without_advice():
        return [tape.jacobian(slope, x) for slope, x in zip(slopes, sources, strict=True)]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
