"""CompileLoss: the losses that compile() was given, one per output, and their weighted sum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pelton as tf
from pelton._core import losses as _losses
from pelton._core import metrics as _metrics
from pelton._core import training as _training
from pelton.keras.training import compile_arguments
from pelton.keras.training.output_nest import (
    is_deep,
    is_nested,
    names_of,
    paths_of,
    per_output,
    targets_of,
)
from pelton.nest import flatten

_CROSSENTROPY = {"crossentropy", "ce", "CE", "Crossentropy"}
_BY_TARGETS = {
    "binary": "binary_crossentropy",
    "categorical": "categorical_crossentropy",
    "sparse_categorical": "sparse_categorical_crossentropy",
}


def _check_targets(losses: list[Any], targets: list[Any], names: list[str]) -> None:
    """Raises ValueError, naming the output, where there is a loss but nothing to compare with."""
    for name, loss, target in zip(names, losses, targets, strict=True):
        if loss is not None and target is None:
            given = [n for n, t in zip(names, targets, strict=True) if t is not None]
            raise ValueError(
                f"Output '{name}' has the loss {loss!r} but no targets in `y`, which has those of "
                f"{given}"
            )


def _name_of(loss: Any) -> str:
    if isinstance(loss, str):
        return loss
    return getattr(loss, "name", None) or getattr(loss, "__name__", type(loss).__name__)


class CompileLoss:
    """loss(y, y_pred, sample_weight) -> the sum over the outputs of weight * loss.

    `loss`: one (for every output), or a list or dict of them by output, None where an output has
    none; `loss_weights` likewise. With several losses, `metrics` has the mean of each, called
    "<output>_loss"."""

    def __init__(
        self, loss: Any, loss_weights: Any = None, output_names: list[str] | None = None
    ) -> None:
        self._loss = loss
        self._loss_weights = loss_weights
        self._output_names = output_names
        self._losses: list[Any] | None = None
        self._weights: list[Any] = []
        self._means: list[Any] = []  # by output
        self.metrics: list[Any] = []

    def _choices(self, y_pred: Any, names: list[str]) -> list[Any]:
        """The loss of each output; raises ValueError where entries and outputs do not fit."""
        loss = self._loss
        is_by_name = isinstance(loss, Mapping) and "class_name" not in loss
        is_flat = not is_deep(y_pred)
        if is_by_name and isinstance(y_pred, Mapping) and not set(loss) <= set(y_pred):
            unknown = sorted(set(map(str, loss)) - set(y_pred))
            raise KeyError(f"`loss` has the keys {unknown}, which no output has: {list(y_pred)}")
        has_names = self._output_names is not None and is_flat and not isinstance(y_pred, Mapping)
        if is_by_name and has_names and set(loss) != set(names):
            raise ValueError(
                f"Expected keys {names} in loss dict, but found loss.keys()={list(loss)}"
            )
        return per_output("loss", loss, y_pred, names, shared=True)

    def _build(self, y: list[Any], y_pred: Any, names: list[str]) -> None:
        choices = self._choices(y_pred, names)
        _check_targets(choices, y, names)
        weights = self._loss_weights
        if isinstance(weights, (list, tuple)):
            self._check_weights(names)
        if weights is not None:
            self._weights = per_output("loss_weights", weights, y_pred, names)
        if isinstance(weights, Mapping) and isinstance(self._loss, Mapping):
            self._check_weights(flatten(self._loss))
        leaves = flatten(y_pred)
        made = [
            self._get(choice, target, output)
            for choice, target, output in zip(choices, y, leaves, strict=True)
        ]
        if len([loss for loss in made if loss is not None]) > 1:
            self._means = [
                None if loss is None else _metrics.Mean(name=f"{name}_loss")
                for name, loss in zip(self._log_names(choices, y_pred, names), made, strict=True)
            ]
            self.metrics = [self._means[i] for i in self._places(y_pred)]
        self._losses = made

    def _targets(self, y: Any, y_pred: Any, names: list[str]) -> list[Any]:
        """The targets by output; those of the outputs with losses alone may be given."""
        given = [] if isinstance(y, Mapping) else flatten(y)
        if 0 < len(given) < len(names):
            choices = self._choices(y_pred, names)
            places = [place for place, choice in enumerate(choices) if choice is not None]
            if len(places) == len(given):
                found = dict(zip(places, given, strict=True))
                return [found.get(place) for place in range(len(names))]
        return targets_of("y", y, y_pred, names)

    def _check_weights(self, losses: list[Any]) -> None:
        if len(flatten(self._loss_weights)) != len(losses):
            raise ValueError(
                "`loss_weights` must match the number of losses, got "
                f"{len(losses)} losses and {len(self._loss_weights)} weights."
            )

    def _places(self, y_pred: Any) -> list[int]:
        """The outputs' numbers in the order of their metrics: of a dict of outputs that of the
        dict of losses, or the outputs' own."""
        paths = paths_of(y_pred)
        places = list(range(len(paths)))
        if not isinstance(y_pred, Mapping):
            return places
        is_by_name = isinstance(self._loss, Mapping) and "class_name" not in self._loss
        keys = [*(self._loss if is_by_name else ()), *y_pred]
        return sorted(places, key=lambda place: keys.index(paths[place][0]))

    def _log_names(self, choices: list[Any], y_pred: Any, names: list[str]) -> list[str]:
        """What the outputs' losses are called: where an output is in a list and has no name, as
        its loss is."""
        paths = paths_of(y_pred)
        if self._output_names is None:
            last = [_name_of(choice) for choice in choices]
            plain = names
        elif is_deep(y_pred):
            last, plain = names, ["/".join(map(str, path)) for path in paths]
        else:
            return names
        return [
            "/".join(map(str, (*path[:-1], own))) if path and isinstance(path[-1], int) else name
            for path, own, name in zip(paths, last, plain, strict=True)
        ]

    @staticmethod
    def _get(choice: Any, target: Any, output: Any) -> Any:
        if isinstance(choice, str) and choice in _CROSSENTROPY:
            choice = _BY_TARGETS[_training.target_kind(target.shape, output.shape)]
        return _losses.get(compile_arguments.library_loss(choice))

    def __call__(self, y: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The weighted sum, 0-d. Raises ValueError where `y` does not fit the outputs."""
        names = names_of(y_pred, self._output_names)
        targets = self._targets(y, y_pred, names)
        if is_nested(sample_weight):
            weights = targets_of("sample_weight", sample_weight, y_pred, names)
        else:
            weights = [sample_weight] * len(names)
        if self._losses is None:
            self._build(targets, y_pred, names)
        outputs = flatten(y_pred)
        total = None
        _check_targets(self._losses, targets, names)
        for i, loss in enumerate(self._losses):
            if loss is None:
                continue
            value = loss(targets[i], outputs[i], weights[i])
            if self._means:
                self._means[i].update_state(value)  # means over batches, as in Keras's graphs
            if self._weights and self._weights[i] is not None:
                value = value * tf.cast(self._weights[i], value.dtype)
            total = value if total is None else total + tf.cast(value, total.dtype)
        return total
