"""Owns small functions of Keras 2's own modules, which layers and training steps take from there:
of convolutions' sizes, of samples, of structures."""

from __future__ import annotations

import functools
import inspect
import re

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

py_any = any


class ReductionV2:
    """How losses of samples are reduced, by word."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All words."""
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises ValueError for a word that is none of them."""
        if key not in cls.all():
            raise ValueError(f'Invalid Reduction Key {key}. Expected keys are "{cls.all()}"')


def normalize_tuple(value: Any, n: int, name: str, allow_zero: bool = True) -> tuple[int, ...]:
    """`value`, an integer or `n` of them, as a tuple of `n`. ValueError for others."""
    if isinstance(value, int):
        return (value,) * n
    refused = ValueError(
        f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    )
    try:
        sizes = tuple(value)
    except TypeError:
        raise refused from None
    if len(sizes) != n:
        raise refused
    try:
        return tuple(int(size) for size in sizes)
    except (TypeError, ValueError):
        raise refused from None


def normalize_padding(value: Any) -> Any:
    """A word of padding in small letters. ValueError for no such word."""
    if isinstance(value, (list, tuple)):
        return value
    padding = value.lower()
    if padding not in {"valid", "same", "causal"}:
        raise ValueError(
            "The `padding` argument must be a list/tuple or one of "
            f'"valid", "same" (or "causal", only for `Conv1D). Received: {padding}'
        )
    return padding


def normalize_data_format(value: str | None) -> str:
    """A word of the axes' order in small letters, the usual one for None. ValueError for others."""
    if value is None:
        import pelton

        value = pelton.keras.backend.image_data_format()
    order = value.lower()
    if order not in {"channels_first", "channels_last"}:
        raise ValueError(
            "The `data_format` argument must be one of "
            f'"channels_first", "channels_last". Received: {value}'
        )
    return order


def convert_data_format(data_format: str, ndim: int) -> str:
    """Keras's word for the axes' order as an op's: "NHWC" of "channels_last" and 4 axes."""
    places = {3: "W", 4: "HW", 5: "DHW"}
    if ndim not in places:
        raise ValueError(f"Input rank not supported: {ndim}")
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(f"Invalid data_format: {data_format}")
    return f"N{places[ndim]}C" if data_format == "channels_last" else f"NC{places[ndim]}"


def conv_output_length(
    input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1
) -> int | None:
    """How long what a convolution of that padding and stride gives is; None for an open length."""
    if input_length is None:
        return None
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    if padding == "full":
        input_length += 2 * (reach - 1)
    taken = 1 if padding in ("same", "causal") else reach
    return (input_length - taken + 1 + stride - 1) // stride


def conv_input_length(
    output_length: int | None, filter_size: int, padding: str, stride: int
) -> int | None:
    """How long what a convolution takes is to give that length; None for an open length."""
    if output_length is None:
        return None
    pad = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (output_length - 1) * stride - 2 * pad + filter_size


def deconv_output_length(
    input_length: int | None,
    filter_size: int,
    padding: str,
    output_padding: int | None = None,
    stride: int = 0,
    dilation: int = 1,
) -> int | None:
    """How long what a transposed convolution gives is; None for an open length."""
    if input_length is None:
        return None
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    if output_padding is None:
        more = {"valid": max(reach - stride, 0), "full": -(stride + reach - 2), "same": 0}
        return input_length * stride + more[padding]
    pad = {"same": reach // 2, "valid": 0, "full": reach - 1}[padding]
    return (input_length - 1) * stride + reach - 2 * pad + output_padding


def conv_output_shape(
    input_shape: Any, kernel_shape: Any, strides: Any, padding: str
) -> tuple[int | None, ...]:
    """The sizes, without batch and channels, of what a convolution gives."""
    kernel, steps = (
        normalize_tuple(value, len(input_shape), "kernel_shape")
        for value in (kernel_shape, strides)
    )
    return tuple(
        conv_output_length(size, width, padding, step)
        for size, width, step in zip(input_shape, kernel, steps, strict=True)
    )


def to_list(x: Any) -> list[Any]:
    """`x` itself if it is a list, else a list of it."""
    return x if isinstance(x, list) else [x]


def to_snake_case(name: str) -> str:
    """`name` in small letters, with _ where words begin; "private" before a leading _."""
    apart = re.sub("([a-z])([A-Z])", r"\1_\2", re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name))
    return f"private{apart.lower()}" if apart.startswith("_") else apart.lower()


def has_arg(fn: Callable[..., Any], name: str, accept_all: bool = False) -> bool:
    """Whether a function takes an argument of that name, or, with `accept_all`, of any name."""
    known = inspect.signature(fn).parameters.values()
    if accept_all and any(one.kind is one.VAR_KEYWORD for one in known):
        return True
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return any(one.name == name and one.kind in by_name for one in known)


def is_all_none(structure: Any) -> bool:
    """Whether all leaves are None."""
    from pelton.nest import flatten

    return all(leaf is None for leaf in flatten(structure))


def shape_type_conversion(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a layer that takes a shape: it gets tuples, and its result is a TensorShape."""
    import pelton

    def is_shape(value: Any) -> bool:
        return isinstance(value, pelton.TensorShape) or (
            isinstance(value, (list, tuple))
            and all(size is None or isinstance(size, int) for size in value)
        )

    def change(value: Any, made: Any) -> Any:
        if value is None:
            return None
        if is_shape(value):
            return made(value)
        if isinstance(value, dict):
            return {key: change(one, made) for key, one in value.items()}
        return type(value)(change(one, made) for one in value)

    @functools.wraps(fn)
    def wrapper(instance: Any, input_shape: Any) -> Any:
        sizes = change(input_shape, lambda shape: tuple(pelton.TensorShape(shape).as_list()))
        return change(fn(instance, sizes), pelton.TensorShape)

    return wrapper


def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether a tensor has no value yet."""
    import pelton

    return pelton.is_symbolic_tensor(tensor)


def is_tensor_or_tensor_list(v: Any) -> bool:
    """Whether `v`, or the first of a list, is a tensor."""
    import pelton

    values = to_list(v)
    return bool(values) and pelton.is_tensor(values[0])


def sync_to_numpy_or_python_type(tensors: Any) -> Any:
    """The nest with a number of Python for a tensor of no axes, an array for others."""
    import pelton

    def value(leaf: Any) -> Any:
        if not pelton.is_tensor(leaf):
            return leaf
        array = leaf.numpy()
        return array.item() if getattr(array, "ndim", 1) == 0 else array

    return pelton.nest.map_structure(value, tensors)


def expand_1d(data: Any) -> Any:
    """The nest with an axis of size 1 behind the tensors of one axis."""
    import pelton

    def widened(leaf: Any) -> Any:
        is_vector = pelton.is_tensor(leaf) and leaf.shape.rank == 1
        return pelton.expand_dims(leaf, axis=-1) if is_vector else leaf

    return pelton.nest.map_structure(widened, data)


def train_validation_split(arrays: Any, validation_split: float) -> tuple[Any, Any]:
    """The nest's arrays without their last share, and that share of each."""
    from pelton.nest import flatten, map_structure

    leaves = [leaf for leaf in flatten(arrays) if leaf is not None]
    count = int(leaves[0].shape[0])
    at = int(count * (1.0 - validation_split))
    if at in (0, count):
        raise ValueError(
            f"Training data contains {count} samples, which is not sufficient to split it into a "
            f"validation and training set as specified by `validation_split={validation_split}`. "
            "Either provide more data, or a different value for the `validation_split` argument."
        )
    first, last = (
        map_structure(lambda leaf, part=part: None if leaf is None else leaf[part], arrays)
        for part in (slice(0, at), slice(at, None))
    )
    return first, last


def _to_tensor(x: Any, dtype: Any) -> Any:
    """`x` as a tensor of that dtype."""
    import pelton

    return pelton.convert_to_tensor(x, dtype=dtype)


_constant_to_tensor = _to_tensor
