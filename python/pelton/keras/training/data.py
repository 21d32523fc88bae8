"""Turns what users pass as data into batch sources of the engine. Knows no model."""

from __future__ import annotations

import operator
import types
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core import training as _training
from pelton.keras.training import batch_iterables, composite_batches, weighed_batches
from pelton.keras.training.dataset_source import dataset_source, is_dataset
from pelton.names.named_refusals import shown, truth
from pelton.nest import flatten, map_structure

_NUMBER_KINDS = frozenset("biufc")  # of NumPy's dtypes
_FORMS = "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`"


def is_array(value: Any) -> bool:
    """True for a tensor or an array: something with a shape and a dtype."""
    return isinstance(value, (Tensor, Variable)) or (
        hasattr(value, "shape") and hasattr(value, "dtype") and hasattr(value, "__array__")
    )


def _refuse(name: str, value: Any) -> ValueError:
    return ValueError(f"Unrecognized data type: {name}={shown(value)} (of type {type(value)})")


def _holds_texts(array: Any) -> bool:
    """True for a NumPy array of texts, as `str`, `bytes` or objects of either."""
    kind = getattr(array.dtype, "kind", None)
    if kind == "O":
        return all(isinstance(item, (str, bytes)) for item in array.flat)
    return kind in ("U", "S")


def as_array(name: str, value: Any) -> Any:
    """The array that `value` stands for: itself, the one array in a list, a nested list's numbers.
    Inputs that are arrays of texts become tensors of strings; Keras takes those of objects alone.

    Raises ValueError, naming the argument, for symbolic tensors, and for dictionaries and several
    arrays: models have one input and one output here."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    if kind in _NUMBER_KINDS and hasattr(value, "__array__"):
        return value  # the usual case: an array of numbers
    if isinstance(value, Tensor) and _functions.is_symbolic(value):
        raise ValueError(
            f"`{name}` is a symbolic tensor, which has no values to compute with: {value!r}. Give "
            "arrays or tensors with data, and symbolic tensors to layers and `keras.Model`"
        )
    if value is None:
        return None
    if is_array(value):
        return _functions.convert(value) if name == "x" and _holds_texts(value) else value
    if isinstance(value, Mapping):
        raise ValueError(
            f"`{name}` is a dictionary with the keys {sorted(map(str, value))}: models take one "
            "array here, dictionaries of inputs and targets are not supported"
        )
    if isinstance(value, (list, tuple)):
        arrays = [item for item in value if is_array(item) and len(item.shape) > 0]
        if len(value) == 1 and arrays:
            return arrays[0]
        if arrays:
            raise ValueError(
                f"`{name}` is a list of {len(value)} arrays with shapes "
                f"{[tuple(item.shape) for item in arrays]}: models take one array here, several "
                "inputs or targets are not supported"
            )
        if any(item is None for item in value):
            raise ValueError(f"`{name}` is not optional, but None was passed. Received: {value}")
        _functions.check_nesting(value)
        import numpy as np

        try:
            return np.asarray(value)
        except ValueError as error:  # rows of different lengths
            raise ValueError(f"`{name}` is no array of numbers: {error}") from None
    if hasattr(value, "to_numpy"):
        return value.to_numpy()
    raise _refuse(name, value)


def is_nested(value: Any) -> bool:
    """True for a dict, and for a list or tuple that holds arrays or dicts: several inputs."""
    if isinstance(value, Mapping):
        return True
    if not isinstance(value, (list, tuple)):
        return False
    return any(
        (is_array(item) and len(item.shape) > 0) or is_nested(item) for item in value
    ) and not (len(value) == 1 and is_array(value[0]))


def _as_nest(name: str, value: Any, keeps_lists: bool = True) -> Any:
    """The same nesting with arrays as leaves, lists as tuples unless they are kept."""
    if isinstance(value, Mapping):
        return {key: _as_nest(name, item, keeps_lists) for key, item in value.items()}
    if is_nested(value):
        items = [_as_nest(name, item, keeps_lists) for item in value]
        return items if isinstance(value, list) and keeps_lists else tuple(items)
    return as_array(name, value)


def nested_samples(
    x: Any, y: Any = None, sample_weight: Any = None, keeps_lists: bool = False
) -> Any:
    """Nested arrays as _core.training.Samples, left where they are; lengths must agree. Lists of
    them are tuples in batches, as tf.data has them in Keras, but in single ones."""
    if x is None:
        raise ValueError("`x` is None: training, evaluation and prediction need input data")
    given = (("x", x), ("y", y), ("sample_weight", sample_weight))
    parts = [_as_nest(*part, keeps_lists) for part in given]
    while len(parts) > 1 and parts[-1] is None:
        parts.pop()
    leaves, roles = [], []
    for (name, _), part in zip(given, parts, strict=False):
        for leaf in flatten(part):
            leaves.append(leaf)
            roles.append(name)
    is_x_itself = len(parts) == 1 and isinstance(parts[0], Mapping)
    found = _training.nested_samples(parts[0] if is_x_itself else tuple(parts), leaves, roles)
    found.check_lengths()
    return found


def tensors(name: str, value: Any) -> Any:
    """Nested arrays as tensors, floating ones in Keras's float type."""
    from pelton._core import keras_settings

    def convert(leaf: Any) -> Any:
        if leaf is None:  # an input that is optional
            return None
        tensor = _functions.convert(leaf)
        floating = tensor.dtype.is_floating
        return _ops.cast(tensor, dtype=keras_settings.floatx()) if floating else tensor

    return map_structure(convert, _as_nest(name, value))


def first_rows(x: Any) -> Any:
    """The first sample as a batch."""
    return tensors("x", x[:1])


def copies(value: Any, narrows: bool = False) -> Any:
    """The same nesting with arrays of its own, so that nobody changes them; tensors, memory maps,
    lists of numbers (which become arrays) and iterables of batches as they are. With `narrows`
    float64 becomes the float32 that its batches will be, in half of the memory."""
    if isinstance(value, Mapping):
        return {key: copies(item, narrows) for key, item in value.items()}
    if isinstance(value, tuple) or is_nested(value):
        items = [copies(item, narrows) for item in value]
        return items if isinstance(value, list) else tuple(items)
    if isinstance(value, (Tensor, Variable)) or not (is_array(value) or hasattr(value, "to_numpy")):
        return value
    import numpy as np

    from pelton._core import keras_settings

    if isinstance(value, np.memmap):
        return value
    array = value.to_numpy() if hasattr(value, "to_numpy") else np.asarray(value)
    is_wide = narrows and array.dtype == np.float64 and keras_settings.floatx() == "float32"
    with np.errstate(over="ignore"):
        return np.array(array, dtype=np.float32 if is_wide else None)


def unpack(data: Any, name: str = "validation_data") -> tuple[Any, Any, Any]:
    """(x, y, sample_weight) of a tuple or list of up to three, or of x alone."""
    if not isinstance(data, (tuple, list)):
        return data, None, None
    if not 1 <= len(data) <= 3:
        raise ValueError(f"{_FORMS}, found {name} of length {len(data)}")
    return (*data, None, None)[:3]


def is_iterable_of_batches(x: Any) -> bool:
    """True for generators, datasets and other iterables that are no arrays."""
    return isinstance(x, Iterable) and not (
        is_array(x) or isinstance(x, (list, tuple, Mapping, str, bytes)) or hasattr(x, "to_numpy")
    )


def _numbers(name: str, value: Any) -> Any:
    """The array that `value` stands for; ValueError where it holds no numbers."""
    if value is None:
        return None
    array = as_array(name, value)
    kind = getattr(getattr(array, "dtype", None), "kind", "f")
    if isinstance(kind, str) and kind not in "biufcV":
        raise ValueError(f"Invalid dtype: `{name}` holds {array.dtype}, expected numbers")
    return array


def samples(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """The arrays as _core.training.Samples, left where they are; lengths must agree."""
    if x is None:
        raise ValueError("`x` is None: training, evaluation and prediction need input data")
    found = _training.Samples(
        _numbers("x", x), _numbers("y", y), _numbers("sample_weight", sample_weight)
    )
    found.check_lengths()
    return found


def class_weights(class_weight: Any) -> dict[int, float]:
    """A plain dictionary of class indices and weights; raises TypeError for anything else."""
    if class_weight is None:
        return {}
    if not isinstance(class_weight, Mapping):
        raise TypeError(
            "`class_weight` must be a dictionary from class indices to weights, got "
            f"{shown(class_weight)}"
        )
    try:
        return {int(label): float(weight) for label, weight in class_weight.items()}
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"`class_weight` must map class indices to numbers, got {shown(class_weight)}"
        ) from error


def integer(name: str, value: Any) -> int:
    """The integer that the argument is; raises TypeError, naming it, for what is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"`{name}` must be an integer, got {shown(value)}") from None


def _positive(name: str, value: Any, default: int) -> int:
    if value is None:
        return default
    number = integer(name, value)
    if number < 0:
        raise ValueError(f"`{name}` must be at least 1, got {number}")
    if number >= 1 << 63:
        raise OverflowError(f"`{name}` must be below 2**63, got {value!r}")
    return number or default


def optional_count(name: str, value: Any) -> int | None:
    """None for None and 0, else a positive integer; raises TypeError or ValueError."""
    return _positive(name, value, 0) or None


def _batch_size(batch_size: Any, steps: int | None, size: int) -> int:
    return _positive("batch_size", batch_size, max(1, -(-size // steps)) if steps else 32)


def _shuffle(shuffle: Any) -> Any:
    if isinstance(shuffle, str):
        if shuffle != "batch":
            raise ValueError(f"`shuffle` must be True, False or 'batch', got {shuffle!r}")
        return _training.Shuffle.batches
    return _training.Shuffle.samples if shuffle else _training.Shuffle.none


def _check_alone(**given: Any) -> None:
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"When providing `x` as an iterable of batches, `{name}` should not be passed: "
                "it is expected in the batches"
            )


# What data are called that are not shuffled, and what Keras expects of them.
_AS_THEY_COME = {
    "dataset": (
        "a tf.data.Dataset",
        "The Dataset is expected to already be shuffled (via `.shuffle(buffer_size)`).",
    ),
    "endless": ("an infinite PyDataset", "The PyDataset is expected to already be shuffled."),
    "generator": (
        "a generator", "The generator is expected to yield already-shuffled data."
    ),
}  # fmt: skip


def _note_shuffle(x: Any, shuffle: Any) -> None:
    """Keras's warning where `shuffle`, which fit has by default, changes nothing."""
    if not truth("shuffle", shuffle):
        return
    kind = None
    if is_dataset(x):
        kind = "dataset"
    elif isinstance(x, types.GeneratorType):
        kind = "generator"
    elif batch_iterables.is_endless(x):
        kind = "endless"
    if kind is None:
        return
    name, expected = _AS_THEY_COME[kind]
    warnings.warn(
        f"`shuffle=True` was passed, but will be ignored since the data `x` was provided as "
        f"{name}. {expected}",
        stacklevel=4,
    )


def _samples_of(x: Any, y: Any, sample_weight: Any, weighs_classes: bool, nested: bool) -> Any:
    if not nested or not any(map(is_nested, (x, y, sample_weight))):
        return samples(x, y, sample_weight)
    if weighs_classes and is_nested(y):
        raise ValueError(
            "`class_weight` is only supported for Models with a single output, got targets "
            f"{type(y)}"
        )
    return nested_samples(x, y, sample_weight)


def source(
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    *,
    batch_size: Any = None,
    steps: int | None = None,
    shuffle: Any = False,
    class_weight: Any = None,
    nested: bool = False,
) -> Any:
    """A batch source over arrays, or over an iterable of batches; `steps` sets the default size of
    batches, as in Keras. `nested`: for steps in Python, which take any structure."""
    weights = class_weights(class_weight)
    _note_shuffle(x, shuffle)
    weighs = bool(weights) and nested  # what a source of nested batches does not do itself
    if nested and composite_batches.holds_composites(x, y, sample_weight):
        size = _positive("batch_size", batch_size, 32)
        batches = composite_batches.CompositeBatches(x, y, sample_weight, size, shuffle)
        batches = weighed_batches.WeighedBatches(batches, weights) if weighs else batches
        return _training.IterableBatches(batches, weights, nested)
    if is_dataset(x):
        given = weighed_batches.weighed_dataset(x, weights) if weighs else x
        return dataset_source(given, y, sample_weight, weights, nested)
    if is_iterable_of_batches(x):
        _check_alone(y=y, sample_weight=sample_weight)
        batches = batch_iterables.passes_of(x, shuffle)
        batches = weighed_batches.WeighedBatches(batches, weights) if weighs else batches
        return _training.IterableBatches(batches, weights, nested)
    if weights and sample_weight is not None:
        raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
    arrays = x
    if not isinstance(x, _training.Samples):
        arrays = _samples_of(x, y, sample_weight, bool(weights), nested)
    if weights:
        arrays.weigh_classes(weights)
    size = _batch_size(batch_size, steps, len(arrays))
    return _training.ArrayBatches(arrays, size, _shuffle(shuffle))
