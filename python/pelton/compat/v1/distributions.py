"""Owns ``tf.distributions``: densities, moments and samples of the common ones."""

from __future__ import annotations

import math

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = (
    "Bernoulli Beta Categorical Dirichlet Distribution Exponential Gamma Laplace Normal StudentT "
    "Uniform kl_divergence"
).split()


def _tensor(value: Any, like: Any = None) -> Any:
    tensor = _functions.convert(value, None if like is None else like.dtype)
    return tensor if tensor.dtype.is_floating else _ops.cast(tensor, "float32")


class Distribution:
    """Base of the distributions."""

    _events = 0  # how many of the last axes are one event's

    def _like(self) -> Any:
        """A tensor of the shape of one sample."""
        return self.mean()

    @property
    def dtype(self) -> Any:
        """The dtype of samples."""
        return self._like().dtype

    @property
    def batch_shape(self) -> Any:
        """The shape of the parameters: of each element there is one distribution."""
        shape = self._like().shape
        return shape[: shape.rank - self._events]

    @property
    def event_shape(self) -> Any:
        """The shape of one event."""
        shape = self._like().shape
        return shape[shape.rank - self._events :]

    def mean(self, name: Any = None) -> Any:
        """The means."""
        raise NotImplementedError(f"{type(self).__name__} has no mean")

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        raise NotImplementedError(f"{type(self).__name__} has no variance")

    def stddev(self, name: Any = None) -> Any:
        """The deviations."""
        return _ops.sqrt(self.variance())

    def prob(self, value: Any, name: Any = None) -> Any:
        """The density, or the probability, of values."""
        return _ops.exp(self.log_prob(value))

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of it."""
        raise NotImplementedError(f"{type(self).__name__} has no log_prob")

    def cdf(self, value: Any, name: Any = None) -> Any:
        """The probability of a value that is not larger."""
        raise NotImplementedError(f"{type(self).__name__} has no cdf")

    def log_cdf(self, value: Any, name: Any = None) -> Any:
        """The logarithm of it."""
        return _ops.log(self.cdf(value))

    def survival_function(self, value: Any, name: Any = None) -> Any:
        """The probability of a larger value."""
        return 1.0 - self.cdf(value)

    def log_survival_function(self, value: Any, name: Any = None) -> Any:
        """The logarithm of it."""
        return _ops.log(self.survival_function(value))

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        raise NotImplementedError(f"{type(self).__name__} has no entropy")

    def cross_entropy(self, other: Any, name: Any = None) -> Any:
        """The entropy and the divergence to another."""
        return self.entropy() + kl_divergence(self, other)

    def kl_divergence(self, other: Any, name: Any = None) -> Any:
        """The Kullback-Leibler divergence to another."""
        return kl_divergence(self, other)


def _counted(sample_shape: Any, shape: Any) -> Any:
    sizes = [sample_shape] if isinstance(sample_shape, int) else list(sample_shape)
    return sizes + shape


class Normal(Distribution):
    """Normal distributions of means `loc` and deviations `scale`."""

    def __init__(self, loc: Any, scale: Any, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Normal") -> None:  # fmt: skip
        self.loc = _tensor(loc)
        self.scale = _tensor(scale, self.loc)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        from pelton.compat.v1 import random_normal

        like = self.loc + self.scale * 0.0
        sizes = _drawn_shape(sample_shape, like)
        return like + self.scale * random_normal(sizes, dtype=like.dtype, seed=seed)

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        scaled = (_tensor(value, self.loc) - self.loc) / self.scale
        return -0.5 * scaled * scaled - _ops.log(self.scale) - 0.5 * math.log(2.0 * math.pi)

    def cdf(self, value: Any, name: Any = None) -> Any:
        """The probability of a value that is not larger."""
        scaled = (_tensor(value, self.loc) - self.loc) / self.scale
        return 0.5 * _ops.erfc(-scaled * math.sqrt(0.5))

    def quantile(self, value: Any, name: Any = None) -> Any:
        """The value that is not exceeded with a probability."""
        return self.loc + self.scale * _ops.ndtri(_tensor(value, self.loc))

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        return _ops.log(self.scale) + self.loc * 0.0 + 0.5 * math.log(2.0 * math.pi * math.e)

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return self.loc + self.scale * 0.0

    mode = mean

    def stddev(self, name: Any = None) -> Any:
        """The deviations."""
        return self.scale + self.loc * 0.0

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        return self.stddev() * self.stddev()


def _drawn_shape(sample_shape: Any, like: Any) -> Any:
    """The sizes of a sample: so many, then those of the parameters."""
    sizes = _counted(sample_shape, [])
    shape = _ops.shape(like)
    return _ops.concat([_functions.convert(sizes, "int32"), shape], 0) if sizes else shape


class Uniform(Distribution):
    """Uniform distributions from `low` to `high`."""

    def __init__(self, low: Any = 0.0, high: Any = 1.0, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Uniform") -> None:  # fmt: skip
        self.low = _tensor(low)
        self.high = _tensor(high, self.low)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        from pelton.compat.v1 import random_uniform

        like = self.low + self.high * 0.0
        drawn = random_uniform(_drawn_shape(sample_shape, like), dtype=like.dtype, seed=seed)
        return self.low + (self.high - self.low) * drawn

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        given = _tensor(value, self.low)
        is_within = _ops.logical_and(given >= self.low, given < self.high)
        inside = -_ops.log(self.high - self.low) + given * 0.0
        return _ops.where(is_within, inside, inside - math.inf)

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        return _ops.log(self.high - self.low)

    def cdf(self, value: Any, name: Any = None) -> Any:
        """The probability of a value that is not larger."""
        share = (_tensor(value, self.low) - self.low) / (self.high - self.low)
        return _ops.clip_by_value(share, 0.0, 1.0)

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return (self.low + self.high) / 2.0

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        return (self.high - self.low) * (self.high - self.low) / 12.0


class Bernoulli(Distribution):
    """Distributions of 0 and 1, by logits or probabilities. ValueError unless one is given."""

    def __init__(self, logits: Any = None, probs: Any = None, dtype: Any = "int32",
                 validate_args: bool = False, allow_nan_stats: bool = True,
                 name: str = "Bernoulli") -> None:  # fmt: skip
        if (logits is None) == (probs is None):
            raise ValueError("Must pass probs or logits, but not both.")
        self._kind = dtype
        if probs is None:
            self.logits = _tensor(logits)
            self.probs = _ops.sigmoid(self.logits)
        else:
            self.probs = _tensor(probs)
            self.logits = _ops.log(self.probs) - _ops.log(1.0 - self.probs)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        from pelton.compat.v1 import random_uniform

        drawn = random_uniform(_drawn_shape(sample_shape, self.probs), seed=seed)
        return _ops.cast(_ops.cast(drawn, self.probs.dtype) < self.probs, self._kind)

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the probability."""
        from pelton.compat.v1 import nn

        given = _ops.cast(_tensor(value), self.logits.dtype)
        like = given + self.logits * 0.0
        logits = self.logits + given * 0.0
        return -nn.sigmoid_cross_entropy_with_logits(labels=like, logits=logits)

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        return -(self.probs * self.log_prob(1) + (1.0 - self.probs) * self.log_prob(0))

    @property
    def dtype(self) -> Any:
        """The dtype of samples."""
        return _as_dtype(self._kind)

    def mean(self, name: Any = None) -> Any:
        """The probabilities of 1."""
        return self.probs

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        return self.probs * (1.0 - self.probs)

    def mode(self, name: Any = None) -> Any:
        """The likelier value."""
        return _ops.cast(self.probs > 0.5, self._kind)


class Categorical(Distribution):
    """Distributions of class numbers, by logits or probabilities along the last axis. ValueError
    unless one is given."""

    def __init__(self, logits: Any = None, probs: Any = None, dtype: Any = "int32",
                 validate_args: bool = False, allow_nan_stats: bool = True,
                 name: str = "Categorical") -> None:  # fmt: skip
        if (logits is None) == (probs is None):
            raise ValueError("Must pass probs or logits, but not both.")
        self._kind = dtype
        self.logits = _tensor(logits) if probs is None else _ops.log(_tensor(probs))
        self.probs = _ops.softmax(self.logits) if probs is None else _tensor(probs)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Class numbers, drawn in each run: of one axis of distributions at most."""
        from pelton.compat.v1 import multinomial

        sizes = _counted(sample_shape, [])
        rank = len(self.logits.shape)
        rows = self.logits if rank == 2 else _ops.reshape(self.logits, [-1, self._size()])
        drawn = multinomial(rows, math.prod(sizes), seed=seed)
        drawn = _ops.transpose(_ops.cast(drawn, self._kind))
        batch = _ops.shape(self.logits)[: rank - 1]
        return _ops.reshape(
            drawn, _ops.concat([_functions.convert(sizes, "int32"), batch], 0) if sizes else batch
        )

    @property
    def dtype(self) -> Any:
        """The dtype of samples."""
        return _as_dtype(self._kind)

    def _like(self) -> Any:
        return self.logits[..., 0]

    def _size(self) -> int:
        return int(self.logits.shape[-1])

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithms of the probabilities of class numbers."""
        from pelton.compat.v1 import nn

        return -nn.sparse_softmax_cross_entropy_with_logits(
            labels=_functions.convert(value), logits=self.logits
        )

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        logs = _ops.log_softmax(self.logits)
        return -_ops.reduce_sum(_ops.exp(logs) * logs, [-1])

    def mode(self, name: Any = None) -> Any:
        """The likeliest class."""
        from pelton.compat.v1 import argmax

        return _ops.cast(argmax(self.logits, -1), self._kind)


def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: Any = None
) -> Any:
    """The Kullback-Leibler divergence of two distributions of one kind.

    Raises NotImplementedError for others than normal, categorical, Bernoulli, gamma, beta and
    Dirichlet ones."""
    one, other = distribution_a, distribution_b
    for kind, apart in _APART.items():
        if isinstance(one, kind) and isinstance(other, kind):
            return apart(one, other)
    raise NotImplementedError(
        f"No KL(distribution_a || distribution_b) registered for {type(one).__name__} and "
        f"{type(other).__name__}"
    )


def _of_normal(one: Normal, other: Normal) -> Any:
    ratio = one.scale / other.scale
    apart = (one.loc - other.loc) / other.scale
    return 0.5 * (ratio * ratio + apart * apart - 1.0) - _ops.log(ratio)


def _of_categorical(one: Categorical, other: Categorical) -> Any:
    logs = _ops.log_softmax(one.logits)
    return _ops.reduce_sum(_ops.exp(logs) * (logs - _ops.log_softmax(other.logits)), [-1])


def _of_bernoulli(one: Bernoulli, other: Bernoulli) -> Any:
    apart = one.log_prob(1) - other.log_prob(1)
    return one.probs * apart + (1.0 - one.probs) * (one.log_prob(0) - other.log_prob(0))


_APART: dict[type, Any] = {
    Normal: _of_normal,
    Categorical: _of_categorical,
    Bernoulli: _of_bernoulli,
}


def __getattr__(name: str) -> Any:
    if name in __all__:
        from pelton.compat.v1 import rarer_distributions

        return getattr(rarer_distributions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
