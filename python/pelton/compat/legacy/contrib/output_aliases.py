"""Owns ``slim.utils``: outputs of layers by the names of their scopes, and small questions of sizes
and conditions."""

from __future__ import annotations

from pelton.compat.v1.graph import get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _aliases() -> dict[str, list[str]]:
    """The aliases of the default graph's tensors, by their names."""
    found: dict[str, list[str]] = vars(get_default_graph()).setdefault("_output_aliases", {})
    return found


def note_alias(tensor: Any, alias: str) -> None:
    """One more name of a tensor."""
    names = _aliases().setdefault(tensor.name, [])
    if alias not in names:
        names.append(alias)


def append_tensor_alias(tensor: Any, alias: str) -> Any:
    """The tensor, which has one more name."""
    note_alias(tensor, alias.rstrip("/"))
    return tensor


def get_tensor_aliases(tensor: Any) -> list[str]:
    """The names that a tensor was given, or else its operation's."""
    return list(_aliases().get(tensor.name, [tensor.op.name]))


def gather_tensors_aliases(tensors: Any) -> list[str]:
    """The names of all of them."""
    return [name for one in tensors for name in get_tensor_aliases(one)]


def collect_named_outputs(collections: Any, alias: str, outputs: Any) -> Any:
    """The outputs, which go into the collections under the alias."""
    if collections:
        append_tensor_alias(outputs, alias)
        get_default_graph().add_to_collections(collections, outputs)
    return outputs


def convert_collection_to_dict(collection: Any, clear_collection: bool = False) -> dict[str, Any]:
    """The collection's tensors by their names, in order."""
    graph = get_default_graph()
    found = {
        name: one for one in graph.get_collection(collection) for name in get_tensor_aliases(one)
    }
    if clear_collection:
        graph.get_collection_ref(collection).clear()
    return found


def constant_value(pred: Any) -> Any:
    """The truth of a condition that is known; None where only a run knows it."""
    if isinstance(pred, bool):
        return pred
    from pelton.compat.v1 import get_static_value

    return get_static_value(pred)


def smart_cond(pred: Any, fn1: Any, fn2: Any, name: str | None = None) -> Any:
    """What the one or the other function gives: called at once where the condition is known."""
    from pelton.compat.v1 import cond

    known = constant_value(pred)
    if known is None:
        return cond(pred, fn1, fn2, name=name)
    return fn1() if known else fn2()


def static_cond(pred: Any, fn1: Any, fn2: Any) -> Any:
    """The same of a condition of Python."""
    return fn1() if pred else fn2()


def first_dimension(shape: Any, min_rank: int = 1) -> Any:
    """The first size. ValueError for fewer axes than `min_rank`."""
    return _sizes(shape, min_rank)[0]


def last_dimension(shape: Any, min_rank: int = 1) -> Any:
    """The last size. ValueError for fewer axes than `min_rank`."""
    return _sizes(shape, min_rank)[-1]


def channel_dimension(shape: Any, data_format: str, min_rank: int = 1) -> Any:
    """The number of channels. ValueError for fewer axes than `min_rank`."""
    return _sizes(shape, min_rank)[1 if data_format.startswith("NC") else -1]


def _sizes(shape: Any, min_rank: int) -> list[Any]:
    sizes = list(shape.as_list())
    if len(sizes) < min_rank:
        raise ValueError(f"rank of shape must be at least {min_rank} not: {len(sizes)}")
    return sizes


def two_element_tuple(int_or_tuple: Any) -> tuple[int, int]:
    """The number twice, or the two numbers. ValueError for more."""
    first, second = n_positive_integers(2, int_or_tuple)
    return first, second


def n_positive_integers(n: int, value: Any) -> tuple[int, ...]:
    """`n` positive integers: the number so many times, or the numbers. ValueError for others."""
    found = [int(one) for one in (value if hasattr(value, "__iter__") else [value] * n)]
    if len(found) != n or min(found) < 1:
        raise ValueError(f"value must be positive and have length {n}, got {value!r}")
    return tuple(found)
