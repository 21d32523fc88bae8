"""The methods that training adds to keras.Model: arguments and callbacks."""

from __future__ import annotations

import warnings
from typing import Any

from pelton._core import training as _training
from pelton._core.layers import Sequential
from pelton._core.optimizers import Optimizer
from pelton.keras.config.limits import limit
from pelton.keras.tracking import any_metrics, calls_add_metrics, metrics_of
from pelton.keras.training import compile_arguments, compiled_parts, data, older_names, part_hooks
from pelton.keras.training.composite_batches import holds_composites, whole_batch
from pelton.keras.training.dataset_source import has_nested_batches
from pelton.keras.training.open_batches import note as note_batches
from pelton.keras.training.own_steps import HOOKS, StepFunctions, overrides_steps, pack_outputs
from pelton.keras.training.results import METRICS, in_order, metrics_names, named
from pelton.keras.training.sparse_data import dense_samples, keeps_composites
from pelton.keras.training.step_methods import STEP_METHODS
from pelton.keras.user_attribute import UserAttribute
from pelton.names.named_refusals import truth
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton.keras.callbacks import History


def trainer_of(model: Any) -> Any:
    """The loops, batches and records of a model. Raises TypeError for what is none."""
    return _training.trainer_of(model)


def _compiled_trainer(model: Any) -> Any:
    """`trainer_of` a model; raises ValueError before compile()."""
    trainer = trainer_of(model)
    trainer.check_compiled()
    return trainer


def _callback_list(callbacks: Any, model: Any, verbose: Any, history: bool, **params: Any) -> Any:
    from pelton.keras.callbacks import CallbackList

    if isinstance(callbacks, CallbackList):
        return callbacks
    return CallbackList(
        callbacks,
        add_history=history,
        add_progbar=verbose != 0,
        model=model,
        verbose=verbose,
        **params,
    )


def _own(callbacks: Any, *nests: Any) -> tuple[Any, ...]:
    """Copies of the arrays where callbacks of the user's own may write to them while they are
    trained on."""
    if callbacks is None:
        return nests
    from pelton.keras.callbacks import CallbackList, LambdaCallback

    given = callbacks.callbacks if isinstance(callbacks, CallbackList) else flatten(callbacks)
    are_own = any(
        isinstance(callback, LambdaCallback)
        or not type(callback).__module__.startswith("pelton.keras.callbacks")
        for callback in given
    )
    return tuple(data.copies(nest, narrows=True) for nest in nests) if are_own else nests


def _capped(name: str, value: int | None) -> int | None:
    """`value` within the configured limit, with Keras's warning; None is without end."""
    most = limit(name)
    if most is None or (value is not None and value <= most):
        return value
    warnings.warn(f"Limiting {name} to {most}", stacklevel=3)
    return most


def _epochs(value: Any) -> int | None:
    """Epochs, within the configured limit; TypeError for no integer."""
    return _capped("epochs", data.integer("epochs", value))


def _steps(name: str, value: Any) -> int | None:
    """Steps per epoch, within the configured limit."""
    return _capped("steps_per_epoch", data.optional_count(name, value))


def compile(  # noqa: A001 - Keras's name
    self: Any,
    optimizer: Any = "rmsprop",
    loss: Any = None,
    loss_weights: Any = None,
    metrics: Any = None,
    weighted_metrics: Any = None,
    run_eagerly: bool = False,
    steps_per_execution: int = 1,
    jit_compile: Any = "auto",
    auto_scale_loss: bool = True,
) -> None:
    """Set optimizer, loss and metrics: objects, names, functions or serialized configs.

    For several outputs, loss, loss_weights and metrics are lists or dicts by output.
    run_eagerly: no step is run from a trace. auto_scale_loss: mixed_float16 steps scale the loss.
    jit_compile changes nothing. Loss and metrics of an earlier call stay where none are given."""
    given = compile_arguments.kept(self, loss, loss_weights, metrics, weighted_metrics)
    loss, loss_weights, metrics, weighted_metrics = given.values()
    several = self._has_python_call and compile_arguments.is_by_output(
        loss, loss_weights, metrics, weighted_metrics
    )
    of_kinds = (("metrics", metrics), ("weighted_metrics", weighted_metrics))
    kinds = [[] if several else compile_arguments.metrics(*one) for one in of_kinds]
    vars(self)["_compiled_metrics"] = kinds  # what is of Python in them lives with the model
    trainer_of(self).compile(
        compile_arguments.scaled(self, compile_arguments.optimizer(optimizer), auto_scale_loss),
        None if several else compile_arguments.loss(loss),
        *kinds,
        None if several else compile_arguments.loss_weight(loss_weights),
        steps_per_execution,
        run_eagerly,
    )
    self._own_steps = None
    for name in ("loss", "optimizer"):
        vars(self).pop(name, None)
    part_hooks.note_parts(self, trainer_of(self).optimizer, loss, metrics, weighted_metrics)
    # Not an attribute that is tracked: metrics of compile() are none of the model's own.
    vars(self)["_compile_arguments"] = {
        "optimizer": optimizer,
        **given,
        "run_eagerly": run_eagerly,
        "steps_per_execution": steps_per_execution,
        "jit_compile": jit_compile,
    }


def _gives_nest(model: Any, x: Any, may_call: bool) -> bool:
    """Whether the outputs are nested, as far as calls have shown; before a prediction, whose
    targets do not tell, a model that was never called is called with one sample."""
    if "_operations" in vars(model):
        return isinstance(vars(model)["_nested_inputs"][1], (list, tuple, dict))
    known = model._gives_nest
    if known is None and may_call and data.is_array(x) and len(x.shape) > 0 and len(x) > 0:
        model(data.first_rows(x), training=False)
        known = model._gives_nest
    return bool(known)


def _has_several_inputs(model: Any) -> bool:
    ends = vars(model).get("_nested_inputs")
    return ends is not None and (len(flatten(ends[0])) > 1 or isinstance(ends[0], dict))


# What makes a Sequential more than its layers.
_ADDED = frozenset({"_nested_inputs", "_metrics", "_layers", "_python_parts", *HOOKS})


def _is_plain(model: Any) -> bool:
    """Whether the model is a Sequential to which its user has added nothing but layers: the usual
    case, which is asked for in every step."""
    return (
        type(model) is Sequential
        and _ADDED.isdisjoint(vars(model))
        and not (any_metrics() and metrics_of(model))
        and not calls_add_metrics()
    )


def _needs_own_steps(model: Any, arrays: tuple[Any, ...], may_call: bool) -> bool:
    from pelton.keras.models import Model

    given = getattr(model, "_compile_arguments", {})
    return (
        overrides_steps(model, Model)
        or "_python_parts" in vars(model)
        or (model._has_python_call and any(map(data.is_nested, arrays)))
        or ((model._has_python_call or keeps_composites(model)) and holds_composites(*arrays))
        or (model._has_python_call and any(map(has_nested_batches, arrays)))
        or (
            model._has_python_call
            and compile_arguments.is_by_output(
                *(given.get(name) for name in compile_arguments.BY_OUTPUT)
            )
        )
        or bool(metrics_of(model))
        or calls_add_metrics()
        or _has_several_inputs(model)
        or _gives_nest(model, arrays[0], may_call)
    )


def use_own_steps(self: Any, *arrays: Any, may_call: bool = False) -> bool:
    """Whether the model's steps are Python; sets them up where its class, its outputs or the data
    ask for them."""
    if vars(self).get("_own_steps") is not None:
        return True
    if _is_plain(self) or not _needs_own_steps(self, arrays, may_call):
        return False
    _set_own_steps(self)
    return True


def _set_own_steps(self: Any) -> None:
    from pelton.keras.training.compiled_parts import CompiledParts

    self._compiled_parts = CompiledParts(self)
    self._own_steps = StepFunctions(self, trainer_of(self).run_eagerly)
    trainer_of(self).set_own_steps(self._own_steps)


def parts_of(self: Any) -> Any:
    """The parts for steps in Python, which are the model's steps from then on."""
    if vars(self).get("_own_steps") is None:
        _set_own_steps(self)
    return self._compiled_parts


def _split(x: Any, y: Any, sample_weight: Any, fraction: float, nested: bool) -> Any:
    """Training and validation samples: the last `fraction` validates."""
    if data.is_iterable_of_batches(x):
        raise ValueError(
            "Argument `validation_split` is only supported for tensors or NumPy arrays. Found "
            f"incompatible type in the input: {type(x)}"
        )
    several = nested and any(map(data.is_nested, (x, y, sample_weight)))
    return (data.nested_samples if several else data.samples)(x, y, sample_weight).split(fraction)


def _validation_source(
    validation_data: Any, batch_size: Any, steps: int | None, nested: bool
) -> Any:
    if validation_data is None:
        return None
    if isinstance(validation_data, _training.Samples):
        return data.source(validation_data, batch_size=batch_size)
    if data.is_iterable_of_batches(validation_data):
        return data.source(validation_data, nested=nested)
    x, y, weight = data.unpack(validation_data)
    return data.source(x, y, weight, batch_size=batch_size, steps=steps, nested=nested)


def _frequency(validation_freq: Any) -> Any:
    if isinstance(validation_freq, tuple):
        return list(validation_freq)
    if isinstance(validation_freq, (int, list)):
        return validation_freq
    raise ValueError(
        "Expected `validation_freq` to be a list or int. Received: "
        f"validation_freq={validation_freq} of the type {type(validation_freq)}."
    )


def fit(
    self: Any,
    x: Any = None,
    y: Any = None,
    batch_size: int | None = None,
    epochs: int = 1,
    verbose: int | str = "auto",
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
) -> History:
    """Train for `epochs` passes over arrays or an iterable of batches; returns the History.

    Arrays are read in place; with callbacks of your own all but memory maps are copied first."""
    trainer = _compiled_trainer(self)
    given = dense_samples(self, x, y, sample_weight, validation_data)
    x, y, sample_weight, validation_data = _own(callbacks, *given)
    epochs, steps = _epochs(epochs), _steps("steps_per_epoch", steps_per_epoch)
    nested = use_own_steps(self, x, y, sample_weight)
    note_batches(self, x, batch_size, validation_split if validation_data is None else 0.0)
    if validation_split and validation_data is None:
        (x, validation_data), y = _split(x, y, sample_weight, validation_split, nested), None
        sample_weight = None
    sizes = {"batch_size": batch_size, "steps": steps, "nested": nested}
    train = data.source(x, y, sample_weight, shuffle=shuffle, class_weight=class_weight, **sizes)
    val_size = validation_batch_size or batch_size
    val_steps = data.optional_count("validation_steps", validation_steps)
    validation = _validation_source(validation_data, val_size, val_steps, nested)
    part_hooks.check_validation(self, validation)
    freq, size = _frequency(validation_freq), {"epochs": epochs, "steps": steps or train.count}
    listing = _callback_list(callbacks, self, verbose, True, **size)
    first = listing.resumed_epoch(data.integer("initial_epoch", initial_epoch))
    trainer.fit(train, validation, listing, epochs, first, steps, val_steps, freq)
    part_hooks.finalize(self, epochs)
    return listing.history


def evaluate(
    self: Any,
    x: Any = None,
    y: Any = None,
    batch_size: int | None = None,
    verbose: int | str = "auto",
    sample_weight: Any = None,
    steps: int | None = None,
    callbacks: Any = None,
    return_dict: bool = False,
    **kwargs: Any,
) -> Any:
    """Loss and metrics over the data: a number, a list in metrics_names' order, or a dictionary."""
    trainer = _compiled_trainer(self)
    if kwargs:
        raise ValueError(f"Arguments not recognized: {kwargs}")
    x, y, sample_weight = _own(callbacks, *dense_samples(self, x, y, sample_weight))
    steps = data.optional_count("steps", steps)
    nested = use_own_steps(self, x, y, sample_weight)
    note_batches(self, x, batch_size)
    batches = data.source(x, y, sample_weight, batch_size=batch_size, steps=steps, nested=nested)
    listing = _callback_list(
        callbacks, self, verbose, False, epochs=1, steps=steps or batches.count
    )
    logs = trainer.evaluate(batches, steps, listing)
    return named(self, logs) if return_dict else in_order(self, logs)


def predict(
    self: Any,
    x: Any,
    batch_size: int | None = None,
    verbose: int | str = "auto",
    steps: int | None = None,
    callbacks: Any = None,
) -> Any:
    """The model's outputs for all samples as one NumPy array, or nested as the outputs are."""
    steps = data.optional_count("steps", steps)
    (x,) = _own(callbacks, *dense_samples(self, x))
    nested = use_own_steps(self, x, may_call=True)
    batches = data.source(x, batch_size=batch_size, steps=steps, nested=nested)
    listing = _callback_list(
        callbacks, self, verbose, False, epochs=1, steps=steps or batches.count
    )
    leaves = trainer_of(self).predict(batches, steps, listing)
    return pack_outputs(self._own_steps.outputs, leaves) if nested else leaves[0]


def _batch(self: Any, x: Any, y: Any, sample_weight: Any) -> Any:
    nested = use_own_steps(self, x, y, sample_weight)
    if nested and any(map(data.is_nested, (x, y, sample_weight))):
        return data.nested_samples(x, y, sample_weight, keeps_lists=True)
    return data.samples(x, y, sample_weight)


def _on_batch(self: Any, training: bool, x: Any, y: Any, sample_weight: Any, weights: Any) -> Any:
    """The figures of one step; batches with ragged and sparse tensors go to steps in Python."""
    trainer = _compiled_trainer(self)
    x, y, sample_weight = dense_samples(self, x, y, sample_weight)
    if holds_composites(x, y, sample_weight) and use_own_steps(self, x, y, sample_weight):
        if weights:
            raise ValueError("`class_weight` goes with dense tensors alone in one batch")
        steps, batch = self._own_steps, whole_batch(x, y, sample_weight)
        steps.reset_metrics()
        (steps.train if training else steps.test)(batch)
        return steps.logs()
    samples = _batch(self, x, y, sample_weight)
    if weights:
        samples.weigh_classes(weights)
    return trainer.on_batch(samples, training)


def train_on_batch(
    self: Any,
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    class_weight: Any = None,
    return_dict: bool = False,
) -> Any:
    """One training step; loss and metrics of this batch alone."""
    _compiled_trainer(self)
    if class_weight is not None and sample_weight is not None:
        raise ValueError(
            "Arguments `sample_weight` and `class_weight` cannot be specified at the same time. "
            f"Received: sample_weight={sample_weight}, class_weight={class_weight}"
        )
    logs = _on_batch(self, True, x, y, sample_weight, data.class_weights(class_weight))
    return named(self, logs) if return_dict else in_order(self, logs)


def test_on_batch(
    self: Any, x: Any, y: Any = None, sample_weight: Any = None, return_dict: bool = False
) -> Any:
    """Loss and metrics of one batch, without training."""
    logs = _on_batch(self, False, x, y, sample_weight, None)
    return named(self, logs) if return_dict else in_order(self, logs)


def predict_on_batch(self: Any, x: Any) -> Any:
    """The outputs of one batch as a NumPy array, or nested as the outputs are."""
    if x is None:
        raise ValueError("`x` is None: prediction needs input data")
    (x,) = dense_samples(self, x)
    if not _is_plain(self) and use_own_steps(self, x, may_call=True):
        batch = whole_batch(x) if holds_composites(x) else (data.tensors("x", x),)
        leaves = self._own_steps.predict(batch)
        return pack_outputs(self._own_steps.outputs, [leaf.numpy() for leaf in leaves])
    return trainer_of(self).predict_step(data.as_array("x", x)).numpy()


def reset_metrics(self: Any) -> None:
    """Start the loss and all metrics anew."""
    trainer_of(self).reset_metrics()


def _optimizer(self: Any) -> Any:
    trainer = trainer_of(self)
    return trainer.optimizer if trainer.compiled else vars(self).get("optimizer", trainer.optimizer)


def _set_optimizer(self: Any, optimizer: Any) -> None:
    """Before compile(), which puts its own in this place, any value is the user's."""
    if not trainer_of(self).compiled and not isinstance(optimizer, Optimizer):
        vars(self)["optimizer"] = optimizer
        return
    trainer_of(self).optimizer = compile_arguments.optimizer(optimizer)
    given = getattr(self, "_compile_arguments", {})
    names = ("loss", "metrics", "weighted_metrics")
    part_hooks.note_parts(self, trainer_of(self).optimizer, *(given.get(name) for name in names))


def _stop(name: str) -> property:
    """The flag that ends fit, evaluate or predict after the batch or epoch that sets it."""

    def get(self: Any) -> bool:
        return getattr(trainer_of(self), name)

    def set(self: Any, stop: bool) -> None:  # noqa: A001 - of a property
        setattr(trainer_of(self), name, truth(name, stop))

    return property(get, set)


def _run_eagerly(self: Any) -> bool:
    return trainer_of(self).run_eagerly


def _set_run_eagerly(self: Any, eagerly: bool) -> None:
    trainer_of(self).run_eagerly = truth("run_eagerly", eagerly)
    if getattr(self, "_own_steps", None) is not None:
        self._own_steps = StepFunctions(self, trainer_of(self).run_eagerly)
        trainer_of(self).set_own_steps(self._own_steps)


def _compiled(self: Any) -> bool:
    return trainer_of(self).compiled


_METHODS = (compile, fit, evaluate, predict, train_on_batch, test_on_batch, predict_on_batch)


def add_training(model_class: type) -> None:
    """Give the model class these methods and properties."""
    for method in (*_METHODS, reset_metrics, *STEP_METHODS, *older_names.METHODS):
        setattr(model_class, method.__name__, method)
    properties: dict[str, Any] = {
        **older_names.PROPERTIES,
        "optimizer": property(_optimizer, _set_optimizer),
        **{name: _stop(name) for name in ("stop_training", "stop_evaluating", "stop_predicting")},
        "run_eagerly": property(_run_eagerly, _set_run_eagerly),
        "metrics": METRICS,
        "metrics_names": property(metrics_names),
        "compiled": property(_compiled),
        "loss": UserAttribute(compiled_parts.given_loss),
        "_loss_tracker": UserAttribute(compiled_parts.loss_tracker),
        "_compile_metrics": UserAttribute(compiled_parts.compile_metrics),
        "_compile_loss": UserAttribute(compiled_parts.compile_loss),
        "jit_compile": UserAttribute(compile_arguments.jit_compile),
        "distribute_strategy": UserAttribute(compile_arguments.distribute_strategy),
    }
    for name, value in properties.items():
        setattr(model_class, name, value)
