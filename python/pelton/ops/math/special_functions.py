"""Owns ``tf.math.special``: the modified Bessel functions of the first kind."""

from pelton._core.ops import bessel_i0, bessel_i0e, bessel_i1, bessel_i1e

__all__ = ["bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e"]
