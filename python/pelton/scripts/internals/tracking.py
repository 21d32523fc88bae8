"""Owns ``tensorflow.python.trackable`` and ``framework.tensor_util`` as libraries use them."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    if name in ("Trackable", "AutoTrackable"):  # what checkpoints look into
        from pelton import Module

        return Module
    if name == "OwnedIterator":  # what an iterator over a dataset is
        from pelton.data.iteration import Iterator

        return Iterator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class NoDependency:
    """Around a value that is set on a module and is not to be tracked."""

    def __init__(self, value: Any) -> None:
        self.value = value


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value that is set as an attribute."""
    return value.value if isinstance(value, NoDependency) else value


def wrap_or_unwrap(value: Any) -> Any:
    """The value itself: containers are tracked as they are."""
    return value.value if isinstance(value, NoDependency) else value


def no_automatic_dependency_tracking(method: Any) -> Any:
    """The method itself."""
    return method


def try_evaluate_constant(tensor: Any) -> Any:
    """The value of a tensor where it is known, as an array; None otherwise."""
    import pelton

    return pelton.get_static_value(tensor)


def constant_value_as_shape(tensor: Any) -> Any:
    """The shape that a tensor of sizes says, open where it is not known."""
    import pelton

    if isinstance(tensor, pelton.TensorShape):
        return tensor
    known = pelton.get_static_value(tensor, partial=True)
    if known is None:
        count = pelton.convert_to_tensor(tensor).shape[0]
        return pelton.TensorShape(None if count is None else [None] * count)
    return pelton.TensorShape([None if x is None or x < 0 else int(x) for x in known])


def InstallStackTraceHandler() -> None:  # noqa: N802 - TensorFlow's name
    """Does nothing: Python shows where a test hangs."""


def make_composite_tensor(cls: type, module_name: str = "tf.linalg") -> type:
    """A class of linear operators itself."""
    return cls


def as_shape(shape: object) -> Any:
    """`shape` as a TensorShape."""
    import pelton

    return pelton.TensorShape(shape)
