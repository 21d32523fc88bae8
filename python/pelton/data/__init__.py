"""tf.data: pipelines of elements, made by the engine."""

from __future__ import annotations

import importlib as _importlib

from pelton._core import bind_data as _bind_data

_bind_data()

from pelton.data.arguments import AUTOTUNE as AUTOTUNE  # noqa: E402
from pelton.data.arguments import INFINITE_CARDINALITY as INFINITE_CARDINALITY  # noqa: E402
from pelton.data.arguments import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY  # noqa: E402
from pelton.data.dataset import Dataset as Dataset  # noqa: E402
from pelton.data.iteration import Iterator as Iterator  # noqa: E402
from pelton.data.iteration import NumpyIterator as NumpyIterator  # noqa: E402
from pelton.data.options import Options as Options  # noqa: E402
from pelton.data.options import ThreadingOptions as ThreadingOptions  # noqa: E402
from pelton.data.specs import DatasetSpec as DatasetSpec  # noqa: E402
from pelton.data.specs import IteratorSpec as IteratorSpec  # noqa: E402

_FILES = frozenset("FixedLengthRecordDataset TFRecordDataset TextLineDataset".split())


def __getattr__(name: str) -> object:
    if name in _FILES:
        value = getattr(_importlib.import_module("pelton.data.file_datasets"), name)
        globals()[name] = value
        return value
    if name == "experimental":
        return _importlib.import_module("pelton.data.experimental")
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_FILES, "experimental"})
