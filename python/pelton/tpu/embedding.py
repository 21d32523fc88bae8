"""``tf.tpu.experimental.embedding``: what tables of embeddings on TPUs are told, which programs
make before they look for a TPU; the layers over such tables need one."""

from __future__ import annotations

import functools
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


class TPUEmbeddingForServing(TPUEmbedding):
    """Tables of a TPU, to be read elsewhere; raises ValueError, as there is no TPU."""


class TPUEmbeddingV0(TPUEmbedding):
    """Tables on a TPU without a core for them; raises ValueError, as there is none."""


class TPUEmbeddingV2(TPUEmbedding):
    """Tables on a TPU's core for them; raises ValueError, as there is none."""


class SparseCoreEmbeddingConfig(_Settings):
    """How tables lie on a TPU's cores for them."""

    def __init__(
        self,
        disable_table_stacking: bool = False,
        max_ids_per_chip_per_sample: int = 64,
        max_ids_per_table: dict[str, int] | None = None,
        max_unique_ids_per_table: dict[str, int] | None = None,
        allow_id_dropping: bool = False,
        initialize_tables_on_host: bool = True,
        enable_fast_table_initialization: bool = False,
    ) -> None:
        super().__init__(
            disable_table_stacking=disable_table_stacking,
            max_ids_per_chip_per_sample=max_ids_per_chip_per_sample,
            max_ids_per_table=max_ids_per_table,
            max_unique_ids_per_table=max_unique_ids_per_table,
            allow_id_dropping=allow_id_dropping,
            initialize_tables_on_host=initialize_tables_on_host,
            enable_fast_table_initialization=enable_fast_table_initialization,
        )


@functools.cache
def __getattr__(name: str) -> type:
    """The classes that say how tables are updated, which have the names of Keras's optimizers."""
    from pelton.keras import optimizers

    known = {one.lower() for one in dir(optimizers) if one[0].isupper()}
    if name.startswith("_") or name.removesuffix("Momentum").lower() not in known:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def start(self: _Settings, learning_rate: Any = None, **options: Any) -> None:
        _Settings.__init__(self, learning_rate=learning_rate, **options)

    names = {"__init__": start, "__doc__": "How a table is updated.", "__module__": __name__}
    return type(name, (_Settings,), names)


__all__ = [
    "FeatureConfig",
    "QuantizationConfig",
    "TPUEmbedding",
    "TPUEmbeddingForServing",
    "TPUEmbeddingV0",
    "TPUEmbeddingV2",
    "TableConfig",
]
