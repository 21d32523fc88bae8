"""Records pipelines as programs write them: `record_keras.py pipeline_uses`."""

import tempfile

from recorded.code_facts import error_entry, evaluate
from recorded.data.pipeline_facts import described, in_folder, short
from recorded.data.pipeline_use_cases import PIPELINES, START, VALUES
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf


def value_of(code):
    try:
        return {"value": plain_value(evaluate(START + code, tf))}
    except Exception as error:  # the refusal is the fact
        return {"error": short(error_entry(error))}


def facts_of(code):
    return described(lambda: evaluate(START + code, tf), error_entry)


def kept(facts):
    """Without texts of errors, which name TensorFlow's ops."""
    if "error" in facts:
        facts["error"] = facts["error"]["class"]
    return facts


def recorded(find, code):
    """The facts of a snippet in an empty folder, in a process that has seen no seed."""
    tf.random.set_seed(None)
    with tempfile.TemporaryDirectory() as folder, in_folder(folder):
        return {"code": code, **kept(find(code))}


def main():
    tf.autograph.set_verbosity(0)
    facts = {
        "start": START,
        "pipelines": [recorded(facts_of, code) for code in PIPELINES],
        "values": [recorded(value_of, code) for code in VALUES],
    }
    write_facts("data/pipeline_uses", made_by("data/record_pipeline_uses.py"), facts)


if __name__ == "__main__":
    main()
