"""ExportArchive: functions over layers and models by name, written as a saved model."""

from __future__ import annotations

from typing import Any

from pelton.functions.recorded_function import Function, function
from pelton.saved_model import save
from pelton.saved_model.graph import tables_below
from pelton.variables.module import Module


class ExportArchive:
    """Endpoints, which are functions by name, and the layers or models they use.

    `track` what endpoints use, `add_endpoint`, then `write_out`."""

    def __init__(self) -> None:
        self._tracked: list[Any] = []
        self._collections: dict[str, list[Any]] = {}
        self._endpoints: dict[str, Any] = {}

    @property
    def variables(self) -> list[Any]:
        """The variables of all that is tracked."""
        return [variable for thing in self._tracked for variable in thing.variables]

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return [variable for variable in self.variables if variable.trainable]

    @property
    def non_trainable_variables(self) -> list[Any]:
        """Those that are not."""
        return [variable for variable in self.variables if not variable.trainable]

    def track(self, resource: Any) -> None:
        """Takes along the variables of a layer, model or module; ValueError for what has none."""
        if not hasattr(resource, "variables"):
            raise ValueError(
                "ExportArchive.track: Invalid resource type. Expected a layer, a model or a "
                f"tf.Module. Received: {resource!r} of type {type(resource).__name__}"
            )
        if getattr(resource, "built", True) is False:
            raise ValueError(
                "The layer provided has not yet been built. It must be built before export."
            )
        self._tracked.append(resource)

    def add_endpoint(self, name: str, fn: Any, input_signature: Any = None, **kwargs: Any) -> Any:
        """Offers `fn` under a name, for tensors of these specs; a tf.function without specs for
        the kinds of its calls so far. Raises ValueError for a name that is taken or a function
        without specs."""
        if not isinstance(name, str) or not name.isidentifier():
            raise ValueError(f"add_endpoint: `name` must be an identifier, got {name!r}")
        if name in self._endpoints:
            raise ValueError(f"Endpoint name '{name}' is already taken.")
        if input_signature is not None:
            fn = function(fn, input_signature=_specs(input_signature))
        elif not isinstance(fn, Function):
            raise ValueError(
                "If the `fn` argument provided is not a `tf.function`, you must provide an "
                f"`input_signature` argument. Received: fn={fn!r} for endpoint '{name}'"
            )
        self._endpoints[name] = fn
        return fn

    def add_variable_collection(self, name: str, variables: Any) -> None:
        """Gives the loaded model a list of variables under a name."""
        if not isinstance(name, str):
            raise TypeError(f"add_variable_collection: `name` must be a str, got {name!r}")
        if not isinstance(variables, (list, tuple, set)):
            raise ValueError(
                f"Expected `variables` to be a list/tuple/set. Received instead object of type "
                f"'{type(variables).__name__}'."
            )
        self._collections[name] = list(variables)

    def write_out(self, filepath: Any, options: Any = None, verbose: bool = True) -> None:
        """Writes the saved model, each endpoint a signature too; the first one is the default.

        Raises ValueError without endpoints."""
        if not self._endpoints:
            raise ValueError("No endpoints have been set yet. Call add_endpoint().")
        root = Module()
        vars(root)["_all_variables"] = self.variables
        vars(root)["_tables"] = [t for thing in self._tracked for t in tables_below(thing)]
        vars(root).update(self._collections)
        vars(root).update(self._endpoints)
        signed = {n: f for n, f in self._endpoints.items() if f.input_signature is not None}
        if signed:
            signed["serving_default"] = next(iter(signed.values()))
        save(root, filepath, signatures=signed or None, options=options)
        if verbose:
            shown = "\n\n".join(_endpoint_text(*each) for each in self._endpoints.items())
            print(
                f"Saved artifact at '{filepath}'. The following endpoints are available:\n\n{shown}"
            )


def _endpoint_text(name: str, fn: Any) -> str:
    """The endpoint with what it takes and gives, as far as its signature says so."""
    lines = [f"* Endpoint '{name}'"]
    if fn.input_signature is not None:
        lines += fn.get_concrete_function().pretty_printed_signature().split("\n")[1:]
    return "\n".join(lines)


def _specs(signature: Any) -> list[Any]:
    """Specs from specs, tensors of Keras, or InputSpecs."""
    from pelton.nest import map_structure
    from pelton.tensors.tensor_spec import TensorSpec

    if not isinstance(signature, (list, tuple)):
        raise TypeError(f"`input_signature` must be a list or tuple of specs, got {signature!r}")

    def spec(leaf: Any) -> Any:
        if isinstance(leaf, TensorSpec):
            return leaf
        if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
            raise TypeError(f"`input_signature` must hold tf.TensorSpecs, got {leaf!r}")
        name = getattr(leaf, "name", None)
        return TensorSpec(leaf.shape, leaf.dtype or "float32", name)

    return [map_structure(spec, part) for part in signature]


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
