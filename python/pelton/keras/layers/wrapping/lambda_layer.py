"""Lambda: a function as a layer."""

from __future__ import annotations

import inspect

from pelton.keras.layers.library_layer import LibraryLayer, masking_where

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Lambda(LibraryLayer):
    """`function(inputs, **arguments)`, with `mask` and `training` where it has such parameters.

    `output_shape` (without the batch, or a function of the input's shape) is found by a symbolic
    call unless it is given; `mask` is the output's mask or a function (inputs, mask). A function
    is in the config by its name, a lambda by its code. Raises TypeError for what cannot be
    called."""

    supports_masking = masking_where("mask")

    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Any = None,
        mask: Any = None,
        arguments: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if not callable(function):
            raise TypeError(f"`function` must be callable. Received: function={function} [Lambda]")
        self.function = function
        self.arguments = dict(arguments or {})
        self.mask = mask
        self._shape = output_shape
        try:
            names = inspect.signature(function).parameters
        except ValueError:  # of a function without a signature
            names = {}
        self._passes = [name for name in ("mask", "training") if name in names]

    def call(self, inputs: Any, mask: Any = None, training: Any = None) -> Any:
        given = {"mask": mask, "training": training}
        return self.function(inputs, **self.arguments, **{n: given[n] for n in self._passes})

    def compute_output_shape(self, input_shape: Any) -> Any:
        """What `output_shape` says, a function of the input's shape or the sizes of one row; else
        the shape that the function gives."""
        if self._shape is None:
            return super().compute_output_shape(input_shape)
        if callable(self._shape):
            return self._shape(input_shape)
        first = input_shape
        while isinstance(first, (list, dict)) or (first and isinstance(first[0], (list, tuple))):
            first = next(iter(first.values())) if isinstance(first, dict) else first[0]
        return (first[0], *self._shape)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """What `mask` gives; None without it."""
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "function": _stored(self.function)}
        if self._shape is not None:
            config["output_shape"] = _stored(self._shape) if callable(self._shape) else self._shape
        if self.mask is not None:
            config["mask"] = _stored(self.mask)
        return {**config, "arguments": _stored(self.arguments)}

    @classmethod
    def from_config(
        cls, config: dict[str, Any], custom_objects: Any = None, safe_mode: bool | None = None
    ) -> Any:
        """A Lambda whose functions are registered, in custom_objects, or Keras's own.

        Raises TypeError for a name that is none of these, ValueError for a lambda in safe mode,
        which is on unless `safe_mode` or the loading around says otherwise."""
        config = dict(config)
        for name in ("function", "output_shape", "mask", "arguments"):
            if isinstance(config.get(name), dict):
                config[name] = _restored(config[name], custom_objects or {}, safe_mode)
        return cls(**config)


def _stored(part: Any) -> dict[str, Any]:
    from pelton.keras.saving.serialize_object import serialize_keras_object

    described: dict[str, Any] = serialize_keras_object(part)
    if described.get("class_name") == "__lambda__":  # layers have its parts by name
        parts = zip(("code", "defaults", "closure"), described["config"]["value"], strict=True)
        described["config"] = dict(parts)
    return described


def _restored(config: dict[str, Any], custom_objects: Any, safe_mode: bool | None) -> Any:
    from pelton.keras.saving.deserialize_object import deserialize_keras_object

    try:
        options = {} if safe_mode is None else {"safe_mode": safe_mode}
        return deserialize_keras_object(config, custom_objects=custom_objects, **options)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error} [Lambda]") from None
