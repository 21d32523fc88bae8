"""Owns ``tf.contrib.distributions``: those of tf.distributions."""

from pelton.compat.v1.distributions import (
    Bernoulli,
    Categorical,
    Distribution,
    Normal,
    Uniform,
    kl_divergence,
)

__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "Uniform", "kl_divergence"]
