"""Records pipelines of ragged and sparse tensors: `record_keras.py composite_pipelines`."""

from recorded.code_facts import error_entry, evaluate
from recorded.data.composite_pipeline_cases import PIPELINES, START, VALUES
from recorded.data.pipeline_facts import described, short
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf


def value_of(code):
    try:
        return {"value": plain_value(evaluate(START + code, tf))}
    except Exception as error:  # the refusal is the fact
        return {"error": short(error_entry(error))}


def main():
    tf.autograph.set_verbosity(0)
    pipelines = [
        {"code": code, **described(lambda code=code: evaluate(START + code, tf), error_entry)}
        for code in PIPELINES
    ]
    values = [{"code": code, **value_of(code)} for code in VALUES]
    facts = {"start": START, "pipelines": pipelines, "values": values}
    write_facts("data/composite_pipelines", made_by("data/record_composite_pipelines.py"), facts)


if __name__ == "__main__":
    main()
