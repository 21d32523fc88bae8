"""Owns work on the host whose results' dtypes and shapes are known before it runs."""

from __future__ import annotations

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor


_makers: list[Callable[..., Any]] = []


def note_graphs(make: Callable[..., Any]) -> None:
    """From now on `make(op, function, tensors, likes)` is asked first for what work gives of
    symbolic tensors; None where they are of no graph."""
    _makers[:] = [make]


def in_graph(
    op: str, function: Callable[..., Any], tensors: list[Tensor], likes: list[Tensor]
) -> list[Tensor]:
    """Results like `likes` of a node that calls the function in each run; `likes` themselves where
    the tensors are of no graph."""
    nodes = _makers[0](op, function, tensors, likes) if _makers else None
    return likes if nodes is None else nodes


def computed(
    op: str,
    tensors: list[Tensor],
    run: Callable[[list[Tensor]], list[Tensor]],
    outputs: list[tuple[Any, Any]] | None,
    stored: str = "",
) -> list[Tensor]:
    """What ``run(tensors)`` gives, an op of that name; `outputs` are its dtypes and shapes,
    None where it has to run to know them.

    A trace runs it again in each run. Where a layer of a model is asked what it gives, nothing runs
    and the results are symbolic. `stored`: what files say of it, see pelton.host.stored_works."""
    if outputs is not None and is_only_asked(tensors):
        likes = [_functions.symbolic(shape, dtype, op) for dtype, shape in outputs]

        def again(*given: Tensor) -> list[Tensor]:
            return computed(op, list(given), run, outputs, stored)

        return in_graph(op, again, tensors, likes)
    made: list[Tensor] = _functions.compute(op, tensors, run, outputs, stored)
    return made


def on_arrays(
    op: str,
    tensors: list[Tensor],
    function: Callable[..., Any],
    outputs: list[tuple[Any, Any]],
) -> list[Tensor]:
    """The same of a function of NumPy's arrays, which gives arrays of the dtypes and shapes."""

    def run(given: list[Tensor]) -> list[Tensor]:
        made = function(*(tensor.numpy() for tensor in given))
        pairs = zip(made, outputs, strict=True)
        return [_functions.convert_like(value, dtype) for value, (dtype, _) in pairs]

    return computed(op, tensors, run, outputs)


def is_only_asked(tensors: list[Tensor]) -> bool:
    """Whether a layer of a model is asked what it gives for such tensors."""
    return not _functions.is_tracing() and any(map(_functions.is_symbolic, tensors))
