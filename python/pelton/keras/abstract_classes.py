"""Owns that classes of users may be abstract (`abc.ABC`, `metaclass=abc.ABCMeta`) and derive from
the engine's layers, models, losses, metrics, optimizers and parts."""

from __future__ import annotations

import abc
import functools
import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _refuse_abstract(home: type, cls: type, *args: Any, **kwargs: Any) -> Any:
    """A new object of `cls`; TypeError, as of Python's own, where methods of it are abstract."""
    missing = sorted(getattr(cls, "__abstractmethods__", ()))
    if missing:
        raise TypeError(
            f"Can't instantiate abstract class {cls.__name__} with abstract "
            f"method{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
        )
    return super(home, cls).__new__(cls)  # type: ignore[misc]


def _new_class(meta: Any, name: str, bases: Any, names: dict[str, Any], **options: Any) -> Any:
    """The class, of the module that makes it where it is made by ``type(name, bases, names)``."""
    if "__module__" not in names:
        names = {**names, "__module__": sys._getframe(1).f_globals.get("__name__", "builtins")}
    return abc.ABCMeta.__new__(meta, name, bases, names, **options)


def _keep_abstract(cls: type, *args: Any, **kwargs: Any) -> None:
    """Notes a new class: the engine makes objects without Python's look at abstract methods."""
    if cls.__abstractmethods__ and "__new__" not in vars(cls):  # type: ignore[attr-defined]
        cls.__new__ = functools.partial(_refuse_abstract, cls)  # type: ignore[method-assign]


@functools.cache
def _joined(metaclass: type) -> type:
    """A metaclass that is `metaclass` and ABCMeta, with the plain tests of classes."""
    return type(
        metaclass.__name__,
        (metaclass, abc.ABCMeta),
        {
            "__module__": metaclass.__module__,
            "__new__": _new_class,
            "__init__": _keep_abstract,
            "__instancecheck__": type.__instancecheck__,
            "__subclasscheck__": type.__subclasscheck__,
        },
    )


def allow_below(*classes: type) -> None:
    """Lets abstract classes derive from these and what derives from them so far."""
    for cls in classes:
        metaclass = type(cls)
        if not issubclass(metaclass, abc.ABCMeta):
            cls.__class__ = _joined(metaclass)  # type: ignore[assignment]
        allow_below(*type.__subclasses__(cls))


def add_to_classes() -> None:
    """Lets abstract classes derive from all classes of the engine's Keras."""
    from pelton._core import (
        constraints,
        initializers,
        layers,
        losses,
        metrics,
        optimizers,
        regularizers,
    )

    allow_below(layers.Layer, losses.Loss, metrics.Metric, optimizers.Optimizer)
    allow_below(optimizers.LearningRateSchedule, initializers.Initializer)
    allow_below(constraints.Constraint, regularizers.Regularizer)
