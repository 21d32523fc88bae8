"""Owns what a folder holds for training: the files of some endings, their labels and classes, the
order that a seed gives, and the parts for training and validation."""

from __future__ import annotations

import os
from typing import NamedTuple

from pelton.keras.utils.console import print_msg

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class FolderFiles(NamedTuple):
    """Paths with a label each; labels and names of classes are None where nobody wants labels."""

    paths: list[str]
    labels: list[int] | None
    class_names: list[str] | None

    def shuffled(self, seed: int) -> FolderFiles:
        """The same files in the order of NumPy's legacy generator."""
        import numpy as np

        order = list(range(len(self.paths)))
        np.random.RandomState(seed).shuffle(order)
        labels = None if self.labels is None else [self.labels[i] for i in order]
        return FolderFiles([self.paths[i] for i in order], labels, self.class_names)

    def part(self, split: float | None, subset: str | None, verbose: bool) -> FolderFiles:
        """The last `split` of the files for "validation", the others for "training"."""
        if not split:
            return self
        count = int(split * len(self.paths))
        if subset == "training":
            count_used, cut = len(self.paths) - count, slice(None, -count)
        else:
            count_used, cut = count, slice(-count, None)
        if verbose:
            print_msg(f"Using {count_used} files for {subset}.")
        labels = None if self.labels is None else self.labels[cut]
        return FolderFiles(self.paths[cut], labels, self.class_names)


def find_files(
    directory: Any,
    labels: Any,
    class_names: Sequence[str] | None,
    endings: tuple[str, ...],
    follow_links: bool,
) -> FolderFiles:
    """The files below a directory in the order of their paths. "inferred" labels: the number of
    the sub-directory; those of a sequence go with the files; None: no labels.

    Raises ValueError for names that are no sub-directories and for another number of labels,
    FileNotFoundError where labels are to come from a directory that is not there."""
    root = _checked_directory(directory)
    if isinstance(labels, str):
        return _files_of_classes(root, class_names, endings, follow_links)
    paths = paths_below(root, endings, follow_links)
    if labels is None:
        return FolderFiles(paths, None, None)
    if len(labels) != len(paths):
        raise ValueError(
            "Expected the lengths of `labels` to match the number of files in the target "
            f"directory. len(labels) is {len(labels)} while we found {len(paths)} files in "
            f"directory {directory}."
        )
    return FolderFiles(paths, list(labels), [str(label) for label in sorted(set(labels))])


def _checked_directory(directory: Any) -> str:
    if not isinstance(directory, (str, os.PathLike)):
        raise TypeError(
            f"`directory` must be a path. Received: directory={directory!r} of type "
            f"{type(directory)}"
        )
    return os.fspath(directory)


def _files_of_classes(
    root: str, class_names: Any, endings: tuple[str, ...], follow_links: bool
) -> FolderFiles:
    names = sorted(
        name
        for name in os.listdir(root)
        if not name.startswith(".") and os.path.isdir(os.path.join(root, name))
    )
    if class_names:
        if not set(class_names).issubset(names):
            raise ValueError(
                "The `class_names` passed did not match the names of the subdirectories of the "
                f"target directory. Expected: {names} (or a subset of it), but received: "
                f"class_names={class_names}"
            )
        names = list(class_names)
    paths: list[str] = []
    labels: list[int] = []
    for label, name in enumerate(names):
        found = paths_below(os.path.join(root, name), endings, follow_links)
        paths += found
        labels += [label] * len(found)
    return FolderFiles(paths, labels, names)


def paths_below(root: str, endings: tuple[str, ...], follow_links: bool) -> list[str]:
    folders = sorted(os.walk(root, followlinks=follow_links), key=lambda walked: walked[0])
    return [
        os.path.join(folder, name)
        for folder, _, names in folders
        for name in sorted(names)
        if name.lower().endswith(endings)
    ]
