"""Owns Jacobians: one backward pass over the same records per element of the target."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton._core.functions import convert, zeros
from pelton.autograd.unconnected_gradients import UnconnectedGradients
from pelton.nest import flatten, is_nested, pack_sequence_as
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tape, Variable
    from pelton._types import TensorLike


def check_loops(tape: Tape, vectorized: bool) -> None:
    """Raises RuntimeError where TensorFlow's loops would need a persistent tape."""
    if not vectorized and not tape.is_persistent:
        raise RuntimeError(
            "GradientTape must be created with persistent=True to compute the jacobian with "
            "eager execution enabled and with  experimental_use_pfor set to False."
        )


def _rows(
    tape: Tape, target: Tensor, leaves: list[Any], weights: list[Tensor]
) -> list[list[Tensor] | None]:
    """For each leaf the list of its gradients, one per output gradient; None where unconnected."""
    columns = zip(*tape.gradient_rows(target, leaves, weights), strict=True)
    return [None if any(grad is None for grad in one) else list(one) for one in columns]


def _of_leaves(tape: Tape, target: Tensor, leaves: list[Any]) -> list[Tensor | None]:
    if not tape.has_gradients(target):
        return [None] * len(leaves)
    count = target.shape.num_elements()
    if count == 0:
        return [zeros([*target.shape, *leaf.shape], target.dtype) for leaf in leaves]
    units = (_ops.one_hot(i, count, dtype=target.dtype) for i in range(count))
    weights = [_ops.reshape(unit, target.shape) for unit in units]
    return [
        None
        if rows is None
        else _ops.reshape(_ops.stack(rows, axis=0), [*target.shape, *leaf.shape])
        for rows, leaf in zip(_rows(tape, target, leaves, weights), leaves, strict=True)
    ]


def _check_target(method: str, target: Any) -> None:
    if is_nested(target) or isinstance(target, (str, bytes)):
        raise TypeError(f"{method}: target must be one tensor, got {target!r}")


def jacobian(
    tape: Tape, target: TensorLike, sources: Any, unconnected: UnconnectedGradients | str
) -> Any:
    """[target.shape + leaf.shape] for each leaf of ``sources``; None or zeros where unconnected."""
    wants_zeros = UnconnectedGradients(unconnected) is UnconnectedGradients.ZERO
    _check_target("jacobian", target)
    tensor, leaves = convert(target), flatten(sources)
    found = _of_leaves(tape, tensor, leaves)
    if wants_zeros:
        found = [
            zeros([*tensor.shape, *leaf.shape], leaf.dtype) if one is None else one
            for one, leaf in zip(found, leaves, strict=True)
        ]
    return pack_sequence_as(sources, found)


def _check_batches(target: Tensor, source: Any) -> None:
    """Raises ValueError unless both have two axes or more and the same number of examples."""
    if not isinstance(source, Tensor) and not hasattr(source, "assign"):
        raise TypeError(f"batch_jacobian: source must be one tensor or variable, got {source!r}")
    shapes = [TensorShape(one.shape).with_rank_at_least(2) for one in (target, source)]
    if shapes[0][0] != shapes[1][0]:
        raise ValueError(
            f"Need first dimension of target shape ({target.shape}) and source shape "
            f"({source.shape}) to match."
        )


def batch_jacobian(
    tape: Tape,
    target: TensorLike,
    source: Tensor | Variable,
    unconnected: UnconnectedGradients | str,
) -> Tensor:
    """[b, y..., x...]: row j of all examples comes from one backward pass."""
    UnconnectedGradients(unconnected)
    _check_target("batch_jacobian", target)
    tensor = convert(target)
    _check_batches(tensor, source)
    batch, *inner = tensor.shape
    count = 1
    for size in inner:
        count *= size
    shape = [batch, *inner, *source.shape[1:]]
    if batch * count == 0 or not tape.has_gradients(tensor):
        return zeros(shape, tensor.dtype)
    units = (_ops.one_hot([j] * batch, count, dtype=tensor.dtype) for j in range(count))
    weights = [_ops.reshape(unit, tensor.shape) for unit in units]
    (rows,) = _rows(tape, tensor, [source], weights)
    return zeros(shape, tensor.dtype) if rows is None else _ops.reshape(_ops.stack(rows, 1), shape)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
