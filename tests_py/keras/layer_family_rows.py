"""Calls that activations, noise, normalization, wrappers, recurrent layers and attention refuse."""

from __future__ import annotations

import numpy as np
from layer_row import Bad, bad

from pelton.keras import layers as L  # noqa: N812


def ones(*shape, dtype="float32"):
    return np.ones(shape, dtype)


def common(name, *args) -> list[Bad]:
    """What every layer of the library refuses."""

    def make(**kwargs):
        return getattr(L, name)(*args, **kwargs)

    return [
        bad(lambda: make(size=3), ValueError, name, "{'size': 3}"),
        bad(lambda: make(name=3), ValueError, "name=3", f"[{name}]"),
        bad(lambda: make(trainable="x"), ValueError, "trainable=x"),
    ]


def noise(name, argument) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *common(name, 0.5),
        bad(lambda: cls(), TypeError, name, f"'{argument}'"),
        bad(lambda: cls(1.5), ValueError, f"{argument}=1.5", f"[{name}]"),
        bad(lambda: cls("a"), ValueError, f"{argument}=a"),
        bad(lambda: cls(0.5, seed="a"), ValueError, "seed=a"),
        bad(lambda: cls(0.5)("a"), ValueError, "Only input tensors", name),
    ]


def spatial(name, rank) -> list[Bad]:
    cls = getattr(L, name)
    return [
        bad(lambda: cls(0.5, name=3), ValueError, "name=3", f"[{name}]"),
        bad(lambda: cls(-0.5), ValueError, "rate=-0.5", f"[{name}]"),
        bad(lambda: cls(None), ValueError, "rate=None", f"[{name}]"),
        bad(lambda: cls(0.5, seed="a"), ValueError, "seed=a", f"[{name}]"),
        bad(lambda: cls(0.5)("a"), ValueError, "Only input tensors", name),
        bad(lambda: cls(0.5, name=name)(ones(2, 3)), ValueError, f"expected ndim={rank}", "(2, 3)"),
    ]


def recurrent(name) -> list[Bad]:
    """What SimpleRNN, GRU and their cells refuse."""
    cls = getattr(L, name)
    return [
        bad(lambda: cls(), TypeError, "'units'"),
        bad(lambda: cls(0), ValueError, "`units`", "units=0"),
        bad(lambda: cls(5, activation="no"), ValueError, "no", "argument `activation`"),
        bad(lambda: cls(5, recurrent_initializer="no"), ValueError, "`recurrent_initializer`"),
        bad(lambda: cls(5, dropout=1.5), ValueError, "`dropout`", "dropout=1.5"),
        bad(lambda: cls(5, recurrent_dropout="a"), ValueError, "recurrent_dropout=a"),
        bad(lambda: cls(5, seed="a"), ValueError, "`seed`", "seed=a"),
        bad(lambda: cls(5, size=3), ValueError, "{'size': 3}"),
    ]


X, H = ones(2, 3, 4), ones(2, 5)


def over_sequences(name) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *recurrent(name),
        bad(lambda: cls(5, name=name)(ones(2, 3)), ValueError, "expected ndim=3", "(2, 3)"),
        bad(lambda: cls(5)("a"), ValueError, "Only input tensors"),
        bad(lambda: cls(5)(ones(2, 0, 4)), ValueError, "no steps", "(2, 0, 4)"),
        bad(lambda: cls(5)(X, mask=ones(2, 4) > 0), ValueError, "`mask`", "(2, 4)"),
        bad(lambda: cls(5)(X, initial_state=[H, H]), ValueError, "sizes [5]", "[(2, 5), (2, 5)]"),
        bad(lambda: cls(5)(X, initial_state=[X]), ValueError, "[(2, 3, 4)]"),
        bad(lambda: cls(5)(X, initial_state=[ones(3, 5)]), ValueError, "[(3, 5)]"),
    ]


def cell(name) -> list[Bad]:
    cls = getattr(L, name)
    return [
        *recurrent(name),
        bad(lambda: cls(5)(ones(2, 4), [H, H]), ValueError, "one tensor (2, 5)", "2 of them"),
        bad(lambda: cls(5)(ones(2, 4), [ones(2, 4)]), ValueError, "(2, 5)", "(2, 4)"),
        bad(lambda: cls(5)(X, [H]), ValueError, "inputs.shape=(2, 3, 4)"),
    ]


def attention(name) -> list[Bad]:
    cls, pair = getattr(L, name), [ones(2, 3, 4), ones(2, 5, 4)]
    return [
        *common(name),
        bad(lambda: cls(dropout=2.0), ValueError, "dropout=2.0"),
        bad(lambda: cls(score_mode="sum"), ValueError, "score_mode=sum"),
        bad(lambda: cls()(ones(2, 3, 4)), ValueError, f"{name} layer must be called on a list"),
        bad(lambda: cls()(pair[:1]), ValueError, "length 2 or 3", "length: 1"),
        bad(lambda: cls()(pair * 2), ValueError, "length: 4"),
        bad(lambda: cls()(pair, mask=ones(2, 3) > 0), ValueError, "mask must be a list"),
        bad(lambda: cls()(pair, mask=[None]), ValueError, "mask list of length 2 or 3"),
    ]


class NoSize:
    def call(self, inputs, states):
        return inputs, states


def rnn(**kwargs):
    return L.RNN(L.GRUCell(5), **kwargs)


FAMILY_ROWS: dict[str, list[Bad]] = {
    "LeakyReLU": [
        *common("LeakyReLU"),
        bad(lambda: L.LeakyReLU(-1), ValueError, "negative_slope=-1"),
        bad(lambda: L.LeakyReLU(None), ValueError, "negative_slope=None"),
        bad(lambda: L.LeakyReLU()("a"), ValueError, "Only input tensors"),
    ],
    "ELU": [
        *common("ELU"),
        bad(lambda: L.ELU("a"), ValueError, "alpha=a"),
        bad(lambda: L.ELU(None), ValueError, "alpha=None"),
        bad(lambda: L.ELU()("a"), ValueError, "Only input tensors"),
    ],
    "PReLU": [
        *common("PReLU"),
        bad(lambda: L.PReLU("no"), ValueError, "`alpha_initializer`"),
        bad(lambda: L.PReLU(shared_axes=["a"]), ValueError, "shared_axes=['a']"),
        bad(lambda: L.PReLU(shared_axes=3)(X), ValueError, "[3]", "(2, 3, 4)"),
        bad(lambda: L.PReLU().build((2, None)), ValueError, "(2, None)"),
    ],
    "ActivityRegularization": [
        *common("ActivityRegularization"),
        bad(lambda: L.ActivityRegularization(l1=-1), ValueError, "l1=-1"),
        bad(lambda: L.ActivityRegularization(l2="a"), ValueError, "l2=a"),
        bad(lambda: L.ActivityRegularization()("a"), ValueError, "Only input tensors"),
    ],
    "GaussianNoise": noise("GaussianNoise", "stddev"),
    "GaussianDropout": noise("GaussianDropout", "rate"),
    "AlphaDropout": noise("AlphaDropout", "rate"),
    "SpatialDropout1D": spatial("SpatialDropout1D", 3),
    "SpatialDropout2D": spatial("SpatialDropout2D", 4),
    "SpatialDropout3D": spatial("SpatialDropout3D", 5),
    "Permute": [
        *common("Permute", (2, 1)),
        bad(lambda: L.Permute((0, 1)), ValueError, "dims=(0, 1)"),
        bad(lambda: L.Permute(2), ValueError, "dims=2"),
        bad(lambda: L.Permute((2, 1), name="Permute")(ones(2, 3)), ValueError, "expected ndim=3"),
    ],
    "RepeatVector": [
        *common("RepeatVector", 2),
        bad(lambda: L.RepeatVector(1.5), TypeError, "float"),
        bad(lambda: L.RepeatVector(0), ValueError, "n=0"),
        bad(lambda: L.RepeatVector(2, name="RepeatVector")(X), ValueError, "expected ndim=2"),
    ],
    "Identity": [
        *common("Identity"),
        bad(lambda: L.Identity(3), TypeError, "Identity"),
        bad(lambda: L.Identity(axis=3), ValueError, "{'axis': 3}"),
    ],
    "Wrapper": [
        *common("Wrapper", L.Identity()),
        bad(lambda: L.Wrapper(), TypeError, "'layer'"),
        bad(lambda: L.Wrapper(3), ValueError, "Layer 3 supplied to Wrapper"),
    ],
    "Lambda": [
        *common("Lambda", abs),
        bad(lambda: L.Lambda(3), TypeError, "function=3"),
        bad(
            lambda: L.Lambda.from_config(L.Lambda(lambda x: x).get_config()),
            ValueError,
            "safe_mode=False",
        ),
        bad(
            lambda: L.Lambda.from_config(L.Lambda(ones).get_config()),
            TypeError,
            "Could not locate function 'ones'",
        ),
    ],
    "TFSMLayer": [
        bad(lambda: L.TFSMLayer(), TypeError, "filepath"),
        bad(lambda: L.TFSMLayer(3), TypeError, "must be a path, got int"),
        bad(lambda: L.TFSMLayer("nowhere"), OSError, "SavedModel file does not exist", "nowhere"),
        bad(lambda: L.TFSMLayer(["a"], "serve"), TypeError, "got list"),
        bad(lambda: L.TFSMLayer("nowhere", units=3), ValueError, "units"),
    ],
    "TimeDistributed": [
        *common("TimeDistributed", L.Identity()),
        bad(lambda: L.TimeDistributed("a"), ValueError, "supplied to TimeDistributed"),
        bad(lambda: L.TimeDistributed(L.Identity())(ones(2, 3)), ValueError, "3 dimensions"),
        bad(
            lambda: L.TimeDistributed(L.Identity())(X, mask=ones(2) > 0),
            ValueError,
            "must be at least 2D",
        ),
        bad(
            lambda: L.TimeDistributed(L.Identity())(X, mask=ones(2, 4) > 0),
            ValueError,
            "(2, 4)",
            "(2, 3, 4)",
        ),
    ],
    "UnitNormalization": [
        *common("UnitNormalization"),
        bad(lambda: L.UnitNormalization("a"), TypeError, "axis=a"),
        bad(lambda: L.UnitNormalization(3)(X), ValueError, "Axis 3", "(2, 3, 4)"),
    ],
    "RMSNormalization": [
        *common("RMSNormalization"),
        bad(lambda: L.RMSNormalization("a"), TypeError, "axis=a"),
        bad(lambda: L.RMSNormalization(epsilon="a"), ValueError, "epsilon=a"),
        bad(lambda: L.RMSNormalization(3)(X), ValueError, "Axis 3", "(2, 3, 4)"),
        bad(lambda: L.RMSNormalization().build((2, None)), ValueError, "known size", "(2, None)"),
    ],
    "GroupNormalization": [
        *common("GroupNormalization"),
        bad(lambda: L.GroupNormalization(0), ValueError, "groups=0"),
        bad(lambda: L.GroupNormalization(5)(X), ValueError, "(5) cannot be more", "(4)"),
        bad(lambda: L.GroupNormalization(3)(X), ValueError, "(3) must be a multiple", "(4)"),
        bad(lambda: L.GroupNormalization(2, axis=5)(X), ValueError, "Axis 5"),
    ],
    "SpectralNormalization": [
        *common("SpectralNormalization", L.Identity()),
        bad(lambda: L.SpectralNormalization(L.Identity(), 0), ValueError, "power_iterations=0"),
        bad(lambda: L.SpectralNormalization(3), ValueError, "supplied to SpectralNormalization"),
        bad(
            lambda: L.SpectralNormalization(L.Identity())(ones(2, 3)),
            ValueError,
            "no attribute 'kernel' nor 'embeddings'",
        ),
    ],
    "Attention": attention("Attention"),
    "AdditiveAttention": attention("AdditiveAttention"),
    "EinsumDense": [
        *common("EinsumDense", "ab,bc->ac", 4),
        bad(lambda: L.EinsumDense("ab,bc", 4), ValueError, "Invalid einsum equation 'ab,bc'"),
        bad(lambda: L.EinsumDense("ab,bc->ac", 0), ValueError, "`output_shape`", "=0"),
        bad(lambda: L.EinsumDense("ab,bc->ac", "4"), ValueError, "`output_shape`", "=4"),
        bad(lambda: L.EinsumDense("ab,bc->ad", 4)(ones(2, 3)), ValueError, "Dimension 'd'"),
        bad(lambda: L.EinsumDense("ab,bc->bc", (4,))(ones(2, 3)), ValueError, "dimension 'b'"),
        bad(lambda: L.EinsumDense("ab,bc->ac", 4)(ones(2, 3, 4)), ValueError, "(2, 3, 4)"),
        bad(
            lambda: L.EinsumDense("ab,bc->ac", 4, bias_axes="q")(ones(2, 3)),
            ValueError,
            "Bias dimension 'q'",
        ),
    ],
    "RNN": [
        *common("RNN", L.GRUCell(3)),
        bad(lambda: L.RNN(3), ValueError, "`call`", "cell=3"),
        bad(lambda: L.RNN(NoSize()), ValueError, "`state_size`"),
        bad(lambda: rnn()(ones(2, 3)), ValueError, "(batch, time, ...)", "(2, 3)"),
        bad(lambda: rnn()(ones(2, 0, 4)), ValueError, "no steps", "(2, 0, 4)"),
        bad(lambda: rnn()(X, mask=ones(2) > 0), ValueError, "mask.shape=(2,)"),
        bad(lambda: rnn()(X, initial_state=[H, H]), ValueError, "sizes [5]"),
    ],
    "StackedRNNCells": [
        *common("StackedRNNCells", [L.GRUCell(3)]),
        bad(lambda: L.StackedRNNCells([3]), ValueError, "`call`"),
        bad(lambda: L.StackedRNNCells([NoSize()]), ValueError, "`state_size`"),
    ],
    "SimpleRNN": over_sequences("SimpleRNN"),
    "SimpleRNNCell": cell("SimpleRNNCell"),
    "GRU": over_sequences("GRU"),
    "GRUCell": cell("GRUCell"),
    "Bidirectional": [
        *common("Bidirectional", L.GRU(3)),
        bad(lambda: L.Bidirectional(3), ValueError, "layer=3"),
        bad(lambda: L.Bidirectional(L.Identity()), ValueError, "`go_backwards`"),
        bad(lambda: L.Bidirectional(L.GRU(3), "max"), ValueError, "Received: max"),
        bad(
            lambda: L.Bidirectional(L.GRU(3), backward_layer=L.GRU(3)),
            ValueError,
            "different `go_backwards` value",
        ),
        bad(
            lambda: L.Bidirectional(
                L.GRU(3), backward_layer=L.GRU(3, go_backwards=True, return_state=True)
            ),
            ValueError,
            '"return_state"',
        ),
    ],
}
