"""Owns datasets of the files of a folder: what is asked for, checked, and the pipeline that reads,
labels, shuffles and batches them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pelton.keras.utils.console import print_msg
from pelton.keras.utils.folder_files import FolderFiles, find_files

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

_SUBSETS = ("training", "validation", "both")


@dataclass
class FolderRequest:
    """Which files of a folder are wanted, with which labels, in which order and batches."""

    directory: Any
    labels: Any
    label_mode: str | None
    class_names: Any
    batch_size: int | None
    shuffle: bool
    seed: int | None
    validation_split: float | None
    subset: str | None
    follow_links: bool
    format: str
    verbose: bool
    batching: str = "batch"  # the dataset's method

    def check(self, kind: str) -> None:
        """Raises ValueError, naming the argument, for what does not go together; `kind`: of files.

        Draws the seed that nobody gave, and drops labels that nobody wants."""
        self._check_labels(kind)
        check_format(self.format)
        self._check_split()
        self.batch_size = checked_count("batch_size", self.batch_size)
        self.seed = checked_seed(self.seed)
        if self.labels is None or self.label_mode is None:
            self.labels = self.label_mode = None

    def _check_labels(self, kind: str) -> None:
        is_inferred = isinstance(self.labels, str) and self.labels == "inferred"
        if not is_inferred and self.labels is not None:
            if not isinstance(self.labels, (list, tuple)):
                raise ValueError(
                    "`labels` argument should be a list/tuple of integer labels, of the same size "
                    f'as the number of {kind} files in the target directory, "inferred" or None. '
                    f"Received: labels={self.labels}"
                )
            _check_integers(self.labels)
            if self.class_names:
                raise ValueError(
                    'You can only pass `class_names` if `labels="inferred"`. Received: '
                    f"labels={self.labels}, and class_names={self.class_names}"
                )
        if self.class_names is not None and not _is_names(self.class_names):
            raise ValueError(
                "`class_names` must be a list/tuple of strings. Received: "
                f"class_names={self.class_names}"
            )
        if self.label_mode not in ("int", "categorical", "binary", None):
            raise ValueError(
                '`label_mode` argument must be one of "int", "categorical", "binary", or None. '
                f"Received: label_mode={self.label_mode}"
            )

    def _check_split(self) -> None:
        split, subset = self.validation_split, self.subset
        if split and not (isinstance(split, (int, float)) and 0 < split < 1):
            raise ValueError(f"`validation_split` must be between 0 and 1, received: {split}")
        if (split or subset) and not (split and subset):
            raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
        if subset not in (None, *_SUBSETS):
            raise ValueError(
                f'`subset` must be either "training", "validation" or "both", received: {subset}'
            )
        if split and self.shuffle and self.seed is None:
            raise ValueError(
                "If using `validation_split` and shuffling the data, you must provide a `seed` "
                "argument, to make sure that there is no overlap between the training and "
                "validation subset."
            )

    def files(self, endings: tuple[str, ...]) -> FolderFiles:
        """All files, in their order; says how many there are."""
        found = find_files(
            self.directory, self.labels, self.class_names, endings, bool(self.follow_links)
        )
        if self.verbose:
            count = len(found.paths)
            names = found.class_names
            classes = "" if names is None else f" belonging to {len(names)} classes"
            print_msg(f"Found {count} files{classes}.")
        if self.label_mode == "binary" and len(found.class_names or ()) != 2:
            raise ValueError(
                'When passing `label_mode="binary"`, there must be exactly 2 class_names. '
                f"Received: class_names={found.class_names}"
            )
        return found.shuffled(self.seed) if self.shuffle else found

    def dataset(self, files: FolderFiles, read: Callable[[Any], Any], shuffles: bool) -> Any:
        """Batches of what `read` makes of a path, with labels."""
        import pelton as tf

        rows = tf.data.Dataset.from_tensor_slices(self._elements(files))
        if shuffles:
            size = 1024 if self.batch_size is None else 8 * self.batch_size
            rows = rows.shuffle(size, seed=self.seed)
        if self.label_mode is None:
            rows = rows.map(read, num_parallel_calls=tf.data.AUTOTUNE)
        else:
            rows = rows.map(
                lambda path, label: (read(path), label), num_parallel_calls=tf.data.AUTOTUNE
            )
        if self.batch_size is not None:
            rows = getattr(rows, self.batching)(self.batch_size)
        made = rows.prefetch(tf.data.AUTOTUNE)
        made.class_names = files.class_names
        return made

    def _elements(self, files: FolderFiles) -> Any:
        import pelton as tf

        if self.label_mode is None:
            return files.paths
        labels = tf.constant(files.labels, tf.int32)
        if self.label_mode == "binary":
            labels = tf.cast(labels, tf.float32)[:, None]
        elif self.label_mode == "categorical":
            labels = tf.one_hot(labels, len(files.class_names or ()))
        return files.paths, labels


def folder_datasets(
    request: FolderRequest, read: Callable[[Any], Any], what: str, endings: tuple[str, ...]
) -> list[tuple[Any, FolderFiles]]:
    """Datasets, each with the files in it: two for "both", else one. Raises ValueError, which says
    `what` is missing, where no file is left."""
    files = request.files(endings)
    is_both = request.subset == "both"
    subsets = ("training", "validation") if is_both else (request.subset,)
    parts = [files.part(request.validation_split, name, bool(request.verbose)) for name in subsets]
    for subset, part in zip(subsets, parts, strict=True):
        if not part.paths:
            missing = f"{subset} {what}" if is_both else what
            formats = f"formats: {endings}" if len(endings) > 1 else f"format: {endings[0]}"
            raise ValueError(
                f"No {missing} found in directory {request.directory}. Allowed {formats}"
            )
    return [
        (request.dataset(part, read, bool(request.shuffle) and place == 0), part)
        for place, part in enumerate(parts)
    ]


def check_format(format: Any) -> None:
    """Raises ValueError unless it is "tf"; Grain's datasets are not there."""
    if not isinstance(format, str) or format not in ("tf", "grain"):
        raise ValueError(f'`format` should be either "tf" or "grain". Received: format={format}')
    if format == "grain":
        raise ValueError('`format="grain"` is not there in pelton.keras: pass format="tf"')


def checked_count(name: str, value: Any) -> int | None:
    """A positive int or None; raises ValueError, naming the argument, for other values."""
    import operator

    if value is None:
        return None
    try:
        count = operator.index(value)
    except TypeError:
        count = 0
    if count < 1:
        raise ValueError(f"`{name}` must be a positive integer or None. Received: {name}={value!r}")
    return count


def checked_seed(seed: Any) -> int:
    """The seed, of 0 to 2**32 - 1, or one that is drawn; raises ValueError for other values."""
    import operator

    import numpy as np

    if seed is None:
        return int(np.random.randint(1e6))
    try:
        value = operator.index(seed)
    except TypeError:
        value = -1
    if not 0 <= value < 2**32:
        raise ValueError(f"`seed` must be an integer of 0 to 2**32 - 1. Received: seed={seed!r}")
    return value


def _check_integers(labels: Any) -> None:
    import operator

    for label in labels:
        try:
            operator.index(label)
        except TypeError:
            raise ValueError(
                f"`labels` must hold integers. Received: {label!r} of type {type(label)}"
            ) from None


def _is_names(names: Any) -> bool:
    return isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)
