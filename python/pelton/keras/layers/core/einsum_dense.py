"""EinsumDense: a product of the input and a kernel, summed as an equation says."""

from __future__ import annotations

import re

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.core.fan_axes import with_fan_axes
from pelton.keras.layers.low_rank import LowRankLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_PARTS = tuple(
    "activation kernel_initializer bias_initializer kernel_regularizer bias_regularizer "
    "activity_regularizer kernel_constraint bias_constraint".split()
)
_EQUATION = re.compile(r"(\.{3})?([a-zA-Z]+)(\.{3})?,([a-zA-Z]+)->(\.{3})?([a-zA-Z]+)(\.{3})?")


class EinsumDense(LowRankLayer):
    """activation(einsum(equation, inputs, kernel) + bias), as in "abc,cd->abd"; `...` on both sides
    stands for any further axes.

    `output_shape` has the sizes behind the batch, or for `...x` the last ones; None takes the
    input's. `bias_axes` are the output's letters along which the bias varies. Raises ValueError for
    equations of another form and for sizes that do not fit."""

    _adapts = "kernel"

    def __init__(
        self,
        equation: str,
        output_shape: Any,
        activation: Any = None,
        bias_axes: str | None = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        lora_rank: int | None = None,
        lora_alpha: int | None = None,
        gptq_unpacked_column_size: None = None,
        quantization_config: None = None,
        **kwargs: Any,
    ) -> None:
        given = {name: value for name, value in locals().items() if name in _PARTS}
        regularizer = kwargs.pop("activity_regularizer", None)
        super().__init__(activity_regularizer=regularizer, **kwargs)
        library_layer.read_parts(self, **given)
        library_layer.only(self, "gptq_unpacked_column_size", gptq_unpacked_column_size)
        library_layer.only(self, "quantization_config", quantization_config)
        self._set_low_rank(lora_rank, lora_alpha)
        sizes = (output_shape,) if isinstance(output_shape, int) else output_shape
        if not isinstance(sizes, (list, tuple)) or not all(
            size is None or (isinstance(size, int) and size > 0) for size in sizes
        ):
            self._refuse(
                "`output_shape` must be a positive integer or a tuple of such and None. Received: "
                f"output_shape={output_shape}"
            )
        self.equation, self.partial_output_shape = equation, tuple(sizes)
        self.bias_axes = bias_axes
        self._specs = self._parsed()
        self.bias = None

    def _refuse(self, text: str) -> None:
        raise ValueError(f"{text} [{type(self).__name__}]")

    def _parsed(self) -> tuple[str, str, str, bool, bool]:
        """The letters of input, kernel and output, and whether `...` is on the left or right."""
        found = _EQUATION.fullmatch(str(self.equation).replace(" ", ""))
        left = right = False
        if found:
            left, right = bool(found[1]), bool(found[3])
        if not found or (left, right) != (bool(found[5]), bool(found[7])) or (left and right):
            raise ValueError(
                f"Invalid einsum equation '{self.equation}'. Equations must be in the form "
                "[X],[Y]->[Z], ...[X],[Y]->...[Z], or [X]...,[Y]->[Z].... [EinsumDense]"
            )
        return found[2], found[4], found[6], left, right

    def _sizes(self, input_shape: Any) -> tuple[dict[str, Any], list[Any]]:
        """The size of each letter, and the output's shape."""
        taken, kernel, given, left, right = self._specs
        more = len(input_shape) - len(taken)
        if more < 0 or (more and not (left or right)):
            self._refuse(
                f"The input does not have the axes of '{self.equation}'. Received: input_shape="
                f"{tuple(input_shape)}"
            )
        own = input_shape[more:] if left else input_shape[: len(taken)]
        sizes = dict(zip(taken, own, strict=True))
        shared = list(input_shape[:more] if left else input_shape[len(taken) :])
        wanted = [*self.partial_output_shape]
        if left:
            wanted = ([None] * len(given) + wanted)[-len(given) :]
        else:
            wanted.insert(0, input_shape[0])
        for letter, size in zip(given, wanted, strict=False):
            known = sizes.get(letter)
            if size is not None and known is not None and size != known:
                self._refuse(
                    f"Input shape and output shape do not match at shared dimension '{letter}'. "
                    f"Input shape is {known}, and output shape is {size}."
                )
            if letter not in sizes:
                sizes[letter] = size
        for letter in given:
            if letter not in taken and letter not in kernel:
                self._refuse(
                    f"Dimension '{letter}' was specified in the output '{given}' but has no "
                    f"corresponding dim in the input spec '{taken}' or weight spec '{given}'"
                )
        output = [sizes[letter] for letter in given]
        return sizes, [*shared, *output] if left else [*output, *shared]

    def build(self, input_shape: Any) -> None:
        sizes, _ = self._sizes(input_shape)
        taken, kernel, given, left, _ = self._specs
        for letter in kernel:
            if sizes.get(letter) is None:
                self._refuse(
                    f"Weight dimension '{letter}' did not have a match in either the input spec "
                    f"'{taken}' or the output spec '{given}'. For this layer, the weight must be "
                    f"fully specified. Received: input_shape={tuple(input_shape)}"
                )
        outputs = [axis for axis, letter in enumerate(kernel) if letter in given]
        inputs = [axis for axis, letter in enumerate(kernel) if letter not in given]
        self._kernel = self.add_weight(
            name="kernel",
            shape=tuple(sizes[letter] for letter in kernel),
            initializer=with_fan_axes(self.kernel_initializer, inputs, outputs),
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        if self.bias_axes is not None:
            shared = 0 if left else len(input_shape) - len(taken)
            self.bias = self.add_weight(
                name="bias",
                shape=(*self._bias_shape(sizes), *(1,) * shared),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self._adapt_as_asked()

    @property
    def kernel(self) -> Any:
        """The kernel, adapted where it is; raises AttributeError before the layer is built."""
        return self._made_adapted()

    def _bias_shape(self, sizes: dict[str, Any]) -> list[int]:
        given = self._specs[2]
        for letter in self.bias_axes:
            if letter not in given:
                self._refuse(
                    f"Bias dimension '{letter}' was requested, but is not part of the output spec "
                    f"'{given}'"
                )
        first = min((given.index(letter) for letter in self.bias_axes), default=len(given))
        shape = [sizes[letter] if letter in self.bias_axes else 1 for letter in given[first:]]
        if None in shape:
            self._refuse(f"`bias_axes` are of unknown size. Received: bias_axes={self.bias_axes}")
        return shape

    def call(self, inputs: Any) -> Tensor:
        factors = [self._floating(inputs), self._read(self.kernel)]
        product = _ops.einsum(factors, self.equation.replace(" ", ""))
        if self.bias is not None:
            product = product + self._read(self.bias)
        return product if self.activation is None else self.activation(product)

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        return tuple(self._sizes(input_shape)[1])

    def get_config(self) -> dict[str, Any]:
        parts = library_layer.parts_config(self, *_PARTS)
        return {
            **super().get_config(),
            "output_shape": self.partial_output_shape,
            "equation": self.equation,
            "activation": parts.pop("activation"),
            "bias_axes": self.bias_axes,
            **parts,
            **self._low_rank_config(),
            "quantization_config": None,
        }
