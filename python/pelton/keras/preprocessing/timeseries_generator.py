"""TimeseriesGenerator: windows of a time series with the value that follows each, as batches."""

from __future__ import annotations

import json

from pelton.keras.utils.py_dataset import PyDataset

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

_PLAIN = "length sampling_rate stride start_index end_index shuffle reverse batch_size".split()


class TimeseriesGenerator(PyDataset):
    """Batches of samples data[i - length : i : sampling_rate] and of targets[i].

    `stride` lies between the samples; `shuffle` draws them at random. Raises ValueError for data
    and targets of two lengths and where no sample is left."""

    def __init__(
        self,
        data: Any,
        targets: Any,
        length: int,
        sampling_rate: int = 1,
        stride: int = 1,
        start_index: int = 0,
        end_index: int | None = None,
        shuffle: bool = False,
        reverse: bool = False,
        batch_size: int = 128,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if len(data) != len(targets):
            raise ValueError(
                f"Data and targets have to be of same length. Data length is {len(data)} while "
                f"target length is {len(targets)}"
            )
        self.data, self.targets = data, targets
        self.length, self.sampling_rate, self.stride = length, sampling_rate, stride
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError(
                f"`start_index+length={self.start_index} > end_index={self.end_index}` is "
                "disallowed, as no part of the sequence would be left to be used as current step."
            )

    def __len__(self) -> int:
        step = self.batch_size * self.stride
        return (self.end_index - self.start_index + step) // step

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        import numpy as np

        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            end = min(first + self.batch_size * self.stride, self.end_index + 1)
            rows = np.arange(first, end, self.stride)
        samples = np.array(
            [self.data[row - self.length : row : self.sampling_rate] for row in rows]
        )
        targets = np.array([self.targets[row] for row in rows])
        return (samples[:, ::-1] if self.reverse else samples), targets

    def get_config(self) -> dict[str, Any]:
        """The arguments; data and targets as JSON. Raises TypeError for what JSON has not."""
        parts = {}
        for name in ("data", "targets"):
            value = getattr(self, name)
            value = value.tolist() if hasattr(value, "tolist") else value
            try:
                parts[name] = json.dumps(value)
            except TypeError as error:
                raise TypeError(f"{name.title()} not JSON Serializable: {value}") from error
        return {**parts, **{name: getattr(self, name) for name in _PLAIN}}

    def to_json(self, **kwargs: Any) -> str:
        """Class name and config as JSON; `kwargs` go to json.dumps."""
        return json.dumps(
            {"class_name": type(self).__name__, "config": self.get_config()}, **kwargs
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
