"""Owns TrackableView and CheckpointView: the graphs of objects that are saved, and that were."""

from __future__ import annotations

from typing import Any

from pelton.train.checkpoints.bundle import Bundle
from pelton.train.checkpoints.object_graph import (
    GRAPH_KEY,
    LiveGraph,
    StoredNode,
    children,
    key_of,
    stored_graph,
)


class TrackableView:
    """The objects below a root that a checkpoint of it saves."""

    def __init__(self, root: Any) -> None:
        self._root = root

    @property
    def root(self) -> Any:
        """The root."""
        return self._root

    @classmethod
    def children(cls, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """What an object holds and a checkpoint saves, by name."""
        return dict(children(obj))

    def descendants(self) -> list[Any]:
        """All objects, nearest first, each once."""
        return list(LiveGraph(self._root).nodes)


class CheckpointView:
    """The graph of objects in a checkpoint, by numbers of nodes; the root is 0.

    Raises NotFoundError where there is no checkpoint at the prefix ``save_path``.
    """

    def __init__(self, save_path: Any, options: Any = None) -> None:
        from pelton.train.checkpoints.reader import _prefix

        self._nodes = stored_graph(Bundle(_prefix(save_path)).text(GRAPH_KEY))

    def _node(self, number: int) -> StoredNode:
        if not 0 <= number < len(self._nodes):
            raise ValueError(f"node_id {number} is none of the {len(self._nodes)} nodes")
        return self._nodes[number]

    def children(self, node_id: int) -> dict[str, int]:
        """The numbers of a node's children by name; raises ValueError for an unknown node."""
        return dict(self._node(node_id).children)

    def descendants(self) -> list[int]:
        """The numbers of all nodes, nearest first."""
        found = [0]
        for number in found:  # grows meanwhile
            found += [
                n for n in dict.fromkeys(self._nodes[number].children.values()) if n not in found
            ]
        return found

    def match(self, obj: Any) -> dict[int, Any]:
        """The objects below ``obj`` that have a node by the names that lead there."""
        found, open_nodes = {0: obj}, [0]
        for number in open_nodes:  # grows meanwhile
            held = dict(children(found[number]))
            for name, child in self._nodes[number].children.items():
                if name in held and child not in found:
                    found[child] = held[name]
                    open_nodes.append(child)
        return found

    def diff(self, obj: Any) -> tuple[dict[int, Any], list[int], list[Any]]:
        """What matches, the nodes that nothing below ``obj`` has, and the objects without one."""
        matched = self.match(obj)
        known = {key_of(thing) for thing in matched.values()}
        rest = [number for number in self.descendants() if number not in matched]
        return matched, rest, [x for x in LiveGraph(obj).nodes if key_of(x) not in known]


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
