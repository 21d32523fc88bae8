"""Owns make_tensor_proto and make_ndarray: arrays as TensorFlow's TensorProto messages."""

from __future__ import annotations

from pelton.io.tensor_bytes import parse_tensor, serialize_tensor
from pelton.names.named_refusals import named as _named

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike


def _message_class() -> Any:
    try:
        from tensorboard.compat.proto.tensor_pb2 import TensorProto
    except ImportError as error:
        raise ImportError(
            "make_tensor_proto needs TensorBoard's messages: pip install 'pelton[tensorboard]'"
        ) from error
    return TensorProto


@_named
def make_tensor_proto(
    values: Any,
    dtype: DTypeLike | None = None,
    shape: Any = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """A TensorProto of `values`: TensorBoard's class of the message, which has TensorFlow's form.

    With `shape`, one value fills it if `allow_broadcast`; otherwise `values` are given that shape,
    or must have it if `verify_shape` (TypeError). Needs the extra ``tensorboard``."""
    from pelton.ops.array.creation import constant

    made = constant(values, dtype)
    if shape is not None:
        if verify_shape and tuple(made.shape) != tuple(shape):
            raise TypeError(f"Expected Tensor's shape: {tuple(shape)}, got {tuple(made.shape)}.")
        from pelton._core import ops

        wanted = list(shape)
        is_one = made.shape.num_elements() == 1
        if is_one and allow_broadcast:
            made = ops.broadcast_to(ops.reshape(made, []), wanted)
        else:
            made = ops.reshape(made, wanted)
    return _message_class().FromString(serialize_tensor(made).numpy())


@_named
def make_ndarray(tensor: Any) -> Any:
    """The NumPy array of a TensorProto message. Raises TypeError for what is none."""
    if not hasattr(tensor, "SerializeToString") or not hasattr(tensor, "dtype"):
        raise TypeError(f"make_ndarray: tensor must be a TensorProto, got {type(tensor).__name__}")
    from pelton.train.checkpoints.bundle import DTYPE_NUMBERS

    names = {number: name for name, number in DTYPE_NUMBERS.items()} | {7: "string"}
    if tensor.dtype not in names:
        raise TypeError(f"Unsupported tensor type: {tensor.dtype}")
    return parse_tensor(tensor.SerializeToString(), names[tensor.dtype]).numpy()
