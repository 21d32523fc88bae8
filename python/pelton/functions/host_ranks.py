"""Owns what is known of the ranks of what host functions give: noted when the code that calls them
runs, told in a trace of it, which runs none of them; of a layer's call on a model's symbolic
tensors, those that zeros and empty texts give."""

from __future__ import annotations

import contextlib
import contextvars

from pelton._core import functions as _functions
from pelton._core import init_scope
from pelton._core import ops as _ops
from pelton.dtypes import string
from pelton.errors import UnimplementedError
from pelton.functions.host_steps import in_graph, is_only_asked

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Compute = Callable[[str, list[Any], Callable[..., Any]], list[Any]]

_current: contextvars.ContextVar[Compute | None] = contextvars.ContextVar("_current", default=None)


class HostRanks:
    """Of each call of a host function its results' dtypes and ranks, in the order of calls."""

    def __init__(self) -> None:
        self._calls: list[list[tuple[Any, list[None]]]] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Within it host functions run, and what they give is noted anew."""
        self._calls = []

        def compute(op: str, tensors: list[Any], run: Callable[..., Any]) -> list[Any]:
            made = _functions.compute(op, tensors, run)
            self._calls.append([(one.dtype, [None] * one.ndim) for one in made])
            return made

        with _within(compute):
            yield

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """Within it traces take host functions, one after the other, to give what was noted; raises
        UnimplementedError where there are more of them."""
        ahead = iter(self._calls)

        def compute(op: str, tensors: list[Any], run: Callable[..., Any]) -> list[Any]:
            outputs = next(ahead, None)
            if outputs is None:
                raise UnimplementedError(f"{op}: the ranks of its results are not known")
            return _functions.compute(op, tensors, run, outputs)

        with _within(compute):
            yield


@contextlib.contextmanager
def _within(compute: Compute) -> Iterator[None]:
    token = _current.set(compute)
    try:
        yield
    finally:
        _current.reset(token)


def _open_sizes_filled(tensor: Any, size: int) -> Any:
    """Zeros, or empty texts, with `size` for the sizes that are not known."""
    sizes = [size if known is None else known for known in tensor.shape]
    is_text = tensor.dtype == string
    return _ops.fill(value="", dims=sizes) if is_text else _functions.zeros(sizes, tensor.dtype)


def _of_samples(op: str, tensors: list[Any], run: Callable[..., Any]) -> list[Any]:
    """Symbolic results, whose shapes are those that two batches of zeros give; raises
    UnimplementedError where the function does not take them or the ranks differ."""
    try:
        with init_scope():
            few, more = (
                run([_open_sizes_filled(tensor, size) for tensor in tensors]) for size in (2, 3)
            )
    except Exception as error:
        raise UnimplementedError(
            f"{op}: the shapes of its results for a model's symbolic tensors are those for zeros, "
            f"which the function does not take: {type(error).__name__}: {error}"
        ) from error
    made = []
    for one, other in zip(few, more, strict=True):
        if one.ndim != other.ndim:
            raise UnimplementedError(f"{op}: the ranks of its results differ from batch to batch")
        pairs = zip(one.shape, other.shape, strict=True)
        sizes = [size if size == another else None for size, another in pairs]
        made.append(_functions.symbolic(sizes, one.dtype, op))
    return made


def compute(op: str, tensors: list[Any], run: Callable[..., Any]) -> list[Any]:
    """The results of the host function `run` of `tensors`, an op of that name."""
    if is_only_asked(tensors):
        likes = _of_samples(op, tensors, run)
        return in_graph(op, lambda *given: compute(op, list(given), run), tensors, likes)
    return (_current.get() or _functions.compute)(op, tensors, run)
