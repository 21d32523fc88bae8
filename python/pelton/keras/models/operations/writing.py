"""OperationWriter: the calls of ops in a functional model as entries of its config."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pelton._core import functions as _functions
from pelton.keras.models.graph import place_of
from pelton.keras.models.operations.calls import call_of
from pelton.keras.models.operations.classes import OF_CODE, call, function_of, snake_case
from pelton.keras.models.operations.table import ROWS
from pelton.nest import flatten

# Where Keras has the classes that are not in keras.src.ops.numpy.
_MODULES = {
    "core": "Cast StopGradient",
    "image": "Resize",
    "linalg": "Cholesky Det Inv Solve",
    "math": "Erf Erfinv Logsumexp Rsqrt TopK",
    "nn": "AveragePool BatchNorm Conv DepthwiseConv Elu Gelu LeakyRelu LogSoftmax MaxPool OneHot "
    "Relu Relu6 Selu Sigmoid Silu Softmax Softplus Softsign",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


class OperationWriter:
    """Writes calls of ops as Keras's operations: `entries_of` the tensor that a call gave."""

    def __init__(
        self,
        layers: set[str],
        graph: set[str],
        place: Callable[[Any], Any],
        describe: Callable[[Any], Any],
    ) -> None:
        """`layers` and `graph` are the names of layers and operations; place(tensor) is where a
        symbolic tensor comes from, and describe(arguments) the form of arguments, in a config."""
        self._layers = layers
        self._names = layers | graph
        self._place = place
        self._describe = describe
        self._entries: list[dict[str, Any]] = []
        self._of_graph = ("", "")  # class and name of the operation that is written
        self.places: dict[Any, list[Any]] = {}  # of a symbolic tensor: (name, 0, output)
        self.named: list[Any] = []  # tensors that sizes among the attributes are of

    def entries_of(self, operation: Any) -> list[dict[str, Any]] | None:
        """The operations that stand for the call; None where Keras has none that do."""
        tensor = operation.calls[0]
        given = call_of(tensor)
        self._of_graph = (operation.kind, operation.name)
        row = ROWS.get(given.op)
        self.named, self._entries = given.named, []
        if row is None:
            return None
        tensors = given.inputs
        if not given.op.startswith("bitwise"):  # whose operations take no numbers
            tensors = [_as_argument(one, given.inputs) for one in given.inputs]
        try:
            made = row(self, given.attributes, *tensors)
        except (TypeError, ValueError, NotImplementedError):  # what Keras's operation refuses
            return None
        outputs = [] if made is None else flatten(made)
        for index, output in enumerate(outputs):
            self.places[given.key, index] = self._place(output)
        index = place_of(tensor)[1]
        is_same = index < len(outputs) and _is_like(outputs[index], tensor)
        return self._entries if is_same else None

    def entries_of_operation(self, operation: Any) -> list[dict[str, Any]] | None:
        """The operation of a call of keras.ops, which the graph names; None for one of a loop or
        of sizes of tensors."""
        node = operation.owner
        args, kwargs, made = node.parts()
        if node.class_name in ("Reshape", "BroadcastTo"):
            made = {name: _sizes(value) for name, value in made.items()}
        if any(map(_functions.is_symbolic, flatten(made))) or node.class_name in OF_CODE:
            return None
        self._of_graph = (node.class_name, operation.name)
        name = self._name_of(node.class_name)
        key = place_of(operation.calls[0])[0]
        for index in range(len(flatten(node.outputs_like))):
            self.places[key, index] = [name, 0, index]
        config = self._describe({"config": made})["config"]
        return [
            {
                "module": node.module,
                "class_name": node.class_name,
                "config": {"name": name, **config},
                "registered_name": node.class_name,
                "name": name,
                "inbound_nodes": [self._describe({"args": tuple(args), "kwargs": kwargs})],
            }
        ]

    def __call__(
        self, class_name: str, *args: Any, _kwargs: dict[str, Any] | None = None, **config: Any
    ) -> Any:
        """Notes an operation of the class and gives its symbolic outputs."""
        module = f"keras.src.ops.{_MODULE_OF.get(class_name, 'numpy')}"
        function = inspect.unwrap(function_of(module, class_name))
        outputs = call(function, class_name, config, args, _kwargs or {})
        if any(outputs is one for one in args):  # which does nothing to it
            return outputs
        name = self._name_of(class_name)
        for index, output in enumerate(flatten(outputs)):
            self.places[place_of(output)] = [name, 0, index]
        arguments = self._describe({"args": args, "kwargs": _kwargs or {}})
        self._entries.append(
            {
                "module": module,
                "class_name": class_name,
                "config": {"name": name, **config},
                "registered_name": class_name,
                "name": name,
                "inbound_nodes": [arguments],
            }
        )
        return outputs

    def _name_of(self, class_name: str) -> str:
        """The graph's for the first operation of its class, else a new one."""
        kind, name = self._of_graph
        if kind != class_name or name in self._layers:
            return self._unique(snake_case(class_name))
        self._of_graph = ("", "")
        return name

    def _unique(self, base: str) -> str:
        name, number = base, 0
        while name in self._names:
            number += 1
            name = f"{base}_{number}"
        self._names.add(name)
        return name


def _sizes(sizes: Any) -> Any:
    """Sizes or one, with -1 for those that are symbolic tensors' values."""
    if isinstance(sizes, (list, tuple)):
        return [_sizes(size) for size in sizes]
    return -1 if _functions.is_symbolic(sizes) else sizes


def _as_argument(value: Any, beside: list[Any]) -> Any:
    """A number for a constant without axes beside tensors of its dtype."""
    if _functions.is_symbolic(value) or value.shape.rank != 0:
        return value
    same = [one for one in beside if _functions.is_symbolic(one) and one.dtype == value.dtype]
    is_number = value.dtype.is_floating or value.dtype.is_integer
    return value.numpy().item() if same and is_number else value


def _is_like(found: Any, tensor: Any) -> bool:
    """Whether dtypes and the known sizes are the same."""
    if found.dtype != tensor.dtype or found.shape.rank != tensor.shape.rank:
        return False
    pairs = zip(found.shape, tensor.shape, strict=True)
    return all(a is None or b is None or a == b for a, b in pairs)
