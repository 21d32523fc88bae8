"""GroupNormalization: mean 0 and variance 1 for each example and group of channels."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.normalization import axes
from pelton.keras.layers.open_sizes import reshape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_KINDS = ("initializer", "regularizer", "constraint")
_PARTS = tuple(f"{weight}_{kind}" for kind in _KINDS for weight in ("beta", "gamma"))


class GroupNormalization(LibraryLayer):
    """The channels of `axis` in `groups` (-1: each by itself), each group normalized over all other
    axes of the example, then scaled and moved by weights of a size for each channel.

    Raises ValueError for groups that the channels do not divide into."""

    supports_masking = True

    def __init__(
        self,
        groups: int = 32,
        axis: int = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {name: value for name, value in locals().items() if name in _PARTS}
        if not isinstance(groups, int) or (groups <= 0 and groups != -1):
            raise ValueError(
                "Received an invalid value for argument `groups`, expected a positive integer (or "
                f"`-1` for instance normalization). Received: groups={groups} [GroupNormalization]"
            )
        super().__init__(autocast=False, **kwargs)
        self.groups, self.axis, self.epsilon = groups, axes.checked(self, axis), epsilon
        self.center, self.scale = bool(center), bool(scale)
        library_layer.read_parts(self, **given)
        self.gamma = self.beta = None

    def build(self, input_shape: Any) -> None:
        place = axes.within(self, self.axis, input_shape)[0]
        channels = input_shape[place]
        if channels is None:
            raise ValueError(
                f"Axis {self.axis} of input tensor should have a defined dimension but the layer "
                f"received an input with shape {tuple(input_shape)}. [{self.name}]"
            )
        groups = channels if self.groups == -1 else self.groups
        if channels < groups:
            raise ValueError(
                f"Number of groups ({groups}) cannot be more than the number of channels "
                f"({channels}). [GroupNormalization '{self.name}']"
            )
        if channels % groups:
            raise ValueError(
                f"Number of groups ({groups}) must be a multiple of the number of channels "
                f"({channels}). [GroupNormalization '{self.name}']"
            )
        self.groups = groups
        self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: channels})
        for name, is_wanted in (("gamma", self.scale), ("beta", self.center)):
            if is_wanted:
                weight = self.add_weight(
                    name=name,
                    shape=(channels,),
                    initializer=getattr(self, f"{name}_initializer"),
                    regularizer=getattr(self, f"{name}_regularizer"),
                    constraint=getattr(self, f"{name}_constraint"),
                )
                setattr(self, name, weight)

    def call(self, inputs: Any) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        place = axes.within(self, self.axis, x.shape)[0]
        channels = x.shape[place]
        own = [(x, axis) for axis in range(x.ndim)]
        split = [self.groups, channels // self.groups]
        wide = _ops.cast(x, "float32") if x.dtype.name != "float64" else x
        grouped = reshape(wide, [*own[:place], *split, *own[place + 1 :]])
        along = [axis for axis in range(1, grouped.ndim) if axis != place]
        mean = _ops.reduce_mean(grouped, axis=along, keepdims=True)
        moved = grouped - mean
        variance = _ops.reduce_mean(moved * moved, axis=along, keepdims=True)
        sizes = [1] * place + split + [1] * (x.ndim - place - 1)
        factor = _ops.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            factor = factor * _ops.reshape(_ops.cast(self.gamma, wide.dtype), sizes)
        normal = moved * factor
        if self.beta is not None:
            normal = normal + _ops.reshape(_ops.cast(self.beta, wide.dtype), sizes)
        return _ops.cast(reshape(normal, own), self.compute_dtype)

    def compute_output_shape(self, input_shape: Any) -> Any:
        axes.within(self, self.axis, input_shape)
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in "groups axis epsilon center scale".split()}
        return {**super().get_config(), **own, **library_layer.parts_config(self, *_PARTS)}
