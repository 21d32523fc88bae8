"""Owns the rarer distributions of ``tf.distributions``: gamma, beta and their kin."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.compat.v1.distributions import _APART, Distribution, _counted, _drawn_shape, _tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _gammas(shape: Any, alpha: Any, seed: Any) -> Any:
    from pelton.compat.v1 import random_gamma

    return random_gamma(list(_counted(shape, [])), alpha, dtype=alpha.dtype, seed=seed)


class Gamma(Distribution):
    """Gamma distributions of a `concentration` and a `rate`."""

    def __init__(self, concentration: Any, rate: Any, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Gamma") -> None:  # fmt: skip
        self.concentration = _tensor(concentration)
        self.rate = _tensor(rate, self.concentration)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        alpha = self.concentration + self.rate * 0.0
        return _gammas(sample_shape, alpha, seed) / self.rate

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        x, a = _tensor(value, self.rate), self.concentration
        return (a - 1.0) * _ops.log(x) - self.rate * x + a * _ops.log(self.rate) - _ops.lgamma(a)

    def cdf(self, value: Any, name: Any = None) -> Any:
        """The probability of a value that is not larger."""
        scaled = self.rate * _tensor(value, self.rate)
        return _ops.igamma(self.concentration + scaled * 0.0, scaled)

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        a = self.concentration
        return a - _ops.log(self.rate) + _ops.lgamma(a) + (1.0 - a) * _ops.digamma(a)

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return self.concentration / self.rate

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        return self.concentration / (self.rate * self.rate)


class Exponential(Gamma):
    """Exponential distributions of a `rate`."""

    def __init__(self, rate: Any, validate_args: bool = False, allow_nan_stats: bool = True,
                 name: str = "Exponential") -> None:  # fmt: skip
        rate = _tensor(rate)
        super().__init__(rate * 0.0 + 1.0, rate)


def _log_beta(*parts: Any) -> Any:
    """The logarithm of the product of gamma functions over that of the sum."""
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return sum(map(_ops.lgamma, parts[1:]), _ops.lgamma(parts[0])) - _ops.lgamma(total)


class Beta(Distribution):
    """Beta distributions of two concentrations."""

    def __init__(self, concentration1: Any = None, concentration0: Any = None,
                 validate_args: bool = False, allow_nan_stats: bool = True,
                 name: str = "Beta") -> None:  # fmt: skip
        self.concentration1 = _tensor(concentration1)
        self.concentration0 = _tensor(concentration0, self.concentration1)

    @property
    def total_concentration(self) -> Any:
        """The sum of both."""
        return self.concentration1 + self.concentration0

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        none = self.total_concentration * 0.0
        one = _gammas(sample_shape, self.concentration1 + none, seed)
        other = None if seed is None else seed + 1
        return one / (one + _gammas(sample_shape, self.concentration0 + none, other))

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        x, a, b = _tensor(value, self.concentration1), self.concentration1, self.concentration0
        return (a - 1.0) * _ops.log(x) + (b - 1.0) * _ops.log1p(-x) - _log_beta(a, b)

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        a, b, total = self.concentration1, self.concentration0, self.total_concentration
        known = (a - 1.0) * _ops.digamma(a) + (b - 1.0) * _ops.digamma(b)
        return _log_beta(a, b) - known + (total - 2.0) * _ops.digamma(total)

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return self.concentration1 / self.total_concentration

    def mode(self, name: Any = None) -> Any:
        """The likeliest values of concentrations above 1."""
        return (self.concentration1 - 1.0) / (self.total_concentration - 2.0)

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        mean = self.mean()
        return mean * (1.0 - mean) / (self.total_concentration + 1.0)


class Dirichlet(Distribution):
    """Dirichlet distributions of concentrations along the last axis."""

    _events = 1

    def __init__(self, concentration: Any, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Dirichlet") -> None:  # fmt: skip
        self.concentration = _tensor(concentration)

    @property
    def total_concentration(self) -> Any:
        """Their sums."""
        return _ops.reduce_sum(self.concentration, [-1])

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        drawn = _gammas(sample_shape, self.concentration, seed)
        return drawn / _ops.reduce_sum(drawn, [-1], True)

    def _log_normal(self) -> Any:
        sums = _ops.reduce_sum(_ops.lgamma(self.concentration), [-1])
        return sums - _ops.lgamma(self.total_concentration)

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        x = _tensor(value, self.concentration)
        powers = _ops.reduce_sum((self.concentration - 1.0) * _ops.log(x), [-1])
        return powers - self._log_normal()

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        a, total = self.concentration, self.total_concentration
        known = _ops.reduce_sum((a - 1.0) * _ops.digamma(a), [-1])
        return self._log_normal() + (total - self._size()) * _ops.digamma(total) - known

    def _size(self) -> float:
        return float(self.concentration.shape[-1])

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return self.concentration / _ops.reduce_sum(self.concentration, [-1], True)

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        total = _ops.reduce_sum(self.concentration, [-1], True)
        return self.mean() * (1.0 - self.mean()) / (total + 1.0)


class Laplace(Distribution):
    """Laplace distributions of means `loc` and widths `scale`."""

    def __init__(self, loc: Any, scale: Any, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Laplace") -> None:  # fmt: skip
        self.loc = _tensor(loc)
        self.scale = _tensor(scale, self.loc)

    def _scaled(self, value: Any) -> Any:
        return (_tensor(value, self.loc) - self.loc) / self.scale

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        from pelton.compat.v1 import random_uniform

        like = self.mean()
        sizes = _drawn_shape(sample_shape, like)
        drawn = random_uniform(sizes, -1.0 + 1e-7, 1.0, dtype=like.dtype, seed=seed)
        return like - self.scale * _ops.sign(drawn) * _ops.log1p(-_ops.abs(drawn))

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        return -_ops.abs(self._scaled(value)) - _ops.log(2.0 * self.scale)

    def cdf(self, value: Any, name: Any = None) -> Any:
        """The probability of a value that is not larger."""
        z = self._scaled(value)
        return 0.5 - 0.5 * _ops.sign(z) * _ops.expm1(-_ops.abs(z))

    def entropy(self, name: Any = None) -> Any:
        """The entropy."""
        return _ops.log(2.0 * self.scale) + 1.0 + self.loc * 0.0

    def mean(self, name: Any = None) -> Any:
        """The means."""
        return self.loc + self.scale * 0.0

    def variance(self, name: Any = None) -> Any:
        """The variances."""
        return 2.0 * self.scale * self.scale + self.loc * 0.0


class StudentT(Distribution):
    """Student's distributions of degrees of freedom `df`, means `loc` and widths `scale`."""

    def __init__(self, df: Any, loc: Any, scale: Any, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "StudentT") -> None:  # fmt: skip
        self.df = _tensor(df)
        self.loc, self.scale = _tensor(loc, self.df), _tensor(scale, self.df)

    def sample(self, sample_shape: Any = (), seed: Any = None, name: Any = None) -> Any:
        """Values, drawn in each run."""
        from pelton.compat.v1 import random_normal

        like = self.mean() + self.df * 0.0
        normal = random_normal(_drawn_shape(sample_shape, like), dtype=like.dtype, seed=seed)
        squares = _gammas(sample_shape, 0.5 * self.df + like * 0.0, seed) * 2.0
        return self.loc + self.scale * normal * _ops.rsqrt(squares / self.df)

    def log_prob(self, value: Any, name: Any = None) -> Any:
        """The logarithm of the density."""
        z, half = (_tensor(value, self.df) - self.loc) / self.scale, 0.5 * (self.df + 1.0)
        norm = _ops.lgamma(0.5 * self.df) - _ops.lgamma(half) + 0.5 * _ops.log(self.df * math.pi)
        return -half * _ops.log1p(z * z / self.df) - norm - _ops.log(_ops.abs(self.scale))

    def mean(self, name: Any = None) -> Any:
        """The means of more than one degree of freedom."""
        return self.loc + self.scale * 0.0


def _of_gamma(one: Gamma, other: Gamma) -> Any:
    a, b, ratio = one.concentration, other.concentration, other.rate / one.rate
    apart = (a - b) * _ops.digamma(a) + _ops.lgamma(b) - _ops.lgamma(a)
    return apart - b * _ops.log(ratio) + a * (ratio - 1.0)


def _of_beta(one: Beta, other: Beta) -> Any:
    a, b = one.concentration1 - other.concentration1, one.concentration0 - other.concentration0
    apart = a * _ops.digamma(one.concentration1) + b * _ops.digamma(one.concentration0)
    norms = _log_beta(other.concentration1, other.concentration0) - _log_beta(
        one.concentration1, one.concentration0
    )
    return norms + apart - (a + b) * _ops.digamma(one.total_concentration)


def _of_dirichlet(one: Dirichlet, other: Dirichlet) -> Any:
    mean_logs = _ops.digamma(one.concentration) - _ops.expand_dims(
        _ops.digamma(one.total_concentration), -1
    )
    apart = _ops.reduce_sum((one.concentration - other.concentration) * mean_logs, [-1])
    return apart - one._log_normal() + other._log_normal()


_APART.update({Gamma: _of_gamma, Beta: _of_beta, Dirichlet: _of_dirichlet})
