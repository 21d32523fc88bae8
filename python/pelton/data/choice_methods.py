"""The methods of Dataset that choose among datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pelton.data import choices as _choices

if TYPE_CHECKING:
    from pelton.data.dataset import Dataset


class ChoiceMethods:
    """Elements of one of several datasets in turn."""

    @staticmethod
    def sample_from_datasets(
        datasets: Sequence[Dataset],
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """Each element is the next one of a dataset drawn at random, by `weights`, which may be a
        dataset that gives them for each element; by other numbers in each pass where
        `rerandomize_each_iteration`. Raises ValueError for another number of weights."""
        return _choices.sampled(
            list(datasets),
            weights,
            seed,
            bool(stop_on_empty_dataset),
            bool(rerandomize_each_iteration),
        )

    @staticmethod
    def choose_from_datasets(
        datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = True
    ) -> Dataset:
        """Each element is the next one of the dataset whose number `choice_dataset` gives."""
        return _choices.chosen(list(datasets), choice_dataset, bool(stop_on_empty_dataset))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
