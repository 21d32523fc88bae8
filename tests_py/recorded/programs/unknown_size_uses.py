"""Functions on tensors whose sizes are not known: in traces, pipelines and between the layers of
models."""


def of_unknown_sizes(tf, function, *values):
    """What a trace gives for the values: ranks of its outputs, then the outputs."""
    specs = [tf.TensorSpec([None] * value.shape.rank, value.dtype) for value in values]
    concrete = tf.function(function, input_signature=specs).get_concrete_function()
    outputs = tf.nest.flatten(concrete.structured_outputs)
    return [one.shape.rank for one in outputs], tf.nest.flatten(concrete(*values))


def in_a_model(tf, function, *values):
    """What a layer that calls the function gives, which a model calls three times."""

    class Call(tf.keras.layers.Layer):
        def call(self, given):
            return function(*(given if isinstance(given, (list, tuple)) else [given]))

    layer = Call()
    inputs = [tf.keras.Input(value.shape[1:], dtype=value.dtype) for value in values]
    outputs = [layer(inputs) for _ in range(3)]
    made = tf.keras.Model(inputs, outputs)(list(values))
    return [tf.nest.flatten(one) for one in made]


def pictures(tf):
    return tf.reshape(tf.range(2 * 5 * 6 * 3, dtype=tf.float32) * 7 % 31 / 31, [2, 5, 6, 3])


def probabilities(tf):
    scores = tf.reshape(tf.range(2 * 5 * 4, dtype=tf.float32) * 7 % 11, [2, 5, 4])
    return tf.nn.softmax(scores / 3)


def colors(tf):
    def changed(x):
        moved = tf.image.adjust_hue(x, 0.1), tf.image.adjust_saturation(x, 0.5)
        seeded = tf.image.stateless_random_hue(x, 0.2, (1, 2))
        turned = tf.image.hsv_to_rgb(tf.image.rgb_to_hsv(x))
        return (*moved, seeded, turned, tf.image.grayscale_to_rgb(x[..., :1]))

    return of_unknown_sizes(tf, changed, pictures(tf))


def windows(tf):
    def cut(x):
        patches = tf.image.extract_patches(
            x, [1, 2, 3, 1], [1, 2, 1, 1], [1, 1, 1, 1], padding="SAME"
        )
        alike = tf.image.ssim(x, x * 0.9, 1.0, filter_size=3)
        glimpse = tf.image.extract_glimpse(x, [2, 2], tf.zeros([tf.shape(x)[0], 2]))
        return patches, tf.image.sobel_edges(x), alike, glimpse

    return of_unknown_sizes(tf, cut, pictures(tf)), in_a_model(tf, cut, pictures(tf))


def frames(tf):
    boxes = tf.constant([[[0.0, 0.1, 0.5, 0.6], [0.2, 0.2, 0.9, 0.9]], [[0.1, 0.0, 0.8, 0.4]] * 2])
    boxes = tf.concat([boxes, [[[0.9, 0.2, 0.3, 0.8]]] * 2], 1)  # one upside down

    def drawn(x, y):
        return tf.image.draw_bounding_boxes(x, y, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

    given = pictures(tf), boxes
    return of_unknown_sizes(tf, drawn, *given), in_a_model(tf, drawn, *given)


def resizing_by_own_sizes(tf):
    def larger(x):
        return tf.image.resize(x, tf.shape(x)[1:3] * 2)

    return in_a_model(tf, larger, pictures(tf))


def decoding(tf):
    def lengths(x):
        return tf.fill([tf.shape(x)[0]], tf.shape(x)[1])

    def decoded(x):
        greedy, chances = tf.keras.backend.ctc_decode(x, lengths(x))
        beams, others = tf.keras.backend.ctc_decode(x, lengths(x), greedy=False, beam_width=4)
        logits = tf.math.log(tf.transpose(x, [1, 0, 2]))
        sparse, sums = tf.nn.ctc_greedy_decoder(logits, lengths(x))
        paths, scores = tf.nn.ctc_beam_search_decoder(logits, lengths(x), 4, 1)
        dense = tf.sparse.to_dense(sparse[0]), tf.sparse.to_dense(paths[0])
        return [greedy[0], chances, beams[0], others, *dense, sums, scores]

    return of_unknown_sizes(tf, decoded, probabilities(tf)), in_a_model(
        tf, decoded, probabilities(tf)
    )


def losses_of_sequences(tf):
    labels = tf.constant([[1, 2], [2, 1]])

    def loss(y, x):
        rows, steps = tf.shape(x)[0], tf.shape(x)[1]
        ends = tf.fill([rows, 1], steps), tf.fill([rows, 1], 2)
        logits = tf.transpose(x, [1, 0, 2])
        counts = tf.fill([rows], 2), tf.fill([rows], steps)
        return (
            tf.keras.backend.ctc_batch_cost(y, x, *ends),
            tf.nn.ctc_loss(y, logits, *counts, blank_index=-1),
        )

    return of_unknown_sizes(tf, loss, labels, probabilities(tf))


def checks_in_a_model(tf):
    def checked(x):
        tf.debugging.assert_greater(x, -5.0)
        tf.debugging.assert_equal(tf.shape(x)[0], tf.shape(x)[0])
        return tf.debugging.check_numerics(x, "x") * 2

    return in_a_model(tf, checked, tf.constant([[1.0, 2.0]]))


def numbers(tf):
    def made(x):
        rows = tf.shape(x)[0]
        seeded = tf.nn.experimental.stateless_dropout(x, 0.5, (1, 2))
        between = tf.linspace(x[0], x[1], 4, axis=-1), tf.linspace(x[0, 0], x[1, 1], rows)
        return (tf.eye(rows, batch_shape=[2]), tf.eye(rows, 3, [rows]), *between, seeded)

    x = tf.constant([[0.5, 1.5, 2.0], [3.0, -1.0, 4.0], [0.0, 1.0, 2.0]])
    return of_unknown_sizes(tf, made, x), in_a_model(tf, made, x)


def shapes_of_draws(tf):
    def drawn(x):
        return tf.random.gamma([2], tf.abs(x) + 0.1), tf.random.poisson([3], tf.abs(x))

    found = of_unknown_sizes(tf, drawn, tf.ones([2, 3]))
    return found[0], [one.shape.as_list() for one in found[1]]


def parts_of_real_numbers(tf):
    def parts(x):
        return tf.math.real(x), tf.math.imag(x)

    x = tf.constant([[1.0, -2.0]])
    return parts(x), of_unknown_sizes(tf, parts, x), parts(tf.constant([1, 2]))


def sizes_of_fractions(tf):
    """Sizes in lists that are computed as fractions from what is not known."""

    def tiled(x):
        rows = tf.math.ceil(tf.cast(tf.shape(x)[1], tf.float32) / 2)
        return tf.tile(tf.ones((1, 1)), [rows, 2]), tf.reshape(x[:, :2], [rows * 2 / rows, -1])

    return in_a_model(tf, tiled, tf.reshape(tf.range(12.0), [4, 3]))
