"""The methods of Dataset that write and read files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


def _refuse(method: str, **options: Any) -> None:
    """Raises UnimplementedError for options that are given: there is one file in order."""
    from pelton.errors import UnimplementedError

    for name, value in options.items():
        if value is not None:
            raise UnimplementedError(f"Dataset.{method}: {name} must be None, got {value!r}")


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
        """Writes the elements below the folder `path`, for load."""
        from pelton.data.element_files import save

        _refuse("save", shard_func=shard_func, checkpoint_args=checkpoint_args)
        save(self, path, compression)

    @staticmethod
    def load(
        path: str,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Any = None,
        wait: bool = False,
    ) -> Dataset:
        """The elements that save wrote; raises NotFoundError where there are none."""
        from pelton.data.element_files import load

        return load(path, element_spec, compression)

    def snapshot(
        self,
        path: str,
        compression: str | None = "AUTO",
        reader_func: Any = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements, which the first whole pass writes below `path` and later ones read."""
        from pelton.data.element_files import snapshot

        _refuse("snapshot", reader_func=reader_func, shard_func=shard_func)
        return snapshot(self, path)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
