"""Writes the configs and outputs of all models with ops between layers, by Pelton: what
`record_operations.py FILE` reads."""

import json
import sys
from pathlib import Path

import pelton as tf
from pelton import keras
from recorded.fact_file import encode_array
from recorded.models import operation_cases


def written(name, expression):
    model, values = operation_cases.built(expression, keras, tf=tf)
    outputs = operation_cases.outputs_of(model, values, tf.nest.flatten)
    return {
        "name": name,
        "config": model.to_json(),
        "values": {key: encode_array(value) for key, value in values.items()},
        "outputs": [encode_array(one) for one in outputs],
    }


def main(path):
    cases = []
    for item in {**operation_cases.IN_BOTH, **operation_cases.OF_TENSORFLOW}.items():
        try:
            cases.append(written(*item))
        except Exception as error:
            print(item[0], type(error).__name__, str(error)[:150])
    path.write_text(json.dumps(cases), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main(Path(sys.argv[1]))
