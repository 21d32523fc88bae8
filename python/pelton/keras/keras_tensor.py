"""KerasTensor, a shape and dtype without values, and Input, which declares a model's input. Both
are symbolic tensors, on which every op, layer and operator works."""

from __future__ import annotations

from pelton._core import as_dtype
from pelton._core import functions as _functions
from pelton._core import layers as _core
from pelton.names.named_refusals import REFUSALS, name_refusal
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import DTypeLike


class _SymbolicType(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return _functions.is_symbolic(instance)


class KerasTensor(metaclass=_SymbolicType):
    """Any symbolic tensor; KerasTensor(shape, dtype, name=name) makes one that nothing gave.

    NotImplementedError for sparse and ragged ones, and for one whose ops are not recorded."""

    def __new__(
        cls,
        shape: Sequence[int | None],
        dtype: DTypeLike = "float32",
        sparse: bool = False,
        ragged: bool = False,
        record_history: bool = True,
        name: str | None = None,
    ) -> Any:
        if sparse or ragged or not record_history:
            raise NotImplementedError(
                "KerasTensor: only dense tensors whose ops are recorded are supported. Received: "
                f"sparse={sparse}, ragged={ragged}, record_history={record_history}"
            )
        try:
            sizes = tuple(TensorShape(shape))
        except REFUSALS as error:
            name_refusal(error, "KerasTensor", (), {"shape": shape})
            raise
        return _functions.symbolic(sizes, dtype, name or "keras_tensor")


def bare(value: Any) -> Any:
    """`value` with symbolic tensors that nothing gave in the place of those in it."""
    from pelton.nest import map_structure

    def without_history(leaf: Any) -> Any:
        return KerasTensor(leaf.shape, leaf.dtype) if _functions.is_symbolic(leaf) else leaf

    return map_structure(without_history, value)


def Input(  # noqa: N802
    shape: Sequence[int | None] | None = None,
    batch_size: int | None = None,
    dtype: DTypeLike | None = None,
    sparse: bool | None = None,
    ragged: bool | None = None,
    batch_shape: Sequence[int | None] | None = None,
    name: str | None = None,
    tensor: Any = None,
    optional: bool = False,
) -> Any:
    """A symbolic tensor for a model's input: `shape` is without the batch axis, None where open.

    `sparse`: the model takes sparse tensors, dense for the layers of the library, as they are for
    those of your own and Lambdas. `ragged`: so with ragged tensors.
    `tensor`: a symbolic tensor whose shape and dtype the input has. Raises ValueError where the
    other arguments contradict it."""
    from pelton.keras.models.graph import input_tensor

    if sparse and ragged:
        raise ValueError("Input cannot have `sparse=True` and `ragged=True` at the same time.")
    if tensor is not None:
        _check_agrees(tensor, shape, batch_size, batch_shape, dtype)
        shape, batch_size, batch_shape, dtype = None, None, tuple(tensor.shape), tensor.dtype
    if isinstance(dtype, type) or dtype == "int":  # Python's types, and Keras's name for int
        from pelton.keras.ops.dtypes import dtype_name

        dtype = dtype_name(dtype)
    layer = _core.InputLayer(
        shape=shape,
        batch_size=batch_size,
        dtype=dtype,
        sparse=sparse,
        ragged=ragged,
        batch_shape=batch_shape,
        optional=optional,
        name=name,
    )
    return input_tensor(layer, name)


def _check_agrees(tensor: Any, shape: Any, batch_size: Any, batch_shape: Any, dtype: Any) -> None:
    """Raises ValueError for what is no symbolic tensor, and where an argument contradicts it."""
    if not _functions.is_symbolic(tensor):
        raise ValueError(
            "Argument `tensor` must be a KerasTensor. Received invalid type: "
            f"tensor={tensor} (of type {type(tensor)})"
        )
    sizes = tuple(tensor.shape)
    contradicted = {
        "batch_size": batch_size is not None and (not sizes or sizes[0] != batch_size),
        "shape": shape is not None and tuple(shape) != sizes[1:],
        "batch_shape": batch_shape is not None and tuple(batch_shape) != sizes,
        "dtype": dtype is not None and as_dtype(dtype) != as_dtype(tensor.dtype),
    }
    for name, is_contradicted in contradicted.items():
        if is_contradicted:
            raise ValueError(
                "When providing the `tensor` argument, you cannot provide an incompatible "
                f"`{name}` argument."
            )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
