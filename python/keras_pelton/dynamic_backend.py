"""Makes Keras's DynamicBackend, which preprocessing layers ask for their ops, know Pelton."""

from typing import Any


def teach(backend_utils: Any) -> None:
    """Adds Pelton to the names that ``DynamicBackend`` switches between."""
    dynamic_backend = backend_utils.DynamicBackend
    others_set = dynamic_backend.set_backend
    others_get = dynamic_backend.__getattr__

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

    dynamic_backend.set_backend = set_backend
    dynamic_backend.__getattr__ = get
