"""Networks that no kernel was tuned for, as tables of layers that every library can build.

A row is (layer, its numbers): conv (filters, size, stride, padding, activation), plain_conv (the
same without bias and activation, "same" padding: filters, size, stride), max/average (window),
norm, relu, dropout (rate), flatten, global_average, dense (units, activation); lstm, gru,
bidirectional_lstm (units): the last output; embedding (words, width); conv1d (filters, size,
activation), global_max over positions; conv_transpose (filters, size, stride, activation; "same"
padding), reshape (height, width, channels); leaky_relu (slope), tanh;
residual (filters, stride): two plain convolutions of 3x3 with norms, added to their input;
encoder (heads, units): self-attention and two dense layers, each added to its input and normalised;
positions_average: the mean over all positions.

"functional" nets are graphs of symbolic inputs. Where `input` is a dict there are several of them:
tokens of sequences (name to length) that share an embedding of `words` by `width`; their means are
joined and go through the layers, and from there to a number (`priority`) and to classes
(`department`).

A net that "reconstructs" learns to give its images back: squared errors and no accuracy.

An adversarial net has a `generator` of images from `noise` numbers beside its `layers`, which tell
images from generated ones; both learn in one step.
"""

NETS = {
    "conv5x5": {
        "input": (28, 28, 1),
        "batch": 64,
        "layers": [
            ("conv", 16, 5, 1, "same", "relu"),
            ("average", 2),
            ("conv", 32, 5, 2, "same", "relu"),
            ("flatten",),
            ("dropout", 0.5),
            ("dense", 64, "relu"),
            ("dense", 10, None),
        ],
    },
    "batch_norm": {
        "input": (32, 32, 3),
        "batch": 64,
        "layers": [
            ("conv", 32, 3, 1, "same", None),
            ("norm",),
            ("relu",),
            ("conv", 64, 3, 2, "same", None),
            ("norm",),
            ("relu",),
            ("average", 2),
            ("conv", 128, 3, 1, "same", "relu"),
            ("global_average",),
            ("dense", 10, None),
        ],
    },
    "two_blocks": {
        "input": (32, 32, 3),
        "batch": 64,
        "layers": [
            ("conv", 16, 3, 1, "same", "relu"),
            ("conv", 32, 3, 1, "valid", "relu"),
            ("max", 2),
            ("dropout", 0.25),
            ("conv", 64, 3, 1, "same", "relu"),
            ("conv", 128, 3, 1, "valid", "relu"),
            ("max", 2),
            ("dropout", 0.25),
            ("flatten",),
            ("dense", 128, "relu"),
            ("dropout", 0.5),
            ("dense", 10, None),
        ],
    },
    "autoencoder": {
        "input": (28, 28, 1),
        "batch": 64,
        "steps": 20,
        "reconstructs": True,
        "layers": [
            ("conv", 32, 3, 2, "same", "relu"),
            ("conv", 64, 3, 2, "same", "relu"),
            ("flatten",),
            ("dense", 32, None),
            ("dense", 7 * 7 * 64, "relu"),
            ("reshape", 7, 7, 64),
            ("conv_transpose", 64, 3, 2, "relu"),
            ("conv_transpose", 32, 3, 2, "relu"),
            ("conv_transpose", 1, 3, 1, None),
        ],
    },
    "gan": {
        "input": (28, 28, 1),
        "batch": 64,
        "steps": 5,
        "noise": 100,
        "generator": [
            ("dense", 7 * 7 * 256, None),
            ("reshape", 7, 7, 256),
            ("norm",),
            ("leaky_relu", 0.3),
            ("conv_transpose", 128, 5, 1, None),
            ("norm",),
            ("leaky_relu", 0.3),
            ("conv_transpose", 64, 5, 2, None),
            ("norm",),
            ("leaky_relu", 0.3),
            ("conv_transpose", 1, 5, 2, None),
            ("tanh",),
        ],
        "layers": [
            ("conv", 64, 5, 2, "same", None),
            ("leaky_relu", 0.3),
            ("dropout", 0.3),
            ("conv", 128, 5, 2, "same", None),
            ("leaky_relu", 0.3),
            ("dropout", 0.3),
            ("flatten",),
            ("dense", 1, None),
        ],
    },
    "mlp": {
        "input": (784,),
        "batch": 128,
        "target": 1 / 1.5,
        "layers": [("dense", 512, "relu"), ("dense", 512, "relu"), ("dense", 10, None)],
    },
    "resnet18": {
        "input": (32, 32, 3),
        "batch": 128,
        "steps": 2,
        "target": 1 / 1.5,
        "functional": True,
        "layers": [
            ("plain_conv", 64, 3, 1),
            ("norm",),
            ("relu",),
            *(
                ("residual", filters, stride)
                for filters, first in ((64, 1), (128, 2), (256, 2), (512, 2))
                for stride in (first, 1)
            ),
            ("global_average",),
            ("dense", 10, None),
        ],
    },
    "lstm": {
        "input": (100, 64),
        "batch": 64,
        "steps": 10,
        "functional": True,
        "layers": [("lstm", 128), ("dense", 10, None)],
    },
    "gru": {
        "input": (100, 64),
        "batch": 64,
        "steps": 10,
        "functional": True,
        "layers": [("gru", 128), ("dense", 10, None)],
    },
    "bidirectional_lstm": {
        "input": (100, 64),
        "batch": 64,
        "steps": 5,
        "functional": True,
        "layers": [("bidirectional_lstm", 128), ("dense", 10, None)],
    },
    "text_cnn": {
        "input": (200,),
        "words": 20_000,
        "batch": 64,
        "steps": 10,
        "target": 1 / 3,
        "functional": True,
        "layers": [
            ("embedding", 20_000, 128),
            ("conv1d", 128, 5, "relu"),
            ("global_max",),
            ("dense", 64, "relu"),
            ("dense", 10, None),
        ],
    },
    "transformer": {
        "input": (128, 256),
        "batch": 32,
        "steps": 4,
        "target": 1 / 1.5,
        "functional": True,
        "layers": [("encoder", 4, 1024), ("positions_average",), ("dense", 10, None)],
    },
    "two_inputs": {
        "input": {"title": 16, "body": 64},
        "words": 10_000,
        "width": 64,
        "batch": 64,
        "functional": True,
        "layers": [("dense", 128, "relu")],
        "departments": 4,
    },
}
STEPS = 50  # batches per turn, where a net has no number of its own
TARGET = 0.5  # of the best peer's time


def data(net, steps):
    """Returns (x, y) for `steps` batches: uniform float32, or int32 tokens, and int64 labels; of a
    net of several inputs two dicts, of int32 tokens and of float32 numbers and int64 labels."""
    import numpy as np

    generator = np.random.default_rng(7)
    count = steps * net["batch"]
    if not isinstance(net["input"], dict):
        if "words" in net:
            x = generator.integers(0, net["words"], (count, *net["input"]), dtype=np.int32)
        else:
            x = generator.random((count, *net["input"]), dtype=np.float32)
        if net.get("reconstructs"):
            return x, x
        return x, generator.integers(0, 10, count)
    x = {
        name: generator.integers(0, net["words"], (count, length), dtype=np.int32)
        for name, length in net["input"].items()
    }
    numbers = generator.random((count, 1), dtype=np.float32)
    return x, {
        "priority": numbers,
        "department": generator.integers(0, net["departments"], count),
    }
