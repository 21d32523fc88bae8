"""Owns the methods and arguments of Keras 1 and 2: fit_generator, predict_classes, lr=, nb_epoch=,
reset_states."""

from __future__ import annotations

import functools
import importlib
import types

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DROPPED = ("max_queue_size", "max_q_size", "workers", "use_multiprocessing", "pickle_safe")
_RENAMED = {
    "nb_epoch": "epochs",
    "samples_per_epoch": "steps_per_epoch",
    "nb_val_samples": "validation_steps",
    "val_samples": "steps",
}
_OPTIMIZERS = "Adadelta Adagrad Adam AdamW Adamax Ftrl Nadam RMSprop SGD".split()


def _of_today(options: dict[str, Any]) -> dict[str, Any]:
    """Keywords of fit, evaluate and predict under their names of today."""
    kept = {name: value for name, value in options.items() if name not in _DROPPED}
    return {_RENAMED.get(name, name): value for name, value in kept.items()}


def fit_generator(model: Any, generator: Any, steps_per_epoch: Any = None, epochs: int = 1,
                  verbose: Any = 1, callbacks: Any = None, validation_data: Any = None,
                  validation_steps: Any = None, **options: Any) -> Any:  # fmt: skip
    """``model.fit`` of a generator, with Keras 1's and 2's names of arguments."""
    given = {
        "steps_per_epoch": steps_per_epoch, "epochs": epochs, "verbose": verbose,
        "callbacks": callbacks, "validation_data": validation_data,
        "validation_steps": validation_steps,
    }  # fmt: skip
    return model.fit(generator, **{**given, **_of_today(options)})


def evaluate_generator(model: Any, generator: Any, steps: Any = None, callbacks: Any = None,
                       **options: Any) -> Any:  # fmt: skip
    """``model.evaluate`` of a generator."""
    given = {"steps": steps, "callbacks": callbacks, "verbose": 0}
    return model.evaluate(generator, **{**given, **_of_today(options)})


def predict_generator(model: Any, generator: Any, steps: Any = None, callbacks: Any = None,
                      **options: Any) -> Any:  # fmt: skip
    """``model.predict`` of a generator."""
    given = {"steps": steps, "callbacks": callbacks, "verbose": 0}
    return model.predict(generator, **{**given, **_of_today(options)})


def predict_classes(model: Any, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
    """The class of each row: the largest of several outputs, or whether one exceeds 0.5."""
    found = model.predict(x, batch_size=batch_size, verbose=verbose)
    if found.shape[-1] > 1:
        return found.argmax(axis=-1)
    return (found > 0.5).astype("int32")


def predict_proba(model: Any, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
    """``model.predict``."""
    return model.predict(x, batch_size=batch_size, verbose=verbose)


def reset_states(model: Any) -> None:
    """The states of the model's recurrent layers begin anew."""
    for layer in model.layers:
        for name in ("reset_states", "reset_state"):
            if hasattr(layer, name):
                getattr(layer, name)()
                break


def _with_old_rate(init: Callable[..., None]) -> Callable[..., None]:
    """An optimizer's __init__ that takes `lr` and `decay` too."""

    @functools.wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        if "lr" in kwargs:
            kwargs["learning_rate"] = kwargs.pop("lr")
        decay = kwargs.pop("decay", 0.0)
        if kwargs.get("epsilon", 0.0) is None:
            del kwargs["epsilon"]
        if decay:
            from pelton.keras.optimizers.schedules import InverseTimeDecay

            rate = kwargs.get("learning_rate", args[0] if args else 0.001)
            args = args[1:]
            kwargs["learning_rate"] = InverseTimeDecay(rate, 1, decay)
        init(self, *args, **kwargs)

    return call


def _with_old_names(method: Callable[..., Any]) -> Callable[..., Any]:
    """fit, evaluate or predict that takes Keras 2's keywords too; predict is silent as it was."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if method.__name__ == "predict":
            kwargs.setdefault("verbose", 0)
        return method(self, *args, **_of_today(kwargs))

    return call


def _with_old_dtype(metric: Any) -> Any:
    """A function of one's own as a metric, which is given targets of the predictions' dtype."""
    if not isinstance(metric, types.FunctionType) or metric.__module__.startswith("pelton."):
        return metric

    @functools.wraps(metric)
    def call(y_true: Any, y_pred: Any) -> Any:
        from pelton._core.ops import cast

        return metric(cast(y_true, y_pred.dtype), y_pred)

    return call


def _with_old_optimizers(compile: Callable[..., Any]) -> Callable[..., Any]:  # noqa: A002
    """compile that takes the optimizers of TensorFlow 1 too, and gives metrics that are functions
    targets of the predictions' dtype."""

    @functools.wraps(compile)
    def call(self: Any, optimizer: Any = "rmsprop", *args: Any, **kwargs: Any) -> Any:
        made = optimizer.for_keras() if hasattr(optimizer, "for_keras") else optimizer
        if kwargs.get("steps_per_execution", 1) is None:
            del kwargs["steps_per_execution"]
        if "metrics" in kwargs:
            from pelton.nest import map_structure

            kwargs["metrics"] = map_structure(_with_old_dtype, kwargs["metrics"])
        return compile(self, made, *args, **kwargs)

    return call


def _with_names_of_today(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keywords of Model, of which `inputs` and `outputs` were `input` and `output`."""
    names = {"input": "inputs", "output": "outputs"}
    return {names.get(name, name): value for name, value in kwargs.items()}


def _widen_ends() -> None:
    """Model(input=, output=) is a functional model too."""
    from pelton._core import layers as _core

    functional = importlib.import_module("pelton.keras.models.functional")

    def is_functional(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        return functional.is_functional(args, _with_names_of_today(kwargs))

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        return functional.new(cls, *args, **_with_names_of_today(kwargs))

    _core._set_functional(is_functional, new)


_OF_LAYERS = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")
_OF_METRICS = ("name", "shape", "aggregation", "synchronization", "initializer", "dtype")


# Where a variable lies and how it is kept, of graphs.
_NOT_OF_TODAY = ("caching_device", "collections", "partitioner", "use_resource")


def _with_old_order(add_weight: Callable[..., Any], order: tuple[str, ...]) -> Callable[..., Any]:
    """add_weight that takes Keras 2's order too, such as (name, shape, dtype, initializer...) of
    layers, which Keras 1 had as (shape, initializer=, name=)."""

    @functools.wraps(add_weight)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if args and (args[0] is None or isinstance(args[0], str)):
            kwargs.update(zip(order, args, strict=False))
            args = ()
        if "experimental_autocast" in kwargs:
            kwargs["autocast"] = kwargs.pop("experimental_autocast")
        kwargs = {key: value for key, value in kwargs.items() if key not in _NOT_OF_TODAY}
        if order is _OF_METRICS:  # of replicas, of which there is one
            kwargs = {key: kwargs[key] for key in kwargs if key not in order[2:4]}
            if not args:
                kwargs.setdefault("shape", ())
        return add_weight(self, *args, **kwargs)

    return call


def _widen_layers() -> None:
    from pelton import keras

    for kind, order in ((keras.layers.Layer, _OF_LAYERS), (keras.metrics.Metric, _OF_METRICS)):
        kind.add_weight = _with_old_order(kind.add_weight, order)
    keras.layers.Layer._track_trackable = _track_trackable


def _track_trackable(layer: Any, trackable: Any, name: str, overwrite: bool = False) -> Any:
    """The object itself: what is set on a layer is tracked."""
    return trackable


def _widen_models() -> None:
    from pelton import keras

    for method in (
        fit_generator, evaluate_generator, predict_generator, predict_classes, predict_proba,
        reset_states,
    ):  # fmt: skip
        if not hasattr(keras.Model, method.__name__):
            setattr(keras.Model, method.__name__, method)
    for kind in (keras.Model, keras.Sequential):
        for name in ("fit", "evaluate", "predict"):
            if name in vars(kind):
                setattr(kind, name, _with_old_names(vars(kind)[name]))
        if "compile" in vars(kind):
            kind.compile = _with_old_optimizers(vars(kind)["compile"])


class _Variables(list):  # type: ignore[type-arg]
    """An optimizer's variables, which Keras 2 had as a method too."""

    def __call__(self) -> list[Any]:
        return list(self)


def _callable_variables(native: Any) -> property:
    return property(lambda optimizer: _Variables(native.fget(optimizer)), doc=native.__doc__)


def minimize(optimizer: Any, loss: Any, var_list: Any, tape: Any = None, **names: Any) -> Any:
    """One step by the gradients of `loss`, a function or a tensor that `tape` has recorded, by the
    variables, or by those that a function gives; the count of steps.

    Raises ValueError for a tensor without a tape."""
    import pelton as tf

    if not callable(loss) and tape is None:
        raise ValueError(
            "`tape` is required when a `Tensor` loss is passed. Received: "
            f"loss={loss}, tape={tape}. [{type(optimizer).__name__}]"
        )
    tape = tf.GradientTape() if tape is None else tape
    if callable(loss):
        with tape:
            if not callable(var_list):
                tape.watch(var_list)
            loss = loss()
    variables = var_list() if callable(var_list) else var_list
    variables = tf.nest.flatten(variables)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables, strict=True))
    return optimizer.iterations


def _widen_optimizers() -> None:
    from pelton.keras import optimizers

    optimizers.Optimizer.minimize = minimize
    optimizers.Optimizer.variables = _callable_variables(optimizers.Optimizer.variables)

    rate = property(
        lambda optimizer: optimizer.learning_rate,
        lambda optimizer, value: setattr(optimizer, "learning_rate", value),
    )
    for name in _OPTIMIZERS:
        found = getattr(optimizers, name)
        found.__init__ = _with_old_rate(found.__init__)
        found.lr = rate


def install_arguments() -> None:
    """Adds them to the classes of pelton.keras; once in a process."""
    from pelton import keras
    from pelton.compat.legacy import keras_backend
    from pelton.compat.legacy.keras_files import install_files
    from pelton.compat.legacy.keras_losses import install_losses
    from pelton.compat.legacy.keras_models import install_models
    from pelton.compat.legacy.keras_names import install_names
    from pelton.compat.legacy.layer_arguments import install_layers
    from pelton.compat.legacy.private_attributes import install_attributes
    from pelton.keras.optimizers.keras_2 import derived

    if hasattr(keras.Model, "fit_generator"):
        return
    _widen_models()
    install_models()
    _widen_optimizers()
    derived.install()
    install_layers()
    install_names()
    _widen_layers()
    _widen_ends()
    install_files()
    install_losses()
    install_attributes()
    keras.metrics.Metric.reset_states = lambda metric: metric.reset_state()
    for name in keras_backend.__all__:
        if name not in vars(keras.backend):
            setattr(keras.backend, name, getattr(keras_backend, name))
