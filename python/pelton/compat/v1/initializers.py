"""Owns the initializers of TensorFlow 1, which draw as its functions of random numbers do."""

from __future__ import annotations

import math

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Initializer:
    """Makes an initial value of a shape and dtype."""

    _keras = ""

    def __init__(self, **options: Any) -> None:
        dtype = options.pop("dtype", "float32")
        self.dtype = dtype
        from pelton.keras import initializers

        self._made = getattr(initializers, self._keras)(**options)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return self._made(tuple(shape), dtype=dtype or self.dtype)


def _draw(kind: str, shape: Any, dtype: Any, seed: Any, *args: Any) -> Any:
    """What ``tf.random``'s function gives for the shape: a node where code builds graphs."""
    from pelton.compat.v1.functions.graph_modules import module

    return getattr(module("random"), kind)([int(one) for one in shape], *args, dtype, seed=seed)


class random_normal_initializer:  # noqa: N801 - TensorFlow's name
    """Normally distributed values."""

    _kind = "normal"

    def __init__(self, mean: float = 0.0, stddev: float = 1.0, seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        self.mean, self.stddev, self.seed, self.dtype = mean, stddev, seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _draw(self._kind, shape, dtype or self.dtype, self.seed, self.mean, self.stddev)


class truncated_normal_initializer(random_normal_initializer):  # noqa: N801 - TensorFlow's name
    """Normally distributed values within two deviations."""

    _kind = "truncated_normal"


class random_uniform_initializer:  # noqa: N801 - TensorFlow's name
    """Uniformly distributed values."""

    def __init__(self, minval: Any = 0.0, maxval: Any = None, seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        self.minval, self.maxval = minval, 1.0 if maxval is None else maxval
        self.seed, self.dtype = seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _draw("uniform", shape, dtype or self.dtype, self.seed, self.minval, self.maxval)


class zeros_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Zeros."""

    _keras = "Zeros"


class ones_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Ones."""

    _keras = "Ones"


class constant_initializer:  # noqa: N801 - TensorFlow's name
    """A constant: a number, or values of the shape."""

    def __init__(self, value: Any = 0, dtype: Any = None, verify_shape: bool = False) -> None:
        self.value = value
        self.dtype = dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        from pelton.ops.array.creation import constant

        return constant(self.value, dtype or self.dtype, tuple(shape))


def _fans(shape: Any) -> tuple[int, int]:
    """(the number of inputs, of outputs) of weights of the shape."""
    sizes = [int(one) for one in shape]
    if len(sizes) < 2:
        return (sizes or [1])[0], (sizes or [1])[0]
    field = math.prod(sizes[:-2])
    return sizes[-2] * field, sizes[-1] * field


class variance_scaling_initializer:  # noqa: N801 - TensorFlow's name
    """Values whose deviation follows from the sizes.

    Raises ValueError for a `scale` that is not positive, another mode and another distribution."""

    def __init__(self, scale: float = 1.0, mode: str = "fan_in",
                 distribution: str = "truncated_normal", seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        kind = {"normal": "truncated_normal"}.get(distribution.lower(), distribution.lower())
        if scale <= 0.0:
            raise ValueError("`scale` must be a positive float.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Invalid `mode` argument: {mode}")
        if kind not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(f"Invalid `distribution` argument: {distribution}")
        self.scale, self.mode, self.distribution = scale, mode, kind
        self.seed, self.dtype = seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        inputs, outputs = _fans(shape)
        fan = {"fan_in": inputs, "fan_out": outputs}.get(self.mode, (inputs + outputs) / 2.0)
        variance = self.scale / max(1.0, fan)
        kind = dtype or self.dtype
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return _draw("uniform", shape, kind, self.seed, -limit, limit)
        if self.distribution == "untruncated_normal":
            return _draw("normal", shape, kind, self.seed, 0.0, math.sqrt(variance))
        deviation = math.sqrt(variance) / 0.87962566103423978  # of values within two deviations
        return _draw("truncated_normal", shape, kind, self.seed, 0.0, deviation)


class uniform_unit_scaling_initializer:  # noqa: N801 - TensorFlow's name
    """Uniform values that keep the scale of inputs (Sussillo and Abbott 2014)."""

    def __init__(self, factor: float = 1.0, seed: Any = None, dtype: Any = "float32") -> None:
        self.factor, self.seed, self.dtype = factor, seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        inputs = math.prod(int(one) for one in list(shape)[:-1]) or 1
        limit = math.sqrt(3.0 / inputs) * self.factor
        return _draw("uniform", shape, dtype or self.dtype, self.seed, -limit, limit)


class glorot_uniform_initializer(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Uniform values (Glorot and Bengio 2010)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


class glorot_normal_initializer(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Normal values (Glorot and Bengio 2010)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


class orthogonal_initializer:  # noqa: N801 - TensorFlow's name
    """An orthogonal matrix, of which all axes but the last are the rows.

    Raises ValueError for fewer than two axes."""

    def __init__(self, gain: float = 1.0, seed: Any = None, dtype: Any = "float32") -> None:
        self.gain, self.seed, self.dtype = gain, seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        from pelton import linalg
        from pelton._core import ops

        sizes = [int(one) for one in shape]
        if len(sizes) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional.")
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        flat = [max(rows, columns), min(rows, columns)]
        drawn = _draw("normal", flat, dtype or self.dtype, self.seed, 0.0, 1.0)
        q, r = linalg.qr(drawn)
        q = q * ops.sign(linalg.diag_part(r))
        return self.gain * ops.reshape(ops.transpose(q) if rows < columns else q, sizes)


class he_normal(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Normal values (He et al. 2015)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(2.0, "fan_in", "truncated_normal", seed, dtype)


class he_uniform(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Uniform values (He et al. 2015)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(2.0, "fan_in", "uniform", seed, dtype)


class lecun_normal(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Normal values (LeCun et al. 1998)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_in", "truncated_normal", seed, dtype)


class lecun_uniform(variance_scaling_initializer):  # noqa: N801 - TensorFlow's name
    """Uniform values (LeCun et al. 1998)."""

    def __init__(self, seed: Any = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_in", "uniform", seed, dtype)


constant = constant_initializer
zeros = zeros_initializer
ones = ones_initializer
random_normal = random_normal_initializer
random_uniform = random_uniform_initializer
truncated_normal = truncated_normal_initializer
variance_scaling = variance_scaling_initializer
glorot_uniform = glorot_uniform_initializer
glorot_normal = glorot_normal_initializer
orthogonal = orthogonal_initializer
uniform_unit_scaling = uniform_unit_scaling_initializer


class identity(_Initializer):  # noqa: N801 - TensorFlow's name
    """The unit matrix times `gain`. ValueError for other shapes than those of matrices."""

    _keras = "Identity"

    def __init__(self, gain: float = 1.0, dtype: Any = "float32") -> None:
        super().__init__(gain=gain, dtype=dtype)


_OF_VARIABLES = {
    "variables": "variables_initializer",
    "global_variables": "global_variables_initializer",
    "local_variables": "local_variables_initializer",
    "tables_initializer": "tables_initializer",
}


def __getattr__(name: str) -> Any:
    if name in _OF_VARIABLES:
        from pelton.compat import v1

        return getattr(v1, _OF_VARIABLES[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
