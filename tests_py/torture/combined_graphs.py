"""Graphs whose sessions are fed and asked for what does not fit or is of another graph."""

from __future__ import annotations

from torture.filled import Filler
from torture.kind import expressions

NODES = expressions("""
    p; q; r; v; a; b; 'p:0'; 'p'; 'nope:0'; 'v:0'; ''; other; g; s; tf.compat.v1.no_op();
    tf.ones(2); tf.Variable(1.0); w; p.op; v.op; v.initializer; sp; lambda: p; (p, (a, {'k': b}));
    {'x': p, 'y': [a]}; []; (); [None]; a.op.inputs; tf.keras.Input((2,)); b'p:0'; a.op; init;
    'init'; {value}
""")
FEEDS = expressions("""
    1.0; [1.0, 2.0]; [[1.0, 2.0]]; np.ones((2, 2)); np.ones((3, 3, 3)); 'a'; [b'a', 'b'];
    np.ones(2, 'int8'); tf.ones((2, 2)); a; None; np.ones((0, 2)); [[1], [1, 2]];
    tf.compat.v1.SparseTensorValue([[0, 0]], [1.0], [2, 2]); ([[0, 0]], [1.0], [2, 2]); 2**70; 1j;
    True; {value}
""")
OPS = expressions("""
    p + 1; tf.matmul(p, v); v1.assign(v, p); tf.reduce_sum(p); tf.cast(p, 'string'); tf.reshape(p,
    (2, 2)); tf.gather(v, tf.cast(p, 'int32')); tf.py_function(lambda x: {value}, [p], 'float32');
    v1.py_func(lambda x: {value}, [p], 'float32'); tf.while_loop(lambda i: i < 3, lambda i: (i +
    1,), (0,)); tf.cond(tf.reduce_sum(p) > 1, lambda: p, lambda: p * 2); tf.split(p, 2);
    v1.gradients(p * w, [w, p])[0]; tf.strings.as_string(p)
""")
RUNS = expressions("""
    s.run({node}); s.run({node}, {{node}: {feed}}); s.run({node}, feed_dict={p: {feed}});
    s.run([{node}, a], {p: {feed}, {node}: {feed}}); s.run(init); s.run({node}, {value});
    s.make_callable({node}, [{node}])({feed}); s.make_callable(a, feed_list=[p])({feed});
    s.partial_run_setup([{node}], [{node}]); {node}.eval({p: {feed}}, s); v.load({feed}, s);
    s.close(); (lambda h: s.partial_run(h, {node}, {{node}: {feed}}))(s.partial_run_setup([a, b],
    [p, r])); s.run(a, {p: {feed}}, options={value}, run_metadata={value}); g.finalize();
    v1.train.Saver().save(s, 'saver'); v1.train.Saver([{node}]).restore(s, 'saver');
    v1.train.Saver().restore(s, {value}); v1.Session(graph={node}).run(a); v1.Session({value});
    v1.import_graph_def(g.as_graph_def(), {{node}: {node}},
    [{value}]); g.get_tensor_by_name({value}); g.get_operation_by_name({value});
    g.as_graph_element({node}); v1.graph_util.convert_variables_to_constants(s, g.as_graph_def(),
    ['a']); v1.train.GradientDescentOptimizer(.1).minimize({node});
    s.run(v1.train.AdamOptimizer().minimize(b)); v1.gradients({node}, {node}); v1.assign({node},
    {node}); v1.saved_model.simple_save(s, 'simple', {'x': p}, {'y': {node}}); s.list_devices();
    tf.function(lambda: {node})()
""")
DTYPES = expressions("'float32'; 'float32'; 'int32'; 'string'; 'bool'; 'complex64'; 'float16'")
SIZES = expressions("None; (2,); (None,); (2, 2); (None, 2); (); (0, 2)")
PARTS = {"node": NODES, "feed": FEEDS}


def lines(filler: Filler) -> list[str]:
    """A graph and one to three uses of its session, each of which may fail."""
    chance = filler.chance
    shape, dtype = chance.choice(SIZES), chance.choice(DTYPES)
    runs = [filler.one_of(RUNS) for _ in range(chance.choice((1, 1, 2)))]
    body = [
        "v1 = tf.compat.v1",
        f"p = v1.placeholder({dtype}, {shape}, name='p'); q = v1.placeholder('string', name='q')",
        "r = v1.placeholder_with_default([1.0, 2.0], (2,)); sp = v1.sparse_placeholder('float32')",
        "v = v1.get_variable('v', (2, 2)); w = v1.Variable(1.0); b = v1.reduce_sum(r) + w",
        f"a = {filler.one_of(OPS)}; init = v1.global_variables_initializer()",
        "s.run(init)" if chance.random() < 0.8 else "pass",
        *runs,
    ]
    other = "with tf.Graph().as_default(): other = tf.constant(1.0)"
    head = "with tf.Graph().as_default() as g, tf.compat.v1.Session() as s:"
    block = "\n ".join([f"{other}\n{head}", *body])
    return [f"exec({block!r})"]
