"""Owns Dataset.explain: the graph of a pipeline, with what each node costs and who waits for it."""

from __future__ import annotations

import time
from typing import Any

_HEADINGS = ("node", "elements", "us each", "queue", "waited for")


class _Node:
    """A node of the graph, what its passes did, and what they took of its inputs."""

    def __init__(self, node: Any, depth: int) -> None:
        self.node = node
        self.depth = depth
        self.measured: Any = None

    @property
    def title(self) -> str:
        """The node's kind and what it says of itself."""
        detail = str(self.node.detail)
        kind = str(self.node.kind)
        if not detail:
            return kind
        return detail if detail.startswith("map(") and kind == "map" else f"{kind}({detail})"


def _nodes_below(root: Any) -> list[_Node]:
    """The nodes, the last one of the pipeline first, each once."""
    found: list[_Node] = []
    seen: set[Any] = set()

    def visit(node: Any, depth: int) -> None:
        if node in seen:
            return
        seen.add(node)
        found.append(_Node(node, depth))
        for one in node.inputs:
            visit(one, depth + 1)

    visit(root, 0)
    return found


def _own_time(node: _Node, by_node: dict[Any, _Node]) -> float:
    """Nanoseconds of the node's own work: what its inputs took is theirs."""
    work = node.measured.busy_ns or node.measured.nanoseconds
    inputs = sum(by_node[one].measured.nanoseconds for one in node.node.inputs)
    return max(0.0, float(work - inputs))


def _row(node: _Node, by_node: dict[Any, _Node], wall: int) -> tuple[str, ...]:
    measured = node.measured
    count = measured.elements
    each = f"{_own_time(node, by_node) / count / 1e3:.1f}" if count else "-"
    queue = f"{measured.ready / measured.room:.0%}" if measured.room else "-"
    share = f"{measured.nanoseconds / wall:.0%}" if wall else "-"
    return ("  " * node.depth + node.title, str(count), each, queue, share)


def _table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADINGS))]
    lines = []
    for row in rows:
        numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
    return "\n".join(lines)


def explained(dataset: Any, elements: int, seconds: float) -> str:
    """The table of a pass of at most so many elements and about so many seconds."""
    nodes = _nodes_below(dataset._node)
    by_node = {node.node: node for node in nodes}
    try:
        for node in nodes:
            node.measured = node.node.measure()
        begin = time.perf_counter_ns()
        taken = 0
        for _ in dataset.take(elements):
            taken += 1
            if time.perf_counter_ns() - begin > seconds * 1e9:
                break
        wall = time.perf_counter_ns() - begin
    finally:
        for node in nodes:
            node.node.stop_measuring()
    rate = taken / (wall / 1e9) if wall else 0.0
    table = _table([_HEADINGS, *(_row(node, by_node, wall) for node in nodes)])
    return f"{table}\n{taken} elements in {wall / 1e9:.3f} s, {rate:.0f} a second"
