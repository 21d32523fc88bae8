"""ImageDataGenerator: changes images at random, scales and centers them, and gives batches."""

from __future__ import annotations

import warnings

from pelton.keras.preprocessing.image_changes import (
    apply_affine_transform,
    apply_brightness_shift,
    apply_channel_shift,
    drawn_zoom,
    flip_axis,
)
from pelton.keras.preprocessing.image_file_iterators import DataFrameIterator, DirectoryIterator
from pelton.keras.preprocessing.image_iterators import NumpyArrayIterator, check_channels

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

# What one option turns on or off beside itself: (option, other, its value, words).
_IMPLIED = (
    ("zca_whitening", "featurewise_center", True, "`, which overrides setting of "),
    ("zca_whitening", "featurewise_std_normalization", False, "` which overrides setting of"),
    ("featurewise_std_normalization", "featurewise_center", True, "`, which overrides setting of "),
    ("samplewise_std_normalization", "samplewise_center", True, "`, which overrides setting of "),
)


def _zoom_pair(zoom_range: Any) -> list[float]:
    if isinstance(zoom_range, (float, int)):
        return [1 - zoom_range, 1 + zoom_range]
    if len(zoom_range) == 2 and all(isinstance(value, (float, int)) for value in zoom_range):
        return list(zoom_range)
    raise ValueError(
        f"`zoom_range` should be a float or a tuple or list of two floats. Received: {zoom_range}"
    )


def _drawn_shift(extent: Any, size: int) -> Any:
    """Pixels: one of a list or below an integer with either sign, or at most a float, which below
    1 is a fraction of `size`."""
    import numpy as np

    if not extent:
        return 0
    is_float = np.ndim(extent) == 0 and not isinstance(extent, (int, np.integer))
    if is_float or (np.ndim(extent) == 0 and extent < 0):
        drawn = np.random.uniform(-extent, extent)
    else:
        drawn = np.random.choice(extent) * np.random.choice([-1, 1])
    return drawn * size if np.max(extent) < 1 else drawn


def _drawn_within(extent: float) -> float:
    """A number of at most `extent`, of either sign; 0 draws nothing."""
    import numpy as np

    return float(np.random.uniform(-extent, extent)) if extent else 0


class ImageDataGenerator:
    """Batches of images, changed at random while they are read, and scaled or centered.

    Random changes, in this order: rotation (degrees), shifts, shear (degrees) and zoom as one
    affine map (SciPy), shift of channels, flips, brightness (Pillow). Then `preprocessing_function`
    (array of rank 3 to the same shape), `rescale`, and the samplewise and featurewise options; the
    latter and `zca_whitening` take what `fit` found. Draws are Keras's, from NumPy's global
    generator: the same seeds give the same batches.

    Raises ValueError for a data format, split, zoom or brightness that is none."""

    def __init__(
        self,
        featurewise_center: bool = False,
        samplewise_center: bool = False,
        featurewise_std_normalization: bool = False,
        samplewise_std_normalization: bool = False,
        zca_whitening: bool = False,
        zca_epsilon: float = 1e-6,
        rotation_range: float = 0,
        width_shift_range: Any = 0.0,
        height_shift_range: Any = 0.0,
        brightness_range: Any = None,
        shear_range: float = 0.0,
        zoom_range: Any = 0.0,
        channel_shift_range: float = 0.0,
        fill_mode: str = "nearest",
        cval: float = 0.0,
        horizontal_flip: bool = False,
        vertical_flip: bool = False,
        rescale: float | None = None,
        preprocessing_function: Any = None,
        data_format: str | None = None,
        validation_split: float = 0.0,
        interpolation_order: int = 1,
        dtype: Any = None,
    ) -> None:
        given = dict(locals())
        for name in ("self", "data_format", "validation_split"):
            del given[name]
        vars(self).update(given)
        self._validation_split = validation_split
        self.zoom_range = _zoom_pair(zoom_range)
        self._settle_axes(data_format)
        self._check(validation_split)
        self._imply(given)
        self.mean: Any = None
        self.std: Any = None
        self.zca_whitening_matrix: Any = None

    def _settle_axes(self, data_format: str | None) -> None:
        from pelton.keras.backend import floatx, image_data_format

        self.data_format = image_data_format() if data_format is None else data_format
        if self.data_format not in ("channels_last", "channels_first"):
            raise ValueError(
                '`data_format` should be `"channels_last"` (channel after row and column) or '
                f'`"channels_first"` (channel before row and column). Received: {data_format}'
            )
        axes = (1, 2, 3) if self.data_format == "channels_first" else (3, 1, 2)
        self.channel_axis, self.row_axis, self.col_axis = axes
        self.dtype = floatx() if self.dtype is None else self.dtype

    def _check(self, validation_split: float) -> None:
        if validation_split and not 0 < validation_split < 1:
            raise ValueError(
                "`validation_split` must be strictly between 0 and 1.  Received: "
                f"{validation_split}"
            )
        pair = self.brightness_range
        if pair is not None and not (isinstance(pair, (tuple, list)) and len(pair) == 2):
            raise ValueError(
                f"`brightness_range should be tuple or list of two floats. Received: {pair}"
            )

    def _imply(self, given: dict[str, Any]) -> None:
        for option, other, value, words in _IMPLIED:
            if given[option] and given[other] != value:
                setattr(self, other, value)
                warnings.warn(
                    f"This ImageDataGenerator specifies `{option}{words}`{other}`.", stacklevel=3
                )

    def flow(
        self,
        x: Any,
        y: Any = None,
        batch_size: int = 32,
        shuffle: bool = True,
        sample_weight: Any = None,
        seed: int | None = None,
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        ignore_class_split: bool = False,
        subset: str | None = None,
    ) -> NumpyArrayIterator:
        """Batches of the images of an array of rank 4; see NumpyArrayIterator."""
        return NumpyArrayIterator(
            x,
            y,
            self,
            batch_size=batch_size,
            shuffle=shuffle,
            sample_weight=sample_weight,
            seed=seed,
            data_format=self.data_format,
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            ignore_class_split=ignore_class_split,
            subset=subset,
            dtype=self.dtype,
        )

    def flow_from_directory(
        self,
        directory: Any,
        target_size: tuple[int, int] = (256, 256),
        color_mode: str = "rgb",
        classes: Any = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        follow_links: bool = False,
        subset: str | None = None,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
    ) -> DirectoryIterator:
        """Batches of the images in the sub-directories of a directory; see DirectoryIterator."""
        options = dict(locals())
        del options["self"], options["directory"]
        options.update(data_format=self.data_format, dtype=self.dtype)
        return DirectoryIterator(directory, self, **options)

    def flow_from_dataframe(
        self,
        dataframe: Any,
        directory: Any = None,
        x_col: str = "filename",
        y_col: Any = "class",
        weight_col: str | None = None,
        target_size: tuple[int, int] = (256, 256),
        color_mode: str = "rgb",
        classes: Any = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        save_to_dir: Any = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        interpolation: str = "nearest",
        validate_filenames: bool = True,
        **kwargs: Any,
    ) -> DataFrameIterator:
        """Batches of the images whose files a pandas frame names; see DataFrameIterator. `kwargs`
        are options of older Kerases, which change nothing."""
        options = dict(locals())
        del options["self"], options["dataframe"], options["directory"], options["kwargs"]
        _tell_old_options(kwargs)
        if class_mode == "other":
            text = '`class_mode="other"` is deprecated, please use `class_mode="raw"`.'
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            options["class_mode"] = "raw"
        options.update(data_format=self.data_format, dtype=self.dtype)
        return DataFrameIterator(dataframe, directory, self, **options)

    def get_random_transform(self, img_shape: Any, seed: int | None = None) -> dict[str, Any]:
        """What `apply_transform` takes, drawn for an image of a shape."""
        import numpy as np

        if seed is not None:
            np.random.seed(seed)
        drawn: dict[str, Any] = {"theta": _drawn_within(self.rotation_range)}
        drawn["tx"] = _drawn_shift(self.height_shift_range, img_shape[self.row_axis - 1])
        drawn["ty"] = _drawn_shift(self.width_shift_range, img_shape[self.col_axis - 1])
        drawn["shear"] = _drawn_within(self.shear_range)
        drawn["zx"], drawn["zy"] = drawn_zoom(self.zoom_range)
        drawn["flip_horizontal"] = (np.random.random() < 0.5) * self.horizontal_flip
        drawn["flip_vertical"] = (np.random.random() < 0.5) * self.vertical_flip
        shift, pair = self.channel_shift_range, self.brightness_range
        drawn["channel_shift_intensity"] = _drawn_within(shift) if shift else None
        drawn["brightness"] = None if pair is None else np.random.uniform(pair[0], pair[1])
        return drawn

    def apply_transform(self, x: np.ndarray, transform_parameters: dict[str, Any]) -> np.ndarray:
        """The image changed as `get_random_transform` says; absent names change nothing."""
        given = transform_parameters
        row, col, channel = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        names = ("theta", "tx", "ty", "shear", "zx", "zy")
        x = apply_affine_transform(
            x,
            **{name: given[name] for name in names if name in given},
            row_axis=row,
            col_axis=col,
            channel_axis=channel,
            fill_mode=self.fill_mode,
            cval=self.cval,
            order=self.interpolation_order,
        )
        if given.get("channel_shift_intensity") is not None:
            x = apply_channel_shift(x, given["channel_shift_intensity"], channel)
        for name, axis in (("flip_horizontal", col), ("flip_vertical", row)):
            x = flip_axis(x, axis) if given.get(name, False) else x
        if given.get("brightness") is not None:
            x = apply_brightness_shift(x, given["brightness"], False)
        return x

    def random_transform(self, x: np.ndarray, seed: int | None = None) -> np.ndarray:
        """An image of rank 3 changed at random; the same shape."""
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def changed(self, x: np.ndarray) -> np.ndarray:
        """An image as it stands in a batch: changed at random, then scaled and centered."""
        return self.standardize(self.random_transform(x))

    def standardize(self, x: np.ndarray) -> np.ndarray:
        """An image scaled and centered as the options say; `x` itself is changed, as in Keras.
        Warns of what `fit` has not found yet."""
        import numpy as np

        x = self.preprocessing_function(x) if self.preprocessing_function else x
        if self.rescale:
            x *= self.rescale
        if self.samplewise_center:
            x -= np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            x /= np.std(x, keepdims=True) + 1e-6
        if self.featurewise_center and self._is_known("featurewise_center", self.mean):
            x -= self.mean
        if self.featurewise_std_normalization and self._is_known(
            "featurewise_std_normalization", self.std
        ):
            x /= self.std + 1e-6
        if self.zca_whitening and self._is_known("zca_whitening", self.zca_whitening_matrix):
            flat = x.reshape(-1, int(np.prod(x.shape[-3:])))
            x = (flat @ self.zca_whitening_matrix).reshape(x.shape)
        return x

    def _is_known(self, option: str, found: Any) -> bool:
        if found is None:
            warnings.warn(
                f"This ImageDataGenerator specifies `{option}`, but it hasn't been fit on any "
                "training data. Fit it first by calling `.fit(numpy_data)`.",
                stacklevel=3,
            )
        return found is not None

    def fit(self, x: Any, augment: bool = False, rounds: int = 1, seed: int | None = None) -> None:
        """Finds mean, deviation and the whitening matrix of images of rank 4, with `augment` of
        `rounds` times as many changed ones. Raises ValueError for other ranks."""
        import numpy as np

        images = np.array(x, dtype=self.dtype)
        if images.ndim != 4:
            raise ValueError(
                "Input to `.fit()` should have rank 4. Got array with shape: " + str(images.shape)
            )
        check_channels(
            images, self.data_format, "Expected input to be images (as Numpy array) following"
        )
        if seed is not None:
            np.random.seed(seed)
        if self.rescale:
            images *= self.rescale
        if augment:
            changed = [self.random_transform(image) for _ in range(rounds) for image in images]
            images = np.array(changed, dtype=self.dtype)
        self._find_statistics(images)

    def _find_statistics(self, images: np.ndarray) -> None:
        """`images` are changed."""
        import numpy as np

        shape = [1, 1, 1]
        shape[self.channel_axis - 1] = images.shape[self.channel_axis]
        axes = (0, self.row_axis, self.col_axis)
        if self.featurewise_center:
            self.mean = np.mean(images, axis=axes).reshape(shape)
            images -= self.mean
        if self.featurewise_std_normalization:
            self.std = np.std(images, axis=axes).reshape(shape)
            images /= self.std + 1e-6
        if self.zca_whitening:
            count = len(images)
            vectors, sizes, _ = np.linalg.svd(images.reshape(count, -1).T, full_matrices=False)
            scaled = vectors * (np.sqrt(count) / (sizes + self.zca_epsilon))
            self.zca_whitening_matrix = scaled.dot(vectors.T)


_OLD_OPTIONS = {
    "has_ext": "filenames in the dataframe have to match the exact filenames in disk.",
    "sort": "batches will be created in thesame order than the filenames provided if `shuffle`is "
    "set to `False`.",
    "drop_duplicates": "you can drop duplicates by using the pandas.DataFrame.drop_duplicates "
    "method.",
}


def _tell_old_options(given: dict[str, Any]) -> None:
    for name, text in _OLD_OPTIONS.items():
        if name in given:
            warnings.warn(f"{name} is deprecated, {text}", DeprecationWarning, stacklevel=3)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
