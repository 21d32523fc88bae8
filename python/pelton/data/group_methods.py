"""The methods of Dataset that group elements by what functions say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pelton.data import regrouping as _regrouping

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


class GroupMethods:
    """Groups. Their functions run as Python code."""

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements with the same key (an int64) are gathered up to a window's size;
        `reduce_func(key, window)` gives the dataset that stands for it."""
        if (window_size is None) == (window_size_func is None):
            both = window_size is not None
            raise ValueError(
                "Either the `window_size` argument or the `window_size_func` argument must be "
                f"specified{', but not both' if both else ''}."
            )
        size = window_size_func if window_size_func is not None else lambda _: window_size
        return _regrouping.grouped_by_window(self, key_func, reduce_func, size)

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Any,
        bucket_batch_sizes: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Batches of elements of similar length: those below a boundary are batched together."""
        from pelton.data.buckets import Buckets

        buckets = Buckets(
            self, element_length_func, list(bucket_boundaries), list(bucket_batch_sizes)
        )
        return buckets.batches(
            padded_shapes, padding_values, pad_to_bucket_boundary, no_padding, drop_remainder
        )

    def unique(self, name: str | None = None) -> Dataset:
        """The elements, each one time, in the order of their first appearance."""
        return _regrouping.unique(self)

    def rejection_resample(
        self,
        class_func: Callable[..., Any],
        target_dist: Any,
        initial_dist: Any = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Dataset:
        """(class, element) of elements that are kept or left out at random, so that classes come
        as `target_dist` says; without `initial_dist` the distribution is counted meanwhile."""
        from pelton.data.resampling import resampled

        return resampled(self, class_func, target_dist, initial_dist, seed)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
