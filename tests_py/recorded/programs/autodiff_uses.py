"""Gradients as programs take them: of methods with gradients of their own, that stop at tensors in
between, and weighted."""


def with_gradients(tf):
    """A class whose methods have gradients of their own, one of them with a variable."""

    class Module(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable(2.0)

        @tf.custom_gradient
        def square(self, x):
            return x * x, lambda dy: dy * 10.0

        @tf.custom_gradient
        def scaled(self, x):
            def grad(dy, variables=None):
                return dy * 10.0, [dy * 7.0 for _ in variables]

            return x * self.v, grad

        @staticmethod
        @tf.custom_gradient
        def plain(x):
            return x * 3.0, lambda dy: dy * 5.0

        @tf.function
        def call(self, x):
            return self.square(x) + self.scaled(x) + self.plain(x)

    return Module()


def method_with_a_gradient(tf):
    module, x = with_gradients(tf), tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y, z = module.square(x), module.scaled(x)
    return y, tape.gradient(y, x), tape.gradient(z, [x, module.v])


def method_with_a_gradient_in_a_function(tf):
    module, x = with_gradients(tf), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = module.call(x)
    return y, tape.gradient(y, [x, module.v])


def method_with_a_gradient_of_a_layer(tf):
    class Layer(tf.keras.layers.Layer):
        @tf.custom_gradient
        def square(self, x):
            return x * x, lambda dy: dy * 10.0

        def call(self, x):
            return self.square(x)

    x = tf.constant([[3.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = Layer()(x)
    return y, tape.gradient(y, x)


def weights_in_a_list(tf):
    x, v, weights = tf.constant([1.0, 2.0]), tf.Variable([1.0, 2.0]), tf.constant([1.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y, z = x * 2.0, v * v
    return (
        tape.gradient(y, x, output_gradients=[weights]),
        tape.gradient(y, x, output_gradients=(weights,)),
        tape.gradient(z, [v], output_gradients=[weights]),
        tape.gradient([y], x, output_gradients=[weights]),
    )


def stopping_in_a_function(tf):
    @tf.function
    def slopes(x):
        a = x * 2
        b = a * x
        c = b * a
        return [
            tf.gradients(c, a, stop_gradients=[a, b]),
            tf.gradients(c, x, stop_gradients=[b]),
            tf.gradients(c, x, stop_gradients=a),
            tf.gradients(c, [a, b], stop_gradients=[x, a, b]),
            tf.gradients([c, b], x, grad_ys=[2.0, 3.0], stop_gradients=[a]),
        ]

    return slopes(tf.constant(3.0))


def stopping_in_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(3.0)
        a = x * 2
        b = a * x
        c = b * a
        cut = tf.gradients(c, [x, a], stop_gradients=[a, b])
        zero = tf.gradients(c, [x, a], stop_gradients=[a, b], unconnected_gradients="zero")
        rest = [
            tf.gradients(c, x, stop_gradients=[b])[0],
            v1.gradients(c, x, stop_gradients=a)[0],
            *tf.gradients(c, [a, b], stop_gradients=[x, a, b]),
        ]
        return [one is None for one in cut], session.run([cut[1], *zero, *rest])


def partial_derivatives(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        a = tf.constant(0.5)
        b = 2 * a
        partial = tf.gradients(a + b, [a, b], stop_gradients=[a, b])
        return session.run([*partial, *tf.gradients(a + b, [a, b])])


def primal_named_twice(tf):
    x = tf.constant(3.0)
    tf.autodiff.ForwardAccumulator([x, x], [tf.constant(1.0), tf.constant(2.0)])


def averages_of_nothing(tf):
    return tf.train.ExponentialMovingAverage(0.9).apply()


def averages_of_variables(tf):
    average = tf.train.ExponentialMovingAverage(0.9, zero_debias=True)
    v = tf.Variable(1.0, name="v")
    average.apply([v])
    v.assign(2.0)
    average.apply([v])
    return average.average(v), average.average_name(v), average.average(v).name, average.name


def gradients_by_constants(tf):
    """tf.gradients by what a function makes itself, and not from its arguments."""

    @tf.function
    def of_constants():
        a = tf.constant(0.0)
        b = 2 * a
        return tf.gradients(a + b, [a, b])

    @tf.function
    def stopped():
        a = tf.constant(3.0)
        b = a * a
        return tf.gradients(a + b, [a, b], stop_gradients=[a, b])

    @tf.function
    def mixed(x):
        a = tf.ones((2,)) * 3
        n = tf.constant([1, 2])
        return tf.gradients(x * a * tf.cast(n, tf.float32), [x, a])

    return [of_constants(), stopped(), mixed(tf.constant([1.0, 4.0]))]


def entropies_of_other_labels(tf):
    """Gradients of softmax's cross-entropy by labels whose sums are not one."""
    labels = tf.constant([[1.0, 1, 0, 1], [0, 0, 0, 0], [0.2, 0.3, 0.1, 0.1]])
    logits = tf.Variable([[0.1, 0.2, 0.3, 0.4], [1, 2, 3, 4], [0.5, 0, -0.5, 1]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(labels)
        loss = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        own = tf.keras.losses.CategoricalCrossentropy(from_logits=True)(labels, logits)
    found = [loss, tape.gradient(loss, logits), tape.gradient(loss, labels)]
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(4)])
    model.set_weights([logits.numpy()[:1].repeat(4, 0), logits.numpy()[0]])
    model.compile("sgd", tf.keras.losses.CategoricalCrossentropy(from_logits=True))
    losses = model.fit(labels, labels, epochs=2, batch_size=3, verbose=0).history["loss"]
    return [*found, tape.gradient(own, logits), losses]
