"""Records Keras's layers with vocabularies: what they adapt to, give and tell.

Run `record_keras.py text_layers`; the cases themselves are in `text_layer_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.text_layer_cases import CASES, arguments, plain
from recorded.recorder import keras, made_by, tf


def recorded(case):
    """The facts of a case."""
    keras.backend.clear_session()
    layer = getattr(keras.layers, case["class"])(**arguments(case))
    if case["adapt"] is not None:
        layer.adapt(tf.constant(case["adapt"]))
    vocabulary = [getattr(token, "item", lambda t=token: t)() for token in layer.get_vocabulary()]
    return {
        **case,
        "vocabulary": vocabulary,
        "size": layer.vocabulary_size(),
        "config": layer.get_config(),
        "outputs": [plain(layer(tf.constant(x))) for x in case["inputs"]],
    }


def main():
    """Writes `text_layers.json`."""
    facts = {"cases": [recorded(case) for case in CASES]}
    write_facts("layers/text_layers", made_by("layers/record_text_layers.py"), facts)


if __name__ == "__main__":
    main()
