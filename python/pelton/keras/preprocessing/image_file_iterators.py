"""Batches of images from files: the classes of a directory, or the rows of a pandas frame."""

from __future__ import annotations

import os
import warnings

from pelton.keras.preprocessing.image_iterators import Iterator, SavedImages
from pelton.keras.utils.console import print_msg
from pelton.keras.utils.folder_files import paths_below
from pelton.keras.utils.images import img_to_array, load_img, puts_channels_first
from pelton.names.named_refusals import shown

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np

_CHANNELS = {"grayscale": 1, "rgb": 3, "rgba": 4}
_WITH_CLASSES = ("binary", "categorical", "sparse")


class FileIterator(Iterator):
    """Batches of images read from `filepaths`, with labels by `class_mode`.

    A subclass finds the files: `_find_files` gives the paths and settles labels, classes and
    weights. Raises ValueError for modes and subsets that are none."""

    allowed_class_modes: tuple[str | None, ...] = (*_WITH_CLASSES, "input", None)
    sample_weight: Any = None  # numbers, one for each file

    def _settle_images(
        self,
        target_size: Any,
        color_mode: str,
        data_format: str | None,
        interpolation: str,
        keep_aspect_ratio: bool,
    ) -> None:
        if color_mode not in _CHANNELS:
            raise ValueError(
                f'Invalid color mode: {color_mode}; expected "rgb", "rgba", or "grayscale".'
            )
        self.target_size, self.color_mode = tuple(target_size), color_mode
        self.interpolation, self.keep_aspect_ratio = interpolation, keep_aspect_ratio
        first, channels = puts_channels_first(data_format), (_CHANNELS[color_mode],)
        self.data_format = "channels_first" if first else "channels_last"
        self.image_shape = channels + self.target_size if first else self.target_size + channels

    def _settle(
        self, generator: Any, class_mode: str | None, subset: str | None, dtype: Any
    ) -> None:
        from pelton.keras.backend import floatx

        if class_mode not in self.allowed_class_modes:
            raise ValueError(
                f"Invalid class_mode: {class_mode}; expected one of: {self.allowed_class_modes}"
            )
        self.image_data_generator, self.class_mode = generator, class_mode
        self.dtype = floatx() if dtype is None else dtype
        self.subset, self.split = subset, self._parts(subset)

    def _parts(self, subset: str | None) -> tuple[float, float] | None:
        """Where a subset begins and ends, as fractions of the files; None for all."""
        if subset is None:
            return None
        cut = self.image_data_generator._validation_split
        if subset not in ("validation", "training"):
            raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation"')
        return (0, cut) if subset == "validation" else (cut, 1)

    def _within_split(self, count: int) -> slice:
        if self.split is None:
            return slice(None)
        return slice(int(self.split[0] * count), int(self.split[1] * count))

    def _begin(
        self, root: Any, filenames: list[str], batch_size: int, shuffle: bool, seed: int | None
    ) -> None:
        self.filenames, self.samples = filenames, len(filenames)
        self._filepaths = [os.path.join(root, name) for name in filenames]
        Iterator.__init__(self, self.samples, batch_size, shuffle, seed)

    @property
    def filepaths(self) -> list[str]:
        """The paths of the files, in order."""
        return self._filepaths

    @property
    def labels(self) -> Any:
        """The class of each file, or its targets."""
        return self.classes

    def _image(self, path: str) -> np.ndarray:
        with load_img(
            path,
            color_mode=self.color_mode,
            target_size=self.target_size,
            interpolation=self.interpolation,
            keep_aspect_ratio=self.keep_aspect_ratio,
        ) as image:
            array = img_to_array(image, data_format=self.data_format)
        generator = self.image_data_generator
        return generator.changed(array) if generator else array

    def _get_batches_of_transformed_samples(self, index_array: Any) -> Any:
        import numpy as np

        images = np.zeros((len(index_array), *self.image_shape), dtype=self.dtype)
        for place, row in enumerate(index_array):
            images[place] = self._image(self.filepaths[row])
        self._saved.write(images, index_array)
        if self.class_mode is None:
            return images
        batch = (images, self._targets_of(index_array, images))
        weights = self.sample_weight
        return batch if weights is None else (*batch, weights[index_array])

    def _targets_of(self, rows: Any, images: np.ndarray) -> Any:
        import numpy as np

        if self.class_mode == "input":
            return images.copy()
        if self.class_mode == "multi_output":
            return [targets[rows] for targets in self.labels]
        if self.class_mode == "raw":
            return self.labels[rows]
        if self.class_mode != "categorical":
            return np.array([self.classes[row] for row in rows], dtype=self.dtype)
        marks = np.zeros((len(rows), len(self.class_indices)), dtype=self.dtype)
        for place, row in enumerate(rows):
            marks[place, self.classes[row]] = 1.0
        return marks


class DirectoryIterator(FileIterator):
    """Batches of the images below the sub-directories of `directory`, each of them a class.

    `classes` names the sub-directories and their order (else all, sorted). Prints what it found."""

    def __init__(
        self,
        directory: Any,
        image_data_generator: Any,
        target_size: Any = (256, 256),
        color_mode: str = "rgb",
        classes: Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        follow_links: bool = False,
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
        dtype: Any = None,
    ) -> None:
        self._settle_images(target_size, color_mode, data_format, interpolation, keep_aspect_ratio)
        self._settle(image_data_generator, class_mode, subset, dtype)
        self._saved = SavedImages(save_to_dir, save_prefix, save_format, self.data_format, 10**7)
        if not isinstance(directory, (str, os.PathLike)):
            raise TypeError(
                f"DirectoryIterator: argument `directory` must be a path, got {shown(directory)}"
            )
        self.directory = directory
        names = list(classes) if classes else self._folders()
        self.class_indices = {name: index for index, name in enumerate(names)}
        self.num_classes = len(names)
        filenames = self._find_files(names, follow_links)
        print_msg(f"Found {len(filenames)} images belonging to {self.num_classes} classes.")
        self._begin(directory, filenames, batch_size, shuffle, seed)

    def _folders(self) -> list[str]:
        root = self.directory
        return [
            name for name in sorted(os.listdir(root)) if os.path.isdir(os.path.join(root, name))
        ]

    def _find_files(self, names: list[str], follow_links: bool) -> list[str]:
        """The files of all classes, relative to the directory; settles the class of each."""
        import numpy as np

        found: list[str] = []
        classes: list[int] = []
        for index, name in enumerate(names):
            folder = os.path.join(self.directory, name)
            paths = paths_below(folder, self.white_list_formats, follow_links)
            if any(path.lower().endswith(".tiff") for path in paths):
                warnings.warn(
                    'Using ".tiff" files with multiple bands will cause distortion. Please verify '
                    "your output.",
                    stacklevel=4,
                )
            paths = paths[self._within_split(len(paths))]
            found += [os.path.relpath(path, self.directory) for path in paths]
            classes += [index] * len(paths)
        self.classes = np.array(classes, dtype="int32")
        return found


class DataFrameIterator(FileIterator):
    """Batches of the images that the column `x_col` of a pandas frame names, below `directory`.

    `y_col` has the classes, or the targets under class_mode "raw" and "multi_output" (a list of
    columns); `weight_col` has weights. Files that are not there are left out with a warning unless
    `validate_filenames` is False. Raises TypeError for columns of other types."""

    allowed_class_modes = (*_WITH_CLASSES, "input", "multi_output", "raw", None)

    def __init__(
        self,
        dataframe: Any,
        directory: Any = None,
        image_data_generator: Any = None,
        x_col: str = "filename",
        y_col: Any = "class",
        weight_col: str | None = None,
        target_size: Any = (256, 256),
        color_mode: str = "rgb",
        classes: Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        data_format: str | None = "channels_last",
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
        dtype: Any = "float32",
        validate_filenames: bool = True,
    ) -> None:
        self._settle_images(target_size, color_mode, data_format, interpolation, keep_aspect_ratio)
        self._settle(image_data_generator, class_mode, subset, dtype)
        self._saved = SavedImages(save_to_dir, save_prefix, save_format, self.data_format, 10**7)
        self.directory = directory or ""
        self._check_columns(dataframe, x_col, y_col, weight_col, classes)
        frame = self._with_files(dataframe, x_col) if validate_filenames else dataframe
        frame = self._with_classes(frame, y_col, classes)
        frame = frame.iloc[self._within_split(len(frame))]
        self._settle_targets(frame, y_col)
        self.sample_weight = frame[weight_col].to_numpy() if weight_col else None
        self._tell(len(frame), validate_filenames)
        self._begin(self.directory, frame[x_col].tolist(), batch_size, shuffle, seed)

    def _tell(self, count: int, is_validated: bool) -> None:
        kind = "validated" if is_validated else "non-validated"
        classes = ""
        if self.class_mode in _WITH_CLASSES:
            classes = f" belonging to {len(self.class_indices)} classes"
        print_msg(f"Found {count} {kind} image filenames{classes}.")

    def _check_columns(
        self, frame: Any, x_col: str, y_col: Any, weight_col: str | None, classes: Any
    ) -> None:
        import numpy as np

        mode = self.class_mode
        if mode == "multi_output" and not isinstance(y_col, list):
            raise TypeError(
                f'If class_mode="{mode}", y_col must be a list. Received {type(y_col).__name__}.'
            )
        if not all(isinstance(name, str) for name in frame[x_col]):
            raise TypeError(f"All values in column x_col={x_col} must be strings.")
        if mode in _WITH_CLASSES:
            _check_labels(str(mode), frame[y_col], y_col, classes)
        elif classes:
            warnings.warn(f'`classes` will be ignored given the class_mode="{mode}"', stacklevel=4)
        if weight_col and not issubclass(frame[weight_col].dtype.type, np.number):
            raise TypeError(f"Column weight_col={weight_col} must be numeric.")

    def _with_files(self, frame: Any, x_col: str) -> Any:
        """The rows whose files are there."""
        paths = [os.path.join(self.directory, name) for name in frame[x_col]]
        is_there = [
            path.lower().endswith(self.white_list_formats) and os.path.isfile(path)
            for path in paths
        ]
        missing = is_there.count(False)
        if missing:
            warnings.warn(
                f'Found {missing} invalid image filename(s) in x_col="{x_col}". These filename(s) '
                "will be ignored.",
                stacklevel=4,
            )
        return frame[is_there]

    def _with_classes(self, frame: Any, y_col: Any, classes: Any) -> Any:
        """The rows that have a class; settles the indices of classes."""
        if self.class_mode not in _WITH_CLASSES:
            return frame
        if classes:
            names = list(dict.fromkeys(classes))
            kept = [_kept_labels(label, names) for label in frame[y_col]]
            frame = frame.assign(**{y_col: kept})[[label is not None for label in kept]]
        else:
            listed = (_as_list(label) for label in frame[y_col])
            names = sorted({label for labels in listed for label in labels})
        self.class_indices = {name: index for index, name in enumerate(names)}
        return frame

    def _settle_targets(self, frame: Any, y_col: Any) -> None:
        import numpy as np

        if self.class_mode in _WITH_CLASSES:
            indices = self.class_indices
            self.classes: Any = [
                indices[label] if isinstance(label, str) else [indices[part] for part in label]
                for label in frame[y_col]
            ]
        elif self.class_mode == "multi_output":
            self._targets: Any = [np.array(frame[name].tolist()) for name in y_col]
        elif self.class_mode == "raw":
            self._targets = frame[y_col].to_numpy()

    @property
    def labels(self) -> Any:
        """The class of each file, or its targets under "raw" and "multi_output"."""
        return self._targets if self.class_mode in ("multi_output", "raw") else self.classes


def _check_labels(mode: str, labels: Any, y_col: Any, classes: Any) -> None:
    """Raises TypeError for labels of other types, ValueError where binary ones are not of two."""
    types = (str, list, tuple) if mode == "categorical" else (str,)
    words = "type string, list or tuple" if mode == "categorical" else "strings"
    if not all(isinstance(label, types) for label in labels):
        raise TypeError(f'If class_mode="{mode}", y_col="{y_col}" column values must be {words}.')
    if mode != "binary":
        return
    count = len(set(classes)) if classes else labels.nunique()
    if count != 2:
        told = f"{count} class/es were given" if classes else f"Found {count} classes"
        raise ValueError(f'If class_mode="binary" there must be 2 classes. {told}.')


def _as_list(label: Any) -> list[Any]:
    return list(label) if isinstance(label, (list, tuple)) else [label]


def _kept_labels(label: Any, names: list[str]) -> Any:
    """The label, or those of a list, that are among the names; None where none is."""
    if isinstance(label, (list, tuple)):
        return [part for part in label if part in names] or None
    return label if label in names else None


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
