"""TFSMLayer: an endpoint of a saved model as a layer, for prediction."""

from __future__ import annotations

from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class TFSMLayer(LibraryLayer):
    """A layer that calls `call_endpoint` of the saved model at `filepath`, a function's or a
    signature's name, and in training `call_training_endpoint` where one is given.

    Raises OSError where there is no saved model and ValueError for an unknown endpoint."""

    def __init__(
        self,
        filepath: Any,
        call_endpoint: str = "serve",
        call_training_endpoint: str | None = None,
        trainable: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, **kwargs)
        from pelton.saved_model.loading import load

        self.filepath = filepath
        self.call_endpoint = call_endpoint
        self.call_training_endpoint = call_training_endpoint
        try:
            loaded = load(filepath)
        except (OSError, TypeError, NotImplementedError) as error:
            raise type(error)(f"TFSMLayer: {error}") from None
        self._serving = _endpoint(loaded, "call_endpoint", call_endpoint)
        self._training = (
            None
            if call_training_endpoint is None
            else _endpoint(loaded, "call_training_endpoint", call_training_endpoint)
        )
        self._saved_variables = list(loaded.variables)
        self.built = True

    def call(self, inputs: Any, training: bool = False) -> Any:
        runs = self._training if training and self._training is not None else self._serving
        return runs(inputs)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "filepath": str(self.filepath),
            "call_endpoint": self.call_endpoint,
            "call_training_endpoint": self.call_training_endpoint,
        }


def _endpoint(loaded: Any, argument: str, name: Any) -> Any:
    from pelton.saved_model.stored_function import StoredFunction

    functions = {n: part for n, part in vars(loaded).items() if isinstance(part, StoredFunction)}
    signatures = dict(getattr(loaded, "signatures", {}))
    if isinstance(name, str) and name in {**signatures, **functions}:
        return {**signatures, **functions}[name]
    raise ValueError(
        f"The endpoint '{name}' is neither an attribute of the reloaded SavedModel, nor an entry "
        f"in the `signatures` field of the reloaded SavedModel. Select another endpoint via the "
        f"`{argument}` argument of TFSMLayer. Available endpoints for this SavedModel: "
        f"{[*functions, *(n for n in signatures if n not in functions)]}"
    )
