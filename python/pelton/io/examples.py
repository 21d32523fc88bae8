"""Owns ``tf.io.parse_example`` and its kin: tensors of serialized tf.train.Example messages.

The engine reads the messages (`cpp/data/examples/example_parser.h`); protobuf's package is not
needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import bind_data as _bind_data
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.host.stored_works import text_of_features
from pelton.io.features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)
from pelton.tensor_shape import TensorShape

_bind_data()

from pelton._core import data as _data  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor
    from pelton._types import TensorLike

    Features = dict[str, Any]
    # What the engine is asked for: key, form, dtype, shape, default.
    Wanted = tuple[str, str, Any, list[int], Tensor | None]
    Build = Callable[[list[Tensor], bool], Any]

_DENSE = (FixedLenFeature, FixedLenSequenceFeature)
_ORDER = (VarLenFeature, *_DENSE, RaggedFeature, SparseFeature)


def _default(op: str, key: str, feature: Any, count: int | None) -> Tensor | None:
    """The default value as a tensor of `count` values, or of one; None where there is none."""
    if feature.default_value is None:
        return None
    value = _functions.convert(feature.default_value, _dtypes.as_dtype(feature.dtype))
    wanted = 1 if count is None else count
    if value.shape.num_elements() != wanted:
        raise InvalidArgumentError(
            f"{op}: default_value of feature '{key}' must have {wanted} values for the shape "
            f"{feature.shape}, got {value.shape}"
        )
    return _ops.reshape(value, [-1])


def _known_shape(op: str, key: str, feature: Any) -> list[int]:
    shape = TensorShape(feature.shape)
    if not shape.is_fully_defined():
        raise ValueError(
            f"{op}: First dimension of shape for feature {key} unknown. Consider using "
            f"FixedLenSequenceFeature. Received feature={feature}."
        )
    return [int(size) for size in shape]


def _fixed(op: str, key: str, feature: Any) -> tuple[list[Wanted], Build]:
    shape = _known_shape(op, key, feature)
    count = TensorShape(shape).num_elements()
    wanted = (key, "fixed", feature.dtype, shape, _default(op, key, feature, count))
    return [wanted], lambda made, _: made[0]


def _padded(op: str, key: str, feature: Any) -> tuple[list[Wanted], Build]:
    if not feature.allow_missing:
        raise ValueError(
            f"{op}: Unsupported: FixedLenSequenceFeature requires allow_missing to be True, "
            f"feature '{key}': {feature}"
        )
    shape = _known_shape(op, key, feature)
    wanted = (key, "padded", feature.dtype, shape, _default(op, key, feature, None))
    return [wanted], lambda made, _: made[0]


def _sparse(op: str, key: str, feature: Any) -> tuple[list[Wanted], Build]:
    from pelton.sparse import SparseTensor

    wanted = (key, "sparse", feature.dtype, [], None)
    return [wanted], lambda made, _: SparseTensor(*made)


def _ragged(op: str, key: str, feature: Any) -> tuple[list[Wanted], Build]:
    from pelton.io.ragged_partitions import partition_keys, partitioned

    def build(made: list[Tensor], has_batch: bool) -> Any:
        keyed = [made[place : place + 2] for place in range(2, len(made), 2)]
        rows = partitioned(feature, made[0], made[1], keyed)
        found = rows if has_batch else rows.values
        is_ragged = hasattr(found, "row_splits")
        return found.with_row_splits_dtype(feature.row_splits_dtype) if is_ragged else found

    keys = [(key, _dtypes.int64) for key in partition_keys(feature)]
    read = [(feature.value_key or key, feature.dtype), *keys]
    return [(each, "ragged", dtype, [], None) for each, dtype in read], build


def _indexed(op: str, key: str, feature: Any) -> tuple[list[Wanted], Build]:
    from pelton import sparse

    is_list = isinstance(feature.index_key, (list, tuple))
    keys = list(feature.index_key) if is_list else [feature.index_key]
    sizes = list(feature.size) if isinstance(feature.size, (list, tuple)) else [feature.size]
    if len(keys) != len(sizes):
        raise ValueError(
            f"{op}: SparseFeature '{key}' must have as many sizes as index keys, got {feature}"
        )
    wanted: list[Wanted] = [(each, "sparse", _dtypes.int64, [], None) for each in keys]
    wanted.append((feature.value_key, "sparse", feature.dtype, [], None))

    def build(made: list[Tensor], has_batch: bool) -> Any:
        places, values, shape = made[-3:]
        columns = [made[3 * i + 1] for i in range(len(keys))]
        rest: list[Any] = list(sizes)
        if has_batch:
            columns.insert(0, places[:, 0])
            rest.insert(0, shape[0])
        found = sparse.SparseTensor(_ops.stack(columns, axis=1), values, rest)
        return found if feature.already_sorted else sparse.reorder(found)

    return wanted, build


_FORMS = {
    FixedLenFeature: _fixed,
    FixedLenSequenceFeature: _padded,
    VarLenFeature: _sparse,
    RaggedFeature: _ragged,
    SparseFeature: _indexed,
}


def ordered(features: Features) -> list[str]:
    """The keys as TensorFlow gives them: by kind, dense ones together, then by name."""

    def place(key: str) -> tuple[int, str]:
        kind = type(features[key])
        return _ORDER.index(FixedLenFeature if kind in _DENSE else kind), key

    return sorted(features, key=place)


class Plan:
    """Which tensors the engine is asked for, and what is built of them, by key."""

    def __init__(self, op: str, features: Features) -> None:
        if not isinstance(features, dict):
            raise ValueError(f"{op}: features must be a dict, got {features!r}")
        for key, feature in features.items():
            if type(feature) not in _ORDER or not isinstance(key, str):
                raise ValueError(
                    f"{op}: Unsupported {type(feature).__name__} {feature} for key {key!r}"
                )
        self.wanted: list[Wanted] = []
        self._parts: list[tuple[str, int, Build]] = []
        for key in ordered(features):
            wanted, build = _FORMS[type(features[key])](op, key, features[key])
            self.wanted += [(k, f, _dtypes.as_dtype(d), s, v) for k, f, d, s, v in wanted]
            count = sum({"sparse": 3, "ragged": 2}.get(each[1], 1) for each in wanted)
            self._parts.append((key, count, build))
        self.parser = _data.example_parser(op, self.wanted)
        self.stored = text_of_features(self.wanted)

    def build(self, tensors: list[Tensor], has_batch: bool) -> dict[str, Any]:
        """What the keys stand for."""
        built, place = {}, 0
        for key, count, build in self._parts:
            built[key] = build(tensors[place : place + count], has_batch)
            place += count
        return built


def serialized_texts(value: Any, op: str, most: int) -> Tensor:
    try:
        tensor = _functions.convert(value, _dtypes.string)
    except TypeError as error:
        raise ValueError(f"{op}: serialized must be strings, got {value!r}: {error}") from error
    if tensor.shape.rank is None or tensor.shape.rank > most:
        kind = "scalar or vector" if most else "scalar"
        error = InvalidArgumentError if most else ValueError
        raise error(f"{op}: Input serialized must be a {kind}, got shape: {tensor.shape}")
    return tensor


def _parsed(op: str, serialized: Any, features: Any, most_axes: int) -> dict[str, Any]:
    if not features:
        raise ValueError(f"{op}: Argument `features` cannot be None or falsy. Got {features}")
    plan = Plan(op, features)
    tensor = serialized_texts(serialized, op, most_axes)
    return plan.build(
        _data.parse_examples(plan.parser, tensor, plan.stored), tensor.shape.rank == 1
    )


def parse_example(
    serialized: TensorLike,
    features: Features,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Tensors, SparseTensors and RaggedTensors by key, of serialized examples (batch,), or of one.

    Raises InvalidArgumentError that names key and example where a required feature is missing or
    has other values, and for bytes that are no example; ValueError for features that are none."""
    return _parsed("parse_example", serialized, features, 1)


def parse_single_example(
    serialized: TensorLike,
    features: Features,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """parse_example of one serialized example (), without the axis of the batch."""
    return _parsed("parse_single_example", serialized, features, 0)
