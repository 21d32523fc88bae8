"""Records Keras's initializers: moments and bounds per shape, exact values, configs, identifiers.

Run `record_keras.py initializers`; regularizer values are in the same file.
"""

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np, numbers
from recorded.training.record_losses import identify
from recorded.training.record_optimizers import refusal

SHAPES = {
    "dense": (300, 200),
    "wide": (20, 3000),
    "conv": (3, 3, 32, 64),
    "conv_5x5": (5, 5, 6, 200),
    "vector": (60000,),
    "rank_3": (10, 40, 100),
}
RANDOM = {
    "random_normal": ("RandomNormal", {}),
    "random_normal_moments": ("RandomNormal", {"mean": 2.0, "stddev": 0.5}),
    "random_uniform": ("RandomUniform", {}),
    "random_uniform_bounds": ("RandomUniform", {"minval": -1.0, "maxval": 3.0}),
    "truncated_normal": ("TruncatedNormal", {}),
    "truncated_normal_moments": ("TruncatedNormal", {"mean": -1.0, "stddev": 2.0}),
    "glorot_uniform": ("GlorotUniform", {}),
    "glorot_normal": ("GlorotNormal", {}),
    "he_uniform": ("HeUniform", {}),
    "he_normal": ("HeNormal", {}),
    "lecun_uniform": ("LecunUniform", {}),
    "lecun_normal": ("LecunNormal", {}),
    "variance_scaling": ("VarianceScaling", {}),
    "variance_scaling_uniform_average": (
        "VarianceScaling",
        {"scale": 3.0, "mode": "fan_avg", "distribution": "uniform"},
    ),
    "variance_scaling_untruncated_out": (
        "VarianceScaling",
        {"scale": 0.5, "mode": "fan_out", "distribution": "untruncated_normal"},
    ),
}
EXACT = {
    "zeros": ("Zeros", {}, (2, 3)),
    "ones": ("Ones", {}, (2, 3)),
    "constant": ("Constant", {"value": 1.5}, (2, 3)),
    "constant_default": ("Constant", {}, (2,)),
    "constant_whole": ("Constant", {"value": 3}, (2,)),
    "constant_true": ("Constant", {"value": True}, (2,)),
    "constant_array": ("Constant", {"value": np.arange(6.0).reshape(2, 3)}, (2, 3)),
    "constant_row": ("Constant", {"value": np.arange(3, dtype="int32")}, (2, 3)),
    "constant_lists": ("Constant", {"value": [[1.5, 2.0], [3.0, 4.0]]}, (2, 2)),
    "identity": ("Identity", {}, (3, 3)),
    "identity_gain": ("Identity", {"gain": 2.0}, (2, 4)),
    "identity_rank_3": ("Identity", {}, (2, 2, 2)),
}
IDENTIFIERS = (
    "zeros Zeros zero ones Ones one constant Constant identity Identity IdentityInitializer "
    "random_normal RandomNormal normal random_uniform RandomUniform uniform truncated_normal "
    "TruncatedNormal glorot_uniform GlorotUniform glorot_normal GlorotNormal he_uniform HeUniform "
    "he_normal HeNormal lecun_uniform LecunUniform lecun_normal LecunNormal orthogonal Orthogonal "
    "OrthogonalInitializer variance_scaling VarianceScaling nope"
).split()
BAD = {
    "scale_zero": ("VarianceScaling", {"scale": 0.0}),
    "mode_unknown": ("VarianceScaling", {"mode": "fan"}),
    "distribution_unknown": ("VarianceScaling", {"distribution": "cauchy"}),
    "seed_text": ("RandomNormal", {"seed": "one"}),
}
REGULARIZERS = {
    "l1": ("L1", {}),
    "l1_rate": ("L1", {"l1": 0.5}),
    "l2": ("L2", {}),
    "l2_rate": ("L2", {"l2": 0.25}),
    "l1l2": ("L1L2", {"l1": 0.1, "l2": 0.2}),
    "l1l2_default": ("L1L2", {}),
}
REGULARIZER_NAMES = "l1 L1 l2 L2 l1_l2 L1L2 orthogonal_regularizer nope".split()


def moments(sample):
    """Returns what a test compares: mean, deviation, least and greatest value."""
    wide = np.asarray(sample).astype("float64")
    return {
        "mean": round(wide.mean(), 6),
        "stddev": round(wide.std(), 6),
        "min": round(wide.min(), 6),
        "max": round(wide.max(), 6),
    }


def record_random(name, cls, kwargs):
    """Returns moments for each shape, and the config."""
    make = getattr(keras.initializers, cls)
    samples = {key: make(**kwargs, seed=7)(shape) for key, shape in SHAPES.items()}
    return {
        "name": name,
        "class": cls,
        "kwargs": kwargs,
        "moments": {key: moments(sample) for key, sample in samples.items()},
        "same_seed_repeats": bool(
            np.array_equal(make(seed=7)((50,)), make(seed=7)((50,)))
            and np.array_equal(*(lambda one: (one((50,)), one((50,))))(make(seed=7)))
        ),
        "config": make(**kwargs).get_config(),
    }


def record_exact(name, cls, kwargs, shape):
    """Returns the value itself, or the refusal of a shape."""
    make = getattr(keras.initializers, cls)
    facts = {"name": name, "class": cls, "kwargs": kwargs, "shape": shape}
    facts["error"] = refusal(lambda: make(**kwargs)(shape))
    if facts["error"] is None:
        del facts["error"]
        facts["value"] = np.asarray(make(**kwargs)(shape))
    facts["config"] = make(**kwargs).get_config()
    return facts


def record_orthogonal():
    """Returns how far Q Q' (or Q' Q) is from the squared gain times the identity."""
    facts = []
    for shape, gain in (((4, 4), 1.0), ((6, 3), 1.0), ((3, 6), 2.0), ((3, 3, 2, 8), 1.0)):
        value = np.asarray(keras.initializers.Orthogonal(gain=gain, seed=3)(shape))
        flat = value.reshape(-1, shape[-1])
        product = flat.T @ flat if flat.shape[0] >= flat.shape[1] else flat @ flat.T
        error = np.abs(product - gain**2 * np.eye(len(product))).max()
        facts.append({"shape": shape, "gain": gain, "orthogonal": bool(error < 1e-4)})
    config = keras.initializers.Orthogonal().get_config()
    rank_1 = refusal(lambda: keras.initializers.Orthogonal()((4,)))
    return {"facts": facts, "config": config, "rank_1": rank_1}


def record_regularizer(name, cls, kwargs, weights):
    """Returns the penalty of the fixed weights and the config."""
    regularizer = getattr(keras.regularizers, cls)(**kwargs)
    return {
        "name": name,
        "class": cls,
        "kwargs": kwargs,
        "value": np.asarray(regularizer(weights))[()],
        "config": regularizer.get_config(),
    }


def main():
    """Writes `initializers.json`."""
    weights = numbers("regularizer/weights", (3, 4))
    make = keras.initializers
    facts = {
        "shapes": SHAPES,
        "random": [record_random(name, *case) for name, case in RANDOM.items()],
        "exact": [record_exact(name, *case) for name, case in EXACT.items()],
        "orthogonal": record_orthogonal(),
        "bad": {
            name: refusal(lambda c=cls, k=kwargs: getattr(make, c)(**k))
            for name, (cls, kwargs) in BAD.items()
        },
        "identifiers": {name: identify(make.get, name) for name in IDENTIFIERS},
        "regularizer_weights": weights,
        "regularizers": [
            record_regularizer(name, *case, weights) for name, case in REGULARIZERS.items()
        ],
        "regularizer_identifiers": {
            name: identify(keras.regularizers.get, name) for name in REGULARIZER_NAMES
        },
        "negative_l2": refusal(lambda: keras.regularizers.L2(-1.0)),
    }
    write_facts("layers/initializers", made_by("layers/record_initializers.py"), facts)


if __name__ == "__main__":
    main()
