"""Owns small functions of Keras 3's own modules (``keras.src``), which layers, losses and libraries
take from there: of names, arguments, shapes, batches and tracking."""

from __future__ import annotations

import functools
import re

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

KerasSaveable = object


def __getattr__(name: str) -> Any:
    if name in ("TrackedList", "TrackedDict", "TrackedSet"):
        from pelton.keras import tracked_containers

        return getattr(tracked_containers, name)
    if name in ("BaseOptimizer", "TFOptimizer"):
        from pelton.keras.optimizers import Optimizer

        return Optimizer
    if name in ("LossFunctionWrapper", "squeeze_or_expand_to_same_rank"):
        from pelton.keras.losses import function_wrapper

        return getattr(function_wrapper, name)
    if name in ("DotNotTrackScope", "is_tracking_enabled"):
        from pelton.keras import tracking

        return getattr(tracking, name)
    if name in ("TFDataLayer", "DataLayer"):
        from pelton.keras.layers import Layer

        return Layer
    if name in ("tensorflow", "scipy", "h5py", "jax", "torch"):  # loaded when it is asked for
        import importlib

        return importlib.import_module("pelton" if name == "tensorflow" else name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# --- names and plain values


class keras_export:  # noqa: N801 - Keras's name
    """A decorator that leaves a class or function as it is."""

    def __init__(self, path: Any, **options: Any) -> None:
        self.path = path

    def __call__(self, symbol: Any) -> Any:
        return symbol


def auto_name(prefix: str) -> str:
    """`prefix` in small letters, with a number after the first time."""
    return uniquify(to_snake_case(prefix))


def uniquify(name: str) -> str:
    """`name`, with a number after the first time."""
    from pelton._core.keras_settings import auto_name as numbered

    return str(numbered(name))


def to_snake_case(name: str) -> str:
    """ "foo_bar" of "FooBar"."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def default(method: Any) -> Any:
    """`method`, marked as what a base class has where nothing else is said."""
    method._is_default = True
    return method


def is_default(method: Any) -> bool:
    """Whether `default` marked the method."""
    return getattr(method, "_is_default", False)


def removeprefix(x: str, prefix: str) -> str:
    """`x` without that beginning."""
    return x.removeprefix(prefix)


def removesuffix(x: str, suffix: str) -> str:
    """`x` without that end."""
    return x.removesuffix(suffix)


def pythonify_logs(logs: Any) -> dict[str, Any]:
    """Figures as numbers of Python, in the order of their names; those of dicts among them."""
    found: dict[str, Any] = {}
    for key, value in sorted((logs or {}).items()):
        if isinstance(value, dict):
            found.update(pythonify_logs(value))
            continue
        try:
            value = float(value)
        except (TypeError, ValueError):  # stays what it is
            pass
        found[key] = value
    return found


def print_msg(message: str, line_break: bool = True) -> None:
    """Prints the text."""
    print(message, end="\n" if line_break else "", flush=True)


# --- arguments


def standardize_tuple(value: Any, n: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """`value`, an integer or `n` of them, as a tuple of `n`. ValueError for others."""
    wanted = f"The `{name}` argument must be a tuple of {n} integers. Received {name}={value}"
    sizes = (value,) * n if isinstance(value, int) else value
    try:
        sizes = tuple(sizes)
        whole = [int(size) for size in sizes]
    except (TypeError, ValueError):
        raise ValueError(wanted) from None
    if len(whole) != n or any(size < 0 or (size == 0 and not allow_zero) for size in whole):
        raise ValueError(wanted)
    return sizes


def standardize_padding(value: Any, allow_causal: bool = False) -> Any:
    """A word of padding in small letters; lists and tuples as they are. ValueError for others."""
    if isinstance(value, (list, tuple)):
        return value
    words = ("valid", "same", "causal")[: 3 if allow_causal else 2]
    if (padding := value.lower()) not in words:
        raise ValueError(
            f"The `padding` argument must be a list/tuple or one of {set(words)}. "
            f"Received: {padding}"
        )
    return padding


def standardize_data_format(data_format: str | None) -> str:
    """The word, or the default one of None. ValueError for others."""
    from pelton.keras.config import image_data_format

    if data_format is None:
        return str(image_data_format())
    if (word := str(data_format).lower()) not in ("channels_first", "channels_last"):
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    return word


def filter_traceback(fn: Any) -> Any:
    """The function itself."""
    return fn


def get_global_attribute(name: str, default: Any = None, set_to_default: bool = False) -> Any:
    """What set_global_attribute gave that name, else `default`."""
    if name not in _attributes and default is not None and set_to_default:
        _attributes[name] = default
    return _attributes.get(name, default)


def set_global_attribute(name: str, value: Any) -> None:
    """Keeps a value by its name for the process; None takes it away."""
    _attributes[name] = value
    if value is None:
        del _attributes[name]


_attributes: dict[str, Any] = {}


def no_automatic_dependency_tracking(fn: Any) -> Any:
    """`fn`, in which attributes of layers are set without being tracked."""

    from pelton.keras.tracking import DotNotTrackScope

    @functools.wraps(fn)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with DotNotTrackScope():
            return fn(*args, **kwargs)

    return wrapper


# --- tensors and shapes


def any_symbolic_tensors(args: Any = None, kwargs: Any = None) -> bool:
    """Whether one of the arguments is a symbolic tensor of a model."""
    from pelton.keras.backend import is_keras_tensor
    from pelton.nest import flatten

    def is_one(leaf: Any) -> bool:
        return hasattr(leaf, "shape") and bool(is_keras_tensor(leaf))

    return any(is_one(leaf) for leaf in flatten([args or (), kwargs or {}]))


def broadcast_shapes(shape1: Sequence[Any], shape2: Sequence[Any]) -> list[Any]:
    """The sizes of what an operation of both gives. ValueError where they do not fit."""
    one, two = list(shape1), list(shape2)
    count = max(len(one), len(two))
    one, two = [1] * (count - len(one)) + one, [1] * (count - len(two)) + two
    found = []
    for a, b in zip(one, two, strict=True):
        if a == 1 or b == 1:
            found.append(b if a == 1 else a)
        elif a is None or b is None or a == b:
            found.append(b if a is None else a)
        else:
            raise ValueError(f"Cannot broadcast shape, the failure dim has value {a}, {b}.")
    return found


def reduce_shape(shape: Sequence[Any], axis: Any = None, keepdims: bool = False) -> tuple[Any, ...]:
    """The sizes that are left when the axes, all of None, are reduced."""
    axes = range(len(shape)) if axis is None else [axis] if isinstance(axis, int) else axis
    gone = {one % len(shape) for one in axes} if shape else set()
    if keepdims:
        return tuple(1 if place in gone else size for place, size in enumerate(shape))
    return tuple(size for place, size in enumerate(shape) if place not in gone)


def compute_conv_output_shape(
    input_shape: Sequence[Any],
    filters: int,
    kernel_size: Sequence[int],
    strides: Any = 1,
    padding: str = "valid",
    data_format: str = "channels_last",
    dilation_rate: Any = 1,
) -> tuple[Any, ...]:
    """The sizes that a convolution gives."""
    is_last = data_format == "channels_last"
    sizes = list(input_shape[1:-1] if is_last else input_shape[2:])
    steps, rates = (
        (one,) * len(sizes) if isinstance(one, int) else tuple(one)
        for one in (strides, dilation_rate)
    )
    found: list[Any] = []
    for size, kernel, step, rate in zip(sizes, kernel_size, steps, rates, strict=True):
        reach = 0 if padding in ("same", "causal") else rate * (kernel - 1)
        found.append(None if size is None else (size - reach - 1) // step + 1)
    inner = (*found, filters) if is_last else (filters, *found)
    return (input_shape[0], *inner)


def in_tf_graph() -> bool:
    """Whether a function is traced."""
    from pelton._core import functions

    return bool(functions.is_tracing())


def in_grain_data_pipeline() -> bool:
    """False: no pipeline of Grain calls."""
    return False


class DynamicBackend:
    """Where the functions of a backend are found: at `numpy`, `nn`, `random` and so on."""

    def __init__(self, backend: str | None = None) -> None:
        self.name = backend or "tensorflow"

    def __getattr__(self, name: str) -> Any:
        from pelton.scripts.internals import keras_3_backend

        return getattr(keras_3_backend, name)


# --- losses, metrics and batches


def reduce_values(
    values: Any, sample_weight: Any = None, reduction: str | None = "sum_over_batch_size"
) -> Any:
    """The sum or the mean of the values, or the values themselves; by what the weights sum to with
    `reduction="mean_with_sample_weight"`."""
    from pelton.keras import ops

    if reduction in (None, "none") or not tuple(values.shape):
        return values
    total = ops.sum(values)
    if reduction == "mean_with_sample_weight" and sample_weight is not None:
        return ops.divide_no_nan(total, ops.cast(ops.sum(sample_weight), total.dtype))
    if reduction in ("sum_over_batch_size", "mean", "mean_with_sample_weight"):
        return ops.divide_no_nan(total, ops.cast(ops.prod(ops.shape(values)), total.dtype))
    return total


def reduce_weighted_values(
    values: Any,
    sample_weight: Any = None,
    mask: Any = None,
    reduction: str | None = "sum_over_batch_size",
    dtype: Any = None,
) -> Any:
    """The sum or the mean of the values times their weights, without those that are masked."""
    from pelton.keras import config, ops
    from pelton.keras.losses.function_wrapper import squeeze_or_expand_to_same_rank

    values = ops.convert_to_tensor(values, dtype=dtype or config.floatx())
    if mask is not None:
        mask = ops.cast(mask, values.dtype)
        shares = ops.ones_like(mask)
        if reduction in ("mean", "sum_over_batch_size"):
            count = ops.cast(ops.size(mask), mask.dtype)
            shares = shares * (count / ops.maximum(ops.sum(mask), 1e-7))
        mask = mask * ops.cast(shares, values.dtype)
        weights = mask if sample_weight is None else ops.cast(sample_weight, values.dtype)
        if sample_weight is not None:
            weights, mask = squeeze_or_expand_to_same_rank(weights, mask)
            weights = weights * mask
        sample_weight = weights
    if sample_weight is not None:
        weights = ops.cast(sample_weight, values.dtype)
        values, weights = squeeze_or_expand_to_same_rank(values, weights)
        values = values * weights
    return reduce_values(values, sample_weight, reduction)


def reduce_to_samplewise_values(
    values: Any, sample_weight: Any, reduce_fn: Callable[..., Any], dtype: Any
) -> tuple[Any, Any]:
    """Values and weights of one axis, of whose others `reduce_fn` makes one number."""
    from pelton.keras import ops
    from pelton.keras.losses.function_wrapper import squeeze_or_expand_to_same_rank

    values = ops.cast(values, dtype=dtype)
    if sample_weight is None:
        axes = list(range(1, len(values.shape)))
        return reduce_fn(values, axis=axes) if axes else values, None
    weights = ops.convert_to_tensor(sample_weight, dtype=dtype)
    values, weights = squeeze_or_expand_to_same_rank(values, weights)
    if (more := len(values.shape) - len(weights.shape)) > 0:
        axes = list(range(len(weights.shape), len(weights.shape) + more))
        values = reduce_fn(values, axis=axes)
    return values * weights, ops.broadcast_to(weights, ops.shape(values))


def unpack_x_y_sample_weight(data: Any) -> tuple[Any, Any, Any]:
    """(x, y, sample_weight) of a batch. ValueError for longer tuples."""
    from pelton.keras.utils import unpack_x_y_sample_weight as unpack

    return unpack(data)  # type: ignore[no-any-return]


def list_to_tuple(maybe_list: Any) -> Any:
    """A list as a tuple; all else as it is."""
    return tuple(maybe_list) if isinstance(maybe_list, list) else maybe_list


def draw_seed(seed: Any) -> Any:
    """A pair of numbers for a draw: of a SeedGenerator, an integer, or the global generator."""
    from pelton.keras.random.seed_generator import seed_of

    with seed_of(seed) as pair:
        return pair
