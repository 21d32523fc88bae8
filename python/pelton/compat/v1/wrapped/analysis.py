"""Owns ``tf.compat.v1.profiler``: how many operations on floating numbers a graph's nodes take, and
how many parameters its variables have."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from pelton._core import layers as _layers
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.operation import EngineOperation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# Of each element of the result.
_EACH = {
    **dict.fromkeys(
        "add subtract multiply divide maximum minimum pow greater greater_equal less less_equal "
        "equal not_equal squared_difference negative square log reciprocal bias_add".split(),
        1,
    ),
    "rsqrt": 2,
    "silu": 2,
    "gelu": 4,
    "softmax": 5,
}


@dataclass
class GraphNodeProto:
    """What ``profile`` found: of the graph, and in ``children`` of each node that counts."""

    name: str = "_TFProfRoot"
    total_float_ops: int = 0
    total_parameters: int = 0
    children: list[Any] = field(default_factory=list)


class ProfileOptionBuilder:
    """Options of ``profile``, put together: ``build`` gives them as a dict."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = {**self.float_operation(), "select": []} if options is None else options
        self._options = dict(self._options)

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """Those that count operations on floating numbers."""
        return {"select": ["float_ops"], "output": "stdout", "order_by": "float_ops"}

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """Those that count the parameters of trainable variables."""
        return {"select": ["params"], "output": "stdout", "order_by": "name"}

    @staticmethod
    def time_and_memory(**options: Any) -> dict[str, Any]:
        """Those that measure runs: nothing is measured here."""
        return {"select": ["micros", "bytes"], "output": "stdout", "order_by": "micros"}

    def build(self) -> dict[str, Any]:
        """The options."""
        return dict(self._options)

    def with_empty_output(self) -> ProfileOptionBuilder:
        """Nothing is printed."""
        self._options["output"] = "none"
        return self

    def select(self, attributes: Any) -> ProfileOptionBuilder:
        """What is counted."""
        self._options["select"] = list(attributes)
        return self

    def order_by(self, attribute: str) -> ProfileOptionBuilder:
        """By what nodes are sorted."""
        self._options["order_by"] = attribute
        return self


def profile(
    graph: Any = None, run_meta: Any = None, op_log: Any = None, cmd: str = "scope",
    options: Any = None,
) -> GraphNodeProto:  # fmt: skip
    """Counts operations on floating numbers as TensorFlow does, of nodes whose shapes are known,
    and parameters of trainable variables; prints a line for each unless the output is "none"."""
    graph = get_default_graph() if graph is None else graph
    options = ProfileOptionBuilder.float_operation() if options is None else options
    made = GraphNodeProto()
    if "float_ops" in options["select"]:
        counted = [(one.name, _count(one)) for one in graph.get_operations()]
        made.children = [GraphNodeProto(name, count) for name, count in counted if count]
        made.children.sort(key=lambda one: -one.total_float_ops)
        made.total_float_ops = sum(one.total_float_ops for one in made.children)
    if "params" in options["select"]:
        found = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
        sizes = [(one.op.name, math.prod(one.shape)) for one in found]
        made.children += [GraphNodeProto(name, 0, size) for name, size in sizes]
        made.total_parameters = sum(size for _, size in sizes)
    if options.get("output", "stdout").startswith("stdout"):
        _print(made, "float_ops" in options["select"])
    return made


def _print(made: GraphNodeProto, are_operations: bool) -> None:
    def shown(one: GraphNodeProto) -> str:
        if are_operations:
            return f"{_short(one.total_float_ops)} flops"
        return f"{_short(one.total_parameters)} params"

    print("Profile:\nnode name | # " + ("float_ops" if are_operations else "parameters"))
    print(f"{made.name} (--/{shown(made)})")
    for one in made.children:
        print(f"  {one.name} ({shown(one).partition(' ')[0]}/{shown(one)})")


def _short(count: int) -> str:
    for size, unit in ((10**9, "b"), (10**6, "m"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.2f}{unit}"
    return str(count)


def _size(tensor: Any) -> int:
    """The number of elements; 0 where the shape is open."""
    sizes = tensor.shape.as_list() if tensor.shape.rank is not None else [None]
    return 0 if None in sizes else math.prod(sizes)


def _count(operation: Any) -> int:
    """The operations of a node: products and sums of products count as two."""
    found = (
        _layers._call_of(operation.outputs[0]) if isinstance(operation, EngineOperation) else None
    )
    if found is None:
        return 0
    op, inputs, size = found[2], [*found[3]], _size(operation.outputs[0])
    if op in _EACH:
        return _EACH[op] * size
    if op in ("conv1d", "conv2d", "conv3d"):
        return 2 * size * math.prod(inputs[1].shape[:-1])
    if op == "conv2d_input_grad":
        return 2 * size * math.prod(inputs[0].shape[:2]) * inputs[0].shape[3]
    if op in ("matmul", "batch_matmul") and size:
        return 2 * size * (inputs[0].shape[-1] or 0)
    if op in ("max_pool2d", "avg_pool2d"):
        return size * math.prod(_layers._call_attributes(operation.outputs[0])["ksize"])
    if op in ("reduce_mean", "reduce_sum"):
        return _size(inputs[0]) - (size if op == "reduce_sum" else 0)
    if op == "batch_norm_infer":
        return 2 * size + 6 * operation.outputs[0].shape[-1]
    if op == "layer_norm":
        return 10 * size + size // operation.outputs[0].shape[-1]
    return 0
