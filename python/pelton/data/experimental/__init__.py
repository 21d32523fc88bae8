"""tf.data.experimental: older names of Dataset's methods, as functions for Dataset.apply, and
settings."""

from __future__ import annotations

from pelton.data.arguments import AUTOTUNE as AUTOTUNE
from pelton.data.arguments import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from pelton.data.arguments import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from pelton.data.experimental.transformations import Counter as Counter
from pelton.data.experimental.transformations import RandomDataset as RandomDataset
from pelton.data.experimental.transformations import (
    assert_cardinality as assert_cardinality,
)
from pelton.data.experimental.transformations import (
    bucket_by_sequence_length as bucket_by_sequence_length,
)
from pelton.data.experimental.transformations import cardinality as cardinality
from pelton.data.experimental.transformations import (
    choose_from_datasets as choose_from_datasets,
)
from pelton.data.experimental.transformations import copy_to_device as copy_to_device
from pelton.data.experimental.transformations import (
    dense_to_ragged_batch as dense_to_ragged_batch,
)
from pelton.data.experimental.transformations import (
    dense_to_sparse_batch as dense_to_sparse_batch,
)
from pelton.data.experimental.transformations import enable_debug_mode as enable_debug_mode
from pelton.data.experimental.transformations import enumerate_dataset as enumerate_dataset
from pelton.data.experimental.transformations import from_list as from_list
from pelton.data.experimental.transformations import (
    get_next_as_optional as get_next_as_optional,
)
from pelton.data.experimental.transformations import (
    get_single_element as get_single_element,
)
from pelton.data.experimental.transformations import get_structure as get_structure
from pelton.data.experimental.transformations import group_by_window as group_by_window
from pelton.data.experimental.transformations import ignore_errors as ignore_errors
from pelton.data.experimental.transformations import load as load
from pelton.data.experimental.transformations import map_and_batch as map_and_batch
from pelton.data.experimental.transformations import (
    parallel_interleave as parallel_interleave,
)
from pelton.data.experimental.transformations import prefetch_to_device as prefetch_to_device
from pelton.data.experimental.transformations import (
    rejection_resample as rejection_resample,
)
from pelton.data.experimental.transformations import (
    sample_from_datasets as sample_from_datasets,
)
from pelton.data.experimental.transformations import save as save
from pelton.data.experimental.transformations import scan as scan
from pelton.data.experimental.transformations import (
    shuffle_and_repeat as shuffle_and_repeat,
)
from pelton.data.experimental.transformations import snapshot as snapshot
from pelton.data.experimental.transformations import take_while as take_while
from pelton.data.experimental.transformations import unbatch as unbatch
from pelton.data.experimental.transformations import unique as unique
from pelton.data.options import AutoShardPolicy as AutoShardPolicy
from pelton.data.options import AutotuneAlgorithm as AutotuneAlgorithm
from pelton.data.options import AutotuneOptions as AutotuneOptions
from pelton.data.options import DistributeOptions as DistributeOptions
from pelton.data.options import ExternalStatePolicy as ExternalStatePolicy
from pelton.data.options import OptimizationOptions as OptimizationOptions
from pelton.data.options import ServiceOptions as ServiceOptions
from pelton.data.options import ThreadingOptions as ThreadingOptions
from pelton.experimental.optional import Optional as Optional

_LATER = {
    "CsvDataset": "csv_datasets",
    "DatasetInitializer": "tables",
    "Reducer": "reducing",
    "SHARD_HINT": "access",
    "SqlDataset": "sql_dataset",
    "TFRecordWriter": "transformations",
    "at": "access",
    "group_by_reducer": "reducing",
    "index_table_from_dataset": "tables",
    "make_batched_features_dataset": "feature_datasets",
    "make_csv_dataset": "csv_datasets",
    "pad_to_cardinality": "access",
    "parse_example_dataset": "feature_datasets",
    "table_from_dataset": "tables",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        import importlib

        value = getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'pelton.data.experimental' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
