"""Owns what tensors have in graphs only: methods and texts."""

from __future__ import annotations

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_before: dict[str, Any] = {}  # the methods of tensors without graphs


def _str(tensor: Any) -> str:
    if not _is_shown(tensor):
        return _before["__str__"](tensor)  # type: ignore[no-any-return]
    return f'Tensor("{_name(tensor)}", shape={tensor.shape}, dtype={tensor.dtype.name})'


def _repr(tensor: Any) -> str:
    if not _is_shown(tensor):
        return _before["__repr__"](tensor)  # type: ignore[no-any-return]
    return f"<tf.Tensor '{_name(tensor)}' shape={tensor.shape} dtype={tensor.dtype.name}>"


def _is_shown(tensor: Any) -> bool:
    """Whether a tensor is shown as the node of a graph."""
    return _functions.is_symbolic(tensor) or hasattr(tensor, "_graph_operation")


def _name(tensor: Any) -> str:
    name: str = tensor.name
    return name if ":" in name else f"{name}:0"


def install_texts() -> None:
    """From now on tensors of graphs are shown so."""
    from pelton._core import Tensor

    install_methods()
    if not _before:
        for name, method in (("__str__", _str), ("__repr__", _repr)):
            _before[name] = getattr(Tensor, name)
            setattr(Tensor, name, method)


def remove_texts() -> None:
    """Takes back what install_texts did."""
    from pelton._core import Tensor

    for name, method in _before.items():
        setattr(Tensor, name, method)
    _before.clear()


def install_methods() -> None:
    """Tensors of graphs have ``eval``, ``op``, ``graph`` and names of graphs, and may be keys of
    ``feed_dict``."""
    from pelton._core import Tensor

    if "eval" in vars(Tensor):
        return
    from pelton.compat.v1.operation import graph_of, operation_of
    from pelton.compat.v1.session import eval_tensor
    from pelton.functions.host_steps import note_graphs

    note_graphs(_node_of_work)
    unhashable = Tensor.__hash__

    def hashed(tensor: Any) -> int:
        if _functions.is_symbolic(tensor):
            return object.__hash__(tensor)
        return unhashable(tensor)  # type: ignore[no-any-return]

    Tensor.__repr__ = _shown_as_nodes(Tensor.__repr__)
    Tensor.name = property(_name_in_graph)
    Tensor.eval = eval_tensor
    Tensor.op = property(operation_of)
    Tensor.graph = property(graph_of)
    Tensor.__hash__ = hashed


def _name_in_graph(tensor: Any) -> str:
    from pelton.compat.v1.graph import get_default_graph, is_active
    from pelton.compat.v1.operation import (
        engine_name,
        known_call,
        note_call,
        tensor_index,
        value_operation,
    )

    if not _functions.is_symbolic(tensor):
        constant = value_operation(tensor)
        return engine_name(tensor) if constant is None else f"{constant.name}:0"
    call = known_call(tensor)
    if call is None and is_active():
        call = note_call(get_default_graph(), tensor)
    return engine_name(tensor) if call is None else f"{call.name}:{tensor_index(tensor)}"


def _node_of_work(op: str, function: Any, tensors: Any, likes: Any) -> Any:
    """What a node gives that does work on the host in each run; None outside of graphs."""
    from pelton.compat.v1.graph import get_default_graph, is_active
    from pelton.compat.v1.operation import Operation

    if not is_active():
        return None
    kind = "".join(f"{part[:1].upper()}{part[1:]}" for part in op.split("_"))
    return Operation(get_default_graph(), kind, kind, function, tuple(tensors)).give(likes)


def _shown_as_nodes(before: Any) -> Any:
    """The text of a tensor: as a node where it is one, of any graph, else as `before`."""
    from pelton.compat.v1.operation import is_of_node, known_call

    def shown(tensor: Any) -> str:
        is_node = _functions.is_symbolic(tensor) and (
            known_call(tensor) is not None or is_of_node(tensor)
        )
        return _repr(tensor) if is_node else str(before(tensor))

    return shown
