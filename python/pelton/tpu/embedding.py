"""``tf.tpu.experimental.embedding``: what tables of embeddings on TPUs are told, which programs make
before they look for a TPU; the layers over such tables need one."""

from __future__ import annotations

from typing import Any

from pelton import dtypes as _dtypes
from pelton.distribute.cluster_resolver import NO_TPU


class _Settings:
    """Keeps its arguments as attributes."""

    def __init__(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({given})"


class SGD(_Settings):
    """The plain gradient step of a table; `options` are TensorFlow's further keywords."""

    def __init__(self, learning_rate: Any = 0.01, **options: Any) -> None:
        super().__init__(learning_rate=learning_rate, **options)


class Adagrad(_Settings):
    """Adagrad's step of a table; `options` are TensorFlow's further keywords."""

    def __init__(
        self, learning_rate: Any = 0.001, initial_accumulator_value: float = 0.1, **options: Any
    ) -> None:
        super().__init__(
            learning_rate=learning_rate,
            initial_accumulator_value=initial_accumulator_value,
            **options,
        )


class AdagradMomentum(_Settings):
    """Adagrad's step with momentum; `options` are TensorFlow's further keywords."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        momentum: float = 0.0,
        use_nesterov: bool = False,
        exponent: float = 2,
        beta2: float = 1,
        epsilon: float = 1e-10,
        **options: Any,
    ) -> None:
        super().__init__(
            learning_rate=learning_rate,
            momentum=momentum,
            use_nesterov=use_nesterov,
            exponent=exponent,
            beta2=beta2,
            epsilon=epsilon,
            **options,
        )


class FTRL(_Settings):
    """FTRL's step of a table; `options` are TensorFlow's further keywords."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        learning_rate_power: float = -0.5,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        beta: float = 0.0,
        initial_accumulator_value: float = 0.1,
        **options: Any,
    ) -> None:
        super().__init__(
            learning_rate=learning_rate,
            learning_rate_power=learning_rate_power,
            l1_regularization_strength=l1_regularization_strength,
            l2_regularization_strength=l2_regularization_strength,
            beta=beta,
            initial_accumulator_value=initial_accumulator_value,
            **options,
        )


class Adam(_Settings):
    """Adam's step of a table; `options` are TensorFlow's further keywords."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        **options: Any,
    ) -> None:
        super().__init__(
            learning_rate=learning_rate, beta_1=beta_1, beta_2=beta_2, epsilon=epsilon, **options
        )


class QuantizationConfig(_Settings):
    """How values of a table are rounded: to `num_buckets` between `lower` and `upper`."""

    def __init__(self, num_buckets: int, lower: float, upper: float) -> None:
        super().__init__(num_buckets=num_buckets, lower=lower, upper=upper)


class TableConfig(_Settings):
    """A table of `vocabulary_size` rows of `dim` numbers. Raises ValueError for sizes below 1 and
    for a `combiner` that is none."""

    def __init__(
        self,
        vocabulary_size: int,
        dim: int,
        initializer: Any = None,
        optimizer: Any = None,
        combiner: Any = "mean",
        name: str | None = None,
        quantization_config: Any = None,
        layout: Any = None,
        dtype: Any = _dtypes.float32,
    ) -> None:
        for what, size in (("vocabulary_size", vocabulary_size), ("dim", dim)):
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"Argument `{what}` must be a positive integer, got {size!r}.")
        if isinstance(combiner, str) and combiner not in ("mean", "sum", "sqrtn"):
            raise ValueError(f"Argument `combiner` must be mean, sum or sqrtn, got {combiner!r}.")
        super().__init__(
            vocabulary_size=vocabulary_size,
            dim=dim,
            initializer=initializer,
            optimizer=optimizer,
            combiner=combiner,
            name=name,
            quantization_config=quantization_config,
            layout=layout,
            dtype=dtype,
        )


class FeatureConfig(_Settings):
    """A feature whose ids are rows of `table`."""

    def __init__(
        self,
        table: TableConfig,
        max_sequence_length: int = 0,
        validate_weights_and_indices: bool = True,
        output_shape: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            table=table,
            max_sequence_length=max_sequence_length,
            validate_weights_and_indices=validate_weights_and_indices,
            output_shape=output_shape,
            name=name,
        )


class TPUEmbedding:
    """Tables on a TPU; raises ValueError, as there is none."""

    def __init__(self, feature_config: Any, optimizer: Any = None, **options: Any) -> None:
        raise ValueError(NO_TPU)


class TPUEmbeddingV0(TPUEmbedding):
    """Tables on a TPU without a core for them; raises ValueError, as there is none."""


class TPUEmbeddingV2(TPUEmbedding):
    """Tables on a TPU's core for them; raises ValueError, as there is none."""


__all__ = [
    "FTRL",
    "SGD",
    "Adagrad",
    "AdagradMomentum",
    "Adam",
    "FeatureConfig",
    "QuantizationConfig",
    "TPUEmbedding",
    "TPUEmbeddingV0",
    "TPUEmbeddingV2",
    "TableConfig",
]
