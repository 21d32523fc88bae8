"""Records pipelines of ragged and sparse tensors: `record_keras.py composite_pipelines`."""

from code_facts import error_entry, evaluate
from composite_pipeline_cases import PIPELINES, START, VALUES
from fact_file import write_facts
from pipeline_facts import described, short
from recorder import made_by, plain_value, tf


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
    write_facts("composite_pipelines", made_by("record_composite_pipelines.py"), facts)


if __name__ == "__main__":
    main()
