"""Makes `docs/tensorflow_coverage.md`: which public names of TensorFlow are there, and why not.

`python tests_py/tensorflow_names_page.py` writes it; `test_tensorflow_coverage.py` compares it.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests_py")]

from pelton.names.name_lookup import missing_part  # noqa: E402
from recorded.fact_file import load_facts  # noqa: E402

PAGE = ROOT / "docs" / "tensorflow_coverage.md"
_DEVICES = "distribution over several devices or machines is not there yet"
_DTYPE = "the engine has no such dtype"
_RAGGED = "the layout of ragged tensors is not an object of its own"
_GRAPH = "there are no GraphDef messages: programs have a format of their own"
_NOT_YET = "not there yet"
# The first pattern that the whole name fits gives the reason.
REASONS = {
    r"tf\.(lite|tpu|feature_column|mlir|xla|dtensor|security|tools)": "not there; the error says "
    "what replaces it",
    r"tf\.experimental\.(dtensor|tensorrt)": "no layouts over meshes of devices, no TensorRT",
    r"tf\.(dtypes\.|experimental\.)?(q?u?int\d+|float\d\w*|QUANTIZED\w+|variant|resource)": _DTYPE,
    r"tf\.dtypes\.experimental": _DTYPE,
    r"tf\.distribute\..*|tf\.(config|train)\.\w*([Cc]luster|Server|Job|_host)\w*": _DEVICES,
    r"tf\.config\.experimental\..*": "programs are no MLIR, and there is one process",
    r"tf\.data\.experimental\.(service|distributed_save)": _DEVICES,
    r"tf\.data\.experimental\..*": "deprecated, or of graphs of operations",
    r"tf\.(import_graph_def|graph_util|io\.write_graph|load_\w+|Operation|RegisterGradient|"
    r"no_gradient|test\.assert_equal_graph_def)": _GRAPH,
    r"tf\.quantization\.(dequantize|quantize|quantized_concat)": _DTYPE,
    r"tf\.(experimental\.)?\w*(Ragged|Structured|RowPartition)\w*": _RAGGED,
    r"tf\.types\..*Type\w*": "the protocols of TensorFlow's own classes",
    r"tf\.(\w+\.)?\w*_candidate_sampler": "drawn by counts that change: " + _NOT_YET,
    r"tf\.sysconfig\..*": "there is no C++ interface to build against",
    r"tf\.(io|image)\.\w*_(jxl|proto)": "no reader of that format",
    r"tf\.saved_model\..*": "of TensorFlow's SavedModel, which is not written here",
    r"tf\.\w+_v2|tf\.(conv|check_pinned|"
    r"nondifferentiable_batch_function|ragged_fill_empty_rows\w*)": (
        "the raw op, which leaked into the namespace"
    ),
}


def reason(name):
    """Why the name is not there."""
    return next((why for form, why in REASONS.items() if re.fullmatch(form, name)), _NOT_YET)


def missing_names(modules):
    """{module: the names that are not there}."""
    return {
        module: [name for name in names if missing_part("pelton", f"{module}.{name}"[3:])]
        for module, names in modules.items()
    }


def page():
    """The text of the page."""
    facts = load_facts("names/tensorflow_names")
    modules = facts["modules"]
    missing = missing_names(modules)
    lines = [
        "# TensorFlow's names",
        "",
        f"The public names of TensorFlow {facts['made_by']['tensorflow']}, by module: how many are "
        "there, and why the others are not.",
        "Made by `python tests_py/tensorflow_names_page.py`; do not edit.",
        "",
        "| module | there | of | share |",
        "|---|---|---|---|",
    ]
    for module, names in modules.items():
        there = len(names) - len(missing[module])
        lines.append(f"| `{module}` | {there} | {len(names)} | {there / len(names):.0%} |")
    everything = sum(map(len, modules.values()))
    there = everything - sum(map(len, missing.values()))
    lines += [f"| all | {there} | {everything} | {there / everything:.0%} |", ""]
    for module, names in missing.items():
        reasons = {}
        for name in names:
            reasons.setdefault(reason(f"{module}.{name}"), []).append(f"`{name}`")
        if names:
            lines += [f"## {module}"]
            lines += [f"- {', '.join(these)}: {why}" for why, these in reasons.items()]
            lines += [""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
