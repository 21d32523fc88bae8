"""Arrays of tensors in functions as programs write them: what some paths never write."""


def spec_shapes(tf, nest):
    return [list(spec.shape) for spec in tf.nest.flatten(nest)]


def positives(tf):
    """Where numbers above a threshold are, and rows of them: arrays of one element, which grow."""

    @tf.function
    def found(y, threshold):
        places = tf.TensorArray(tf.int32, 1, dynamic_size=True)
        rows = tf.TensorArray(tf.float32, 1, dynamic_size=True)
        count = 0
        for i in tf.range(tf.shape(y)[0]):
            for j in tf.range(tf.shape(y)[1]):
                if tf.equal(y[i][j], 0):
                    continue
                if y[i][j] > threshold:
                    places = places.write(count, [i, j])
                    rows = rows.write(count, [y[i][j], 1.0, 2.0])
                    count += 1
        return places.stack(), rows.stack()

    return found


def unwritten_on_the_path(tf):
    found, y = positives(tf), tf.constant([[1.0, 0.0, 3.0], [2.0, 5.0, 0.0]])
    given = [tf.constant(9.0), tf.constant(1.0), tf.constant(9.0)]
    return [found(y, 1.5), found(y, 9.0), [found(y, threshold) for threshold in given]]


def unwritten_in_a_pipeline(tf):
    found = positives(tf)
    data = tf.data.Dataset.from_tensors(tf.constant([[1.0, 0.0, 3.0], [2.0, 5.0, 0.0]]))
    none, some = data.map(lambda y: found(y, 9.0)), data.map(lambda y: found(y, 1.0))
    return spec_shapes(tf, none.element_spec), list(none), list(some)


def unwritten_in_a_trace(tf):
    concrete = positives(tf).get_concrete_function(tf.TensorSpec([None, None]), 9.0)
    shapes = [list(one.shape) for one in concrete.structured_outputs]
    return shapes, concrete(tf.constant([[1.0, 0.0, 3.0]])), concrete(tf.constant([[10.0]]))


def written_in_one_branch(tf):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def ends(x):
        rows = tf.TensorArray(tf.float32, 2)
        if tf.reduce_sum(x) > 0:
            rows = rows.write(0, x[0])
        else:
            rows = rows.write(1, x[0])
        return rows.stack()

    traced = ends.get_concrete_function()
    inputs = tf.constant([1.0, 2.0]), tf.constant([-1.0, -2.0])
    return [ends(x) for x in inputs], [traced(x) for x in inputs]


def read_where_unwritten(tf):
    @tf.function
    def large(x):
        rows = tf.TensorArray(tf.float32, size=3)
        for i in tf.range(tf.shape(x)[0]):
            if x[i] > 5:
                rows = rows.write(i, tf.stack([x[i], x[i]]))
        return rows.stack(), rows.read(1)

    return [large(tf.constant(x)) for x in ([1.0, 6.0, 7.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0])]


def unwritten_without_a_function(tf):
    return tf.TensorArray(tf.float32, 2).stack()


def eagerly_in_layers(tf):
    """What packages such as einops ask before they take sizes as numbers."""
    asked = []

    class Turned(tf.keras.layers.Layer):
        def call(self, x):
            asked.append(tf.executing_eagerly())
            sizes = x.shape if asked[-1] else [s or tf.shape(x)[n] for n, s in enumerate(x.shape)]
            return tf.reshape(x, [sizes[0], sizes[1] // 2, 2])

    given = tf.keras.Input((4,))
    model = tf.keras.Model(given, Turned()(given))
    outside = tf.executing_eagerly()
    made = model(tf.ones([3, 4])), Turned()(tf.ones([3, 4]))
    return asked[0], asked[-1], outside, list(model.output.shape), made


def turns_that_are_tensors(tf):
    image = tf.reshape(tf.range(18.0), [2, 3, 3])
    turn = tf.function(lambda image, turns: tf.image.rot90(image, turns))
    given = [turn(image, tf.constant(turns)) for turns in (0, 1, 2, 3, 5, -1)]
    square = tf.reshape(tf.range(12.0), [2, 2, 3])
    with tf.GradientTape() as tape:
        tape.watch(square)
        total = tf.reduce_sum(turn(square, tf.constant(1)) * square)
    dataset = tf.data.Dataset.from_tensors(image).repeat(4).enumerate()
    turned = dataset.map(lambda turns, image: tf.image.rot90(image, tf.cast(turns, tf.int32)))
    shapes = [x.shape.as_list() for x in turned]
    return given, tape.gradient(total, square), turned.element_spec.shape.as_list(), shapes
