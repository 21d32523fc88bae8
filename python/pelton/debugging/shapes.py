"""Owns the asserts on ranks and sizes, which look at no element."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.debugging.messages import prefix
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _rank(value: Any) -> int:
    rank = _functions.convert(value)
    if len(rank.shape) != 0:
        raise ValueError("Rank must be a scalar.")
    if not rank.dtype.is_integer:
        raise ValueError(f"Rank must be an integer, got {value!r}")
    return int(rank)


def _check_rank(x: Any, is_right: bool, wanted: str, message: Any) -> None:
    if not is_right:
        shape = tuple(x.shape)
        raise ValueError(
            f"{prefix(message)}Tensor  must have rank {wanted}.  "
            f"Received rank {len(shape)}, shape {shape}"
        )


def assert_rank(x: TensorLike, rank: Any, message: Any = None, name: str | None = None) -> None:
    """Raises ValueError unless `x` has `rank` axes."""
    tensor, wanted = _functions.convert(x), _rank(rank)
    _check_rank(tensor, len(tensor.shape) == wanted, str(wanted), message)


def assert_rank_at_least(
    x: TensorLike, rank: Any, message: Any = None, name: str | None = None
) -> None:
    """Raises ValueError unless `x` has `rank` axes or more."""
    tensor, wanted = _functions.convert(x), _rank(rank)
    _check_rank(tensor, len(tensor.shape) >= wanted, f"at least {wanted}", message)


def assert_rank_in(
    x: TensorLike, ranks: Sequence[Any], message: Any = None, name: str | None = None
) -> None:
    """Raises ValueError unless the number of axes of `x` is one of `ranks`."""
    tensor, wanted = _functions.convert(x), tuple(_rank(rank) for rank in ranks)
    _check_rank(tensor, len(tensor.shape) in wanted, f"in {wanted}", message)


def assert_scalar(tensor: TensorLike, message: Any = None, name: str | None = None) -> Any:
    """`tensor` as one; raises ValueError unless it has no axes."""
    found = _functions.convert(tensor)
    if len(found.shape) != 0:
        raise ValueError(
            f"{prefix(message)}Expected scalar shape, saw shape: {tuple(found.shape)}."
        )
    return found


class _Sizes:
    """The sizes that symbols stand for so far, and which tensor's axis said so."""

    def __init__(self, message: Any) -> None:
        self._message = message
        self._known: dict[Any, tuple[int, str]] = {}

    def check(self, tensor: Any, axis: int, symbol: Any) -> None:
        shape = tuple(tensor.shape)
        axis %= len(shape)
        size = shape[axis]
        if symbol in (None, "...", Ellipsis) or symbol == "." or size is None:
            return
        text = f"shape={shape} dtype={tensor.dtype.name} dimension {axis}"
        if isinstance(symbol, int):
            wanted, source = symbol, "explicitly"
        elif symbol in self._known:
            wanted, source = self._known[symbol]
        else:
            self._known[symbol] = (size, f"by tensor {text}")
            return
        if size != wanted:
            raise ValueError(
                f"{prefix(self._message)}Specified {source}.  Tensor {text} must have size "
                f"{wanted}.  Received size {size}, shape {shape}"
            )


def _listed(sizes: Any) -> list[Any]:
    if isinstance(sizes, str):
        return list(sizes.replace("...", "*"))
    if isinstance(sizes, int) or sizes is None:
        return [sizes]
    return list(sizes)


def assert_shapes(
    shapes: Any,
    data: Any = None,
    summarize: int | None = None,
    message: Any = None,
    name: str | None = None,
) -> None:
    """Checks sizes: `shapes` is a list or dict of tensors with sizes each, of which equal symbols
    must be equal; None or "." is any, `...` or "*" at one end any number of axes.

    Raises ValueError, which names tensor and axis, for another rank or size."""
    pairs = list(shapes.items()) if isinstance(shapes, dict) else list(shapes)
    known = _Sizes(message)
    for value, given in pairs:
        for leaf in flatten(value):
            _check_shape(_functions.convert(leaf), _listed(given), known, message)


def _check_shape(tensor: Any, sizes: list[Any], known: _Sizes, message: Any) -> None:
    rank = len(tensor.shape)
    if sizes and sizes[0] in (Ellipsis, "*"):
        rest = sizes[1:]
        _check_rank(tensor, rank >= len(rest), f"at least {len(rest)}", message)
        first = rank - len(rest)
    elif sizes and sizes[-1] in (Ellipsis, "*"):
        rest, first = sizes[:-1], 0
        _check_rank(tensor, rank >= len(rest), f"at least {len(rest)}", message)
    else:
        rest, first = sizes, 0
        # A scalar fits one size too, as TensorFlow has it.
        allowed = (0, 1) if len(sizes) <= 1 else (len(sizes),)
        wanted = f"in {allowed}" if len(allowed) > 1 else str(allowed[0])
        _check_rank(tensor, rank in allowed, wanted, message)
    for axis, symbol in enumerate(rest[: rank - first]):
        known.check(tensor, first + axis, symbol)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
