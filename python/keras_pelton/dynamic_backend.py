"""Makes Keras's DynamicBackend, which preprocessing layers ask for their ops, know Pelton."""

from typing import Any


def teach(dynamic_backend: type) -> None:
    """Adds Pelton to the names that ``DynamicBackend`` switches between."""
    others_set: Any = dynamic_backend.set_backend  # type: ignore[attr-defined]
    others_get: Any = dynamic_backend.__getattr__  # type: ignore[attr-defined]

    def set_backend(self: Any, backend: str) -> None:
        if backend == "pelton":
            self._backend = backend
        else:
            others_set(self, backend)

    def get(self: Any, name: str) -> Any:
        if self._backend != "pelton":
            return others_get(self, name)
        from keras_pelton import src

        return getattr(src, name)

    dynamic_backend.set_backend = set_backend  # type: ignore[attr-defined]
    dynamic_backend.__getattr__ = get  # type: ignore[attr-defined]
