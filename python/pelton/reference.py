"""Owns Reference: what ``tensor.ref()`` gives, since tensors and variables are not hashable."""


class Reference:
    """Hashable by identity; ``deref()`` gives the object back."""

    __slots__ = ("_referent",)

    def __init__(self, referent):
        self._referent = referent

    def deref(self):
        """The tensor or variable itself."""
        return self._referent

    def __hash__(self):
        return id(self._referent)

    def __eq__(self, other):
        return isinstance(other, Reference) and self._referent is other._referent

    def __repr__(self):
        return f"<Reference wrapping {self._referent!r}>"
