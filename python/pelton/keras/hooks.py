"""Which methods and properties of Keras's classes a user's class may define again: those that
Keras calls are called, or objects of the class raise. Knows no particular layer or loss."""

from __future__ import annotations

from pelton._core import layers as _layers
from pelton._core import losses as _losses
from pelton._core import metrics as _metrics
from pelton._core import optimizers as _optimizers

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

# By base class: what Keras reads or calls there and the engine does not, and what does instead.
_DTYPES = "give `dtype` to super().__init__()"
_SLOTS = "write `build` and `update_step` in a class derived from Optimizer"
_REFUSED: Mapping[type, Mapping[str, str]] = {
    _layers.Layer: {
        **dict.fromkeys(("dtype", "compute_dtype", "variable_dtype", "dtype_policy"), _DTYPES),
        "input_dtype": _DTYPES,
        "input_spec": "set it in `__init__` or `build`",
        "supports_masking": "set it in `__init__`",
        "weights": "make them with add_weight, or hold them as attributes",
        "quantization_mode": "there is no quantization",
        "symbolic_call": "write `compute_output_shape`",
    },
    _layers.Model: {
        "run_eagerly": "give it to compile()",
        "jit_compile": "there is no other compiler",
        "distribute_strategy": "there is one device",
        "make_train_function": "write `train_step`",
        "make_test_function": "write `test_step`",
        "make_predict_function": "write `predict_step`",
    },
    _layers.Sequential: {"build": "write it in a class derived from Model"},
    _losses.Loss: {"dtype": _DTYPES},
    _metrics.Metric: {
        "dtype": _DTYPES,
        "variables": "make them with add_weight, or hold them as attributes",
        "add_variable": "write add_weight",
    },
}
# What the engine's optimizers do for themselves, but for what is written in Python instead.
_OF_OPTIMIZERS = {
    **dict.fromkeys(("assign", "assign_add", "assign_sub"), ("update_step", _SLOTS)),
    **dict.fromkeys(
        ("add_variable", "add_variable_from_reference", "add_optimizer_variables"),
        ("build", _SLOTS),
    ),
}
# What Python steps call, so that the engine's own give way where one is defined anew.
STEP_HOOKS: Mapping[type, tuple[str, ...]] = {
    _optimizers.Optimizer: ("apply", "apply_gradients", "scale_loss"),
    _losses.Loss: ("__call__",),
}
# What is looked up in classes alone: set on one object it would be ignored.
_OF_CLASSES: Mapping[type, tuple[str, ...]] = {
    _optimizers.Optimizer: (
        *("apply", "apply_gradients", "assign", "assign_add", "assign_sub", "build"),
        *("finalize_variable_values", "scale_loss", "update_step"),
    ),
    _losses.Loss: ("__call__", "call"),
    _metrics.Metric: ("__call__", "update_state", "result", "reset_state"),
}
# What is done with each class of layers that a user defines.
OF_LAYER_CLASSES: list[Callable[[type], None]] = []
# The same of optimizers.
OF_OPTIMIZER_CLASSES: list[Callable[[type], None]] = []
_OF_LAYERS = frozenset(
    "call build compute_output_shape compute_mask get_config add_weight add_loss".split()
)


def is_library(cls: type) -> bool:
    return cls.__module__.startswith("pelton.")


def overrides(thing: Any, base: type, names: Iterable[str]) -> bool:
    """Whether the class of `thing`, or `thing` itself, defines one of the names of `base` anew."""
    cls, own = type(thing), vars(thing) if hasattr(thing, "__dict__") else {}
    return any(name in own or getattr(cls, name) is not getattr(base, name) for name in names)


def steps_in_python(*parts: Any) -> bool:
    """Whether one of a model's optimizer and losses defines what only Python steps call."""
    return any(
        overrides(part, base, names)
        for part in parts
        for base, names in STEP_HOOKS.items()
        if isinstance(part, base)
    )


def check_object(thing: Any) -> None:
    """Raises NotImplementedError for a hook that was set on one object and would be ignored."""
    for base, names in _OF_CLASSES.items():
        if isinstance(thing, base):
            for name in vars(thing).keys() & set(names):
                raise NotImplementedError(
                    f"{type(thing).__name__}: `{name}` was set on one object, where it is not "
                    "looked for. Define it in a class of your own"
                )


def check_layer(layer: Any, name: str) -> None:
    """The same for a layer of the library's own classes, which is about to get `name`."""
    if name in _OF_LAYERS and is_library(type(layer)):
        raise NotImplementedError(
            f"{type(layer).__name__} '{layer.name}': `{name}` cannot be set on a layer of a "
            "built-in class. Define it in a class of your own"
        )


def _refuse(cls: type, name: str, instead: str) -> None:
    """Lets objects of a class, and of those derived from it, raise: modules are imported for other
    classes that they define too."""

    def refuse(made: type, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"{cls.__module__}.{cls.__qualname__} defines `{name}`, which the engine does not ask "
            f"for here: {instead}"
        )

    cls.__new__ = staticmethod(refuse)  # type: ignore[assignment]


def _keep_trainable(cls: type) -> None:
    """Lets the engine know what a class's own property `trainable` says once it is set."""
    own: Any = vars(cls)["trainable"]
    if not isinstance(own, property) or own.fset is None:
        _refuse(cls, "trainable", "set it")
        return
    engines: Any = _layers.Layer.trainable

    def assign(self: Any, value: Any) -> None:
        own.fset(self, value)
        engines.fset(self, bool(own.fget(self)))

    cls.trainable = property(own.fget, assign, own.fdel, own.__doc__)  # type: ignore[attr-defined]


def check_class(cls: type) -> None:
    """Looks for hooks of a class of the user's that nothing would call: its objects raise
    NotImplementedError."""
    if is_library(cls):
        return
    own = vars(cls)
    if "metrics" in own and issubclass(cls, _layers.Layer):
        from pelton.keras.tracking import note_own_metrics

        note_own_metrics()
    for base, names in _REFUSED.items():
        if issubclass(cls, base):
            for name in names.keys() & own.keys():
                _refuse(cls, name, names[name])
    if issubclass(cls, _optimizers.Optimizer):
        for hook in OF_OPTIMIZER_CLASSES:
            hook(cls)
        _check_optimizer(cls)
    elif issubclass(cls, _layers.Layer):
        if "trainable" in own:
            _keep_trainable(cls)
        _check_layer_class(cls)
        for hook in OF_LAYER_CLASSES:
            hook(cls)


def _first_library(cls: type) -> Any:
    return next(base for base in cls.__mro__ if is_library(base))


def _apply_gradients(self: Any, grads_and_vars: Any) -> Any:
    """apply_gradients of a class that defines `apply`."""
    gradients, variables = zip(*grads_and_vars, strict=True)
    self.apply(list(gradients), list(variables))
    return self.iterations


def _check_optimizer(cls: type) -> None:
    if "apply" in vars(cls) and cls.apply_gradients is _optimizers.Optimizer.apply_gradients:
        cls.apply_gradients = _apply_gradients
    base = _first_library(cls)
    if base is not _optimizers.Optimizer:
        if "iterations" in vars(cls):
            _refuse(cls, "iterations", "set it")
        for name in _OF_OPTIMIZERS.keys() & vars(cls).keys():
            needed, instead = _OF_OPTIMIZERS[name]
            if getattr(cls, needed) is getattr(base, needed):
                _refuse(cls, name, instead)


def _shape_of_spec(self: Any, input_shape: Any) -> Any:
    """compute_output_shape of a class that defines `compute_output_spec`."""
    from pelton.keras.layers.call_shapes import shape_by_spec

    return shape_by_spec(self, input_shape)


def _call_of(base: Any) -> Callable[..., Any]:
    """A `call` in Python that computes what `base` does, so that its class is asked for masks."""

    def call(self: Any, inputs: Any, training: bool | None = None) -> Any:
        return base.call(self, inputs, training=training)

    return call


def _check_layer_class(cls: type) -> None:
    """A layer of the engine reads its own state, unless `call` is written anew."""
    if "compute_output_spec" in vars(cls) and "compute_output_shape" not in vars(cls):
        cls.compute_output_shape = _shape_of_spec
    base = _first_library(cls)
    is_native = base.__module__ == "pelton.keras.layers" and base is not _layers.Layer
    if not is_native or cls.call is not base.call:
        return
    read = {name for name, value in vars(base).items() if isinstance(value, property)}
    for name in (read | {"add_weight"}) & vars(cls).keys():
        _refuse(cls, name, "write `call` too")
    if "convolution_op" in vars(cls):
        from pelton.keras.layers.convolution_method import call

        cls.call = call
    elif "compute_mask" in vars(cls):
        cls.call = _call_of(base)


def add_to_classes() -> None:
    """Lets class statements below Keras's base classes be checked."""
    for base in (_layers.Layer, _optimizers.Optimizer, _losses.Loss, _metrics.Metric):
        before = base.__init_subclass__.__func__ if "__init_subclass__" in vars(base) else None

        def check(cls: type, base: type = base, before: Any = before, **kwargs: Any) -> None:
            if before is not None:
                before(cls)
            super(base, cls).__init_subclass__(**kwargs)  # of classes that come after the base
            check_class(cls)

        base.__init_subclass__ = classmethod(check)
