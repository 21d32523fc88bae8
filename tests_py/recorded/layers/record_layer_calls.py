"""Records Keras's layers that take several inputs, keywords and masks: outputs, gradients by inputs
and weights, shapes, masks and configs.

Run `record_keras.py layer_calls`; the cases themselves are in `layer_call_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.layer_arguments import made_arguments
from recorded.layers.layer_call_cases import CASES, SHAPES
from recorded.recorder import dense_gradient, keras, made_by, np, numbers, tf


def to_tensors(value):
    """Arrays as tensors, in lists too; all else as it is."""
    if isinstance(value, list):
        return [to_tensors(item) for item in value]
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def set_fixed_weights(layer, name):
    """Replaces the initial weights by fixed numbers."""
    layer.set_weights(
        [numbers(f"{name}/{place}", tuple(w.shape), 0.5) for place, w in enumerate(layer.weights)]
    )


def weight_entries(layer):
    """Path, trainability and value of each weight in order."""
    return [
        {"path": w.path, "trainable": w.trainable, "value": np.asarray(w.value)}
        for w in layer.weights
    ]


def upstream_of(case, outputs):
    """Numbers that the outputs are multiplied by before they are summed."""
    return [numbers(f"{case['name']}/upstream/{i}", y.shape) for i, y in enumerate(outputs)]


def record_call(layer, case):
    """The flat outputs and the gradients of sum(output * output_gradient) over all of them."""
    args, options = to_tensors(case["args"]), to_tensors(case["options"])
    sources = [x for x in tf.nest.flatten([args, options]) if tf.is_tensor(x)]
    sources = [x for x in sources if x.dtype.is_floating]
    for _ in range(case.get("calls", 1) - 1):
        layer(*args, **options)
    with tf.GradientTape() as tape:
        tape.watch(sources)
        result = layer(*args, **options)
        outputs = tf.nest.flatten(result)
        upstream = upstream_of(case, outputs)
        total = sum(
            tf.reduce_sum(tf.cast(y, "float32") * u) for y, u in zip(outputs, upstream, strict=True)
        )
    facts = {"gives": "one" if tf.is_tensor(result) else "several"}
    facts["outputs"] = [y.numpy() for y in outputs]
    if outputs[0].dtype.is_floating:
        variables = [weight.value for weight in layer.trainable_weights]
        gradients = [dense_gradient(g) for g in tape.gradient(total, [*sources, *variables])]
        facts["output_gradients"] = upstream
        facts["input_gradients"] = gradients[: len(sources)]
        facts["weight_gradients"] = gradients[len(sources) :]
    return facts


def record_case(case):
    """Builds the layer by a call, sets its weights and returns every recorded fact of the case."""
    keras.backend.clear_session()
    layer = getattr(keras.layers, case["class"])(**made_arguments(keras.layers, case["kwargs"]))
    layer(*to_tensors(case["args"]), **to_tensors(case["options"]))
    set_fixed_weights(layer, case["name"])
    if case["kwargs"].get("stateful"):
        layer.reset_states()
    facts = {**case, "weights": weight_entries(layer), **record_call(layer, case)}
    if layer.losses:
        facts["losses"] = [loss.numpy() for loss in layer.losses]
    if "Cell" not in case["class"]:
        first = to_tensors(case["args"])[0]
        found = layer.compute_mask(first, to_tensors(case.get("previous_mask")))
        facts["mask"] = [None if m is None else m.numpy() for m in as_list(found)]
    facts["supports_masking"] = bool(layer.supports_masking)
    facts["count_params"] = layer.count_params()
    facts["repr"] = repr(layer)
    facts["config"] = layer.get_config()
    return facts


def as_list(value):
    """`value` in a list unless it is one."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def record_shape(cls, kwargs, shapes):
    """The output shape of a layer that was not called."""
    layer = getattr(keras.layers, cls)(**made_arguments(keras.layers, kwargs))
    found = layer.compute_output_shape(*shapes)
    return {"class": cls, "kwargs": kwargs, "shapes": shapes, "output_shape": found}


def main():
    """Writes `layer_calls.json`."""
    facts = {
        "cases": [record_case(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts("layers/layer_calls", made_by("layers/record_layer_calls.py"), facts)


if __name__ == "__main__":
    main()
