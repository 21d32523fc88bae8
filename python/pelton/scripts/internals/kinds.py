"""Owns ``tensorflow.python.types.core``'s classes that name what values are, to derive from."""

from __future__ import annotations


class Tensor:
    """What classes that are used as tensors may derive from."""

    @property
    def dtype(self) -> object:
        """The type of the elements, which a derived class gives."""
        raise NotImplementedError(f"{type(self).__name__}.dtype")

    @property
    def shape(self) -> object:
        """The sizes, which a derived class gives."""
        raise NotImplementedError(f"{type(self).__name__}.shape")


class Value(Tensor):
    """One whose elements are known."""

    def numpy(self) -> object:
        """The elements, which a derived class gives."""
        raise NotImplementedError(f"{type(self).__name__}.numpy")


class Symbol(Tensor):
    """One whose elements are not known yet."""
