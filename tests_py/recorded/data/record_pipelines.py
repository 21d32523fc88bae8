"""Records what pipelines of tf.data give: `record_keras.py pipelines`."""

from recorded.code_facts import error_entry, evaluate
from recorded.data.pipeline_cases import PIPELINES, START, VALUES
from recorded.data.pipeline_facts import described, short
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf


def value_of(code):
    try:
        return {"value": plain_value(evaluate(START + code, tf))}
    except Exception as error:  # the refusal is the fact
        return {"error": short(error_entry(error))}


def facts_of(code):
    return described(lambda: evaluate(START + code, tf), error_entry)


def seeded(describe, code):
    """The facts of a snippet in a process that has seen no seed but the snippet's."""
    tf.random.set_seed(None)
    return describe(code)


def main():
    tf.autograph.set_verbosity(0)
    pipelines = [
        {"name": f"{about} {i}", "code": code, **seeded(facts_of, code)}
        for about, codes in PIPELINES.items()
        for i, code in enumerate(codes)
    ]
    values = [
        {"name": f"{about} {i}", "code": code, **seeded(value_of, code)}
        for about, codes in VALUES.items()
        for i, code in enumerate(codes)
    ]
    facts = {"start": START, "pipelines": pipelines, "values": values}
    write_facts("data/pipelines", made_by("data/record_pipelines.py"), facts)


if __name__ == "__main__":
    main()
