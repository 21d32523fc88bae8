"""Which sizes of the batches that a model is first called on say nothing of others:
summaries show None for them."""

from __future__ import annotations

from typing import Any

from pelton.keras.training import data
from pelton.nest import flatten

_NAME = "_open_batches"
_BATCH_SIZE = 32


def note(model: Any, x: Any, batch_size: int | None, validates: float = 0.0) -> None:
    """Notes what is known of batches of `x`, without the share that `validates`, where the model is
    first called on them."""
    if not model.built:
        vars(model)[_NAME] = _open_sizes(x, batch_size, validates or 0.0)


def _open_sizes(x: Any, batch_size: int | None, validates: float) -> tuple[bool, ...]:
    """By axis of the first input, whether its size may differ between batches."""
    if not data.is_iterable_of_batches(x):
        shapes = [leaf.shape for leaf in flatten(x) if hasattr(leaf, "shape")]
        rows, size = (shapes[0][0] if shapes and shapes[0] else 0), batch_size or _BATCH_SIZE
        return (int(rows * (1.0 - validates)) % size != 0,)
    specs = [spec for spec in flatten(getattr(x, "element_spec", ())) if hasattr(spec, "shape")]
    if not specs or specs[0].shape.rank is None:
        return (True,)
    return tuple(size is None for size in specs[0].shape)


def opened(model: Any, shape: Any) -> Any:
    """`shape`, or the shapes in it, with None for the sizes of its first axes that the model's
    inputs have and other batches need not have."""
    is_open = vars(model).get(_NAME, ())
    if not any(is_open[:1]) or not isinstance(shape, (list, tuple)):
        return shape
    if any(isinstance(part, (list, tuple)) for part in shape):
        return type(shape)(opened(model, part) for part in shape)
    # A model whose own steps call its parts alone has no shape of inputs.
    sizes, out = _first_shape(getattr(model, "input_shape", None)), list(shape)
    for axis, (size, may_differ) in enumerate(zip(sizes or (), is_open, strict=False)):
        if axis >= len(out) or not may_differ or out[axis] != size:
            break
        out[axis] = None
    return tuple(out)


def _first_shape(nest: Any) -> tuple[int | None, ...] | None:
    """The shape of the first input in a nest of shapes, None where there is none."""
    if isinstance(nest, dict):
        nest = [nest[key] for key in sorted(nest)]
    if not isinstance(nest, (list, tuple)):
        return None
    if all(size is None or isinstance(size, int) for size in nest):
        return tuple(nest)
    return _first_shape(nest[0])
