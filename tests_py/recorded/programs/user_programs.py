"""Uses of TensorFlow as programs have them, of several functions each; a use is a function of `tf`
in one of these modules. AutoGraph reads the source of what they trace, so they stand in files."""

from recorded.programs import (
    array_uses,
    autodiff_uses,
    detection_uses,
    function_uses,
    graph_uses,
    layer_uses,
    saved_uses,
    summary_uses,
    training_uses,
    unknown_size_uses,
)

_MODULES = (
    array_uses,
    autodiff_uses,
    detection_uses,
    function_uses,
    graph_uses,
    layer_uses,
    saved_uses,
    summary_uses,
    training_uses,
    unknown_size_uses,
)
_HELPERS = (
    "events",
    "of_unknown_sizes",
    "in_a_model",
    "probabilities",
    "pictures",
    "spec_shapes",
    "positives",
    "drawn",
    "shapes",
    "corners",
    "images",
    "network",
    "concrete_of",
    "constants_of",
    "operations_of",
    "with_gradients",
    "described",
    "signature_of",
    "with_a_default",
    "loaded",
    "signatures_of",
    "PAIR",
    "closed_writer",
    "graph_layer",
    "mixed_layer",
    "graph_samples",
)


def _uses(module):
    return [
        name
        for name, value in vars(module).items()
        if callable(value) and value.__module__ == module.__name__ and name not in _HELPERS
    ]


CASES = {
    module.__name__.split(".")[-1]: [
        f"{module.__name__.split('.')[-1]}.{name}(tf)" for name in _uses(module)
    ]
    for module in _MODULES
}
START = f"from recorded.programs import {', '.join(CASES)}\n"
