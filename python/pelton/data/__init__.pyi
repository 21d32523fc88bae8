"""Types of pelton.data. Made by `dev.py stubs`; do not edit."""

from pelton.data.dataset import Dataset as Dataset
from pelton.data.file_datasets import FixedLengthRecordDataset as FixedLengthRecordDataset
from pelton.data.file_datasets import TFRecordDataset as TFRecordDataset
from pelton.data.file_datasets import TextLineDataset as TextLineDataset
from pelton.data.iteration import Iterator as Iterator
from pelton.data.iteration import NumpyIterator as NumpyIterator
from pelton.data.options import Options as Options
from pelton.data.options import ThreadingOptions as ThreadingOptions
from pelton.data.specs import DatasetSpec as DatasetSpec
from pelton.data.specs import IteratorSpec as IteratorSpec

AUTOTUNE: int
INFINITE_CARDINALITY: int
UNKNOWN_CARDINALITY: int
