"""Owns Dataset.from_generator: Python generators whose elements are checked against specs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.errors import InvalidArgumentError, OpError
from pelton.functions.host_functions import as_op_error
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec


def _nested(types: Any, shapes: Any) -> Any:
    """Specs from nested dtypes and nested shapes, or None in place of all shapes."""
    if isinstance(types, Mapping):
        return {key: _nested(types[key], None if shapes is None else shapes[key]) for key in types}
    if isinstance(types, (tuple, list)):
        parts = [None] * len(types) if shapes is None else shapes
        return tuple(_nested(*pair) for pair in zip(types, parts, strict=True))
    return TensorSpec(shapes, _dtypes.as_dtype(types))


def _signature(output_types: Any, output_shapes: Any, output_signature: Any) -> Any:
    if output_signature is None:
        if output_types is None:
            raise TypeError(
                "To specify the output signature you need to provide either the `output_signature` "
                "argument or the `output_types` argument."
            )
        return _nested(output_types, output_shapes)
    for name, value in (("output_types", output_types), ("output_shapes", output_shapes)):
        if value is not None:
            raise TypeError(
                f"The `{name}` argument can not be used together with the `output_signature` "
                "argument."
            )
    for spec in _leaves_but_lists(output_signature):
        if not isinstance(spec, (TensorSpec, PartsSpec)):
            raise TypeError(
                "`output_signature` must contain objects that are subclass of `tf.TypeSpec` but "
                f"found {type(spec)} which is not."
            )
    return output_signature


def _leaves_but_lists(structure: Any) -> list[Any]:
    """The leaves of nested tuples and dicts: a list is one."""
    if isinstance(structure, Mapping):
        structure = tuple(structure[key] for key in sorted(structure))
    if not isinstance(structure, tuple):
        return [structure]
    return [leaf for part in structure for leaf in _leaves_but_lists(part)]


class _Elements:
    """Checks what a generator yields."""

    def __init__(self, spec: Any) -> None:
        self._spec = spec
        self._specs = _structure.specs_in(spec)

    def _leaves(self, spec: Any, value: Any) -> list[Any]:
        """The values of the leaves of `spec`; raises TypeError for another nesting."""
        if isinstance(spec, (TensorSpec, PartsSpec)):
            return [value]
        if isinstance(spec, Mapping):
            if not isinstance(value, Mapping) or sorted(value) != sorted(spec):
                raise TypeError
            return [leaf for key in sorted(spec) for leaf in self._leaves(spec[key], value[key])]
        if not isinstance(value, (tuple, list)) or len(value) != len(spec):
            raise TypeError
        parts = zip(spec, value, strict=True)
        return [leaf for part in parts for leaf in self._leaves(*part)]

    def leaves(self, value: Any) -> list[Any]:
        """The tensors of an element; raises InvalidArgumentError where it does not fit."""
        try:
            values = self._leaves(self._spec, value)
            pairs = zip(self._specs, values, strict=True)
            return [part for pair in pairs for part in self._parts(*pair)]
        except (TypeError, ValueError) as error:
            if isinstance(error, InvalidArgumentError):
                raise
            raise InvalidArgumentError(
                "TypeError: `generator` yielded an element that did not match the expected "
                f"structure. The expected structure was {self._expected()}, but the yielded "
                f"element was {value}."
            ) from error

    def _expected(self) -> Any:
        """The nested dtypes, or the one spec."""
        if isinstance(self._spec, (TensorSpec, PartsSpec)):
            return self._spec
        return _structure.map_leaves(lambda leaf: leaf.dtype, self._spec)

    def _parts(self, spec: Any, value: Any) -> list[Any]:
        """The leaves of the value of a spec."""
        if isinstance(spec, TensorSpec):
            return [self._tensor(spec, value)]
        if spec.value_type is Tensor:
            return [self._tensor(TensorSpec(spec.shape, spec.dtype), value)]
        if not isinstance(value, spec.value_type):
            raise TypeError
        if not spec.is_compatible_with(value):
            raise InvalidArgumentError(
                f"TypeError: `generator` yielded an element of {type(spec).from_value(value)} "
                f"where an element of {spec} was expected."
            )
        return spec.parts_of(value)

    @staticmethod
    def _tensor(spec: TensorSpec, value: Any) -> Any:
        import numpy as np

        if isinstance(value, (np.ndarray, np.generic)):
            with np.errstate(all="ignore"):
                value = value.astype(spec.dtype.as_numpy_dtype, copy=False)
        elif isinstance(value, (int, float, complex)):
            value = _number(value, spec.dtype.as_numpy_dtype)
        elif isinstance(value, list) and any(isinstance(one, Tensor) for one in value):
            value = np.asarray(value, spec.dtype.as_numpy_dtype)
        tensor = _functions.convert(value, spec.dtype)
        if not spec.shape.is_compatible_with(tensor.shape):
            raise InvalidArgumentError(
                f"TypeError: `generator` yielded an element of shape {tensor.shape} where an "
                f"element of shape {TensorShape(spec.shape)} was expected."
            )
        return tensor


def _number(value: complex, dtype: Any) -> Any:
    """A number of Python as NumPy casts it: fractions are cut off, large integers wrap."""
    import numpy as np

    if not issubclass(dtype, np.number) or isinstance(value, bool):
        return value
    with np.errstate(all="ignore"):
        return np.asarray(value).astype(dtype)


def from_generator(
    generator: Callable[..., Any],
    output_types: Any,
    output_shapes: Any,
    args: Any,
    output_signature: Any,
) -> Any:
    """The dataset; raises TypeError for what is no function and for missing specs."""
    from pelton._core import data as _data
    from pelton.data.dataset import Dataset

    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    spec = _signature(output_types, output_shapes, output_signature)
    elements = _Elements(spec)
    given = [] if args is None else [_functions.convert(value).numpy() for value in args]

    def begin() -> Iterator[Any]:
        try:
            for value in generator(*given):
                yield elements.leaves(value)
        except (OpError, GeneratorExit):
            raise
        except Exception as error:  # of the generator
            raise as_op_error(error) from error

    return Dataset(_data.from_python(begin, -2), spec, "_FlatMapDataset")
