"""What keras_backends.py trains, in Keras's API, for whichever Keras is handed in: the networks of
net_list.py and, with numbers of their own, those that it has not."""

from types import SimpleNamespace

from mnist_cnn_model import build
from net_layers import compiled
from net_list import NETS, STEPS

CLASSES = 10
# Apart from the networks of net_list.py: the shape of a row, the rows of a batch, batches per turn.
OTHERS = {
    "mnist_cnn": {"input": (28, 28, 1), "batch": 64, "steps": 50},
    "mnist_cnn_sgd": {"input": (28, 28, 1), "batch": 64, "steps": 50},
    "tiny_mlp": {"input": (16,), "batch": 32, "steps": 400},
    "resnet50": {"input": (160, 160, 3), "batch": 16, "steps": 2},
}
ALL = {**NETS, **OTHERS}


def steps_of(name):
    """How many batches a turn has."""
    return ALL[name].get("steps", STEPS)


def model_of(keras, name):
    """The compiled model of this name."""
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    if name.startswith("mnist_cnn"):
        model = build(SimpleNamespace(keras=keras))
        if name == "mnist_cnn_sgd":
            model.compile(keras.optimizers.SGD(0.01), loss, metrics=["accuracy"])
        return model
    if name == "tiny_mlp":
        layers = keras.layers
        rows = [keras.Input((16,)), layers.Dense(16, activation="relu"), layers.Dense(CLASSES)]
        model = keras.Sequential(rows)
    elif name == "resnet50":
        options = {"weights": None, "input_shape": ALL[name]["input"], "classes": CLASSES}
        model = keras.applications.ResNet50(classifier_activation=None, **options)
    else:
        return compiled(keras, ALL[name])
    model.compile("adam", loss, metrics=["accuracy"])
    return model
