"""LibraryLayer, the base of the layers that are made of other ops and layers in Python, and how
their arguments are read."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.layers import Layer
from pelton.keras.user_attribute import UserAttribute
from pelton.names.named_refusals import truth

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class LibraryLayer(Layer):
    """A layer of the library: written as Keras's own (`module` "keras.layers")."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Arguments are attributes too, of the same name."""

    @UserAttribute
    def output_shape(self) -> Any:
        """The output's shape for the first call's input, or a list of several outputs' shapes.

        Raises AttributeError before the first call."""
        return self.compute_output_shape(self.input_shape)

    def _build_at_init(self) -> None:
        """Built from the start, unless a class derived from the library's builds."""
        self.built = type(self).build is Layer.build

    def _is_made_of_ops(self) -> bool:
        """Whether calls are made of ops alone: no own code, nothing left behind, no masks."""
        return False

    def _serialized(self) -> dict[str, Any]:
        described = super()._serialized()
        has_several_inputs = type(self).get_build_config is not Layer.get_build_config
        if self.built and has_several_inputs:
            described["build_config"] = self.get_build_config()
        return described

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Builds from one input's shape, or from the named ones of several inputs."""
        if "shapes_dict" in config:
            self.build(**config["shapes_dict"])
        else:
            super().build_from_config(config)

    def _read(self, variable: Any) -> Any:
        """The variable in the compute dtype."""
        if self.variable_dtype == self.compute_dtype:
            return variable
        return _ops.cast(variable, self.compute_dtype)

    def _floating(self, x: Any) -> Any:
        """`x`, cast to the compute dtype where it holds integers, as a product with weights is."""
        return x if x.dtype.is_floating else _ops.cast(x, self.compute_dtype)


def masking_where(attribute: str) -> property:
    """`supports_masking` of a layer that gives masks where `attribute` is set; what is set for it
    itself comes first."""

    def supports_masking(layer: Any) -> bool:
        value = getattr(layer, attribute)  # may be a tensor
        return vars(layer).get("_is_masking", value is not None and value is not False)

    def set_supports_masking(layer: Any, value: bool) -> None:
        vars(layer)["_is_masking"] = truth(f"{type(layer).__name__}.supports_masking", value)

    return property(supports_masking, set_supports_masking)


def as_tensor(layer: Any, argument: str, value: Any) -> Any:
    """`value` as a tensor; raises ValueError, naming layer and argument, for what is none."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return value
    try:
        if isinstance(value, (str, bytes)):
            raise TypeError(value)
        return _functions.convert(value)
    except (TypeError, ValueError):
        place = f"[{type(layer).__name__} '{layer.name}']"
        raise ValueError(f"`{argument}` must be a tensor. Received: {value!r} {place}") from None


def positive_int(layer: Any, argument: str, value: Any) -> int:
    """`value` if it is a positive integer; raises ValueError, naming the layer's class."""
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(
            f"Received an invalid value for argument `{argument}`, expected a positive integer. "
            f"Received: {argument}={value} (of type "
            f"{type(value).__name__}) [{type(layer).__name__}]"
        )
    return value


def rate(layer: Any, argument: str, value: Any) -> float:
    """`value` if it is a share of elements to drop; raises ValueError unless 0 <= value <= 1."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= 1:
        raise ValueError(
            f"Invalid value received for argument `{argument}`. Expected a float value between 0 "
            f"and 1. Received: {argument}={value} [{type(layer).__name__}]"
        )
    return value


def seed(layer: Any, value: Any) -> int | None:
    """`value` if it is an integer or None; raises ValueError for others."""
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise ValueError(
            f"Argument `seed` must be an integer. Received: seed={value} [{type(layer).__name__}]"
        )
    return value


def add_seed_generator(layer: Any, seed: int | None) -> None:
    """Gives the layer its `seed_generator`, and as `_draws_by` what ops take to draw by it."""
    from pelton.keras.random.seed_generator import SeedGenerator

    layer.seed_generator = SeedGenerator(seed)
    layer._draws_by = layer.seed_generator._number()


def only(layer: Any, argument: str, value: Any, supported: Any = None) -> Any:
    """`value` where it is the one that means "off"; raises NotImplementedError for others."""
    if value is not supported:
        raise NotImplementedError(
            f"{type(layer).__name__}: `{argument}` is not supported yet, only {supported}. "
            f"Received: {argument}={value}"
        )
    return value


def _packages() -> dict[str, Any]:
    """What reads and writes the arguments of each ending."""
    from pelton.keras import activations, constraints, initializers, regularizers

    return {
        "initializer": initializers,
        "regularizer": regularizers,
        "constraint": constraints,
        "activation": activations,
    }


def read_parts(layer: Any, **given: Any) -> None:
    """Sets attributes of `layer` to the initializers, regularizers, constraints and activations
    that arguments of those endings give. Raises ValueError for what is none, naming class and
    argument."""
    packages = _packages()
    for argument, value in given.items():
        try:
            setattr(layer, argument, packages[argument.rpartition("_")[2]].get(value))
        except ValueError as error:
            place = f"[{type(layer).__name__}, argument `{argument}`]"
            raise ValueError(f"{error} {place}") from None


def parts_config(layer: Any, *arguments: str) -> dict[str, Any]:
    """The config entries of what `read_parts` has set."""
    packages = _packages()
    config = {}
    for argument in arguments:
        part = getattr(layer, argument)
        package = packages[argument.rpartition("_")[2]]
        config[argument] = None if part is None else package.serialize(part)
    return config


def in_order(names: Sequence[str], config: dict[str, Any]) -> dict[str, Any]:
    """The entries of `config` in the order of `names`, behind them those that are not named."""
    return {**{name: config[name] for name in names if name in config}, **config}


def activity_regularizer_config(layer: Any) -> dict[str, Any]:
    """The config entry of `activity_regularizer`, None included."""
    return parts_config(layer, "activity_regularizer")
