"""Iterators over batches of images: the order of the rows, and images from arrays.

Indices give the batches of an epoch; `next` gives batches without an end. Both draw from NumPy's
global generator, seeded with `seed` plus the number of batches seen, as in Keras."""

from __future__ import annotations

import os
import threading
import warnings

from pelton.keras.utils.images import array_to_img, puts_channels_first
from pelton.keras.utils.py_dataset import PyDataset

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator as Batches
    from typing import Any

    import numpy as np


class Iterator(PyDataset):
    """Batches of `batch_size` of `n` rows; a subclass defines
    `_get_batches_of_transformed_samples(index_array)`, which gives the batch of some rows."""

    white_list_formats = ("png", "jpg", "jpeg", "bmp", "ppm", "tif", "tiff")

    def __init__(
        self, n: int, batch_size: int, shuffle: bool, seed: int | None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.n, self.batch_size, self.shuffle, self.seed = n, batch_size, shuffle, seed
        self.batch_index = 0
        self.total_batches_seen = 0
        self.lock = threading.Lock()
        self.index_array: np.ndarray | None = None
        self.index_generator = self._flow_index()

    def _set_index_array(self) -> None:
        import numpy as np

        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _begin_batch(self) -> None:
        import numpy as np

        if self.seed is not None:
            np.random.seed(self.seed + self.total_batches_seen)
        self.total_batches_seen += 1

    def __len__(self) -> int:
        return -(-self.n // self.batch_size)

    def __getitem__(self, idx: int) -> Any:
        if idx >= len(self):
            raise ValueError(
                f"Asked to retrieve element {idx}, but the Sequence has length {len(self)}"
            )
        self._begin_batch()
        if self.index_array is None:
            self._set_index_array()
        return self._get_batches_of_transformed_samples(self._rows(idx))

    def _rows(self, index: int) -> Any:
        first = self.batch_size * index
        rows: Any = self.index_array
        return rows[first : first + self.batch_size]

    def on_epoch_end(self) -> None:
        """Draws the order of the next epoch."""
        self._set_index_array()

    def reset(self) -> None:
        """Lets `next` begin with the first batch."""
        self.batch_index = 0

    def _flow_index(self) -> Batches[Any]:
        """The rows of one batch after the other, without an end."""
        self.reset()
        while True:
            self._begin_batch()
            index = self.batch_index
            if index == 0:
                self._set_index_array()
            self.batch_index = index + 1 if self.batch_size * (index + 1) < self.n else 0
            yield self._rows(index)

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        with self.lock:
            rows = next(self.index_generator)
        return self._get_batches_of_transformed_samples(rows)

    def _get_batches_of_transformed_samples(self, index_array: Any) -> Any:
        raise NotImplementedError(
            f"{type(self).__name__} must define `_get_batches_of_transformed_samples`"
        )


class SavedImages:
    """Where an iterator writes the images of its batches, for people to look at."""

    def __init__(self, folder: Any, prefix: str, ending: str, data_format: str, most: int) -> None:
        self._folder, self._prefix, self._ending = folder, prefix, ending
        self._data_format, self._most = data_format, most

    def write(self, images: np.ndarray, rows: Any) -> None:
        """One file for each image, named by its row and a number drawn below `most`."""
        import numpy as np

        if not self._folder:
            return
        for image, row in zip(images, rows, strict=True):
            name = f"{self._prefix}_{row}_{np.random.randint(self._most)}.{self._ending}"
            picture = array_to_img(image, self._data_format, scale=True)
            picture.save(os.path.join(self._folder, name))


def _check_length(name: str, x: Any, other: Any) -> None:
    import numpy as np

    if other is not None and len(x) != len(other):
        label = "`y` (labels)" if name == "y" else f"`{name}`"
        raise ValueError(
            f"`x` (images tensor) and {label} should have the same length. Found: x.shape = "
            f"{np.asarray(x).shape}, {name}.shape = {np.asarray(other).shape}"
        )


def _images_and_others(x: Any) -> tuple[Any, list[Any]]:
    """The images, and the arrays that go with them: `x` is images or (images, other or others)."""
    import numpy as np

    if not isinstance(x, (tuple, list)):
        return x, []
    images, second = x
    others = [np.asarray(part) for part in (second if isinstance(second, list) else [second])]
    for other in others:
        if len(other) != len(images):
            raise ValueError(
                "All of the arrays in `x` should have the same length. Found a pair with: "
                f"len(x[0]) = {len(images)}, len(x[?]) = {len(other)}"
            )
    return images, others


def _check_rank(images: np.ndarray) -> None:
    if images.ndim != 4:
        raise ValueError(
            "Input data in `NumpyArrayIterator` should have rank 4. You passed an array with "
            f"shape {images.shape}"
        )


def check_channels(images: np.ndarray, data_format: str, who: str) -> None:
    """Warns of images that have not 1, 3 or 4 channels."""
    axis = 1 if data_format == "channels_first" else 3
    channels = images.shape[axis]
    if channels not in (1, 3, 4):
        warnings.warn(
            f'{who} the data format convention "{data_format}" (channels on axis {axis}), i.e. '
            f"expected either 1, 3, or 4 channels on axis {axis}. However, it was passed an array "
            f"with shape {images.shape} ({channels} channels).",
            stacklevel=3,
        )


class NumpyArrayIterator(Iterator):
    """Batches of changed images of an array of rank 4, with rows of `y` and of `sample_weight`.

    Raises ValueError for parts of different lengths and for other ranks."""

    def __init__(
        self,
        x: Any,
        y: Any,
        image_data_generator: Any,
        batch_size: int = 32,
        shuffle: bool = False,
        sample_weight: Any = None,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        ignore_class_split: bool = False,
        dtype: Any = None,
    ) -> None:
        import numpy as np

        from pelton.keras.backend import floatx

        images, others = _images_and_others(x)
        _check_length("y", images, y)
        _check_length("sample_weight", images, sample_weight)
        self.image_data_generator = image_data_generator
        if subset is not None:
            part = self._part(subset, len(images), None if ignore_class_split else y)
            images, others = images[part], [other[part] for other in others]
            y = None if y is None else y[part]
        self.dtype = floatx() if dtype is None else dtype
        self.x, self.x_misc = np.asarray(images, dtype=self.dtype), others
        _check_rank(self.x)
        first = puts_channels_first(data_format)
        self.data_format = "channels_first" if first else "channels_last"
        check_channels(self.x, self.data_format, "NumpyArrayIterator is set to use")
        self.y = None if y is None else np.asarray(y)
        self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)
        self._saved = SavedImages(save_to_dir, save_prefix, save_format, self.data_format, 10**4)
        super().__init__(len(self.x), batch_size, shuffle, seed)

    def _part(self, subset: str, count: int, labels: Any) -> slice:
        """The rows of a subset, the first ones for validation; both must have all labels."""
        import numpy as np

        if subset not in ("training", "validation"):
            raise ValueError(f'Invalid subset name: {subset}; expected "training" or "validation".')
        cut = int(count * self.image_data_generator._validation_split)
        if labels is not None and not np.array_equal(
            np.unique(labels[:cut]), np.unique(labels[cut:])
        ):
            raise ValueError(
                "Training and validation subsets have different number of classes after the "
                "split. If your numpy arrays are sorted by the label, you might want to shuffle "
                "them."
            )
        return slice(cut) if subset == "validation" else slice(cut, None)

    def _get_batches_of_transformed_samples(self, index_array: Any) -> Any:
        import numpy as np

        images = np.zeros((len(index_array), *self.x.shape[1:]), dtype=self.dtype)
        for place, row in enumerate(index_array):
            images[place] = self.image_data_generator.changed(self.x[row].astype(self.dtype))
        self._saved.write(images, index_array)
        others = [other[index_array] for other in self.x_misc]
        inputs = [images, *others] if others else images
        if self.y is None:
            return inputs
        batch = (inputs, self.y[index_array])
        return batch if self.sample_weight is None else (*batch, self.sample_weight[index_array])


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
