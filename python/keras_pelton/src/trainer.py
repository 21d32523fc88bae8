"""Owns fit, evaluate and predict on Pelton: a step of the user's model is one traced function."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from keras.src import callbacks as callbacks_module
from keras.src import optimizers as optimizers_module
from keras.src import tree
from keras.src.backend import config
from keras.src.trainers import trainer as base_trainer
from keras.src.trainers.data_adapters import array_slicing, data_adapter_utils
from keras.src.utils import traceback_utils
from keras.src.utils.python_utils import pythonify_logs

import pelton
from keras_pelton.src.core import convert_to_numpy, convert_to_tensor
from keras_pelton.src.epochs import Epochs, hears


def _rows_of(x: Any) -> int:
    """The number of examples in a batch."""
    return next(leaf for leaf in tree.flatten(x) if leaf is not None).shape[0]


def _tensors(batch: Any) -> Any:
    """The arrays of a batch as tensors; what is no array stays."""
    if type(batch) is tuple:
        kinds = {*map(type, batch)}
        if kinds == {pelton.Tensor}:
            return batch
        if kinds == {np.ndarray}:
            return tuple(pelton.convert_to_tensor(leaf) for leaf in batch)
    return tree.map_structure(
        lambda leaf: leaf if leaf is None else convert_to_tensor(leaf), batch, none_is_leaf=True
    )


class _Steps(base_trainer.Trainer):
    """What happens to one batch, and how a function of several batches is made of it."""

    def __init__(self) -> None:
        super().__init__()
        self.train_function: Callable[..., Any] | None = None
        self.test_function: Callable[..., Any] | None = None
        self.predict_function: Callable[..., Any] | None = None

    def _predictions(self, x: Any, training: bool) -> Any:
        return self(x, training=training) if self._call_has_training_arg else self(x)

    def _tracked_loss(self, x: Any, y: Any, y_pred: Any, sample_weight: Any, training: bool) -> Any:
        loss = self._compute_loss(
            x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=training
        )
        self._loss_tracker.update_state(loss, sample_weight=_rows_of(x))
        return loss

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training on a batch: the loss, its gradients, the optimizer, the metrics."""
        x, y, sample_weight = data_adapter_utils.unpack_x_y_sample_weight(data)
        with pelton.GradientTape() as tape:
            y_pred = self._predictions(x, training=True)
            loss = self._tracked_loss(x, y, y_pred, sample_weight, training=True)
            if self.optimizer is not None:
                loss = self.optimizer.scale_loss(loss)
        weights = list(self.trainable_weights)
        if weights:
            gradients = tape.gradient(loss, [weight._value for weight in weights])
            self.optimizer.apply(gradients, weights)
        else:
            warnings.warn("The model does not have any trainable weights.", stacklevel=2)
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def test_step(self, data: Any) -> dict[str, Any]:
        """The loss and metrics of a batch."""
        x, y, sample_weight = data_adapter_utils.unpack_x_y_sample_weight(data)
        y_pred = self._predictions(x, training=False)
        self._tracked_loss(x, y, y_pred, sample_weight, training=False)
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def predict_step(self, data: Any) -> Any:
        """The predictions for a batch."""
        x, _, _ = data_adapter_utils.unpack_x_y_sample_weight(data)
        return self._predictions(x, training=False)

    def _traced(self, step: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return step if self.run_eagerly else pelton.function(step)

    def _function_of(self, step: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Runs `step` on each of a list of batches; gives what the last one gave."""
        traced = self._traced(step)

        def run(batches: Any) -> Any:
            result = None
            for batch in batches:
                result = traced(_tensors(batch))
            return result

        run.of_tensors = traced  # type: ignore[attr-defined]
        return run

    def make_train_function(self, force: bool = False) -> Callable[..., Any]:
        """The function of a list of batches that trains on them."""
        if self.train_function is None or force:
            self.train_function = self._function_of(self.train_step)
        return self.train_function

    def make_test_function(self, force: bool = False) -> Callable[..., Any]:
        """The function of a list of batches that evaluates them."""
        if self.test_function is None or force:
            self.test_function = self._function_of(self.test_step)
        return self.test_function

    def make_predict_function(self, force: bool = False) -> Callable[..., Any]:
        """The function of a list of batches that gives their predictions, joined."""
        if self.predict_function is None or force:
            traced = self._traced(self.predict_step)

            def run(batches: Any) -> Any:
                made = [traced(_tensors(batch)) for batch in batches]
                if len(made) == 1:
                    return made[0]
                return tree.map_structure(lambda *parts: pelton.concat(list(parts), 0), *made)

            self.predict_function = run
        return self.predict_function


class _Validation:
    """What fit evaluates between epochs, and how often."""

    def __init__(self, data: Any, batch_size: Any, steps: Any, freq: Any) -> None:
        self.data = data_adapter_utils.unpack_x_y_sample_weight(data)
        self.batch_size = batch_size
        self.steps = steps
        self.freq = freq


def _split(arrays: Any, share: float) -> Any:
    """The arrays without the last share of their rows, and these."""
    return array_slicing.train_validation_split(arrays, validation_split=share)


def _limited(epochs: int) -> int:
    """`epochs`, or as many as Keras's debugging limit allows."""
    most = config.max_epochs()
    if not most or most >= epochs:
        return epochs
    warnings.warn(f"Limiting epochs to {most}", stacklevel=3)
    return int(most)


class PeltonTrainer(_Steps):
    """The trainer that Keras derives its Model from."""

    def _iterator(self, x: Any, y: Any = None, sample_weight: Any = None, **options: Any) -> Any:
        return Epochs(
            x=x,
            y=y,
            sample_weight=sample_weight,
            steps_per_execution=self.steps_per_execution,
            **options,
        )

    def _callbacks(
        self, given: Any, verbose: Any, epochs: int, iterator: Any, history: bool = False
    ) -> Any:
        if isinstance(given, callbacks_module.CallbackList):
            return given
        return callbacks_module.CallbackList(
            given,
            add_history=history,
            add_progbar=verbose != 0,
            verbose=verbose,
            epochs=epochs,
            steps=iterator.num_batches,
            model=self,
        )

    def _train_epoch(self, iterator: Any, callbacks: Any) -> dict[str, Any]:
        logs: dict[str, Any] = {}
        begins, ends = hears(callbacks, "train")
        step = getattr(self.train_function, "of_tensors", None)
        if step is not None and not (begins or ends) and (batches := iterator.batches()):
            for batch in batches:
                logs = step(batch)
                if self.stop_training:
                    break
            return dict(self._get_metrics_result_or_logs(logs))
        for begin_step, end_step, data in iterator:
            if begins:
                callbacks.on_train_batch_begin(begin_step)
            logs = self.train_function(data)  # type: ignore[misc]
            if ends:
                callbacks.on_train_batch_end(end_step, logs)
            if self.stop_training:
                break
        return dict(self._get_metrics_result_or_logs(logs))

    def _validation_logs(self, validation: _Validation, callbacks: Any) -> dict[str, Any]:
        """The logs of an evaluation between two epochs, whose iterator is made once."""
        x, y, sample_weight = validation.data
        size, steps = validation.batch_size, validation.steps
        if self._eval_epoch_iterator is None:
            self._eval_epoch_iterator = self._iterator(
                x, y, sample_weight, batch_size=size, steps_per_epoch=steps, shuffle=False
            )
        found = self.evaluate(
            x=x,
            y=y,
            sample_weight=sample_weight,
            batch_size=size,
            steps=steps,
            callbacks=callbacks,
            return_dict=True,
            _use_cached_eval_dataset=True,
        )
        return {f"val_{name}": value for name, value in found.items()}

    @traceback_utils.filter_traceback
    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: Any = "auto",
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: Any = True,
        class_weight: Any = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: Any = 1,
    ) -> Any:
        """Trains for `epochs` epochs; returns the History."""
        self._assert_compile_called("fit")
        epochs = _limited(epochs)
        self._eval_epoch_iterator = None
        if validation_split and validation_data is None:
            arrays = (x, y, sample_weight)
            (x, y, sample_weight), validation_data = _split(arrays, validation_split)
        validation = None
        if validation_data is not None:
            size = validation_batch_size or batch_size
            validation = _Validation(validation_data, size, validation_steps, validation_freq)
        options = {"steps_per_epoch": steps_per_epoch, "shuffle": shuffle}
        options |= {"batch_size": batch_size, "class_weight": class_weight}
        iterator = self._iterator(x, y, sample_weight, **options)
        self._build_for("train_step", iterator=iterator)
        iterator.reset()
        callbacks = self._callbacks(callbacks, verbose, epochs, iterator, history=True)
        self._fit_epochs(iterator, callbacks, initial_epoch, epochs, validation)
        return self.history

    def _build_for(self, step: str, **data: Any) -> None:
        """Makes the variables before the step is traced; a step of the user's own, which may call
        other models on other parts of the data, does so itself, as on TensorFlow."""
        if getattr(type(self), step) is getattr(PeltonTrainer, step):
            self._symbolic_build(**data)

    def _fit_epochs(
        self, iterator: Any, callbacks: Any, first: int, epochs: int, validation: Any
    ) -> None:
        self.stop_training = False
        self.make_train_function()
        callbacks.on_train_begin()
        logs: dict[str, Any] = {}
        for epoch in range(self._initial_epoch or first, epochs):
            self.reset_metrics()
            callbacks.on_epoch_begin(epoch)
            logs = self._train_epoch(iterator, callbacks)
            if validation is not None and self._should_eval(epoch, validation.freq):
                logs.update(self._validation_logs(validation, callbacks))
            callbacks.on_epoch_end(epoch, logs)
            if self.stop_training:
                break
        if isinstance(self.optimizer, optimizers_module.Optimizer) and epochs > 0:
            self.optimizer.finalize_variable_values(self.trainable_weights)
        self._eval_epoch_iterator = None
        callbacks.on_train_end(logs=logs)

    @traceback_utils.filter_traceback
    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: Any = "auto",
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Any = None,
        return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:
        """The loss and metrics over all batches, by name or in the order of their names."""
        self._assert_compile_called("evaluate")
        is_cached = kwargs.pop("_use_cached_eval_dataset", False)
        if kwargs:
            raise ValueError(f"Arguments not recognized: {kwargs}")
        iterator = self._eval_epoch_iterator if is_cached else None
        if iterator is None:
            iterator = self._iterator(
                x, y, sample_weight, batch_size=batch_size, steps_per_epoch=steps, shuffle=False
            )
        self._build_for("test_step", iterator=iterator)
        iterator.reset()
        callbacks = self._callbacks(callbacks, verbose, 1, iterator)
        self.make_test_function()
        self.stop_evaluating = False
        callbacks.on_test_begin()
        self.reset_metrics()
        logs, (begins, ends) = {}, hears(callbacks, "test")
        for begin_step, end_step, data in iterator:
            if begins:
                callbacks.on_test_batch_begin(begin_step)
            logs = self.test_function(data)  # type: ignore[misc]
            if ends:
                callbacks.on_test_batch_end(end_step, logs)
            if self.stop_evaluating:
                break
        logs = pythonify_logs(self._get_metrics_result_or_logs(logs))
        callbacks.on_test_end(logs)
        return logs if return_dict else self._flatten_metrics_in_order(logs)

    @traceback_utils.filter_traceback
    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = "auto",
        steps: int | None = None,
        callbacks: Any = None,
    ) -> Any:
        """The predictions for all batches, as NumPy arrays."""
        iterator = self._iterator(x, batch_size=batch_size, steps_per_epoch=steps, shuffle=False)
        callbacks = self._callbacks(callbacks, verbose, 1, iterator)
        self.make_predict_function()
        self.stop_predicting = False
        callbacks.on_predict_begin()
        made = []
        begins, ends = hears(callbacks, "predict")
        for begin_step, end_step, data in iterator:
            if begins:
                callbacks.on_predict_batch_begin(begin_step)
            outputs = self.predict_function(data)  # type: ignore[misc]
            made.append(tree.map_structure(convert_to_numpy, outputs))
            if ends:
                callbacks.on_predict_batch_end(end_step, {"outputs": outputs})
            if self.stop_predicting:
                break
        callbacks.on_predict_end()
        return tree.map_structure_up_to(made[0], lambda *parts: _joined(parts), *made)

    @traceback_utils.filter_traceback
    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Any = None,
        return_dict: bool = False,
    ) -> Any:
        """One step of training on one batch; its logs."""
        self._assert_compile_called("train_on_batch")
        if class_weight is not None:
            if sample_weight is not None:
                raise ValueError(
                    "Arguments `sample_weight` and `class_weight` cannot be specified at the same "
                    f"time. Received: sample_weight={sample_weight}, class_weight={class_weight}"
                )
            sample_weight = data_adapter_utils.class_weight_to_sample_weights(y, class_weight)
        data = _tensors((x, y, sample_weight))
        self._build_for("train_step", data_batch=data)
        self.reset_metrics()
        return self._logs_of(self.make_train_function()([data]), return_dict)

    @traceback_utils.filter_traceback
    def test_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, return_dict: bool = False
    ) -> Any:
        """The logs of one batch, without training."""
        self._assert_compile_called("test_on_batch")
        data = _tensors((x, y, sample_weight))
        self._build_for("test_step", data_batch=data)
        self.reset_metrics()
        return self._logs_of(self.make_test_function()([data]), return_dict)

    def _logs_of(self, logs: Any, return_dict: bool) -> Any:
        logs = pythonify_logs(logs)
        return logs if return_dict else self._flatten_metrics_in_order(logs)

    @traceback_utils.filter_traceback
    def predict_on_batch(self, x: Any) -> Any:
        """The predictions for one batch, as NumPy arrays."""
        outputs = self.make_predict_function()([(x,)])
        return tree.map_structure(convert_to_numpy, outputs)


def _joined(parts: Any) -> Any:
    return np.concatenate(parts, axis=0)
