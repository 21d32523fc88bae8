"""Getters of variables that scopes of TensorFlow 1 are given; the figures are TensorFlow's."""


def test_a_scope_reads_averages_by_its_getter(graph_mode):
    tf = graph_mode
    x = tf.constant([[1.0, 2.0]])
    asked = []

    def net(**options):
        with tf.variable_scope("net", **options):
            return x @ tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())

    def averaged(getter, name, *args, **kwargs):
        asked.append((name, set(kwargs)))
        return averages.average(getter(name, *args, **kwargs))

    plain = net()
    averages = tf.train.ExponentialMovingAverage(0.5)
    update = averages.apply(tf.trainable_variables("net"))
    read = net(reuse=True, custom_getter=averaged)
    assert asked[0][0] == "net/w"
    assert asked[0][1] >= {"shape", "dtype", "initializer", "trainable", "reuse", "regularizer"}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(tf.trainable_variables()[0].assign([[3.0], [3.0]]))
        session.run(update)
        assert [value.tolist() for value in session.run([plain, read])] == [[[9.0]], [[6.0]]]


def test_getters_of_scopes_within_scopes(graph_mode):
    tf = graph_mode
    asked = []

    def renaming(getter, name, *args, **kwargs):
        return getter(name.replace("kernel", "weights"), *args, **kwargs)

    def listening(getter, name, *args, **kwargs):
        asked.append(name)
        return getter(name, *args, **kwargs)

    with tf.variable_scope("a", custom_getter=listening):
        with tf.variable_scope("b", custom_getter=renaming):
            assert tf.get_variable("kernel", [1]).name == "a/b/weights:0"
            assert tf.layers.dense(tf.ones([1, 2]), 1, use_bias=False).shape == (1, 1)
    assert tf.get_variable("z", [1], custom_getter=listening).name == "z:0"
    assert asked == ["a/b/weights", "a/b/dense/weights", "z"]
