"""Random graphs of layers: trained the same in traces as eagerly, and the same from their files."""

from __future__ import annotations

import random

from torture.kind import WRONG, Kind, Snippet, expressions

HEAD = (
    "import copy, os, pickle, tempfile; L = tf.keras.layers; K = tf.keras; "
    "random = np.random.default_rng(0); numbers = lambda *s: random.random(s, 'float32') - .5; "
    "close = lambda a, b: [np.testing.assert_allclose(q, p, 2e-3, 2e-4 * max(1, abs(p).max("
    "initial=0))) for p, q in zip(map(np.asarray, a), map(np.asarray, b), strict=True)]; "
    "folder = tempfile.mkdtemp()"
)
VECTOR, SEQUENCE, IMAGE = "a vector", "a sequence", "an image"
INPUTS = {VECTOR: "(12,)", SEQUENCE: "(8, 4)", IMAGE: "(8, 8, 3)"}
ANY = expressions("""
    L.BatchNormalization()({0}); L.LayerNormalization()({0}); L.Activation('tanh')({0});
    L.PReLU()({0}); L.LeakyReLU(.2)({0}); L.ELU()({0}); L.Dropout(0.)({0}); {0} * .5;
    L.Add()([{0}, {0}]); L.Multiply()([{0}, L.Activation('sigmoid')({0})]); L.ReLU()({0});
    L.Concatenate()([{0}, {0}]); L.Average()([{0}, L.ReLU()({0})]); L.Softmax()({0});
    L.Dense(6, activation='relu')({0}); L.Dense(5, kernel_regularizer='l2')({0}); -{0} + 1.;
    L.RMSNormalization()({0}); L.UnitNormalization()({0}); L.Rescaling(.5, .1)({0});
    L.Lambda(tf.nn.relu)({0}); L.GaussianNoise(0.)({0}); L.Maximum()([{0}, {0} * .1]);
    tf.nn.relu({0}); K.ops.tanh({0}); K.ops.concatenate([{0}, {0}], -1); L.Identity()({0});
    K.Sequential([L.Dense(4), L.ReLU()])({0}); L.ActivityRegularization(.01)({0});
    L.Dense(3, use_bias=False, kernel_constraint='max_norm')({0}); tf.stop_gradient({0});
    (lambda d: d(d({0})))(L.Dense({0}.shape[-1], activation='tanh'))
""")
# {what a layer takes: {what it gives: how}}.
LAYERS = {
    VECTOR: {
        VECTOR: [*ANY, "L.EinsumDense('ab,bc->ac', 5)({0})", "L.Dense(2048)({0})"],
        SEQUENCE: ["L.RepeatVector(3)({0})", "L.Reshape((-1, 1))({0})"],
        IMAGE: ["L.Reshape((6, 6, 1))(L.Dense(36)({0}))"],
    },
    SEQUENCE: {
        SEQUENCE: [
            *ANY,
            *expressions("""
            L.LSTM(3, return_sequences=True)({0}); L.GRU(3, return_sequences=True)({0});
            L.Conv1D(4, 3, padding='causal')({0}); L.Conv1D(4, 3, 2, padding='same')({0});
            L.MaxPooling1D(2, padding='same')({0}); L.AveragePooling1D(2, padding='same')({0});
            L.MultiHeadAttention(2, 3)({0}, {0}); L.Attention()([{0}, {0}]); L.Permute((2, 1))({0});
            L.TimeDistributed(L.Dense(3))({0}); L.UpSampling1D(2)({0}); L.ZeroPadding1D(1)({0});
            L.SeparableConv1D(3, 3, padding='same')({0}); L.DepthwiseConv1D(3, padding='same')({0});
            L.Conv1DTranspose(2, 3)({0}); L.Cropping1D((0, 1))({0}); L.SpatialDropout1D(0.)({0});
            L.SimpleRNN(3, return_sequences=True, go_backwards=True)({0}); {0}[:, ::-1];
            L.Bidirectional(L.LSTM(2, return_sequences=True))({0});
            L.AdditiveAttention()([{0}, {0}]);
            L.RNN(L.StackedRNNCells([L.GRUCell(2), L.LSTMCell(3)]), return_sequences=True)({0});
            L.GroupNormalization(1)({0})
        """),
        ],
        VECTOR: expressions("""
            L.Flatten()({0}); L.GlobalAveragePooling1D()({0}); L.GlobalMaxPooling1D()({0});
            L.LSTM(4)({0}); L.Bidirectional(L.GRU(2), 'sum')({0});
            L.LSTM(3)(L.Masking(0.)({0})); L.GRU(4)({0}); {0}[:, -1];
            L.SimpleRNN(3)({0}); L.LSTM(4, return_state=True)({0})[2]; K.ops.sum({0}, 1)
        """),
    },
    IMAGE: {
        IMAGE: [
            *ANY,
            *expressions("""
            L.Conv2D(4, 3, padding='same', activation='relu')({0}); L.Conv2D(5, 2, 2, 'same')({0});
            L.DepthwiseConv2D(3, padding='same')({0}); L.SeparableConv2D(4, 3, padding='same')({0});
            L.Conv2DTranspose(3, 3, 2, 'same')({0}); L.MaxPooling2D(2, padding='same')({0});
            L.AveragePooling2D(2, padding='same')({0}); L.ZeroPadding2D(1)({0}); {0}[:, 1:];
            L.UpSampling2D(2, interpolation='bilinear')({0}); L.GroupNormalization(1)({0});
            L.SpatialDropout2D(0.)({0}); L.Conv2D(4, 3, dilation_rate=2, padding='same')({0});
            L.Permute((2, 1, 3))({0}); L.Resizing(5, 5)({0}); L.Cropping2D(((0, 1), (1, 0)))({0})
        """),
        ],
        SEQUENCE: ["L.Reshape((-1, {0}.shape[-1]))({0})", "K.ops.mean({0}, 1)"],
        VECTOR: [
            *["L.Flatten()({0})", "L.GlobalAveragePooling2D()({0})", "L.GlobalMaxPooling2D()({0})"],
        ],
    },
}
# Small gradients, as of a bias before a BatchNormalization, are rounding: no step is made large.
OPTIMIZERS = expressions("""
    'sgd'; 'adagrad'; K.optimizers.SGD(.01, momentum=.9, nesterov=True);
    K.optimizers.Adam(.01, epsilon=.1, clipnorm=1.); K.optimizers.RMSprop(.01, epsilon=.1);
    K.optimizers.AdamW(.01, epsilon=.1); K.optimizers.Nadam(.01, epsilon=.1, use_ema=True)
""")
LOSSES = ["'mse'", "'mae'", "K.losses.Huber()", "K.losses.BinaryCrossentropy(from_logits=True)"]
# What gives the model again.
AGAIN = [
    "loaded(b)",
    "pickle.loads(pickle.dumps(b))",
    "copy.deepcopy(b)",
    "with_weights(b, made())",
]
FILES = (
    "loaded = lambda m: K.models.load_model((m.save(folder + '/m.keras'), folder + '/m.keras')[1], "
    "safe_mode=False); with_weights = lambda b, m: (m.compile(plain(), **how), "
    "m.optimizer.build(m.trainable_variables), b.save_weights(folder + '/m.weights.h5'), "
    "m.load_weights(folder + '/m.weights.h5'), m)[-1]"
)


def graph(chance: random.Random) -> tuple[str, str]:
    """The input's shape, and the statements that make the outputs `o` of the input `v0`."""
    kind = start = chance.choice([*INPUTS])
    made: dict[str, list[str]] = {start: ["v0"]}
    lines: list[str] = []
    for _ in range(chance.choice((1, 2, 4, 8))):
        source = chance.choice(made[kind][-2:])
        goal = chance.choices([kind, *LAYERS[kind]], [6, *[1] * len(LAYERS[kind])])[0]
        lines.append(f"v{len(lines) + 1} = {chance.choice(LAYERS[kind][goal]).format(source)}")
        made.setdefault(goal, []).append(f"v{len(lines)}")
        kind = goal
    ends = [names[-1] for names in made.values()]
    flat = ", ".join(f"L.Flatten()({end})" for end in ends)
    lines.append(
        f"o = L.Dense(2)(L.Concatenate()([{flat}]))" if len(ends) > 1 else f"o = L.Dense(2)({flat})"
    )
    return INPUTS[start], "; ".join(lines)


class Torture(Kind):
    """A model trained eagerly, in a trace, and on after it was saved or copied."""

    LIMIT = 30.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        shape, lines = graph(chance)
        rows, batch = chance.choice((8, 20, 33)), chance.choice((4, 8, 32))
        fit = f"fit(x, y, batch_size={batch}, epochs=2, shuffle=False, verbose=0).history['loss']"
        return Snippet(
            [
                HEAD,
                FILES,
                f"def made(): K.utils.set_random_seed(1); v0 = K.Input({shape}); {lines}; "
                "return K.Model(v0, o)",
                f"x, y = numbers({rows}, *{shape}), numbers({rows}, 2)",
                f"a, b = made(), made(); how = dict(loss={chance.choice(LOSSES)}, metrics=['mae'])",
                f"plain = lambda: K.optimizers.get({chance.choice(OPTIMIZERS)}); "
                "a.compile(plain(), run_eagerly=True, **how); b.compile(plain(), **how)",
                f"close(a.get_weights(), b.get_weights()); close(a.{fit}, b.{fit})",
                "close(a.get_weights(), b.get_weights()); close(a.predict(x, verbose=0), b(x))",
                f"c = {chance.choice(AGAIN)}; close(b(x), c.predict(x, verbose=0))",
                f"close(b.{fit}, c.{fit}); close(b.get_weights(), c.get_weights())",
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG
