"""Records the configs that Keras writes of ops between layers, and what the models give.

Run `record_keras.py operations`. `record_operations.py FILE` opens the configs that Pelton wrote
there instead (`python tests_py/keras/operation_configs.py FILE`) and says where Keras gives
something else.
"""

import json
import sys

from recorded.fact_file import decode_array, write_facts
from recorded.models.operation_cases import IN_BOTH, built, outputs_of
from recorded.recorder import keras, made_by, np


def record(name, expression):
    """The case's config and outputs, or the error of what Keras does not take or write."""
    try:
        model, values = built(expression, keras)
        config = model.to_json()
        outputs = outputs_of(model, values, keras.tree.flatten)
    except Exception as error:  # what Keras refuses is a fact too
        return {"name": name, "code": expression, "error": type(error).__name__}
    return {"name": name, "code": expression, "config": config, "outputs": outputs}


def check(path):
    """Opens each config of Pelton's; returns the number of those that differ."""
    wrong = 0
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        try:
            model = keras.models.model_from_json(case["config"])
            model.set_weights([np.full(w.shape, 0.25, "float32") for w in model.get_weights()])
            values = {name: decode_array(value) for name, value in case["values"].items()}
            found = outputs_of(model, values, keras.tree.flatten)
            for one, other in zip(found, map(decode_array, case["outputs"]), strict=True):
                assert one.dtype == other.dtype, (one.dtype, other.dtype)
                np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)
        except Exception as error:  # what Keras says of a config is what is asked here
            wrong += 1
            print(case["name"], type(error).__name__, str(error)[-300:])
    print(f"{len(cases)} configs, {wrong} differ")
    return wrong


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(check(sys.argv[1]) > 0)
    cases = [record(*item) for item in IN_BOTH.items()]
    write_facts("models/operations", made_by("models/record_operations.py"), {"cases": cases})
