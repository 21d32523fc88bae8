"""Owns the losses over sampled classes, nce and sampled softmax, and what draws these classes."""

from __future__ import annotations

import functools
import math
import os
from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pelton._core import Tensor
    from pelton._types import TensorLike

_SAMPLED = ["sampled_candidates", "true_expected_count", "sampled_expected_count"]
LogUniformCandidateSampler = namedtuple("LogUniformCandidateSampler", _SAMPLED)
UniformCandidateSampler = namedtuple("UniformCandidateSampler", _SAMPLED)
AllCandidateSampler = namedtuple("AllCandidateSampler", _SAMPLED)
FixedUnigramCandidateSampler = namedtuple("FixedUnigramCandidateSampler", _SAMPLED)


def _log_uniform(classes: Tensor, range_max: int) -> Tensor:
    """The probability of each class: log((k + 2) / (k + 1)) / log(range_max + 1)."""
    k = _ops.cast(classes, _dtypes.float32)
    return _ops.log((k + 2.0) / (k + 1.0)) / math.log(range_max + 1)


def _uniform(classes: Tensor, range_max: int) -> Tensor:
    return _ops.ones_like(_ops.cast(classes, _dtypes.float32)) / float(range_max)


@functools.lru_cache(maxsize=64)
def _tries(probability: Callable[..., Tensor], range_max: int, count: int) -> float:
    """How many draws give ``count`` different classes on average: by Newton's method."""
    if count == range_max:
        return math.inf
    chances = probability(_ops.iota(range_max, _dtypes.int64), range_max)
    log_misses = _ops.log1p(_ops.negative(chances))
    tries = float(count)
    for _ in range(50):
        missed = _ops.exp(log_misses * tries)
        found = float(_ops.reduce_sum(1.0 - missed))
        slope = float(_ops.reduce_sum(_ops.negative(log_misses) * missed))
        step = (count - found) / slope
        tries += step
        if abs(step) < 1e-3 * tries:
            break
    return tries


def _draw(
    probability: Callable[..., Tensor], range_max: int, count: int, unique: bool, seed: int | None
) -> Tensor:
    """``count`` classes; different ones by the largest of log probabilities plus Gumbel numbers."""
    if not unique:
        u = _functions.random_uniform([count], 0.0, 1.0, _dtypes.float64, seed)
        if probability is _uniform:
            return _ops.cast(_ops.floor(u * float(range_max)), _dtypes.int64)
        if probability is not _log_uniform:
            chances = probability(_ops.iota(range_max, _dtypes.int64), range_max)
            below = _ops.cumsum(_ops.cast(chances, _dtypes.float64))
            return _ops.cast(_ops.searchsorted(below, u, side="right"), _dtypes.int64)
        drawn = _ops.floor(_ops.exp(u * math.log(range_max + 1.0))) - 1.0
        return _ops.minimum(_ops.cast(drawn, _dtypes.int64), range_max - 1)
    u = _functions.random_uniform([range_max], 1e-12, 1.0, _dtypes.float64, seed)
    logs = _ops.log(probability(_ops.iota(range_max, _dtypes.int64), range_max))
    keys = _ops.cast(logs, _dtypes.float64) - _ops.log(_ops.negative(_ops.log(u)))
    return _ops.cast(_ops.top_k(keys, count)[1], _dtypes.int64)


def _sample(
    op: str,
    probability: Callable[..., Tensor],
    true_classes: TensorLike,
    num_true: int,
    options: tuple[int, bool, int, int | None],
) -> tuple[Tensor, Tensor, Tensor]:
    """Sampled classes, and how often the true and the sampled ones are expected among them."""
    num_sampled, unique, range_max, seed = options
    true_classes = _functions.convert(true_classes, _dtypes.int64)
    if true_classes.ndim != 2 or true_classes.shape[1] not in (num_true, None):
        raise InvalidArgumentError(
            f"{op}: true_classes must have shape [batch, num_true={num_true}], got "
            f"{tuple(true_classes.shape)}"
        )
    if num_sampled < 1 or range_max < 1 or (unique and num_sampled > range_max):
        raise InvalidArgumentError(
            f"{op}: cannot sample num_sampled={num_sampled} of range_max={range_max} classes"
        )
    drawn = _draw(probability, range_max, num_sampled, unique, seed)
    tries = _tries(probability, range_max, num_sampled) if unique else float(num_sampled)

    def expected(classes: Tensor) -> Tensor:
        chance = probability(classes, range_max)
        if not unique:
            return chance * tries
        if tries == math.inf:
            return _ops.ones_like(chance)
        return _ops.negative(_ops.expm1(_ops.log1p(_ops.negative(chance)) * tries))

    return drawn, expected(true_classes), expected(drawn)


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes drawn by Zipf's law: those of small number, the frequent words, most often."""
    options = (num_sampled, unique, range_max, seed)
    op = "log_uniform_candidate_sampler"
    return LogUniformCandidateSampler(*_sample(op, _log_uniform, true_classes, num_true, options))


def uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> UniformCandidateSampler:
    """Classes drawn alike."""
    options = (num_sampled, unique, range_max, seed)
    op = "uniform_candidate_sampler"
    return UniformCandidateSampler(*_sample(op, _uniform, true_classes, num_true, options))


def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> AllCandidateSampler:
    """All classes, each expected once."""
    true_classes = _functions.convert(true_classes, _dtypes.int64)
    everything = _ops.iota(num_sampled, _dtypes.int64)
    counts = (_ops.cast(_ops.ones_like(one), _dtypes.float32) for one in (true_classes, everything))
    return AllCandidateSampler(everything, *counts)


def _weights(vocab_file: str, unigrams: Sequence[float]) -> list[float]:
    """The count of each class: those given, or the last columns of the file's lines."""
    if bool(vocab_file) == (len(unigrams) > 0):
        raise InvalidArgumentError(
            "fixed_unigram_candidate_sampler: Must provide either vocab_file or unigrams, not both"
        )
    if not vocab_file:
        return [float(one) for one in unigrams]
    # Not the number of a file that is open, which it would close.
    with open(os.fspath(vocab_file), encoding="utf-8") as file:
        return [float(line.rsplit(",", 1)[-1]) for line in file if line.strip()]


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> FixedUnigramCandidateSampler:
    """Classes drawn by their counts to the power `distortion`, which `unigrams` or the last column
    of a CSV file say. The first `num_reserved_ids` classes are never drawn; with several shards,
    those of this one's classes alone are."""
    op = "fixed_unigram_candidate_sampler"
    counts = [0.0] * num_reserved_ids + _weights(vocab_file, unigrams)
    if len(counts) != range_max:
        raise InvalidArgumentError(
            f"{op}: range_max is {range_max}, but there are counts of {len(counts)} classes"
        )
    shares = [
        count**distortion if count > 0 and n % num_shards == shard else 0.0
        for n, count in enumerate(counts)
    ]
    table = _functions.convert([one / sum(shares) for one in shares], _dtypes.float32)

    def by_counts(classes: Tensor, range_max: int) -> Tensor:
        return _ops.gather(table, classes)

    options = (num_sampled, unique, range_max, seed)
    return FixedUnigramCandidateSampler(*_sample(op, by_counts, true_classes, num_true, options))


def _table(weights: TensorLike | Sequence[TensorLike]) -> Tensor:
    """One tensor of the rows of all parts."""
    if isinstance(weights, (list, tuple)):
        parts = [_functions.convert(one) for one in weights]
        return parts[0] if len(parts) == 1 else _ops.concat(parts, 0)
    return _functions.convert(weights)


def _sampled_logits(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    options: tuple[int, int, int, bool, int | None],
    sampled_values: tuple[TensorLike, TensorLike, TensorLike] | None,
) -> tuple[Tensor, Tensor]:
    """Logits [batch, true + sampled] less the logarithms of the expected counts, and labels."""
    num_sampled, num_classes, num_true, removes, seed = options
    table, bias = _table(weights), _table(biases)
    inputs = _functions.convert(inputs)
    labels = _ops.cast(_functions.convert(labels), _dtypes.int64)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(
            labels, num_true, num_sampled, True, num_classes, seed
        )
    drawn, true_count, drawn_count = map(_functions.convert, sampled_values)
    drawn = _ops.stop_gradient(_ops.cast(drawn, _dtypes.int64))
    counts = [_ops.cast(_ops.stop_gradient(n), inputs.dtype) for n in (true_count, drawn_count)]
    true_rows = _ops.gather(table, labels, 0)
    own = _ops.reduce_sum(_ops.expand_dims(inputs, 1) * true_rows, -1)
    true_logits = own + _ops.gather(bias, labels, 0) - _ops.log(counts[0])
    others = _ops.matmul(inputs, _ops.gather(table, drawn, 0), transpose_b=True)
    others = others + _ops.gather(bias, drawn, 0) - _ops.log(counts[1])
    if removes:
        hits = _ops.equal(_ops.expand_dims(labels, 2), _ops.reshape(drawn, [1, 1, -1]))
        is_hit = _ops.reduce_any(hits, 1)
        lowest = _functions.convert(inputs.dtype.min, inputs.dtype)
        others = _ops.where(is_hit, others + lowest, others)
    ones = _ops.ones_like(true_logits) / float(num_true)
    logits = _ops.concat([true_logits, others], 1)
    return logits, _ops.concat([ones, _ops.zeros_like(others)], 1)


def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: tuple[TensorLike, TensorLike, TensorLike] | None = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation: per example, how well true classes are told from drawn ones.

    ``weights`` [classes, d], ``biases`` [classes], ``labels`` [batch, num_true], ``inputs``
    [batch, d].
    """
    options = (num_sampled, num_classes, num_true, remove_accidental_hits, None)
    logits, truth = _sampled_logits(weights, biases, labels, inputs, options, sampled_values)
    losses = _ops.sigmoid_cross_entropy_with_logits(truth, logits)
    return _ops.reduce_sum(losses, 1)


def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: tuple[TensorLike, TensorLike, TensorLike] | None = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str = "sampled_softmax_loss",
) -> Tensor:
    """The softmax cross-entropy of each example over its true classes and some drawn ones."""
    options = (num_sampled, num_classes, num_true, remove_accidental_hits, seed)
    logits, truth = _sampled_logits(weights, biases, labels, inputs, options, sampled_values)
    return _ops.softmax_cross_entropy_with_logits(_ops.stop_gradient(truth), logits)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
