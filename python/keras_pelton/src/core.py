"""Owns what every op of the backend stands on: Variable, conversions, shapes, symbolic calls."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from keras.src import tree
from keras.src.backend.common import KerasVariable, standardize_dtype
from keras.src.backend.common.dtypes import result_type
from keras.src.backend.common.keras_tensor import KerasTensor
from keras.src.backend.common.stateless_scope import (
    StatelessScope,
    get_stateless_scope,
    in_stateless_scope,
)
from keras.src.backend.common.symbolic_scope import SymbolicScope, in_symbolic_scope

import pelton
from keras_pelton.src.control_flow import associative_scan as associative_scan
from keras_pelton.src.control_flow import cond as cond
from keras_pelton.src.control_flow import fori_loop as fori_loop
from keras_pelton.src.control_flow import map as map
from keras_pelton.src.control_flow import scan as scan
from keras_pelton.src.control_flow import switch as switch
from keras_pelton.src.control_flow import vectorized_map as vectorized_map
from keras_pelton.src.control_flow import while_loop as while_loop
from keras_pelton.src.gradients import custom_gradient as custom_gradient
from keras_pelton.src.gradients import remat as remat
from keras_pelton.src.gradients import stop_gradient as stop_gradient
from keras_pelton.src.indexing import scatter as scatter
from keras_pelton.src.indexing import scatter_update as scatter_update
from keras_pelton.src.indexing import slice as slice
from keras_pelton.src.indexing import slice_update as slice_update
from keras_pelton.src.indexing import unstack as unstack
from pelton._core import functions as _functions

SUPPORTS_SPARSE_TENSORS = False
SUPPORTS_RAGGED_TENSORS = False
SUPPORTS_COMPLEX_DTYPES = True
SUPPORTS_GRADIENT = True
IS_THREAD_SAFE = (
    False  # of callbacks alone: a step is over when it returns, threads would only wait
)


class Variable(KerasVariable):
    """Keras's Variable, whose value lies in a ``pelton.Variable``."""

    _value: pelton.Variable | None

    def _initialize(self, value: Any) -> None:
        with pelton.init_scope():
            value = convert_to_tensor(value, self._dtype)
            self._value = pelton.Variable(value, trainable=self._trainable, name=self._name)

    def _initialize_with_initializer(self, initializer: Callable[..., Any]) -> None:
        with pelton.init_scope():
            super()._initialize_with_initializer(initializer)

    def _direct_assign(self, value: Any) -> None:
        assert self._value is not None
        self._value.assign(value)

    def _convert_to_tensor(self, value: Any, dtype: Any = None) -> Any:
        return convert_to_tensor(value, dtype=dtype)

    @property
    def value(self) -> Any:
        """The value now, in the scope's dtype; a symbolic tensor before there is one."""
        if in_stateless_scope():
            value = get_stateless_scope().get_current_value(self)
            if value is not None:
                return self._maybe_autocast(value)
        if self._value is not None:
            return self._maybe_autocast(self._value.value())
        if in_symbolic_scope():
            return self._maybe_autocast(_functions.symbolic(self._shape, self._dtype, self._name))
        return self._maybe_autocast(self._initializer(self._shape, dtype=self._dtype))

    @property
    def trainable(self) -> bool:
        """Whether optimizers change it and tapes watch it."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._trainable = bool(value)
        if getattr(self, "_value", None) is not None:
            self._value.trainable = self._trainable

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = convert_to_numpy(self.value)
        return array if dtype is None else array.astype(dtype)

    @property
    def __pelton_variable__(self) -> Any:
        """What tapes watch and give gradients of."""
        return self._value

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return convert_to_tensor(self.value, dtype)


def _dtype_of(x: Any) -> str:
    """The dtype that Keras gives to Python's numbers and to nests of them and of tensors."""
    return result_type(*[getattr(leaf, "dtype", type(leaf)) for leaf in tree.flatten(x)])


def convert_to_tensor(
    x: Any, dtype: Any = None, sparse: bool | None = None, ragged: bool | None = None
) -> Any:
    """`x` as a tensor of `dtype`; a tensor that has it is returned as it is."""
    if sparse or ragged:
        kind = "sparse" if sparse else "ragged"
        raise ValueError(f"`{kind}=True` is not supported with the pelton backend")
    if dtype is not None:
        dtype = standardize_dtype(dtype)
    if isinstance(x, KerasVariable):
        x = x.value
    if isinstance(x, pelton.Variable):
        x = x.value()
    if isinstance(x, (pelton.RaggedTensor, pelton.SparseTensor)):
        # Kept, as texts of preprocessing layers are ragged, unless Keras asks for a dense one.
        is_dense = (sparse if isinstance(x, pelton.SparseTensor) else ragged) is False
        return convert_to_tensor(_dense(x), dtype) if is_dense else x
    if isinstance(x, pelton.Tensor):
        return x if dtype is None or x.dtype.name == dtype else pelton.cast(x, dtype)
    if isinstance(x, pelton.IndexedSlices):
        return convert_to_tensor(pelton.convert_to_tensor(x), dtype)
    if isinstance(x, (np.ndarray, np.generic)):
        tensor = pelton.convert_to_tensor(x)
        return tensor if dtype is None else cast(tensor, dtype)
    if _holds_tensors(x):
        dtype = dtype or _dtype_of(x)
        return pelton.stack([convert_to_tensor(part, dtype) for part in x])
    if dtype is None:
        dtype = _dtype_of(x)
    if isinstance(x, (bool, int, float)) and dtype != "bool":
        return pelton.constant(x, dtype) if _fits(x, dtype) else _cast_number(x, dtype)
    return cast(pelton.convert_to_tensor(np.asarray(x)), dtype)


def _dense(x: Any) -> Any:
    return pelton.sparse.to_dense(x) if isinstance(x, pelton.SparseTensor) else x.to_tensor()


def _fits(x: bool | int | float, dtype: str) -> bool:
    return not isinstance(x, bool) and (isinstance(x, int) or "int" not in dtype)


def _cast_number(x: bool | int | float, dtype: str) -> Any:
    return pelton.cast(pelton.constant(x), dtype)


def _holds_tensors(x: Any) -> bool:
    kinds = (pelton.Tensor, pelton.Variable, KerasVariable)
    return isinstance(x, (list, tuple)) and any(isinstance(leaf, kinds) for leaf in tree.flatten(x))


def convert_to_numpy(x: Any) -> np.ndarray:
    """A NumPy array of the values; 16-bit floats keep their dtype."""
    if isinstance(x, KerasVariable):
        x = x.value
    return np.array(x)


def is_tensor(x: Any) -> bool:
    """Whether it is a tensor or a variable of the engine."""
    return isinstance(x, (pelton.Tensor, pelton.Variable))


def shape(x: Any) -> tuple[Any, ...]:
    """The sizes; those that are not known yet as scalars of the trace."""
    if isinstance(x, KerasTensor):
        return x.shape
    x = x if is_tensor(x) else convert_to_tensor(x)
    sizes = tuple(x.shape)
    if None not in sizes or isinstance(x, pelton.RaggedTensor):
        return sizes
    dynamic = pelton.shape(x)
    return tuple(dynamic[i] if size is None else size for i, size in enumerate(sizes))


def cast(x: Any, dtype: Any) -> Any:
    """`x` in another dtype; a tensor that has it is returned as it is."""
    dtype = standardize_dtype(dtype)
    x = x if isinstance(x, pelton.Tensor) else convert_to_tensor(x)
    return x if x.dtype.name == dtype else pelton.cast(x, dtype)


def _symbolic(x: Any) -> Any:
    if isinstance(x, KerasTensor):
        return _functions.symbolic(tuple(x.shape), x.dtype, x.name)
    return x


def _spec(x: Any) -> Any:
    if isinstance(x, pelton.Variable):
        x = x.value()
    if isinstance(x, pelton.Tensor):
        return KerasTensor(tuple(x.shape), standardize_dtype(x.dtype))
    return x


def compute_output_spec(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `fn` would return, as KerasTensors, found on symbolic tensors: no kernel runs."""
    with StatelessScope(), SymbolicScope():
        args, kwargs = tree.map_structure(_symbolic, (args, kwargs))
        return tree.map_structure(_spec, fn(*args, **kwargs))


def random_seed_dtype() -> str:
    """The dtype of a seed generator's state."""
    return "int64"


@contextlib.contextmanager
def device_scope(device_name: str) -> Iterator[None]:
    """Runs ops on a device, named as Keras does: "cpu:0", "gpu:1"."""
    with pelton.device(device_name):
        yield
