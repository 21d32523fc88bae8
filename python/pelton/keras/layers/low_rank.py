"""Adaptation by low rank (LoRA) of the layers that are written in Python."""

from __future__ import annotations

from pelton._core.layers import _low_rank
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor, Variable


class LowRankLayer(LibraryLayer):
    """A layer one of whose weights, `_adapted`, can be frozen and trained by the product of two
    small matrices instead. Its class says the weight's name in `_adapts`."""

    _adapts = ""
    _low_rank = None

    def _set_low_rank(self, rank: Any, alpha: Any) -> None:
        """What the constructor's arguments say: `build` is to enable it."""
        self.lora_rank = rank
        self.lora_alpha = rank if alpha is None else alpha

    @property
    def lora_enabled(self) -> bool:
        """Whether the weight is adapted."""
        return self._low_rank is not None

    @property
    def _adapted(self) -> Variable | None:
        """The weight's variable; None before it is made."""
        return vars(self).get(f"_{self._adapts}")

    def _made_adapted(self) -> Tensor | Variable:
        """The weight as it counts: the variable, or the tensor that stands for it where it is
        adapted. Raises AttributeError before the layer is built."""
        if self._adapted is None:
            raise AttributeError(f"You must build the layer before accessing `{self._adapts}`.")
        return self._adapted if self._low_rank is None else self._low_rank.merged(self._adapted)

    def _adapt_as_asked(self) -> None:
        """Enables what the constructor's `lora_rank` asks for; the end of `build`."""
        if self.lora_rank:
            self.enable_lora(self.lora_rank, self.lora_alpha)

    def enable_lora(
        self,
        rank: int,
        lora_alpha: float | None = None,
        a_initializer: Any = "he_uniform",
        b_initializer: Any = "zeros",
    ) -> None:
        """Freezes the weight and trains the product of two matrices of `rank` in its place, scaled
        by lora_alpha / rank. Raises ValueError before the layer is built, the second time and for
        a weight with a constraint."""
        name = self._adapts
        self._low_rank = made = _low_rank(
            self,
            self._adapted,
            self._low_rank,
            rank,
            lora_alpha,
            a_initializer,
            b_initializer,
            getattr(self, f"{name}_regularizer"),
            getattr(self, f"{name}_constraint") is not None,
        )
        self.lora_rank, self.lora_alpha = made.rank, made.alpha
        vars(self).update({f"lora_{name}_a": made.a, f"lora_{name}_b": made.b})

    def _low_rank_config(self) -> dict[str, float]:
        """The config entries of an adaptation; none without one."""
        if not self.lora_rank:
            return {}
        return {"lora_rank": self.lora_rank, "lora_alpha": self.lora_alpha}
