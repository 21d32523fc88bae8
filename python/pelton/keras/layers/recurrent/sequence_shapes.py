"""Which shapes of sequences and masks a recurrent layer takes; refusals name its `label`."""

from __future__ import annotations

from pelton.keras.layers.open_sizes import same_sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def check_for_build(label: str, shape: Any, needs_batch: bool) -> None:
    """Raises ValueError unless `shape` is (batch, time, features) with known features, and a known
    batch where states are kept."""
    sizes = tuple(shape or ())
    if len(sizes) != 3 or not isinstance(sizes[-1], int):
        raise ValueError(
            "The sequences must have shape (batch, time, features), of which the features are "
            f"known. Received: sequences_shape={shape} {label}"
        )
    if needs_batch:
        check_batch_is_known(label, sizes)


def check_batch_is_known(label: str, shape: tuple[int | None, ...]) -> None:
    """Raises ValueError unless states can be kept for it."""
    if shape[0] is None:
        raise ValueError(
            "When using `stateful=True` in a RNN, the batch size must be static. Found "
            f"dynamic batch size: sequence.shape={shape} {label}"
        )


def check_for_call(
    label: str, wanted: tuple[int | None, ...], sequences: Tensor, mask: Tensor | None
) -> None:
    """Raises ValueError unless the sequences have the shape `wanted` and steps, and the mask is
    (batch, time)."""
    shape = tuple(sequences.shape)
    if not same_sizes(shape, wanted):
        raise ValueError(
            f"The sequences must have shape (batch, time, {wanted[-1]}). Received: "
            f"sequences.shape={shape} {label}"
        )
    check_steps(label, sequences, mask)


def check_steps(label: str, sequences: Tensor, mask: Tensor | None) -> None:
    """Raises ValueError unless the sequences are (batch, time, ...) with steps, and the mask is
    (batch, time)."""
    shape = tuple(sequences.shape)
    if len(shape) < 3:
        raise ValueError(
            f"The sequences must have shape (batch, time, ...). Received: {shape} {label}"
        )
    if shape[1] == 0:
        raise ValueError(f"The sequences have no steps. Received: sequences.shape={shape} {label}")
    if mask is not None and not same_sizes(tuple(mask.shape), shape[:2]):
        raise ValueError(
            "`mask` must have the shape (batch, time) of the sequences. Received: mask.shape="
            f"{tuple(mask.shape)}, sequences.shape={shape} {label}"
        )
