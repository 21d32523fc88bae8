"""Networks that no kernel was tuned for, as tables of layers that every library can build.

A row is (layer, its numbers): conv (filters, size, stride, padding, activation), max/average
(window), norm, relu, dropout (rate), flatten, global_average, dense (units, activation).
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
    "mlp": {
        "input": (784,),
        "batch": 128,
        "layers": [("dense", 512, "relu"), ("dense", 512, "relu"), ("dense", 10, None)],
    },
}


def data(net, steps):
    """Returns (x, y): uniform float32 images and int64 labels for `steps` batches."""
    import numpy as np

    generator = np.random.default_rng(7)
    count = steps * net["batch"]
    x = generator.random((count, *net["input"]), dtype=np.float32)
    return x, generator.integers(0, 10, count)
