"""Arguments of a wrong type, given to functions written in Python: the text names the argument."""

import pytest

import pelton as tf

keras = tf.keras
IMAGE = tf.ones((1, 4, 4, 1))
CALLS = {
    "serialize": (lambda: keras.losses.serialize([1.0]), TypeError, "losses.serialize: .* list"),
    "deserialize": (lambda: keras.metrics.deserialize(1.0), TypeError, "metric config: float"),
    "custom_objects": (
        lambda: keras.losses.deserialize({}, 1),
        TypeError,
        "`custom_objects` .*int",
    ),
    "layer": (lambda: keras.layers.serialize(3), TypeError, "layers.serialize: .* int"),
    "class_name": (
        lambda: keras.layers.deserialize({"class_name": 3}),
        TypeError,
        "`class_name` .* got 3",
    ),
    "switch_case": (lambda: tf.switch_case(0, 3), TypeError, "switch_case: branch_fns .* int"),
    "Module": (lambda: tf.Module(name=3), TypeError, "Module: `name` .* int"),
    "TensorShape": (
        lambda: tf.TensorShape(2.5),
        TypeError,
        "Dimension value must be .* got value '2.5'",
    ),
    "avg_pool": (
        lambda: tf.nn.avg_pool(IMAGE, 2.5, 1, "SAME"),
        TypeError,
        "avg_pool: ksize .* got 2.5",
    ),
    "print": (lambda: tf.print(1, summarize={1}), TypeError, "print: `summarize` .* {1}"),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_text_names_the_argument(name):
    call, error, text = CALLS[name]
    with pytest.raises(error, match=text):
        call()
