"""Owns raw ops that take more than a call of a public function."""

from __future__ import annotations

import pelton as tf
from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def bucketize(input: Any, boundaries: Any) -> Tensor:
    """How many boundaries are not above each number, as int32."""
    x = _functions.convert(input)
    edges = tf.constant(boundaries, tf.float32)
    found = tf.searchsorted(edges, tf.reshape(tf.cast(x, tf.float32), [-1]), "right")
    return tf.reshape(found, x.shape)


def select(condition: Any, t: Any, e: Any) -> Tensor:
    """``tf.where``; a condition of rank 1 chooses rows."""
    condition, t = _functions.convert(condition), _functions.convert(t)
    if condition.ndim == 1 and t.ndim > 1:
        condition = tf.reshape(condition, [-1, *[1] * (t.ndim - 1)])
    return tf.where(condition, t, e)


def gradient_axes(s0: Any, s1: Any) -> tuple[Tensor, Tensor]:
    """The axes over which each of two broadcast operands' gradients are summed."""
    first, second = (_functions.convert(s) for s in (s0, s1))
    sizes = [one.numpy().tolist() for one in (first, second)]
    rank = max(map(len, sizes))
    padded = [[1] * (rank - len(one)) + one for one in sizes]
    axes = []
    for own, other in (padded, padded[::-1]):
        pairs = zip(own, other, strict=True)
        axes.append([n for n, (a, b) in enumerate(pairs) if a == 1 and (b != 1 or a == b)])
    return tuple(tf.constant(one, first.dtype, shape=[len(one)]) for one in axes)


def svd(input: Any, compute_uv: bool, full_matrices: bool) -> Any:
    """Singular values and vectors; without `compute_uv` empty vectors."""
    if compute_uv:
        return tf.linalg.svd(input, full_matrices, compute_uv)
    values = tf.linalg.svd(input, full_matrices, compute_uv)
    return values, tf.zeros([0], values.dtype), tf.zeros([0], values.dtype)


def eigh(input: Any, compute_v: bool) -> Any:
    """Eigenvalues and vectors of Hermitian matrices; without `compute_v` empty vectors."""
    if compute_v:
        return tf.linalg.eigh(input)
    values = tf.linalg.eigvalsh(input)
    return values, tf.zeros([0], values.dtype)


def explicit(padding: str, explicit_paddings: list[int]) -> Any:
    """A padding as the functions of ``tf.nn`` take it: pairs for "EXPLICIT"."""
    if padding != "EXPLICIT":
        return padding
    return [list(pair) for pair in zip(*[iter(explicit_paddings)] * 2, strict=True)]


def gradient(function: Any, x: Any, arrived: Any) -> Tensor:
    """The gradient of the function by `x`, of which `arrived` came."""
    x = _functions.convert(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x, output_gradients=_functions.convert(arrived))


def empty_filters(filter_sizes: Any, like: Any) -> Tensor:
    """Filters of the sizes, of the dtype of a tensor."""
    return tf.zeros(filter_sizes, _functions.convert(like).dtype)


def cross_entropy(features: Any, labels: Any, is_sparse: bool) -> tuple[Tensor, Tensor]:
    """The losses and the gradient of their sum."""
    features, labels = _functions.convert(features), _functions.convert(labels)
    if is_sparse:
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, features)
        labels = tf.one_hot(labels, features.shape[-1], dtype=features.dtype)
    else:
        losses = tf.nn.softmax_cross_entropy_with_logits(labels, features)
    return losses, tf.nn.softmax(features) - labels


def hard_suppression(
    boxes: Any, scores: Any, size: Any, overlap: Any, score: Any, pad: bool
) -> tuple[Tensor, Tensor]:
    """Boxes chosen where they overlap no better ones, and their number."""
    return soft_suppression(boxes, scores, size, overlap, score, 0.0, pad)[::2]


def soft_suppression(
    boxes: Any, scores: Any, size: Any, overlap: Any, score: Any, sigma: Any, pad: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Boxes chosen under Gaussian soft suppression, their scores and their number."""
    chosen, scores = tf.image.non_max_suppression_with_scores(
        boxes, scores, size, overlap, score, sigma
    )
    count = tf.size(chosen)
    if pad:
        rest = [[0, int(size) - int(count)]]
        chosen, scores = tf.pad(chosen, rest), tf.pad(scores, rest)
    return chosen, scores, count


def fused_batch_norm(
    x: Tensor, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float, factor: float,
    data_format: str, is_training: bool,
) -> tuple[Tensor, ...]:  # fmt: skip
    """(normalized images, mean, variance, the two by which they were normalized)."""
    from pelton.compat.v1.nn import fused_batch_norm

    mean, variance = tf.convert_to_tensor(mean), tf.convert_to_tensor(variance)
    y, new_mean, new_variance = fused_batch_norm(
        x, scale, offset, mean, variance, epsilon, data_format, is_training
    )
    if not is_training:
        return y, new_mean, new_variance, new_mean, new_variance
    axes = [axis for axis in range(4) if axis != (1 if data_format == "NCHW" else 3)]
    used = tf.math.reduce_variance(x, axes)
    if factor != 1:
        kept_mean = (1.0 - factor) * mean + factor * new_mean
        return y, kept_mean, (1.0 - factor) * variance + factor * new_variance, new_mean, used
    return y, new_mean, new_variance, new_mean, used


def ngrams(data: Any, splits: Any, widths: Any, *others: Any) -> tuple[Tensor, Tensor]:
    """``tf.strings.ngrams`` of the rows that `splits` says."""
    separator, left, right, pad_width, keep = others
    rows = tf.RaggedTensor.from_row_splits(data, splits)
    pads = (left, right) if left or right else None
    pad_width = None if pad_width < 0 or pads is None else pad_width
    made = tf.strings.ngrams(rows, tuple(widths), separator, pads, pad_width, keep)
    return made.flat_values, tf.cast(made.row_splits, _functions.convert(splits).dtype)


def parts(sparse: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Indices, values and shape of a sparse tensor."""
    return sparse.indices, sparse.values, sparse.dense_shape


def set_operation(set1: Any, set2: Any, operation: str) -> Any:
    """``tf.sets`` by the operation's name: "a-b", "b-a", "intersection", "union"."""
    if operation in ("a-b", "b-a"):
        return parts(tf.sets.difference(set1, set2, operation == "a-b"))
    return parts(getattr(tf.sets, operation)(set1, set2))


def sparse_to_dense(indices: Any, shape: Any, values: Any, default: Any) -> Tensor:
    """A dense tensor of the default value with values at the indices."""
    indices, values = _functions.convert(indices), _functions.convert(values)
    if indices.ndim < 2:
        indices = tf.reshape(indices, [-1, 1])
    values = tf.broadcast_to(values, [indices.shape[0]])
    base = tf.fill(shape, tf.cast(default, values.dtype))
    return tf.tensor_scatter_nd_update(base, indices, values)


def assign(method: str, variable: Any, value: Any) -> None:
    """Assigns by the variable's method."""
    getattr(variable, method)(value)


def scatter(method: str, variable: Any, indices: Any, updates: Any) -> None:
    """Changes rows by the variable's method."""
    indices, updates = _functions.convert(indices), _functions.convert(updates)
    rows = [*indices.shape, *variable.shape[1:]]
    getattr(variable, method)(tf.IndexedSlices(tf.broadcast_to(updates, rows), indices))


def scatter_nd(method: str, variable: Any, indices: Any, updates: Any) -> None:
    """Changes what the indices say by the variable's method."""
    getattr(variable, method)(indices, updates)


def list_diff(x: Any, y: Any, out_idx: Any) -> tuple[Tensor, Tensor]:
    """What is in `x` and not in `y`, and where it is."""
    x, y = _functions.convert(x), _functions.convert(y)
    found = tf.reduce_any(tf.equal(tf.expand_dims(x, 1), tf.expand_dims(y, 0)), 1)
    places = tf.cast(tf.where(tf.logical_not(found))[:, 0], out_idx)
    return tf.gather(x, places), places


def resize(method: str, images: Any, size: Any, corners: bool, half: bool) -> Tensor:
    """``tf.image.resize`` where samples lie at the centres of pixels, else TensorFlow 1's function.
    Raises UnimplementedError for cubic samples elsewhere."""
    if not half or corners:
        return _resized_from_corners(method, images, size, corners, half)
    images = _functions.convert(images)
    made = tf.image.resize(images, size, method)
    return made if method != "nearest" else tf.cast(made, images.dtype)


def _resized_from_corners(
    method: str, images: Any, size: Any, corners: bool, half: bool
) -> Tensor:  # fmt: skip
    from pelton.compat.v1.functions import image_resizing

    functions = {
        "bilinear": image_resizing.resize_bilinear,
        "nearest": image_resizing.resize_nearest_neighbor,
    }
    if method not in functions or (corners and half):
        raise tf.errors.UnimplementedError(
            f"resize: {method} samples are not there for align_corners={corners} and "
            f"half_pixel_centers={half}"
        )
    return functions[method](images, size, corners, half_pixel_centers=half)


def projected(
    images: Any, transforms: Any, size: Any, fill: Any, interpolation: str, fill_mode: str
) -> Tensor:
    """Images whose pixels come from where projective transforms say."""
    from pelton.keras.ops.image import warping

    return warping.projected(images, transforms, size, fill, interpolation, fill_mode)


def show(text: Any, stream: str, end: str) -> None:
    """Prints a text."""
    import sys

    streams = {"stderr": sys.stderr, "stdout": sys.stdout}
    tf.print(text, output_stream=streams.get(stream, stream), end=end)
