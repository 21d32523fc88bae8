"""CompileMetrics: the metrics that compile() was given, per output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelton._core import metrics as _metrics
from pelton._core import training as _training
from pelton.keras.training import compile_arguments
from pelton.keras.training.output_nest import (
    entries_up_to,
    is_deep,
    is_nested,
    names_of,
    targets_of,
)
from pelton.nest import flatten

_BY_TARGETS = {
    ("accuracy", "binary"): "BinaryAccuracy",
    ("accuracy", "categorical"): "CategoricalAccuracy",
    ("accuracy", "sparse_categorical"): "SparseCategoricalAccuracy",
    ("crossentropy", "binary"): "BinaryCrossentropy",
    ("crossentropy", "categorical"): "CategoricalCrossentropy",
    ("crossentropy", "sparse_categorical"): "SparseCategoricalCrossentropy",
}
_SHORT = {"acc": "accuracy", "ce": "crossentropy"}


def _metric(choice: Any, target: Any, output: Any) -> Any:
    if not isinstance(choice, str) or _SHORT.get(choice, choice) not in (
        "accuracy",
        "crossentropy",
    ):
        metric = _metrics.get(compile_arguments.library_metric(choice))
        if isinstance(choice, str):
            metric.name = choice  # logs are called as the user called it
        return metric
    kind = _training.target_kind(target.shape, output.shape)
    return getattr(_metrics, _BY_TARGETS[_SHORT.get(choice, choice), kind])(name=choice)


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _free_name(name: str, prefix: str, weighted: bool, taken: set[str]) -> str:
    """The name of a figure, which is none of `taken`."""
    full = f"{prefix}{name}"
    if full not in taken:
        return full
    if weighted:
        full = f"{prefix}weighted_{name}"
    number = 0 if weighted else 1
    while (f"{full}_{number}" if number else full) in taken:
        number += 1
    return f"{full}_{number}" if number else full


class CompileMetrics:
    """Metrics by output: a flat list for one output; lists of lists or a dict for several."""

    name = "compile_metrics"

    def __init__(
        self, metrics: Any, weighted_metrics: Any, output_names: list[str] | None = None
    ) -> None:
        self._choices = {"metrics": metrics, "weighted_metrics": weighted_metrics}
        self._output_names = output_names
        self._found: list[tuple[str, int, bool, Any]] | None = None  # name, output, weighted, it

    def check(self, y_pred: Any) -> None:
        """Raises ValueError where metrics and outputs do not fit together."""
        names = names_of(y_pred, self._output_names)
        for argument in self._choices:
            self._by_output(argument, y_pred, names)

    def _by_output(self, argument: str, y_pred: Any, names: list[str]) -> list[list[Any]]:
        """The metrics of each output: by its name in a dict, in order in a list, or in a nest like
        the outputs'. Raises ValueError where the metrics have another structure."""
        value = self._choices[argument]
        is_by_name = isinstance(value, Mapping) and "class_name" not in value
        if len(names) == 1 and not is_by_name:
            return [flatten(_as_list(value))]
        if not value:
            return [[] for _ in names]
        if is_by_name and set(value) <= set(names) and not is_deep(y_pred):
            return [_as_list(value.get(name)) for name in names]
        is_list = isinstance(value, (list, tuple)) and not is_deep(y_pred)
        if is_list and len(value) == len(names):
            return list(map(_as_list, value))
        try:
            return list(map(_as_list, entries_up_to(y_pred, value)))
        except ValueError as error:
            raise ValueError(
                f"`{argument}` must be a list or a dict with an entry for each of the outputs "
                f"{names}, or have the structure of the outputs: {error}. Received: "
                f"{argument}={value}"
            ) from None

    def _build(self, y: list[Any], y_pred: Any, names: list[str]) -> None:
        """Makes the metrics; names of outputs are parts of theirs."""
        outputs = flatten(y_pred)
        shown = len(names) > 1 and not self._is_plain(y_pred)
        prefixes = [f"{name}_" if shown else "" for name in names]
        found: list[tuple[str, int, bool, Any]] = []
        for argument, weighted in (("metrics", False), ("weighted_metrics", True)):
            for i, choices in enumerate(self._by_output(argument, y_pred, names)):
                for choice in choices:
                    metric = _metric(choice, y[i], outputs[i])
                    taken = {entry[0] for entry in found}
                    name = _free_name(metric.name, prefixes[i], weighted, taken)
                    found.append((name, i, weighted, metric))
        self._found = found

    def _is_plain(self, y_pred: Any) -> bool:
        """Whether the outputs are a list or a nest whose leaves nobody has named."""
        is_named = self._output_names is not None
        return not is_named and (isinstance(y_pred, (list, tuple)) or is_deep(y_pred))

    @property
    def metrics(self) -> list[Any]:
        """The metrics themselves; empty before the first batch."""
        return [entry[3] for entry in self._found or []]

    @property
    def variables(self) -> list[Any]:
        """The variables of all metrics."""
        return [variable for metric in self.metrics for variable in metric.variables]

    def update_state(self, y: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Take in one batch; weights go to the weighted metrics only."""
        names = names_of(y_pred, self._output_names)
        targets = targets_of("y", y, y_pred, names)
        outputs = flatten(y_pred)
        if is_nested(sample_weight):
            weights = targets_of("sample_weight", sample_weight, y_pred, names)
        else:
            weights = [sample_weight] * len(names)
        if self._found is None:
            self._build(targets, y_pred, names)
        for _, i, weighted, metric in self._found or ():
            if targets[i] is not None:
                metric.update_state(
                    targets[i], outputs[i], sample_weight=weights[i] if weighted else None
                )

    def result(self) -> dict[str, Any]:
        """The figures by name."""
        return {name: metric.result() for name, _, _, metric in self._found or ()}

    def reset_state(self) -> None:
        """Start all metrics anew; before the first batch those that were given as objects, which
        an earlier training may have used."""
        given = flatten(list(self._choices.values())) if self._found is None else ()
        for metric in (*self.metrics, *(one for one in given if hasattr(one, "reset_state"))):
            metric.reset_state()


class EngineMetrics(CompileMetrics):
    """The metrics of a model whose steps are the engine's: `Trainer.metrics` but the loss."""

    def __init__(self, trainer: Any) -> None:
        super().__init__(None, None)
        self._trainer = trainer

    @property
    def metrics(self) -> list[Any]:
        """The metrics themselves; empty before the first batch."""
        return list(self._trainer.metrics[1:])

    def result(self) -> dict[str, Any]:
        """The figures by name."""
        return {metric.name: metric.result() for metric in self.metrics}

    def update_state(self, y: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Take in one batch."""
        for metric in self.metrics:
            metric.update_state(y, y_pred, sample_weight=sample_weight)
