"""Owns ``tf.io.parse_sequence_example`` and that of a single one: tensors of serialized
tf.train.SequenceExample messages.

The engine gives the steps of all examples one after the other, and how many each example has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton._core import bind_data as _bind_data
from pelton._core import ops as _ops
from pelton.io.examples import Plan, ordered, serialized_texts
from pelton.io.features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    VarLenFeature,
)
from pelton.io.ragged_partitions import partition_keys
from pelton.ragged.ragged_tensor import RaggedTensor

_bind_data()

from pelton._core import data as _data  # noqa: E402

if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.io.examples import Features


def _step_feature(op: str, key: str, feature: Any) -> Any:
    """What is read of each step: of any number of values a ragged row."""
    if isinstance(feature, FixedLenSequenceFeature):
        return FixedLenFeature(feature.shape, feature.dtype)
    if isinstance(feature, VarLenFeature):
        return RaggedFeature(feature.dtype, value_key=key)
    if isinstance(feature, RaggedFeature):
        return feature
    raise ValueError(
        f"{op}: Unsupported {type(feature).__name__} {feature} for key {key!r} of sequence_features"
    )


class _Lists:
    """The feature lists that are asked for, as tensors of the steps of all examples."""

    def __init__(self, op: str, features: Features, serialized: Tensor) -> None:
        self.features = features
        steps = {key: _step_feature(op, key, value) for key, value in features.items()}
        plan = Plan(op, steps)
        may_lack: dict[str, bool] = {}
        for key, value in features.items():
            is_needed = isinstance(value, FixedLenSequenceFeature) and not value.allow_missing
            read = steps[key]
            is_ragged = isinstance(read, RaggedFeature)
            names = [read.value_key or key, *partition_keys(read)] if is_ragged else [key]
            may_lack.update({name: may_lack.get(name, True) and not is_needed for name in names})
        wanted = [may_lack[each[0]] for each in plan.wanted]
        made = _data.parse_feature_lists(plan.parser, serialized, wanted)
        tensors, counts = made[: -len(wanted)], made[-len(wanted) :]
        self.steps = plan.build(tensors, True)
        by_key = {each[0]: count for each, count in zip(plan.wanted, counts, strict=True)}
        self.counts = {
            key: by_key[getattr(read, "value_key", None) or key] for key, read in steps.items()
        }

    def of_one(self, key: str) -> Any:
        """The list of the only example: (steps, ...)."""
        made = self.steps[key]
        return made.to_sparse() if isinstance(self.features[key], VarLenFeature) else made

    def of_all(self, key: str) -> Any:
        """The lists (examples, steps, ...), filled up with zeros where steps are dense."""
        rows = RaggedTensor.from_row_lengths(self.steps[key], self.counts[key])
        feature = self.features[key]
        if isinstance(feature, FixedLenSequenceFeature):
            return rows.to_tensor()
        return rows.to_sparse() if isinstance(feature, VarLenFeature) else rows


def _context(op: str, serialized: Tensor, features: Features | None) -> dict[str, Any]:
    if not features:
        return {}
    plan = Plan(op, features)
    made = _data.parse_examples(plan.parser, serialized)
    return plan.build(made, serialized.shape.rank == 1)


def _check_features(context_features: Any, sequence_features: Any) -> None:
    if not (context_features or sequence_features):
        raise ValueError(
            "Both context_features and sequence_features are None, but at least one should have "
            "values."
        )


def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: Features | None = None,
    sequence_features: Features | None = None,
    example_name: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The context and the feature lists of one serialized tf.train.SequenceExample (), by key.

    FixedLenSequenceFeature gives (steps, *shape), VarLenFeature a SparseTensor and RaggedFeature a
    RaggedTensor of (steps, values). Raises what parse_example raises."""
    op = "parse_single_sequence_example"
    _check_features(context_features, sequence_features)
    tensor = serialized_texts(serialized, op, 0)
    context = _context(op, tensor, context_features)
    if not sequence_features:
        return context, {}
    lists = _Lists(op, sequence_features, tensor)
    return context, {key: lists.of_one(key) for key in ordered(sequence_features)}


def parse_sequence_example(
    serialized: TensorLike,
    context_features: Features | None = None,
    sequence_features: Features | None = None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The contexts and the feature lists of serialized tf.train.SequenceExamples (batch,), by key,
    and the numbers of steps (batch,) of lists that are filled up to the longest.

    FixedLenSequenceFeature gives (batch, steps, *shape), VarLenFeature a SparseTensor and
    RaggedFeature a RaggedTensor of (batch, steps, values). Raises what parse_example raises."""
    op = "parse_sequence_example"
    _check_features(context_features, sequence_features)
    tensor = serialized_texts(serialized, op, 1)
    if tensor.shape.rank == 0:
        context, own = parse_single_sequence_example(tensor, context_features, sequence_features)
        return context, own, _lengths_of_one(own, sequence_features)
    context = _context(op, tensor, context_features)
    if not sequence_features:
        return context, {}, {}
    lists = _Lists(op, sequence_features, tensor)
    lengths = {
        key: lists.counts[key]
        for key in ordered(sequence_features)
        if isinstance(sequence_features[key], FixedLenSequenceFeature)
    }
    return context, {key: lists.of_all(key) for key in ordered(sequence_features)}, lengths


def _lengths_of_one(made: dict[str, Any], features: Features | None) -> dict[str, Any]:
    """How many steps each dense list of the only example has."""
    return {
        key: _ops.cast(_ops.shape(made[key])[0], "int64")
        for key, feature in (features or {}).items()
        if isinstance(feature, FixedLenSequenceFeature)
    }
