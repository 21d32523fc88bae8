"""Snippets of what scripts of TensorFlow 1 do around their training: hooks, streaming metrics,
collections by scope, names of summaries, files of checkpoints."""

METRICS_OF = """
l = tf.placeholder(tf.int64, [None])
p = tf.placeholder(tf.int64, [None])
q = tf.placeholder(tf.float32, [None])
pairs = tf.stack([q, 1 - q, q * 0.5], 1)
feeds = [{l: [0, 1, 1, 0], p: [0, 1, 0, 1], q: [.1, .9, .4, .6]}, {l: [1, 1, 0], p: [1, 1, 0],
         q: [.7, .2, .55]}]
def over(metric):
    value, update = metric
    found = []
    for feed in feeds:
        found.append([run(update, feed), run(value, feed)])
    return [found, sorted(v.name for v in tf.local_variables())]
"""
METRICS = {
    name: f"{METRICS_OF}over(tf.metrics.{call})"
    for name, call in {
        "mean_tensor": "mean_tensor(tf.stack([q[0], q[1]]))",
        "mean_cosine_distance": "mean_cosine_distance(tf.cast(l, tf.float32)[None], q[None], 1)",
        "false_negatives_at_thresholds": "false_negatives_at_thresholds(l, q, [.3, .6])",
        "true_negatives_at_thresholds": "true_negatives_at_thresholds(l, q, [.3, .6])",
        "precision_at_thresholds": "precision_at_thresholds(l, q, [.5])",
        "recall_at_thresholds": "recall_at_thresholds(l, q, [.2, .5], weights=q)",
        "sensitivity_at_specificity": "sensitivity_at_specificity(l, q, .5)",
        "specificity_at_sensitivity": "specificity_at_sensitivity(l, q, .6, num_thresholds=7)",
        "recall_at_k": "recall_at_k(l, pairs, 1)",
        "recall_of_class_at_k": "recall_at_k(tf.stack([l, 1 - l, l], 1), pairs, 2, class_id=1)",
        "precision_at_k": "precision_at_k(tf.stack([l, l], 1), pairs, 2, weights=q)",
        "precision_at_top_k": "precision_at_top_k(l, tf.stack([p, 1 - p], 1), 2)",
        "average_precision_at_k": "average_precision_at_k(tf.reshape(l, [-1, 1]), pairs, 2)",
        "precision": "precision(l, p)",
        "recall": "recall(l, p, name='r')",
    }.items()
}

PAIRS = "tf.losses.mean_pairwise_squared_error(tf.constant([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]), " \
    "tf.constant([[0.9, 0.2, 0.1], [0.3, 0.6, 0.4]]), "  # fmt: skip
PARTS = "a = tf.constant([[1.0], [2.0], [3.0]])\nb = tf.constant([[10.0], [20.0]])\n"
SCRIPTS = {
    "pairwise_errors": f"run([{PAIRS}w) for w in (1.0, 2.0, [[1.0], [0.0]], [[0.0], [3.0]], "
    "[[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]], [[1.0, 2.0, 3.0]], 0.0)])",
    "pairwise_errors_of_bad_weights": f"{PAIRS}[1.0, 2.0])",
    "bicubic": "[run(tf.image.resize_bicubic(x, [m, n], **o)) for m, n in ((7, 9), (3, 2), (1, 1)) "
    "for o in ({}, {'align_corners': True}, {'half_pixel_centers': True})] + "
    "[run(tf.image.resize_images(x[0], [5, 3], tf.image.ResizeMethod.BICUBIC))]",
    "parts_of_a_table": f"{PARTS}i = [0, 1, 2, 3, 4]\n"
    "run([tf.nn.embedding_lookup([a, b], i, partition_strategy=s) for s in ('mod', 'div')] + "
    "[tf.nn.embedding_lookup([a, b], i)])",
    "sparse_ids_of_parts": f"{PARTS}ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], "
    "tf.constant([1, 2, 3], tf.int64), [2, 2])\nrun([tf.nn.embedding_lookup_sparse([a, b], ids, "
    "None, partition_strategy=s, combiner='sum') for s in ('mod', 'div')])",
    "gradients_of_convolutions": "run([tf.nn.conv2d_backprop_input([1, 3, 3, 1], "
    "tf.ones([2, 2, 1, 1]), tf.ones([1, 2, 2, 1]), strides=[1, 1, 1, 1], padding='VALID'), "
    "tf.nn.conv2d_backprop_filter(tf.ones([1, 3, 3, 1]), [2, 2, 1, 1], tf.ones([1, 2, 2, 1]), "
    "strides=[1, 1, 1, 1], padding='VALID')])",
    "initialized_value": "v = tf.Variable(3.0)\nw = tf.Variable(v.initialized_value() * 2.0)\n"
    "i = v.initialized_value()\na = run([v, w, i])\nrun(v.assign(7.0))\nb = run([i, w])\n"
    "session.run(w.initializer)\n[a, b, run(w)]",
    "writes_in_each_run": "p = tf.placeholder(tf.string, [])\n"
    "n = tf.placeholder(tf.string, [])\nw = tf.write_file('a.txt', p, name='mine')\n"
    "r = tf.read_file(n)\nfound = []\nfor one in ('x', 'y', 'z'):\n    run(w, {p: one})\n"
    "    found.append(run(r, {n: 'a.txt'}))\nfound + [w.name, w.type]",
    "shape_of_another_tensor": "import copy\na = tf.placeholder(tf.float32, [None, 2])\n"
    "b = tf.cond(tf.placeholder(tf.bool, ()), lambda: a, lambda: a * 2.0)\n"
    "b.set_shape(copy.copy(a.get_shape()))\nb.set_shape(list(a.shape))\nstr(b.shape)",
    "names_of_summaries": "tf.summary.scalar('a:0/b c', 1.5)\ntf.summary.scalar('/lead', 2.0)\n"
    "tf.summary.histogram('h', [1.0, 2.0], family='fam')\nwith tf.name_scope('ns'):\n"
    "    tf.summary.scalar('x', 3.0)\n    tf.summary.scalar('x', 3.0, family='fa m')\n"
    "    tf.summary.text('t t', tf.constant('hello'))\n"
    "m = tf.summary.merge_all()\none = tf.Summary.FromString(run(m))\n"
    "[[v.tag for v in one.value], m.dtype.name, m.shape.as_list(), m.name]",
    "moving_average_collection": "with tf.variable_scope('s'):\n"
    "    v = tf.get_variable('v', [2], initializer=c)\n"
    "e = tf.train.ExponentialMovingAverage(0.9)\nrun(e.apply(tf.trainable_variables('s')))\n"
    "[[v.name for v in tf.moving_average_variables()], names(), sorted(e.variables_to_restore())]",
    "penalties_by_scope": "r = lambda w: 0.5 * tf.nn.l2_loss(w)\n"
    "with tf.variable_scope('a'):\n    tf.layers.dense(s, 2, kernel_regularizer=r, name='d')\n"
    "    tf.layers.dense(s, 2, kernel_regularizer=r, name='d', reuse=True)\n"
    "with tf.name_scope('t'), tf.variable_scope('b'):\n"
    "    tf.layers.conv2d(x, 2, 2, kernel_regularizer=r, bias_regularizer=r)\n"
    "    tf.get_variable('z', [1], regularizer=r)\n"
    "[[len(tf.losses.get_regularization_losses(one)) for one in ('a', 'b', 't', 'm')], "
    "[v.name.rpartition('/')[0] for v in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)]]",
    "layer_built_by_itself": "d = tf.layers.Dense(2, kernel_initializer=c, name='q', "
    "kernel_regularizer=lambda w: tf.nn.l2_loss(w))\nd.build([None, 3])\n"
    "[run(d(s)), names(), run(d.losses), d.built]",
    "collection_of_operators": "with tf.name_scope('t'):\n"
    "    tf.add_to_collection('mine', s[0, 0, 0] * 2.0)\n"
    "with tf.name_scope('u'):\n    tf.add_to_collection('mine', s[0, 0, 1] * 3.0)\n"
    "[len(tf.get_collection('mine', one)) for one in ('t', 'u', 'v')]",
    "scaffold_functions": "seen = []\nv = tf.get_variable('v', [2], initializer=c)\n"
    "f = tf.train.Scaffold(init_fn=lambda scaffold, session: "
    "seen.append([type(scaffold).__name__, session.run(v)]))\n"
    "with tf.train.MonitoredTrainingSession(scaffold=f) as m:\n    seen.append(m.run(v))\n"
    "seen + [tf.get_default_graph().finalized]",
    "checkpoint_listeners": "import os\nseen = []\n"
    "class L(tf.train.CheckpointSaverListener):\n"
    "    def before_save(self, session, step):\n        seen.append(['before', int(step)])\n"
    "    def after_save(self, session, step):\n        seen.append(['after', int(step)])\n"
    "        return step >= 2\n"
    "    def end(self, session, step):\n        seen.append(['end', int(step)])\n"
    "i = tf.assign_add(tf.train.get_or_create_global_step(), 1)\n"
    "h = tf.train.CheckpointSaverHook('k', save_steps=1, listeners=[L()])\n"
    "with tf.train.MonitoredTrainingSession(hooks=[h]) as m:\n"
    "    while not m.should_stop():\n        m.run(i)\n"
    "[seen, sorted(one for one in os.listdir('k') if 'tfevents' not in one)]",
    "step_counter": "class W:\n    def add_summary(self, one, step):\n"
    "        seen.append([[v.tag for v in one.value], int(step)])\n"
    "seen = []\ni = tf.assign_add(tf.train.get_or_create_global_step(), 1)\n"
    "hooks = [tf.train.StepCounterHook(2, summary_writer=W()), tf.train.StopAtStepHook(5)]\n"
    "with tf.train.MonitoredSession(hooks=hooks) as m:\n"
    "    while not m.should_stop():\n        m.run(i)\nseen",
    "step_functions": "i = tf.assign_add(tf.train.get_or_create_global_step(), 1)\nfound = []\n"
    "with tf.train.MonitoredSession() as m:\n"
    "    found.append(m.run_step_fn(lambda step_context: step_context.session.run(i)))\n"
    "    found.append(m.run_step_fn(lambda step_context: step_context.run_with_hooks(i)))\n"
    "    while not m.should_stop():\n"
    "        m.run_step_fn(lambda step_context: step_context.request_stop())\nfound",
    "step_function_of_other_arguments": "with tf.train.MonitoredSession() as m:\n"
    "    m.run_step_fn(lambda context: 1)",
    "closed_twice": "v = tf.Variable(1.0)\nm = tf.train.MonitoredSession()\nm.close()\nm.close()",
    "global_step_waiter": "i = tf.assign_add(tf.train.get_or_create_global_step(), 1)\n"
    "with tf.train.MonitoredSession(hooks=[tf.train.GlobalStepWaiterHook(0)]) as m:\n"
    "    found = m.run(i)\nfound",
    "session_manager": "v = tf.get_variable('v', [2], initializer=c)\n"
    "made = tf.train.SessionManager(ready_op=tf.report_uninitialized_variables())\n"
    "one = made.prepare_session('', tf.global_variables_initializer(), tf.train.Saver(), './no')\n"
    "[one.run(v), made.recover_session('', tf.train.Saver(), './no')[1]]",
    "session_that_is_not_ready": "v = tf.get_variable('v', [2], initializer=c)\n"
    "tf.train.SessionManager(ready_op=tf.report_uninitialized_variables()).prepare_session("
    "'', tf.no_op())",
    "supervised": "import os\ni = tf.assign_add(tf.train.get_or_create_global_step(), 1)\n"
    "v = tf.train.Supervisor(logdir='./sv', summary_op=None)\n"
    "with v.managed_session() as one:\n    one.run([i])\n"
    "'graph.pbtxt' in os.listdir('sv')",
    "compressed_records": "kinds = tf.python_io.TFRecordCompressionType\n"
    "o = tf.python_io.TFRecordOptions(kinds.GZIP)\n"
    "w = tf.python_io.TFRecordWriter('a', o)\nw.write(b'one')\nw.close()\n"
    "[list(tf.python_io.tf_record_iterator('a', o)), "
    "o.get_compression_type_string(o), o.get_compression_type_string(kinds.ZLIB)]",
}

PIXELS = """
t = tf.placeholder(tf.string, [])
def of(function, data):
    found = function(t)
    return [run(found, {t: data}, times=2), found.dtype.name]
png = run(tf.image.encode_png(np.arange(48, dtype=np.uint8).reshape(4, 4, 3)))
wav = run(tf.audio.encode_wav(tf.constant([[0.5], [-0.25]]), 8000))
"""
WORK_ON_HOST = {
    name: f"{PIXELS}{code}"
    for name, code in {
        "decode_png": "of(lambda one: tf.image.decode_png(one, channels=3), png)",
        "decode_jpeg": "of(tf.image.decode_jpeg, png)",
        "decode_image": "of(tf.image.decode_image, png)",
        "decode_gif": "of(tf.image.decode_gif, png)",
        "decode_wav": "of(lambda one: tf.audio.decode_wav(one)[0], wav)",
        "unicode_transcode": "of(lambda one: tf.strings.unicode_transcode(one, 'UTF-8', "
        "'UTF-16-BE'), 'h\u00e9')",
        "image_pipeline": "run(tf.write_file('a.png', tf.constant(png)))\n"
        "n = tf.placeholder(tf.string, [])\n"
        "i = tf.image.decode_jpeg(tf.read_file(n), channels=3)\n"
        "i = tf.image.convert_image_dtype(i, tf.float32)\n"
        "i = tf.image.central_crop(i, 0.875)\n"
        "i = tf.squeeze(tf.image.resize_bilinear(i[None], [3, 3], align_corners=False), [0])\n"
        "i = tf.image.per_image_standardization(tf.multiply(tf.subtract(i, 0.5), 2.0))\n"
        "[i.shape.as_list(), run(i, {n: 'a.png'}, times=2)]",
        "slice_by_sizes_of_a_run": "b = tf.placeholder(tf.int32, [3])\n"
        "run(tf.slice(x[0], [1, 0, 0], b), {b: [2, 4, -1]}, times=2)",
        "boxes": "b, n, box = tf.image.sample_distorted_bounding_box(tf.shape(x)[1:], "
        "tf.constant([[[0.0, 0.0, 1.0, 1.0]]]), min_object_covered=1.0, "
        "aspect_ratio_range=[1.0, 1.0], area_range=[1.0, 1.0])\n"
        "run([b, n, box, tf.slice(x[0], b, n)], times=2)",
    }.items()
}
DRAWS = {
    f"{function}_anew": "p = tf.placeholder(tf.float32, [6, 6, 3])\n"
    f"found = {code}\nruns = [run(found, {{p: np.ones((6, 6, 3)) * np.arange(18.0).reshape(6, 1, 3)"
    " / 18.0}) for _ in range(16)]\nlen({one.tobytes() for one in runs}) > 1"
    for function, code in {
        "random_brightness": "tf.image.random_brightness(p, 0.2)",
        "random_contrast": "tf.image.random_contrast(p, 0.2, 1.8)",
        "random_saturation": "tf.image.random_saturation(p, 0.5, 1.5)",
        "random_hue": "tf.image.random_hue(p, 0.4)",
        "random_crop": "tf.random_crop(p, [3, 3, 3])",
        "image_random_crop": "tf.image.random_crop(p, [3, 3, 3])",
        "random_flip_up_down": "tf.image.random_flip_up_down(p)",
        "random_jpeg_quality": "tf.image.random_jpeg_quality(tf.cast(p * 255.0, tf.uint8), 5, 95)",
        "distorted_box": "tf.image.sample_distorted_bounding_box([6, 6, 3], "
        "tf.constant([[[0.0, 0.0, 1.0, 1.0]]]), min_object_covered=0.1)[0]",
        "sampler": "tf.random.log_uniform_candidate_sampler([[1]], 1, 5, True, 1000)[0]",
        "shuffle": "tf.random.shuffle(tf.range(20))",
        "dropout": "tf.nn.dropout(p, 0.5)",
    }.items()
}
# What draws by a seed of its own gives TensorFlow's numbers, from the first run on.
SEEDED = {
    name: f"tf.set_random_seed({seed})\nd = {code}\n[session.run(d) for _ in range(3)]"
    for seed, name, code in [
        (1, "seeded_normal", "tf.random_normal([3], seed=7)"),
        (1, "seeded_uniform", "tf.random_uniform([3], -1.0, 2.0, seed=7)"),
        (2, "seeded_integers", "tf.random_uniform([3], 0, 10, tf.int32, seed=7)"),
        (3, "seeded_truncated", "tf.truncated_normal([3], stddev=0.1, seed=7)"),
        (4, "seeded_shuffle", "tf.random_shuffle(tf.range(6), seed=7)"),
        (5, "seeded_multinomial", "tf.multinomial(tf.zeros([1, 5]), 4, seed=7)"),
        (6, "seeded_dropout", "tf.nn.dropout(tf.ones([6]), 0.5, seed=7)"),
    ]
}
INITIALIZED = {
    f"seeded_{name.partition('(')[0]}": f"tf.set_random_seed(11)\nv = tf.get_variable('v', [3, 4], "
    f"initializer=tf.{name}seed=5))\nw = tf.Variable(tf.{name}seed=6)([2, 2, 3, 2]))\nrun([v, w])"
    for name in (
        "random_normal_initializer(stddev=0.5, ",
        "truncated_normal_initializer(",
        "random_uniform_initializer(-2.0, 1.0, ",
        "glorot_uniform_initializer(",
        "glorot_normal_initializer(",
        "orthogonal_initializer(2.0, ",
        "variance_scaling_initializer(2.0, 'fan_out', ",
        "uniform_unit_scaling_initializer(",
        "initializers.he_normal(",
        "initializers.he_uniform(",
        "initializers.lecun_normal(",
    )
}
STEPS = """
w = tf.get_variable('w', [3], initializer=c)
loss = tf.reduce_sum(w ** 2 * [1.0, 0.5, 2.0])
"""
BEGIN_AGAIN = {
    f"{name}_begins_again": f"{STEPS}o = tf.train.{code}\nt = o.minimize(loss)\n"
    "first, again = tf.global_variables_initializer(), tf.variables_initializer(o.variables())\n"
    "found = []\nfor _ in range(3):\n    session.run(first)\n"
    "    [session.run(t) for _ in range(3)]\n    found.append(session.run(w))\n"
    "for _ in range(2):\n    session.run([w.initializer, again])\n    session.run(t)\n"
    "    found.append(session.run(w))\nfound"
    for name, code in {
        "adam": "AdamOptimizer(0.1)",
        "momentum": "MomentumOptimizer(0.1, 0.9)",
        "adagrad": "AdagradOptimizer(0.1)",
        "rmsprop": "RMSPropOptimizer(0.1, momentum=0.5, centered=True)",
        "ftrl": "FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.01)",
        "proximal_adagrad": "ProximalAdagradOptimizer(0.1, l1_regularization_strength=0.01, "
        "l2_regularization_strength=0.1)",
    }.items()
}
SCOPES = {
    "template": "t = tf.make_template('t', lambda x: x * tf.get_variable('w', [], "
    "initializer=tf.ones_initializer()))\na, b = t(1.0), t(2.0)\n"
    "[run([a, b]), [v.name for v in t.variables], t.name, t.var_scope.name, "
    "[v.name for v in t.trainable_variables]]",
    "scope_without_names": "with tf.variable_scope('a') as one:\n"
    "    tf.get_variable('v', [1])\nfound = []\n"
    "with tf.variable_scope(one, auxiliary_name_scope=False):\n"
    "    found.append(tf.identity(1.0).name)\nwith tf.variable_scope(one) as two:\n"
    "    found += [tf.identity(1.0).name, two.original_name_scope]\nfound",
    "names_of_getters": "def get(getter, *args, **kwargs):\n"
    "    return tf.identity(getter(*args, **kwargs), name='got')\n"
    "with tf.variable_scope('a', custom_getter=get):\n    found = tf.get_variable('v', [1])\n"
    "found.name",
}
DRAWS["dropout_of_rows"] = (
    "y = tf.nn.dropout(tf.ones([2, 3, 4]), 0.5, noise_shape=[2, 1, 4])\n"
    "[bool((one == one[:, :1]).all()) for one in [run(y), run(y)]]"
)
