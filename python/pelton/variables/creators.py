"""Owns ``tf.variable_creator_scope``: functions of the user's that make the variables within."""

from __future__ import annotations

import functools

from pelton._core import Variable, _exchange_variable_creator

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_ARGUMENTS = (
    "initial_value trainable validate_shape caching_device name variable_def dtype import_scope "
    "constraint synchronization aggregation shape"
).split()


def _all_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call of tf.Variable by name, those that are not given too."""
    from pelton.variables.options import VariableAggregation, VariableSynchronization

    unset: dict[str, Any] = dict.fromkeys(_ARGUMENTS)
    unset.update(
        validate_shape=True,
        synchronization=VariableSynchronization.AUTO,
        aggregation=VariableAggregation.NONE,
        experimental_enable_variable_lifting=None,
    )
    return {**unset, **dict(zip(_ARGUMENTS, args, strict=False)), **kwargs}


def _make(experimental_enable_variable_lifting: Any = None, **kwargs: Any) -> Variable:
    return Variable(**kwargs)


class variable_creator_scope:  # noqa: N801 - TensorFlow's name
    """``with tf.variable_creator_scope(creator):`` makes each ``tf.Variable`` within by
    ``creator(next_creator, **kwargs)``, the innermost scope's first; what it returns is what the
    call of ``tf.Variable`` gives. ``next_creator(**kwargs)`` asks the scope around. Weights of
    layers are made without it."""

    def __init__(self, variable_creator: Callable[..., Any]) -> None:
        if not callable(variable_creator):
            raise TypeError(
                "variable_creator_scope: variable_creator must be callable, got "
                f"{variable_creator!r}"
            )
        self._creator = variable_creator
        self._outer: list[Any] = []

    def __enter__(self) -> None:
        outer = _exchange_variable_creator(None)
        self._outer.append(outer)
        next_creator = _make if outer is None else outer

        def create(*args: Any, **kwargs: Any) -> Any:
            return self._creator(
                functools.partial(_called, next_creator), **_all_arguments(args, kwargs)
            )

        _exchange_variable_creator(create)

    def __exit__(self, *error: Any) -> None:
        _exchange_variable_creator(self._outer.pop())


def _called(creator: Callable[..., Any], **kwargs: Any) -> Any:
    return creator(**kwargs)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
