"""Owns the loop of recurrent layers, and the LSTM and GRU as one op of the engine each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from keras.src import activations, tree

import pelton
from keras_pelton.src.control_flow import scan
from keras_pelton.src.core import convert_to_tensor
from pelton._core import ops as _ops


def _swapped(x: Any) -> Any:
    """`x` with its first two axes, batch and time, in the other order."""
    return pelton.transpose(x, [1, 0, *range(2, len(x.shape))])


def _widened(mask: Any, like: Any) -> Any:
    """A mask [batch, 1] with as many axes as `like`."""
    return pelton.reshape(mask, [-1] + [1] * (len(like.shape) - 1))


def _time_mask(mask: Any, time_major: bool) -> Any:
    mask = convert_to_tensor(mask, "bool")
    if len(mask.shape) == 2:
        mask = pelton.expand_dims(mask, -1)
    return mask if time_major else _swapped(mask)


def _first_state(states: Any) -> Any:
    """The state that counts as the output before; of stacked cells the last cell's."""
    first = states[0]
    return states[-1][0] if tree.is_nested(first) else first


class _Steps:
    """The step of a recurrent layer, with its masked times put right."""

    def __init__(
        self,
        step_function: Callable[..., Any],
        constants: Any,
        is_masked: bool,
        zero_output_for_mask: bool,
    ) -> None:
        self.step_function = step_function
        self.constants = tuple(constants or ())
        self.is_masked = is_masked
        self.zero_output_for_mask = zero_output_for_mask

    def __call__(self, carried: Any, row: Any) -> Any:
        """The states and output after one time."""
        states, previous = carried
        x, mask = row if self.is_masked else (row, None)
        output, new_states = self.step_function(x, tuple(states) + self.constants)
        if mask is None:
            return (self._like(states, new_states), previous), output
        output = tree.map_structure(
            lambda new, old: pelton.where(_widened(mask, new), new, old), output, previous
        )
        kept = tree.map_structure(
            lambda new, old: pelton.where(_widened(mask, new), new, old),
            self._like(states, new_states),
            states,
        )
        return (kept, previous if self.zero_output_for_mask else output), output

    @staticmethod
    def _like(states: Any, new_states: Any) -> Any:
        """The new states in the nest and dtypes of the old ones, as a loop carries them."""
        olds, news = tree.flatten(states), tree.flatten(new_states)
        cast = [convert_to_tensor(new, old.dtype) for new, old in zip(news, olds, strict=True)]
        return tree.pack_sequence_as(states, cast)


def _zero_output(step: Callable[..., Any], x: Any, states: Any, constants: Any) -> Any:
    """Zeros like a step's output, which stand before the first time that is not masked."""
    first = tree.map_structure(lambda part: part[0], x)
    output, _ = step(first, tuple(states) + tuple(constants or ()))
    return tree.map_structure(pelton.zeros_like, output)


def rnn(
    step_function: Callable[..., Any],
    inputs: Any,
    initial_states: Any,
    go_backwards: bool = False,
    mask: Any = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[Any, Any, Any]:
    """The last output, all outputs and the last states of a step over the times of `inputs`.

    Masked times repeat the output and states before them, or give zeros as output."""
    inputs = tree.map_structure(convert_to_tensor, inputs)
    if not time_major:
        inputs = tree.map_structure(_swapped, inputs)
    time_steps = tree.flatten(inputs)[0].shape[0]
    if unroll and not time_steps:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    states = tree.map_structure(convert_to_tensor, tuple(initial_states))
    steps = _Steps(step_function, constants, mask is not None, zero_output_for_mask)
    rows, previous = inputs, ()
    if mask is not None:
        rows = (inputs, _time_mask(mask, time_major))
        previous = _zero_output(step_function, inputs, states, constants)
    carried, outputs = scan(
        steps, (states, previous), rows, reverse=go_backwards, unroll=bool(unroll)
    )
    if go_backwards:  # outputs stand in the order of the steps
        outputs = tree.map_structure(lambda y: pelton.reverse(y, [0]), outputs)
    last_output = tree.map_structure(lambda y: y[-1], outputs)
    if not return_all_outputs:
        outputs = tree.map_structure(lambda y: y[-1:], outputs)
    if not time_major:
        outputs = tree.map_structure(_swapped, outputs)
    return last_output, outputs, carried[0]


def lstm(
    inputs: Any,
    initial_state_h: Any,
    initial_state_c: Any,
    mask: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Any,
    recurrent_activation: Any,
    return_sequences: bool = False,
    go_backwards: bool = False,
    unroll: bool = False,
    **options: Any,
) -> tuple[Any, Any, list[Any]]:
    """Last output, outputs and states of an LSTM with Keras's default activations, as one op.

    Raises NotImplementedError for another, which Keras then takes as a loop, as it does where
    masked times have outputs: Keras does not tell whether these are to be zeros."""
    is_usual = activation is activations.tanh and recurrent_activation is activations.sigmoid
    if not is_usual or unroll or (mask is not None and return_sequences):
        raise NotImplementedError
    inputs = convert_to_tensor(inputs, kernel.dtype)
    none = pelton.zeros([0], inputs.dtype)
    operands = [
        none if operand is None else convert_to_tensor(operand, inputs.dtype)
        for operand in (kernel, recurrent_kernel, bias, initial_state_h, initial_state_c)
    ]
    times = pelton.zeros([0], "bool") if mask is None else convert_to_tensor(mask, "bool")
    outputs, _, h, c = _ops.lstm(inputs, *operands, times, go_backwards=go_backwards)
    return h, outputs if return_sequences else pelton.expand_dims(h, 1), [h, c]


def gru(
    inputs: Any,
    initial_state: Any,
    mask: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Any,
    recurrent_activation: Any,
    return_sequences: bool = False,
    go_backwards: bool = False,
    unroll: bool = False,
    reset_after: bool = True,
    **options: Any,
) -> tuple[Any, Any, list[Any]]:
    """Last output, outputs and states of a GRU with Keras's defaults, as one op.

    Raises NotImplementedError for others, as `lstm` does."""
    is_usual = activation is activations.tanh and recurrent_activation is activations.sigmoid
    if not (is_usual and reset_after) or unroll or (mask is not None and return_sequences):
        raise NotImplementedError
    inputs = convert_to_tensor(inputs, kernel.dtype)
    z = pelton.matmul(inputs, convert_to_tensor(kernel, inputs.dtype))
    of_state = pelton.zeros([0], inputs.dtype)
    if bias is not None:
        of_inputs, of_state = pelton.unstack(convert_to_tensor(bias, inputs.dtype))
        z = pelton.nn.bias_add(z, of_inputs)
    operands = [
        convert_to_tensor(x, inputs.dtype) for x in (recurrent_kernel, of_state, initial_state)
    ]
    times = pelton.zeros([0], "bool") if mask is None else convert_to_tensor(mask, "bool")
    outputs, _, h = _ops.gru(z, *operands, times, go_backwards=go_backwards)
    return h, outputs if return_sequences else pelton.expand_dims(h, 1), [h]


def bidirectional_lstm(*args: Any, **kwargs: Any) -> NoReturn:
    """Raises NotImplementedError: Keras runs its two layers."""
    raise NotImplementedError


def bidirectional_gru(*args: Any, **kwargs: Any) -> NoReturn:
    """Raises NotImplementedError: Keras runs its two layers."""
    raise NotImplementedError


def cudnn_ok(*args: Any, **kwargs: Any) -> bool:
    """False: there is no cuDNN kernel of recurrent layers."""
    return False
