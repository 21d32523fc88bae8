"""Records Keras's layers: outputs, gradients, shapes, weights and configs for fixed inputs.

Run `record_keras.py layers`; the cases themselves are in `layer_cases.py`.
"""

from recorded.code_facts import error_entry
from recorded.fact_file import write_facts
from recorded.layers.layer_cases import CASES
from recorded.recorder import dense_gradient, keras, made_by, np, numbers, tf


def set_fixed_weights(layer, name):
    """Replaces the initial weights by fixed numbers; variances stay positive."""
    values = []
    for weight in layer.weights:
        value = numbers(f"{name}/{weight.name}", tuple(weight.shape), 0.5)
        if "variance" in weight.name:
            value = np.abs(value) + np.float32(0.5)
        values.append(value)
    layer.set_weights(values)


def weight_entries(layer):
    """Returns name, path, trainability and value of each weight in `layer.weights` order."""
    return [
        {"name": w.name, "path": w.path, "trainable": w.trainable, "value": np.asarray(w.value)}
        for w in layer.weights
    ]


def call(layer, case, x):
    """Calls the layer, passing `training` only where the layer takes it."""
    if "training" in case:
        return layer(x, training=case["training"])
    return layer(x)


def record_call(layer, case):
    """Returns the output and both kinds of gradient of sum(output * output_gradient)."""
    x = tf.constant(case["input"])
    with tf.GradientTape() as tape:
        if x.dtype.is_floating:
            tape.watch(x)
        output = call(layer, case, x)
        upstream = numbers(case["name"] + "/upstream", tuple(output.shape), dtype="float32")
        total = tf.reduce_sum(tf.cast(output, "float32") * upstream)
    variables = [weight.value for weight in layer.trainable_weights]
    gradients = tape.gradient(total, [x, *variables]) if output.dtype.is_floating else None
    facts = {"output": output.numpy()}
    if gradients is not None:
        facts["output_gradient"] = upstream
        facts["input_gradient"] = dense_gradient(gradients[0])
        facts["weight_gradients"] = {
            weight.name: dense_gradient(g)
            for weight, g in zip(layer.trainable_weights, gradients[1:], strict=True)
        }
    return facts


def record_case(case):
    """Builds the layer, calls it once and returns every recorded fact of the case."""
    keras.backend.clear_session()
    facts = dict(case)
    try:
        layer = getattr(keras.layers, case["class"])(**case["kwargs"])
        layer.build(case["input"].shape)
        set_fixed_weights(layer, case["name"])
        facts["weights"] = weight_entries(layer)
        facts.update(record_call(layer, case))
    except Exception as error:  # the refusal is the fact
        facts["error"] = error_entry(error)
        return facts
    before = {entry["name"]: entry["value"] for entry in facts["weights"]}
    after = {weight.name: np.asarray(weight.value) for weight in layer.weights}
    changed = {name: after[name] for name in after if (after[name] != before[name]).any()}
    if changed:
        facts["weights_after"] = changed
    if layer.losses:
        facts["losses"] = [loss.numpy() for loss in layer.losses]
    facts["output_shape"] = layer.compute_output_shape((None, *case["input"].shape[1:]))
    facts["count_params"] = layer.count_params()
    facts["repr"] = repr(layer)
    facts["config"] = layer.get_config()
    return facts


def record_input_layer():
    """Returns what an InputLayer and an Input tensor tell about themselves."""
    keras.backend.clear_session()
    layer = keras.layers.InputLayer(shape=(28, 28, 1))
    other = keras.layers.InputLayer(shape=(4,), batch_size=8, dtype="int32", name="ids")
    tensor = keras.Input((3,))
    return [
        {"repr": repr(item), "config": item.get_config(), "weights": len(item.weights)}
        for item in (layer, other)
    ] + [{"repr": repr(tensor), "shape": tensor.shape, "dtype": tensor.dtype}]


def main():
    """Writes `layers.json`."""
    facts = {"cases": [record_case(case) for case in CASES], "input_layers": record_input_layer()}
    write_facts("layers/layers", made_by("layers/record_layers.py"), facts)


if __name__ == "__main__":
    main()
