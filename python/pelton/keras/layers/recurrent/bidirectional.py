"""Bidirectional: a recurrent layer forward and backward over the same sequences."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton._core.layers import Layer
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor
from pelton.keras.layers.wrapping.wrapper import restored, stored

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MERGES = {
    "sum": lambda y, z: y + z,
    "mul": lambda y, z: y * z,
    "ave": lambda y, z: (y + z) / 2,
    "concat": lambda y, z: _ops.concat([y, z], axis=-1),
    None: lambda y, z: (y, z),
}
_COMMON = ("stateful", "return_sequences", "return_state")


class Bidirectional(LibraryLayer):
    """`layer` and a copy of it that goes backwards (or `backward_layer`), their outputs merged by
    "concat", "sum", "mul", "ave", or given as a pair (None). States are the forward ones, then the
    backward ones.

    Raises ValueError for what is no recurrent layer, for two layers of one direction and for other
    modes."""

    supports_masking = True

    def __init__(
        self,
        layer: Any,
        merge_mode: str | None = "concat",
        weights: Any = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        for name, one in (("layer", layer), ("backward_layer", backward_layer)):
            is_missing = one is None and name == "backward_layer"
            if not is_missing and not (isinstance(one, Layer) and hasattr(one, "go_backwards")):
                raise ValueError(
                    f"Please initialize `Bidirectional` with a recurrent layer as `{name}`, a "
                    f"`keras.layers.Layer` with `go_backwards`. Received: {name}={one}"
                )
        if merge_mode not in _MERGES:
            raise ValueError(
                f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                '{"sum", "mul", "ave", "concat", None} [Bidirectional]'
            )
        super().__init__(**kwargs)
        self.forward_layer = _copied(layer, "forward_")
        self.backward_layer = (
            _copied(layer, "backward_", go_backwards=True)
            if backward_layer is None
            else backward_layer
        )
        self._check_pair()
        for one in (self.forward_layer, self.backward_layer):
            if hasattr(one, "zero_output_for_mask"):
                one.zero_output_for_mask = one.return_sequences
            if hasattr(layer, "use_cudnn"):
                one.use_cudnn = layer.use_cudnn
        self.merge_mode = merge_mode
        self.stateful, self.return_sequences = layer.stateful, layer.return_sequences
        self.return_state = layer.return_state
        self.input_spec = layer.input_spec
        self._initial_weights = weights

    def _check_pair(self) -> None:
        forward, backward = self.forward_layer, self.backward_layer
        if forward.go_backwards == backward.go_backwards:
            raise ValueError(
                "Forward layer and backward layer should have different `go_backwards` value. "
                f"Received: forward_layer.go_backwards {forward.go_backwards}, "
                f"backward_layer.go_backwards={backward.go_backwards} [Bidirectional]"
            )
        for name in _COMMON:
            if getattr(forward, name) != getattr(backward, name):
                raise ValueError(
                    "Forward layer and backward layer are expected to have the same value for "
                    f'attribute "{name}", got "{getattr(forward, name)}" for forward layer and '
                    f'"{getattr(backward, name)}" for backward layer [Bidirectional]'
                )

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        for one in (self.forward_layer, self.backward_layer):
            if not one.built:
                one.build(sequences_shape)
        if self._initial_weights:
            half = len(self._initial_weights) // 2
            self.forward_layer.set_weights(self._initial_weights[:half])
            self.backward_layer.set_weights(self._initial_weights[half:])
            self._initial_weights = None

    @property
    def states(self) -> Any:
        """The variables of both layers where they are stateful and built; else None."""
        both = (self.forward_layer.states, self.backward_layer.states)
        return None if None in both else (*both[0], *both[1])

    def reset_states(self) -> None:
        """Makes the states of both layers 0. Raises AttributeError unless they are stateful."""
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    reset_state = reset_states

    def call(
        self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = None
    ) -> Any:
        x = as_tensor(self, "sequences", sequences)
        half = 0 if initial_state is None else len(initial_state) // 2
        first = None if initial_state is None else list(initial_state[:half])
        second = None if initial_state is None else list(initial_state[half:])
        options = {"mask": mask, "training": bool(training)}
        y = self.forward_layer(x, initial_state=first, **options)
        z = self.backward_layer(x, initial_state=second, **options)
        states: tuple[Any, ...] = ()
        if self.return_state:
            states = (*y[1:], *z[1:])
            y, z = y[0], z[0]
        merged = self._merged(y, z)
        if not self.return_state:
            return merged
        return (*merged, *states) if self.merge_mode is None else (merged, *states)

    def _merged(self, y: Tensor, z: Tensor) -> Any:
        y, z = (_ops.cast(output, self.compute_dtype) for output in (y, z))
        if self.return_sequences:
            z = _ops.reverse(z, [1])
        return _MERGES[self.merge_mode](y, z)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask for each output; states have none."""
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        own = mask if self.return_sequences else None
        outputs = (own, own) if self.merge_mode is None else (own,)
        return outputs if self.merge_mode is None else own

    def compute_output_shape(self, sequences_shape: Any, initial_state_shape: Any = None) -> Any:
        found = self.forward_layer.compute_output_shape(sequences_shape)
        output, states = (found[0], tuple(found[1:])) if self.return_state else (found, ())
        if self.merge_mode == "concat":
            output = (*output[:-1], output[-1] * 2)
        outputs = (output, output) if self.merge_mode is None else (output,)
        if self.return_state:
            return (*outputs, *states, *states)
        return outputs if self.merge_mode is None else output

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "merge_mode": self.merge_mode,
            "layer": stored(self.forward_layer),
            "backward_layer": stored(self.backward_layer),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Of the layers that the config holds."""
        config = dict(config)
        for name in ("layer", "backward_layer"):
            if config.get(name) is not None:
                config[name] = restored(config[name], custom_objects)
        return cls(**config)


def _copied(layer: Any, prefix: str, **changes: Any) -> Any:
    """A layer of the same config, unbuilt, named with the prefix."""
    name = f"{prefix}{layer.name.removeprefix(prefix)}"
    config = {**layer.get_config(), "name": name, **changes}
    return type(layer).from_config(config)
