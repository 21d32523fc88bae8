"""The methods of Dataset that write and read files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


class FileMethods:
    """Elements in files."""

    @staticmethod
    def list_files(
        file_pattern: Any, shuffle: Any = None, seed: int | None = None, name: str | None = None
    ) -> Dataset:
        """The names of the files that match a pattern, or several: shuffled anew in each pass, or
        sorted with shuffle=False; raises InvalidArgumentError where there are none."""
        from pelton.data.file_datasets import list_files

        return list_files(file_pattern, shuffle, seed)

    def save(
        self,
        path: str,
        compression: str | None = None,
        shard_func: Any = None,
        checkpoint_args: Any = None,
    ) -> None:
        """Writes the elements below the folder `path`, for load: into one file, or into one for
        each number (an int64) that `shard_func` gives. `compression`: "GZIP", or none for other
        values. Raises InvalidArgumentError for elements that are datasets."""
        from pelton.data.element_files import save

        save(self, path, compression, shard_func)

    @staticmethod
    def load(
        path: str,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Any = None,
        wait: bool = False,
    ) -> Dataset:
        """The elements that save wrote, of each file one in turn, or what `reader_func` makes of a
        dataset of the files' datasets; raises NotFoundError where there are none. How they are
        compressed is known from the files."""
        from pelton.data.element_files import load

        return load(path, element_spec, reader_func)

    def snapshot(
        self,
        path: str,
        compression: str | None = "AUTO",
        reader_func: Any = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements, which the first whole pass writes below `path` as save does, and later ones
        read as load does."""
        from pelton.data.element_files import snapshot

        return snapshot(self, path, compression, reader_func, shard_func)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
