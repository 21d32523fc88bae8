"""Owns bucket_by_sequence_length: elements of similar length batched together."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from typing import Any

from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.data.batch_methods import batched_spec, shapes_by_leaf
from pelton.errors import InvalidArgumentError
from pelton.tensors.tensor_spec import TensorSpec


class Buckets:
    """The lengths up to each boundary, and the sizes of the batches of each bucket."""

    def __init__(
        self,
        dataset: Any,
        length_func: Callable[..., Any],
        boundaries: list[int],
        batch_sizes: list[int],
    ) -> None:
        if len(batch_sizes) != len(boundaries) + 1:
            raise ValueError(
                "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                f"`len(bucket_batch_sizes)={len(batch_sizes)}` and "
                f"`len(bucket_boundaries)={len(boundaries)}`."
            )
        self._dataset = dataset
        self._length_func = length_func
        self._boundaries = [int(boundary) for boundary in boundaries]
        self._sizes = [int(size) for size in batch_sizes]

    def _key(self, *element: Any) -> int:
        length = int(_functions.convert(self._length_func(*element)))
        return bisect.bisect_right(self._boundaries, length)

    def _shapes_for(self, key: int, shapes: list[Any]) -> list[Any]:
        """The padded shapes of a bucket whose open sizes are one less than its boundary."""
        if key >= len(self._boundaries):
            raise InvalidArgumentError(
                "When pad_to_bucket_boundary=True, elements must have length < "
                "max(bucket_boundaries)."
            )
        size = self._boundaries[key] - 1
        return [[size if n is None else n for n in shape] for shape in shapes]

    def batches(
        self,
        padded_shapes: Any,
        padding_values: Any,
        pads_to_boundary: bool,
        no_padding: bool,
        drops: bool,
    ) -> Any:
        """The dataset of batches."""
        spec = self._dataset.element_spec
        specs = _structure.specs_in(spec)
        wanted = shapes_by_leaf(padded_shapes, spec)
        shapes = [s.shape if w is None else w for w, s in zip(wanted, specs, strict=True)]

        def reduce(key: Any, window: Any) -> Any:
            number = int(key)
            size = self._sizes[number]
            if no_padding:
                return window.batch(size, drop_remainder=drops)
            own = self._shapes_for(number, shapes) if pads_to_boundary else shapes
            nested = _functions.pack(spec, list(own))
            return window.padded_batch(size, nested, padding_values, drop_remainder=drops)

        made = self._dataset.group_by_window(
            self._key, reduce, window_size_func=lambda key: self._sizes[int(key)]
        )
        if pads_to_boundary or drops:  # batches of other sizes in each bucket
            open_specs = [
                TensorSpec(shape, leaf.dtype) for shape, leaf in zip(shapes, specs, strict=True)
            ]
            made._element_spec = batched_spec(_functions.pack(spec, open_specs), None)
        return made
