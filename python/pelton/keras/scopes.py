"""keras.name_scope and keras.device: with-blocks for what is made and computed inside."""

from __future__ import annotations

from pelton._core.layers import _NameScope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class name_scope:  # noqa: N801 - Keras's name
    """``with keras.name_scope("a"):`` the paths of keras.Variables made inside begin with "a/",
    behind the scopes around it, and the names of tf.Variables too. Raises ValueError for what is no
    string or has a "/"."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        if not isinstance(name, str) or "/" in name:
            raise ValueError(
                "Argument `name` must be a string and cannot contain character `/`. Received: "
                f"name={name}"
            )
        self.name = name
        self._entered: list[Any] = []

    def __enter__(self) -> name_scope:
        from pelton.variables.scopes import name_scope as of_tensorflow

        scope, outer = _NameScope(self.name), of_tensorflow(self.name)
        outer.__enter__()
        scope.enter()
        self._entered.append((scope, outer))
        return self

    def __exit__(self, *error: object) -> None:
        if not self._entered:
            raise IndexError("name_scope.__exit__: the scope was not entered")
        scope, outer = self._entered.pop()
        scope.leave()
        outer.__exit__(*error)


def device(device_name: str) -> Any:
    """``with keras.device("cpu:0"):`` what is computed inside is on that device; tf.device by
    Keras's name. "gpu" without a number is "gpu:0"."""
    import pelton as tf

    return tf.device(device_name)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
