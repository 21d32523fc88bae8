"""Finds a data set's file: in the user's folder, then in Keras's cache, else downloads it there."""

from __future__ import annotations

from dataclasses import dataclass

from pelton.keras.datasets import cache
from pelton.keras.datasets.errors import DatasetUnavailableError
from pelton.keras.datasets.web_file import get_file

_STORE = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


@dataclass(frozen=True)
class DatasetFile:
    """A file of the data set `dataset`, at `url`, whose hash (SHA-256 or MD5) is `digest`; an
    archive's content lies in the folder `unpacked` of the cache."""

    dataset: str
    url: str
    digest: str | None
    subfolder: str = "datasets"
    unpacked: str = ""

    def find(self, path: str | None = None) -> str:
        """Where the file, or the unpacked folder, is; `path` is its name in the cache.

        Raises DatasetUnavailableError (an OSError) where there is none and none can be had."""
        name = self.unpacked or path or self.url.rpartition("/")[2]
        named = cache.user_file(name)
        if named is not None:
            return named
        try:
            return get_file(
                name,
                self.url,
                file_hash=self.digest,
                cache_subdir=self.subfolder,
                extract=bool(self.unpacked),
            )
        except OSError as error:
            raise DatasetUnavailableError(
                f"{self.dataset}.load_data: {name} is not in Keras's cache, and it could not be "
                f"downloaded ({error}). Put {self.url} there, or into the folder that "
                f"{cache.DATA_DIR_VARIABLE} names. {self.dataset}.load_sample() needs no download: "
                "a small generated data set of the same form."
            ) from error


def stored(dataset: str, name: str, digest: str | None, subfolder: str = "datasets") -> DatasetFile:
    """The file `name` of a data set in the store that Keras's data sets come from."""
    return DatasetFile(dataset, _STORE + name, digest, subfolder)
