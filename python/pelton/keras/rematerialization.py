"""keras.remat and keras.RematScope: what is computed again for the gradient in place of kept."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_MODES = ("full", "activations", "larger_than", "list_of_layers", None)


class RematScope:
    """``with keras.RematScope(mode):`` says which layers compute their results again for the
    gradient: "full", "activations", "larger_than" (outputs of more than `output_size_threshold`
    elements), "list_of_layers" (those of `layer_names`) or None. The engine decides by itself what
    a layer keeps, so that the numbers and the memory are the same inside and outside;
    `keras.remat` of a function does what it says. Raises ValueError for other modes."""

    def __init__(
        self,
        mode: str | None = "full",
        output_size_threshold: int = 1024,
        layer_names: Sequence[str] | None = None,
    ) -> None:
        if mode not in _MODES:
            raise ValueError(
                f"Invalid mode '{mode}'. Supported modes are: 'full', 'activations', "
                "'larger_than', 'list_of_layers', or None."
            )
        self.mode = mode
        self.output_size_threshold = output_size_threshold
        self.layer_names = list(layer_names or ())

    def __enter__(self) -> RematScope:
        return self

    def __exit__(self, *error: object) -> None:
        return None


def remat(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, whose inner results are not kept for the gradient but computed again for it; the same as
    ``tf.recompute_grad``. Raises TypeError for what cannot be called."""
    from pelton.autograd.recomputing import recompute_grad

    if not callable(f):
        raise TypeError(f"f must be a function, got {type(f).__name__}")
    return recompute_grad(f)


from pelton.names import named_refusals as _named_refusals  # noqa: E402 - of all above

_named_refusals.name_refusals(__name__, keeps_stated=True)
_named_refusals.name_class(RematScope)
