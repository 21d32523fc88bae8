"""Owns ``tf.py_function`` and ``tf.numpy_function``: Python code as one op, run again by traces."""

from __future__ import annotations

import functools

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton.errors import (
    InvalidArgumentError,
    OpError,
    OutOfRangeError,
    ResourceExhaustedError,
    UnimplementedError,
    UnknownError,
)
from pelton.functions.host_ranks import compute as _compute
from pelton.nest import flatten, pack_sequence_as
from pelton.tensors.element_shapes import is_within_call

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor

# Which error an op gives for an exception of the function.
_CLASSES = {
    TypeError: InvalidArgumentError,
    ValueError: InvalidArgumentError,
    StopIteration: OutOfRangeError,
    MemoryError: ResourceExhaustedError,
    NotImplementedError: UnimplementedError,
}


def as_op_error(error: Exception) -> OpError:
    """The error that an op gives where a function of Python raises `error`."""
    if isinstance(error, OpError):
        return error
    kinds = (made for kind, made in _CLASSES.items() if isinstance(error, kind))
    return next(kinds, UnknownError)(f"{type(error).__name__}: {error}")


def _results(name: str, returned: Any, dtypes: list[Any] | None) -> list[Tensor]:
    """What the function returned, as tensors of the dtypes; None leaves dtypes as they are."""
    if returned is None:
        values = []
    else:
        values = list(returned) if isinstance(returned, (list, tuple)) else [returned]
    if dtypes is None:
        return [_functions.convert(value) for value in values]
    if len(values) != len(dtypes):
        raise InvalidArgumentError(
            f"{name} returns {len(values)} values, but expects to see {len(dtypes)} values."
        )
    made = []
    for value, dtype in zip(values, dtypes, strict=True):
        tensor = _functions.convert_like(value, dtype)
        if tensor.dtype != dtype:
            raise InvalidArgumentError(
                f"{name}: Tensor conversion requested dtype {dtype.name} for Tensor with dtype "
                f"{tensor.dtype.name}: {tensor!r}"
            )
        made.append(tensor)
    return made


def _name_of(func: Callable[..., Any]) -> str:
    return str(getattr(func, "__name__", type(func).__name__))


def _check(func: Any, out: Any, name: str) -> None:
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )
    if out is None:
        raise TypeError(
            f"Missing required argument: 'Tout'\n  If using {name} as a decorator, set `Tout`\n"
            f"  **by name** above the function:\n  `@{name}(Tout=tout)`"
        )


def _decorator(function: Callable[..., Any], out: Any) -> Callable[..., Any]:
    """What ``@tf.py_function(Tout=...)`` makes of a function: a call has its arguments as inp."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def call(*inp: Any) -> Any:
            return function(func, list(inp), out)

        return call

    return decorate


def _dtypes(out: Any) -> tuple[list[Any], bool]:
    is_list = isinstance(out, (list, tuple))
    return [_as_dtype(getattr(one, "dtype", one)) for one in (out if is_list else [out])], is_list


def py_function(
    func: Callable[..., Any] | None = None,
    inp: Sequence[Any] | None = None,
    Tout: Any = None,  # noqa: N803 - TensorFlow's name
    name: str | None = None,
) -> Any:
    """``func(*inp)`` on eager tensors, as tensors of the dtypes `Tout`: one tensor for one dtype, a
    list for a list. A traced function calls ``func`` again in each run; gradients go through it.
    Ragged and sparse tensors are given as they are, and come out where `Tout` has their specs.

    Without `func`: a decorator. Raises InvalidArgumentError for another number of results or
    another dtype, and TensorFlow's op error in place of an exception of `func`, which it follows.
    """
    if func is None and Tout is not None:
        return _decorator(py_function, Tout)
    _check(func, Tout, "tf.py_function")
    assert func is not None
    outs = list(Tout) if isinstance(Tout, (list, tuple)) else [Tout]
    if any(map(_has_parts, [*(inp or ()), *outs])):
        return _of_composites(func, list(inp or ()), Tout)
    dtypes, is_list = _dtypes(Tout)

    def run(tensors: list[Tensor]) -> list[Tensor]:
        try:
            return _results(_name_of(func), func(*tensors), dtypes)
        except OpError:
            raise
        except Exception as error:
            raise as_op_error(error) from error

    tensors = [_functions.convert(value) for value in inp or ()]
    if _functions.is_tracing() and any(tensor.dtype.is_floating for tensor in tensors):
        made = _traced(run, tensors)
    else:
        made = _compute("EagerPyFunc", tensors, run)
    return made if is_list else made[0]


def _has_parts(value: Any) -> bool:
    """Whether a tensor, or a spec of one, has parts that are tensors: of ragged and sparse ones."""
    if value is None or isinstance(value, (int, float, str, bytes, list, tuple)):
        return False
    found = flatten(value, expand_composites=True)
    return len(found) != 1 or found[0] is not value


def _of_composites(func: Callable[..., Any], inp: list[Any], out: Any) -> Any:
    """py_function of tensors of several parts, by their parts."""
    is_list = isinstance(out, (list, tuple))
    specs = list(out) if is_list else [out]
    kinds = [part for spec in specs for part in _parts_of(spec)]

    def of_parts(*parts: Any) -> list[Any]:
        returned = func(*pack_sequence_as(inp, list(parts), expand_composites=True))
        if returned is None:
            return []
        given = list(returned) if isinstance(returned, (list, tuple)) else [returned]
        for value, spec in zip(given, specs, strict=False):
            if _has_parts(spec) and not spec.is_compatible_with(value):
                raise InvalidArgumentError(
                    f"{_name_of(func)} returns {value!r}, but expects to see {spec!r}"
                )
        return flatten(given, expand_composites=True)

    made = iter(py_function(of_parts, flatten(inp, expand_composites=True), kinds))
    found = [
        pack_sequence_as(spec, [next(made) for _ in _parts_of(spec)], expand_composites=True)
        if _has_parts(spec)
        else next(made)
        for spec in specs
    ]
    return found if is_list else found[0]


def _parts_of(spec: Any) -> list[Any]:
    return flatten(spec, expand_composites=True) if _has_parts(spec) else [spec]


def _traced(run: Callable[[list[Any]], list[Any]], tensors: list[Any]) -> list[Any]:
    """The function as one step of a trace, with a gradient that runs it again under a tape."""
    from pelton.autograd.user_gradient import custom_gradient
    from pelton.gradient_tape import GradientTape

    def backward(values: list[Any]) -> list[Any]:
        inputs, arrived = values[: len(tensors)], values[len(tensors) :]
        with GradientTape() as tape:
            tape.watch([one for one in inputs if one.dtype.is_floating])
            outputs = run(inputs)
        return list(
            tape.gradient(outputs, inputs, output_gradients=arrived, unconnected_gradients="zero")
        )

    @custom_gradient
    def step(*given: Any) -> Any:
        made = _compute("EagerPyFunc", list(given), run)

        def grad(*arrived: Any) -> Any:
            return _functions.compute("EagerPyFuncGrad", [*given, *arrived], backward)

        return made, grad

    return list(step(*tensors))


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Sequence[Any] | None = None,
    Tout: Any = None,  # noqa: N803 - TensorFlow's name
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """``func(*inp)`` on NumPy arrays, as tensors: one for one dtype in `Tout`, a list for a list.

    A traced function calls ``func`` again in each run. There is no gradient. Without `func`: a
    decorator. What `func` raises passes; from functions and pipelines TensorFlow's op error comes
    in its place, which follows it. Raises InvalidArgumentError for another number of results or
    another dtype.
    """
    if func is None and Tout is not None:
        return _decorator(numpy_function, Tout)
    _check(func, Tout, "tf.numpy_function")
    assert func is not None
    dtypes, is_list = _dtypes(Tout)
    is_step = _functions.is_tracing() or is_within_call()

    def run(tensors: list[Tensor]) -> list[Tensor]:
        import numpy as np

        arrays = [tensor.numpy() for tensor in tensors]
        if not is_step:
            returned = func(*arrays)
        else:
            try:
                returned = func(*arrays)
            except OpError:
                raise
            except Exception as error:
                raise as_op_error(error) from error
        if not is_list:
            returned = [np.asarray(returned, dtypes[0].as_numpy_dtype)]
        return _results(_name_of(func), returned, dtypes)

    made = _compute("PyFunc", [_functions.convert(v) for v in inp or ()], run)
    return made if is_list else made[0]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
