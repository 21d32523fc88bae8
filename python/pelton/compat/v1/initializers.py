"""Owns TensorFlow 1's initializers: those of Keras, with dtypes."""

from __future__ import annotations

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


class random_normal_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Normally distributed values."""

    _keras = "RandomNormal"

    def __init__(self, mean: float = 0.0, stddev: float = 1.0, seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


class truncated_normal_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Normally distributed values within two deviations."""

    _keras = "TruncatedNormal"

    def __init__(self, mean: float = 0.0, stddev: float = 1.0, seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


class random_uniform_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Uniformly distributed values."""

    _keras = "RandomUniform"

    def __init__(self, minval: float = 0.0, maxval: float | None = None, seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        super().__init__(
            minval=minval, maxval=1.0 if maxval is None else maxval, seed=seed, dtype=dtype
        )


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


class variance_scaling_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Values whose deviation follows from the sizes."""

    _keras = "VarianceScaling"

    def __init__(self, scale: float = 1.0, mode: str = "fan_in",
                 distribution: str = "truncated_normal", seed: Any = None,
                 dtype: Any = "float32") -> None:  # fmt: skip
        kind = {"normal": "truncated_normal"}.get(distribution, distribution)
        super().__init__(scale=scale, mode=mode, distribution=kind, seed=seed, dtype=dtype)


class uniform_unit_scaling_initializer:  # noqa: N801 - TensorFlow's name
    """Uniform values that keep the scale of inputs (Sussillo and Abbott 2014)."""

    def __init__(self, factor: float = 1.0, seed: Any = None, dtype: Any = "float32") -> None:
        self.factor, self.seed, self.dtype = factor, seed, dtype

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        import math

        from pelton.random import uniform

        inputs = math.prod(int(one) for one in list(shape)[:-1]) or 1
        limit = math.sqrt(3.0 / inputs) * self.factor
        return uniform(list(shape), -limit, limit, dtype or self.dtype, seed=self.seed)


class glorot_uniform_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Uniform values (Glorot and Bengio 2010)."""

    _keras = "GlorotUniform"


class glorot_normal_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """Normal values (Glorot and Bengio 2010)."""

    _keras = "GlorotNormal"


class orthogonal_initializer(_Initializer):  # noqa: N801 - TensorFlow's name
    """An orthogonal matrix."""

    _keras = "Orthogonal"


class he_normal(_Initializer):  # noqa: N801 - TensorFlow's name
    """Normal values (He et al. 2015)."""

    _keras = "HeNormal"


class he_uniform(_Initializer):  # noqa: N801 - TensorFlow's name
    """Uniform values (He et al. 2015)."""

    _keras = "HeUniform"


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
