"""Snippets of TensorFlow 1: `tf` is compat.v1 in graph mode, in a graph and a folder of its own;
`run(fetches, feeds)` runs them in a session after the initializers; `c(shape)` is a fixed
initializer."""

from recorded.graphs.graph_script_cases import (
    BEGIN_AGAIN,
    DRAWS,
    INITIALIZED,
    METRICS,
    SCOPES,
    SCRIPTS,
    SEEDED,
    WORK_ON_HOST,
)

START = """
session = tf.Session()
def run(fetches, feeds=None, times=1):
    fresh = [one for one in tf.global_variables() + tf.local_variables()
             if not session.run(tf.is_variable_initialized(one))]
    session.run(tf.variables_initializer(fresh))
    for _ in range(times):
        found = session.run(fetches, feeds)
    return found
def c(shape, dtype=None, partition_info=None):
    n = int(np.prod(shape))
    return tf.cast(tf.reshape(tf.linspace(-1.0, 1.0, n), shape), dtype or tf.float32)
def names():
    return [[v.name, v.shape.as_list()] for v in tf.global_variables()]
x = tf.constant(np.linspace(-1, 1, 96).reshape(2, 4, 4, 3).astype("float32"))
s = tf.constant(np.linspace(-1, 1, 30).reshape(2, 5, 3).astype("float32"))
"""

LAYERS = {
    "dense": "y = tf.layers.dense(s, 4, tf.nn.tanh, kernel_initializer=c)\n[run(y), names()]",
    "dense_object": "d = tf.layers.Dense(2, kernel_initializer=c)\na = d(s)\nb = d(s * 2.0)\n"
    "[run([a, b]), names(), d.kernel.name, [v.name for v in d.trainable_variables]]",
    "dense_twice": "tf.layers.dense(s, 1)\ntf.layers.dense(s, 1)\nnames()",
    "dense_reuse": "tf.layers.dense(s, 1, name='a')\ntf.layers.dense(s, 1, name='a', reuse=True)\n"
    "names()",
    "dense_no_reuse": "tf.layers.dense(s, 1, name='a')\ntf.layers.dense(s, 1, name='a')",
    "dense_open": "tf.layers.dense(tf.placeholder(tf.float32, [2, None]), 1)",
    "conv1d": "[run(tf.layers.conv1d(s, 2, 3, padding='same', kernel_initializer=c)), names()]",
    "conv2d": "[run(tf.layers.conv2d(x, 2, [3, 2], 2, 'same', use_bias=False, "
    "kernel_initializer=c)), names()]",
    "conv2d_dilated": "run(tf.layers.conv2d(x, 2, 2, dilation_rate=2, kernel_initializer=c))",
    "conv2d_padding": "tf.layers.conv2d(x, 2, 2, padding='full')",
    "conv2d_rank": "tf.layers.conv2d(s, 2, 2)",
    "conv3d": "[run(tf.layers.conv3d(x[..., None], 2, 2, kernel_initializer=c)), names()]",
    "conv2d_transpose": "[run(tf.layers.conv2d_transpose(x, 2, 3, 2, 'same', "
    "kernel_initializer=c)), names()]",
    "conv2d_transpose_open": "p = tf.placeholder(tf.float32, [None, None, None, 3])\n"
    "run(tf.layers.conv2d_transpose(p, 1, 3, 2, kernel_initializer=c), {p: np.ones((1, 2, 3, 3))})",
    "conv3d_transpose": "run(tf.layers.conv3d_transpose(x[..., None], 1, 2, 2, "
    "kernel_initializer=c))",
    "separable_conv1d": "[run(tf.layers.separable_conv1d(s, 2, 3, depthwise_initializer=c, "
    "pointwise_initializer=c)), names()]",
    "separable_conv2d": "[run(tf.layers.separable_conv2d(x, 2, 3, depth_multiplier=2, "
    "depthwise_initializer=c, pointwise_initializer=c)), names()]",
    "pool1d": "[run(tf.layers.max_pooling1d(s, 2, 2)), run(tf.layers.average_pooling1d(s, 2, 1))]",
    "pool2d": "[run(tf.layers.max_pooling2d(x, 2, 2)), run(tf.layers.average_pooling2d(x, [3, 2], "
    "1, 'same'))]",
    "pool3d": "[run(tf.layers.max_pooling3d(x[..., None], 2, 2)), "
    "run(tf.layers.average_pooling3d(x[..., None], 2, 1))]",
    "flatten": "p = tf.placeholder(tf.float32, [None, None, 3])\n"
    "[run(tf.layers.flatten(x)), run(tf.layers.flatten(p), {p: np.ones((2, 4, 3))})]",
    "dropout": "t = tf.placeholder(tf.bool)\n"
    "run(tf.layers.dropout(s, 0.5, training=t), {t: False})",
    "batch_norm": "t = tf.placeholder(tf.bool, [])\n"
    "y = tf.layers.batch_normalization(x * 3.0, momentum=0.9, training=t)\n"
    "a = run([y, tf.get_collection(tf.GraphKeys.UPDATE_OPS)], {t: True})[0]\n"
    "[a, run(y, {t: False}), run(tf.global_variables()[2:]), names()]",
    "batch_norm_2d": "y = tf.layers.batch_normalization(s, center=False, training=True)\n"
    "run([y, tf.get_collection(tf.GraphKeys.UPDATE_OPS)])[0]\n"
    "[run(tf.global_variables()), names()]",
    "batch_norm_axis": "run(tf.layers.batch_normalization(s, axis=1, training=True))",
    "penalties": "r = lambda w: tf.reduce_sum(tf.square(w))\n"
    "tf.layers.dense(s, 2, kernel_initializer=c, kernel_regularizer=r, activity_regularizer=r)\n"
    "run(tf.losses.get_regularization_losses())",
    "own_layer": "class Scale(tf.layers.Layer):\n"
    "    def build(self, shape):\n"
    "        self.w = self.add_variable('w', [int(shape[-1])], initializer=c)\n"
    "        super().build(shape)\n"
    "    def call(self, inputs):\n"
    "        return inputs * self.w\n"
    "l = Scale()\n[run(l(s)), run(l(s * 2.0)), names(), l.count_params()]",
}

ARGUMENTS = {
    "gather": "run(tf.gather(s, [0, 2], None, 'g', 1))",
    "transpose": "run(tf.transpose(s, [1, 0, 2], 'turned'))",
    "expand_dims": "run(tf.expand_dims(s, axis=[1]))",
    "boolean_mask": "run(tf.boolean_mask(s, [True, False], 'm'))",
    "count_nonzero": "run(tf.count_nonzero(s, reduction_indices=[1], keep_dims=True))",
    "moments": "run(tf.nn.moments(s, [0], keep_dims=True))",
    "norm": "run(tf.norm(s, axis=-1, keep_dims=True))",
    "string_split": "p = tf.string_split(['a b', 'c'])\n"
    "[run(p.values), run(p.indices), run(p.dense_shape)]",
    "string_split_by": "run(tf.string_split(['a,b,,c'], ',').values)",
    "string_split_kept": "run(tf.string_split(['a,b,,c'], ',', skip_empty=False).values)",
    "conv1d": "run(tf.nn.conv1d(s, tf.ones([2, 3, 1]), 1, 'SAME'))",
    "convolution": "run(tf.nn.convolution(x, tf.ones([2, 2, 3, 1]), 'VALID', [2, 2]))",
    "pool": "run(tf.nn.pool(x, [2, 2], 'MAX', 'VALID', strides=[2, 2]))",
    "separable": "run(tf.nn.separable_conv2d(x, tf.ones([2, 2, 3, 1]), tf.ones([1, 1, 3, 1]), "
    "[1, 1, 1, 1], 'VALID', rate=[2, 2]))",
    "depthwise": "run(tf.nn.depthwise_conv2d(x, tf.ones([2, 2, 3, 1]), [1, 1, 1, 1], 'VALID', "
    "[2, 2]))",
    "embedding": "run(tf.nn.embedding_lookup(tf.reshape(s, [10, 3]), [1, 4], 'mod', 'e'))",
    "weighted_entropy": "run(tf.nn.weighted_cross_entropy_with_logits(targets=tf.ones_like(s), "
    "logits=s, pos_weight=2.0))",
    "crop": "run(tf.image.crop_and_resize(x, [[0.0, 0.0, 0.5, 1.0]], box_ind=[1], "
    "crop_size=[2, 2]))",
    "decode_csv": "run(tf.decode_csv(['1,2.5,a'], [[1], [1.0], ['']], ',', True, 'csv'))",
    "sparse_reduce": "p = tf.SparseTensor([[0, 1], [1, 0]], [1.0, 2.0], [2, 2])\n"
    "run(tf.sparse_reduce_sum(p, reduction_axes=1, keep_dims=True))",
    "reverse_sequence": "run(tf.reverse_sequence(s, [2, 3], seq_dim=1, batch_dim=0))",
    "ones_like": "run([tf.ones_like(tensor=s)[0, 0], tf.zeros_like(tensor=s)[0, 0]])",
    "reduce_join": "run(tf.reduce_join([['a', 'b'], ['c', 'd']], reduction_indices=1))",
    "ctc_loss": "l = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0, 1, 1], [2, 2])\n"
    "run(tf.nn.ctc_loss(l, tf.transpose(s, [1, 0, 2]), [5, 4]))",
    "ctc_decoders": "x = tf.transpose(s, [1, 0, 2]) * 3.0\n"
    "one, scores = tf.nn.ctc_greedy_decoder(x, [5, 4])\n"
    "two, logs = tf.nn.ctc_beam_search_decoder(x, [5, 4], 10, 1, False)\n"
    "[run(one[0].values), run(one[0].indices), run(scores), run(two[0].dense_shape), run(logs)]",
    "fused_batch_norm": "run(tf.nn.fused_batch_norm(x, [1.0, 2.0, 3.0], [0.0, 1.0, 2.0]))",
    "too_many": "tf.transpose(s, [0, 1, 2], 'a', False, 1)",
}

NAMES = {
    "of_functions": "[tf.nn.relu(s).name, tf.matmul(s[0], s[1], transpose_b=True).name, "
    "tf.nn.softmax(s, name='p').name]",
    "of_scopes": "with tf.variable_scope('a'):\n    y = tf.layers.dense(s[0], 2, tf.nn.relu)\n"
    "[y.name, y.op.name, y.op.type]",
    "found": "y = tf.layers.dense(s[0], 2, tf.nn.relu, kernel_initializer=c, name='d')\n"
    "run('d/Relu:0')",
    "fed": "y = tf.nn.relu(s, name='r')\nz = y + 1.0\nrun(z, {'r:0': np.zeros((2, 5, 3))})",
    "types": "y = tf.nn.softmax(s, name='p')\n"
    "[[o.name, o.type] for o in tf.get_default_graph().get_operations() if o.name == 'p']",
    "nested_feed": "a = tf.placeholder(tf.float32)\nb = tf.placeholder(tf.float32)\n"
    "run(a - b, {(a, b): (3.0, 1.0)})",
    "of_values": "a = tf.constant(2)\nb = tf.constant(3, name='three')\n"
    "[a.name, b.name, str(tf.add(a, b)), b.op.type, run('three:0')]",
    "of_floats": "[tf.add(1.0, 2.0).name, run('Add:0')]",
    "unsaid_shape": "tf.get_variable('w')",
    "is_variable": "[isinstance(tf.Variable(1.0), tf.Variable), isinstance(s, tf.Variable)]",
    "lstm_state_feed": "cell = tf.nn.rnn_cell.LSTMCell(1)\nz = cell.zero_state(1, tf.float32)\n"
    "run(z.c - z.h, {z.c: [[3.0]], z.h: [[1.0]]})",
}

CONTROL = {
    "array_in_loop": "a = tf.TensorArray(tf.float32, size=0, dynamic_size=True)\n"
    "_, a = tf.while_loop(lambda k, a: k < 4, lambda k, a: (k + 1, a.write(k, tf.cast(k, "
    "tf.float32) ** 2)), [0, a])\nrun([a.stack(), a.size()])",
    "array_of_rows": "a = tf.TensorArray(tf.float32, 2).unstack(s)\n"
    "o = tf.TensorArray(tf.float32, 2)\n"
    "_, o = tf.while_loop(lambda k, o: k < 2, lambda k, o: (k + 1, o.write(k, a.read(k) * 2.0)), "
    "[0, o])\ny = o.stack()\nrun([y, tf.gradients(y, s)[0]])",
    "array_shapes": "a = tf.TensorArray(tf.float32, 2).write(0, s[0])\na.write(1, s[0, 0])",
    "array_without_size": "tf.TensorArray(tf.float32)",
    "loop_of_other_count": "tf.while_loop(lambda i, j: i < 3, lambda i, j: [i + 1], [0, 1])",
    "rows_unknown": "p = tf.placeholder(tf.float32, [None, 2])\nf = {p: np.eye(3, 2)}\n"
    "run([tf.map_fn(lambda r: r * 2.0, p), tf.scan(lambda a, r: a + r, p), "
    "tf.foldl(lambda a, r: a + r, p), tf.foldr(lambda a, r: a * 0.5 + r, p, tf.zeros([2]))], f)",
    "map_of_nest": "run(tf.map_fn(lambda r: (r[0] + r[1], r[0]), (s, s * 2.0), "
    "dtype=(tf.float32, tf.float32)))",
    "map_with_variable": "w = tf.Variable([2.0, 1.0, 0.5])\n"
    "y = tf.map_fn(lambda r: r * w, s)\nrun([y, tf.gradients(y, w)[0]])",
    "raw_rnn": "cell = tf.nn.rnn_cell.BasicRNNCell(2)\n"
    "tf.get_variable_scope().set_initializer(tf.constant_initializer(0.3))\n"
    "def step(t, out, state, kept):\n"
    "    if out is None:\n"
    "        return tf.zeros([2], tf.bool), s[:, 0], cell.zero_state(2, tf.float32), None, None\n"
    "    return t >= tf.constant([3, 2]), s[:, 1], state, out, None\n"
    "a, state, _ = tf.nn.raw_rnn(cell, step)\nrun([a.stack(), state])",
    "partial_run": "a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])\n"
    "c, d = a + 1.0, (a + 1.0) * b\nh = session.partial_run_setup([c, d], [a, b])\n"
    "first = session.partial_run(h, c, {a: 2.0})\n[first, session.partial_run(h, d, {b: first})]",
    "partial_run_unnamed": "a = tf.placeholder(tf.float32, [])\n"
    "h = session.partial_run_setup([a + 1.0], [])\nsession.partial_run(h, [a + 1.0], {a: 2.0})",
    "numerics": "y = tf.log(s - 5.0)\nrun(tf.add_check_numerics_ops())",
    "template": "def f(x, k):\n    return x * tf.get_variable('w', [], initializer=c) * k\n"
    "t = tf.make_template('part', f, k=2.0)\nt(s)\nt(s)\nnames()",
}

GRADIENTS = {
    "override": "@tf.RegisterGradient('Half')\ndef half(op, grad):\n    return grad * 0.5\n"
    "g = tf.get_default_graph()\nwith g.gradient_override_map({'Relu': 'Half', 'Sign': 'Half'}):\n"
    "    y = tf.nn.relu(s) + tf.sign(s)\nrun(tf.gradients(y, s)[0])",
    "override_identity": "@tf.RegisterGradient('Flipped')\ndef flip(op, grad):\n"
    "    return -grad\ng = tf.get_default_graph()\n"
    "with g.gradient_override_map({'Identity': 'Flipped'}):\n"
    "    y = tf.identity(s * 2.0, name='i')\n[y.name, run(tf.gradients(y, s)[0])]",
    "override_py_func": "@tf.RegisterGradient('OfSquare')\ndef of_square(op, grad):\n"
    "    return grad * 2.0 * op.inputs[0]\n"
    "with tf.get_default_graph().gradient_override_map({'PyFunc': 'OfSquare'}):\n"
    "    y = tf.py_func(lambda a: a * a, [s], [tf.float32], stateful=True)[0]\n"
    "run(tf.gradients(y, s)[0])",
    "override_unknown": "with tf.get_default_graph().gradient_override_map({'Relu': 'Nothing'}):\n"
    "    y = tf.nn.relu(s)\ntf.gradients(y, s)",
    "override_of_numbers": "with tf.get_default_graph().gradient_override_map({1: 2}):\n    pass",
    "registered_twice": "tf.RegisterGradient('Twice')(len)\ntf.RegisterGradient('Twice')(len)",
    "custom": "@tf.custom_gradient\ndef clipped(a):\n"
    "    return tf.identity(a), lambda dy: tf.clip_by_value(dy, -0.1, 0.1)\n"
    "run(tf.gradients(clipped(s) * 5.0, s)[0])",
}

CELLS = {
    "shared": "cell = tf.nn.rnn_cell.GRUCell(2)\ntf.nn.dynamic_rnn(cell, s, dtype=tf.float32)\n"
    "tf.nn.dynamic_rnn(cell, s, dtype=tf.float32, scope='other')\n"
    "[names(), [v.name for v in cell.trainable_variables]]",
    "side_by_side": "for _ in range(2):\n    cell = tf.nn.rnn_cell.BasicLSTMCell(1)\n"
    "    cell(s[:, 0], cell.zero_state(2, tf.float32))\nnames()",
    "joined_state": "tf.get_variable_scope().set_initializer(c)\n"
    "cell = tf.nn.rnn_cell.BasicLSTMCell(2, state_is_tuple=False)\n"
    "[run(tf.nn.dynamic_rnn(cell, s, dtype=tf.float32)), cell.state_size]",
    "joined_states": "tf.get_variable_scope().set_initializer(c)\n"
    "cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.BasicRNNCell(2) for _ in range(2)], "
    "state_is_tuple=False)\n"
    "[run(tf.nn.dynamic_rnn(cell, s, dtype=tf.float32)), cell.state_size, names()]",
    "own_cell": "class Own(tf.nn.rnn_cell.RNNCell):\n"
    "    state_size = output_size = 3\n"
    "    def call(self, inputs, state):\n"
    "        w = tf.get_variable('w', [3], initializer=c)\n"
    "        new = tf.tanh(inputs * w + state)\n        return new, new\n"
    "[run(tf.nn.dynamic_rnn(Own(), s, dtype=tf.float32)), names()]",
    "own_old_cell": "class Own(tf.nn.rnn_cell.RNNCell):\n"
    "    def __init__(self, units):\n        self.units = units\n"
    "    @property\n    def state_size(self):\n        return self.units\n"
    "    @property\n    def output_size(self):\n        return self.units\n"
    "    def __call__(self, inputs, state, scope=None):\n"
    "        with tf.variable_scope(scope or 'own'):\n"
    "            w = tf.get_variable('w', [3], initializer=c)\n"
    "        new = tf.tanh(inputs * w + state)\n        return new, new\n"
    "cell = Own(3)\ny = tf.nn.dynamic_rnn(cell, s, dtype=tf.float32)[0]\n[run(y), names()]",
    "no_cells": "tf.nn.rnn_cell.MultiRNNCell([])",
    "cells_of_one": "tf.nn.rnn_cell.MultiRNNCell(tf.nn.rnn_cell.GRUCell(1))",
}

HELPERS = {
    "normal": "d = tf.distributions.Normal([0.0, 1.0], [1.0, 2.0])\n"
    "e = tf.distributions.Normal(0.5, 1.5)\n"
    "[run([d.log_prob([0.5, 1.0]), d.prob(0.5), d.entropy(), tf.distributions.kl_divergence(d, e), "
    "d.mean(), d.variance()]), list(run(d.sample(3)).shape)]",
    "categorical": "d = tf.distributions.Categorical(logits=[[1.0, 2.0, 0.5], [0.0, 0.0, 1.0]])\n"
    "e = tf.distributions.Categorical(probs=[0.2, 0.3, 0.5])\n"
    "[run([d.log_prob([1, 2]), d.entropy(), d.mode(), e.log_prob(2), e.entropy()]), "
    "list(run(d.sample()).shape), list(run(d.sample(4)).shape)]",
    "bernoulli": "d = tf.distributions.Bernoulli(probs=[0.2, 0.7])\n"
    "[run([d.log_prob([1, 0]), d.entropy(), d.mode()]), list(run(d.sample(2)).shape)]",
    "bernoulli_of_nothing": "tf.distributions.Bernoulli()",
    "uniform": "d = tf.distributions.Uniform(1.0, 3.0)\nrun([d.log_prob(2.0), d.entropy()])",
    "cosine": "n = tf.nn.l2_normalize\n"
    "run(tf.losses.cosine_distance(n(s[0], 1), n(s[0] + 1.0, 1), dim=1))",
    "sparse_to_dense": "run([tf.sparse_to_dense([[0, 1]], [2, 2], 5), "
    "tf.sparse_to_dense([1, 2], [4], [1.0, 2.0], -1.0)])",
    "setdiff1d": "run(list(tf.setdiff1d([1, 2, 3], [2])))",
    "roll": "run(tf.manip.roll(s[0], 1, 0))",
    "proximal": "w = tf.Variable([3.0, -2.0, 0.05])\n"
    "o = tf.train.ProximalGradientDescentOptimizer(0.1, l1_regularization_strength=0.5, "
    "l2_regularization_strength=0.1)\n"
    "step = o.minimize(tf.reduce_sum(w * [0.1, 0.2, 0.3]))\nrun(step)\nrun(w)",
    "average_of_tensors": "p = tf.placeholder(tf.float32, [2])\nt = p * 2.0\n"
    "e = tf.train.ExponentialMovingAverage(0.9, name='avg')\nstep = e.apply([t])\n"
    "run(step, {p: [1.0, 2.0]})\nrun(step, {p: [3.0, 0.0]})\n[run(e.average(t)), "
    "e.average(t).op.name]",
    "own_optimizer": "class Own(tf.train.Optimizer):\n"
    "    def __init__(self):\n        super().__init__(False, 'Own')\n"
    "    def _create_slots(self, var_list):\n        for v in var_list:\n"
    "            self._zeros_slot(v, 'm', self._name)\n"
    "    def _apply_dense(self, grad, var):\n"
    "        m = self.get_slot(var, 'm').assign(0.5 * self.get_slot(var, 'm') + grad)\n"
    "        return tf.assign_sub(var, 0.1 * m)\n"
    "w = tf.Variable([1.0, 2.0], name='w')\nstep = tf.train.get_or_create_global_step()\n"
    "o = Own()\nrun(o.minimize(tf.reduce_sum(w * w), step), times=3)\n"
    "[run([w, step]), o.get_slot_names(), run(o.get_slot(w, 'm')), names()]",
    "own_step": "class Own(tf.train.Optimizer):\n"
    "    def __init__(self):\n        super().__init__(False, 'Own')\n"
    "    def apply_gradients(self, grads_and_vars, global_step=None, name=None):\n"
    "        return tf.group(*[v.assign(v - g) for g, v in grads_and_vars])\n"
    "w = tf.Variable([1.0, 2.0])\nrun(Own().minimize(tf.reduce_sum(w * w)))\nrun(w)",
    "optimizer_without_name": "tf.train.Optimizer(False, '')",
    "momentum_of_changing_rate": "w = tf.Variable([1.0, 2.0])\nrate = tf.placeholder(tf.float32)\n"
    "t = tf.train.MomentumOptimizer(rate, 0.9).minimize(tf.reduce_sum(w * w))\n"
    "run(t, {rate: 0.1})\nrun(t, {rate: 0.05})\nrun(w)",
    "second_training": "step = tf.train.get_or_create_global_step()\nw = tf.Variable([1.0, 2.0])\n"
    "rate = tf.train.exponential_decay(0.1, step, 2, 0.9)\n"
    "t = tf.train.MomentumOptimizer(rate, 0.9).minimize(tf.reduce_sum(w * w), global_step=step)\n"
    "for last in (3, 5):\n"
    "    hooks = [tf.train.StopAtStepHook(last_step=last)]\n"
    "    with tf.train.MonitoredTrainingSession(checkpoint_dir='m', hooks=hooks) as s:\n"
    "        while not s.should_stop():\n            s.run(t)\n"
    "tf.train.load_variable('m', w.op.name)",
    "summaries": "import glob\nw = tf.summary.FileWriter('logs')\n"
    "one = tf.Summary()\none.value.add(tag='a', simple_value=2.5)\nw.add_summary(one, 3)\n"
    "two = tf.Summary(value=[tf.Summary.Value(tag='b', simple_value=1.0)])\n"
    "w.add_summary(two, 4)\nw.close()\n"
    "other = tf.Summary.FromString(one.SerializeToString())\n"
    "[[v.tag, v.simple_value] for v in other.value] + [[e.step, v.tag, v.simple_value] "
    "for e in tf.train.summary_iterator(glob.glob('logs/*')[0]) for v in e.summary.value]",
    "init_from_checkpoint": "k = tf.constant_initializer\n"
    "a = tf.get_variable('a', [2], initializer=k(3.0))\n"
    "b = tf.get_variable('b', [2], initializer=k(4.0))\nrun(a)\n"
    "p = tf.train.Saver().save(session, './m')\n"
    "with tf.variable_scope('new'):\n    c1 = tf.get_variable('a', [2])\n"
    "    d1 = tf.get_variable('b', [2])\n    e1 = tf.get_variable('e', [2])\n"
    "tf.train.init_from_checkpoint(p, {'a': c1})\n"
    "tf.train.init_from_checkpoint(p, {'b': 'new/b'})\n"
    "tf.train.init_from_checkpoint(p, {'a': 'new/e'})\nrun([c1, d1, e1])",
    "init_from_other_shape": "a = tf.get_variable('a', [2])\nrun(a)\n"
    "p = tf.train.Saver().save(session, './m')\nb = tf.get_variable('b', [3])\n"
    "tf.train.init_from_checkpoint(p, {'a': b})",
}

GROUPS = {
    "helpers": HELPERS,
    "cells": CELLS,
    "layers": LAYERS,
    "arguments": ARGUMENTS,
    "names": NAMES,
    "control": CONTROL,
    "gradients": GRADIENTS,
    "metrics": METRICS,
    "scripts": SCRIPTS,
    "work_on_host": WORK_ON_HOST,
    "draws": DRAWS,
    "seeded": SEEDED,
    "initialized": INITIALIZED,
    "begin_again": BEGIN_AGAIN,
    "scopes": SCOPES,
}
