"""Records what programs of TensorFlow 1 compute and how they fail.

Run `record_keras.py graphs` with TF_USE_LEGACY_KERAS=1 and the package tf_keras, which tf.layers
and the cells of tf.nn.rnn_cell need; the snippets are in `graph_cases.py`.
"""

import os
import tempfile
import warnings

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow.compat.v1 as v1  # noqa: E402

from recorded.code_facts import error_entry, evaluate  # noqa: E402
from recorded.fact_file import write_facts  # noqa: E402
from recorded.graphs.graph_cases import GROUPS, START  # noqa: E402
from recorded.recorder import made_by, np, plain_value  # noqa: E402


def plain_of(value):
    """A value as it is recorded: bytes as texts, alone and in arrays and nests."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [plain_of(item) for item in value.reshape(-1)]
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    if isinstance(value, (list, tuple)):
        return [plain_of(item) for item in value]
    return plain_value(value)


def run(name, code):
    """Returns the value of the snippet, or its error, of a graph and a folder of its own."""
    facts = {"name": name, "code": code}
    with warnings.catch_warnings(), np.errstate(all="ignore"), tempfile.TemporaryDirectory() as at:
        warnings.simplefilter("ignore")
        before = os.getcwd()
        os.chdir(at)
        try:
            with v1.Graph().as_default():
                facts["value"] = plain_of(evaluate(START + code, v1))
        except Exception as error:  # the refusal is the fact
            facts["error"] = error_entry(error)["class"]
        finally:
            os.chdir(before)
    return facts


def main():
    """Writes `graphs.json`."""
    v1.disable_v2_behavior()
    v1.logging.set_verbosity(v1.logging.ERROR)
    facts = {"start": START}
    for group, cases in GROUPS.items():
        facts[group] = [run(name, code) for name, code in cases.items()]
    write_facts("graphs/graphs", made_by("graphs/record_graphs.py"), facts)


if __name__ == "__main__":
    main()
