"""Owns the cross-entropies of Keras's ops: one number per sample, or per element."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import keras_settings as _settings
from pelton._core import losses as _losses
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, floating, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _pair(target: TensorLike, output: TensorLike) -> tuple[Tensor, Tensor]:
    """Both as tensors of one dtype. Raises ValueError unless their shapes are the same."""
    target, output = convert(target), floating(output)
    if target.ndim != output.ndim:
        raise ValueError(
            "Arguments `target` and `output` must have the same rank (ndim). Received: "
            f"target.shape={tuple(target.shape)}, output.shape={tuple(output.shape)}"
        )
    _check_sizes(target, output, output.ndim, "Arguments `target` and `output` must have the same")
    return cast_to(target, output.dtype.name), output


def _check_sizes(target: Tensor, output: Tensor, rank: int, says: str) -> None:
    for one, other in zip(target.shape[:rank], output.shape[:rank], strict=True):
        if one is not None and other is not None and one != other:
            raise ValueError(
                f"{says} shape. Received: target.shape={tuple(target.shape)}, "
                f"output.shape={tuple(output.shape)}"
            )


def categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """-sum(target * log(output)) along `axis`; `output` are probabilities, or logits."""
    target, output = _pair(target, output)
    if not output.ndim:
        raise ValueError(
            "Arguments `target` and `output` must be at least rank 1. Received: "
            f"target.shape={tuple(target.shape)}, output.shape={tuple(output.shape)}"
        )
    return _losses.categorical_crossentropy(target, output, from_logits=from_logits, axis=axis)


def sparse_categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """-log(output) at the class `target` along the last axis; probabilities, or logits."""
    target, output = convert(target), floating(output)
    if axis not in (-1, output.ndim - 1):
        raise ValueError(f"Only axis=-1 is currently supported. Received: axis={axis}")
    if not output.ndim:
        raise ValueError(
            f"Argument `output` must be at least rank 1. Received: output.shape={output.shape}"
        )
    if target.ndim == output.ndim and target.shape[-1] == 1:
        target = _ops.squeeze(target, [-1])
    if target.ndim != output.ndim - 1:
        raise ValueError(
            "Argument `output` must have one axis more than `target`. Received: "
            f"target.shape={tuple(target.shape)}, output.shape={tuple(output.shape)}"
        )
    _check_sizes(target, output, target.ndim, "Arguments `target` and `output` must begin with one")
    target = cast_to(target, "int64")
    return _losses.sparse_categorical_crossentropy(target, output, from_logits=from_logits)


def binary_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False
) -> Tensor:
    """The cross-entropy of each element; `output` are probabilities, or logits. Probabilities that
    a softmax or sigmoid gave stand for their logits, as in the other cross-entropies."""
    target, output = _pair(target, output)
    logits = _losses._binary_logits(output, from_logits)
    if logits is not None:
        return _ops.sigmoid_cross_entropy_with_logits(target, logits)
    epsilon, one = _settings.epsilon(), scalar(1.0, output)
    output = _ops.clip_by_value(output, scalar(epsilon, output), scalar(1 - epsilon, output))
    positive = _ops.multiply(target, _ops.log(output))
    negative = _ops.multiply(_ops.subtract(one, target), _ops.log(_ops.subtract(one, output)))
    return _ops.negative(_ops.add(positive, negative))
