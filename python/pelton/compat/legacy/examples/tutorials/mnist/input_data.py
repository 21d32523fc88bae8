"""Owns ``input_data``: MNIST as TensorFlow 1's tutorials read it, in batches."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_CLASSES = 10


class DataSet:
    """Images and labels that next_batch gives in turn, shuffled anew for each pass."""

    def __init__(self, images: Any, labels: Any, seed: int | None = None) -> None:
        import numpy as np

        self._images, self._labels = images, labels
        self._random = np.random.default_rng(seed)
        self._order: Any = None
        self._next = 0
        self._passes = 0

    @property
    def images(self) -> Any:
        """All images."""
        return self._images

    @property
    def labels(self) -> Any:
        """All labels."""
        return self._labels

    @property
    def num_examples(self) -> int:
        """How many images there are."""
        return len(self._images)

    @property
    def epochs_completed(self) -> int:
        """How often next_batch came to the end."""
        return self._passes

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> Any:
        """(images, labels) of the next `batch_size` examples. Raises ValueError for more than
        there are."""
        import numpy as np

        if not 0 < batch_size <= self.num_examples:
            raise ValueError(
                f"next_batch: `batch_size` must be 1 to {self.num_examples}, got {batch_size}"
            )
        if self._order is None:
            self._order = self._new_order(shuffle)
        taken = self._order[self._next : self._next + batch_size]
        self._next += batch_size
        if len(taken) < batch_size:
            self._passes += 1
            self._order = self._new_order(shuffle)
            self._next = batch_size - len(taken)
            taken = np.concatenate([taken, self._order[: self._next]])
        return self._images[taken], self._labels[taken]

    def _new_order(self, shuffle: bool) -> Any:
        import numpy as np

        count = self.num_examples
        return self._random.permutation(count) if shuffle else np.arange(count)


class Datasets:
    """The parts of MNIST: `train`, `validation` and `test`."""

    def __init__(self, train: DataSet, validation: DataSet, test: DataSet) -> None:
        self.train, self.validation, self.test = train, validation, test


def read_data_sets(
    train_dir: Any = None, fake_data: bool = False, one_hot: bool = False, dtype: Any = "float32",
    reshape: bool = True, validation_size: int = 5000, seed: int | None = None,
    source_url: Any = None,
) -> Datasets:  # fmt: skip
    """MNIST from the cache of ``keras.datasets``: images as rows of 784 floats in [0, 1], of
    shape (28, 28, 1) without `reshape`; labels as numbers or `one_hot`.

    Raises ValueError for a validation size that is no part of the training examples."""
    import numpy as np

    from pelton.compat.v1 import as_dtype
    from pelton.keras.datasets import mnist

    kind = as_dtype(dtype).name

    def prepared(images: Any, labels: Any) -> tuple[Any, Any]:
        images = images.reshape((-1, 784) if reshape else (-1, 28, 28, 1))
        images = images.astype(np.float32) / 255.0 if kind == "float32" else images
        return images, np.eye(_CLASSES)[labels] if one_hot else labels

    train, test = mnist.load_data()
    if not 0 <= validation_size <= len(train[0]):
        raise ValueError(
            f"Validation size should be between 0 and {len(train[0])}. Received: {validation_size}."
        )
    images, labels = prepared(*train)
    return Datasets(
        DataSet(images[validation_size:], labels[validation_size:], seed),
        DataSet(images[:validation_size], labels[:validation_size], seed),
        DataSet(*prepared(*test), seed),
    )
