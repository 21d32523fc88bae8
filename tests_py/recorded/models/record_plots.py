"""Records what real Keras's model_to_dot shows: the texts of the boxes, arrows and groups.

Run `record_keras.py plots` where pydot is installed; the models are in `plot_cases.py`.
"""

import re

from recorded.code_facts import error_entry, evaluate
from recorded.fact_file import write_facts
from recorded.models.plot_cases import CASES, START
from recorded.recorder import keras, made_by, tf


def cells(label):
    """The texts of a box's table, row by row."""
    rows = re.findall(r"<tr>(.*?)</tr>", label)
    found = [re.findall(r"<td.*?>(.*?)</td>", row) for row in rows]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in found]


def parts(dot, boxes, arrows, groups):
    """Adds the nodes, edges and clusters of a graph and of those within it."""
    for node in dot.get_nodes():
        if node.get_label():
            boxes[node.get_name()] = cells(node.get_label())
    arrows += [(edge.get_source(), edge.get_destination()) for edge in dot.get_edges()]
    for group in dot.get_subgraphs():
        inside = {}
        parts(group, inside, arrows, groups)
        boxes.update(inside)
        groups.append([group.get_label().strip('"'), len(inside)])


def record(name, code, shown):
    """What is drawn of the model, or the refusal."""
    keras.backend.clear_session()
    facts = {"name": name, "code": code, "shown": shown}
    try:
        dot = keras.utils.model_to_dot(evaluate(START + code, tf), **shown)
    except ValueError as error:
        return {**facts, "error": error_entry(error)}
    boxes, arrows, groups = {}, [], []
    parts(dot, boxes, arrows, groups)
    ends = [[boxes[source][0][0], boxes[target][0][0]] for source, target in arrows]
    return {**facts, "boxes": list(boxes.values()), "arrows": sorted(ends), "groups": groups}


def main():
    """Writes `plots.json`."""
    cases = [record(name, *case) for name, case in CASES.items()]
    write_facts("models/plots", made_by("models/record_plots.py"), {"start": START, "cases": cases})


if __name__ == "__main__":
    main()
