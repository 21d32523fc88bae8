"""``tf.train.experimental``: Python objects that checkpoints save."""

from __future__ import annotations

import abc


class PythonState(abc.ABC):
    """An object that a checkpoint saves as the text that `serialize` gives, and restores by
    `deserialize`."""

    _checkpoint_attribute = "py_state"

    @abc.abstractmethod
    def serialize(self) -> str | bytes:
        """The text of the object's state."""

    @abc.abstractmethod
    def deserialize(self, string_value: bytes) -> None:
        """Takes the state from a text that `serialize` gave, as bytes."""

    def _checkpoint_text(self) -> bytes:
        text = self.serialize()
        return text.encode() if isinstance(text, str) else text

    def _restore_checkpoint_text(self, text: bytes) -> None:
        self.deserialize(text)


__all__ = ["PythonState"]
