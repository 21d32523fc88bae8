"""Random functions of a batch of rows: what they give and do to variables, traced as eagerly."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from torture.kind import WRONG, Kind, Snippet, expressions

WIDE = 4  # of rows that have entries
# Inputs are multiples of 1/8: their sums are exact in any order, so that what jumps where values
# are equal may be tried on what is made of them by `EXACT`.
HEAD = (
    "random = np.random.default_rng(0); tf.config.threading.set_intra_op_parallelism_threads({}); "
    "rows = lambda n: tf.constant(random.integers(-16, 17, (n, 4)).astype('float32') / 8); "
    "flat = lambda r: [np.asarray(one) for one in tf.nest.flatten(r) if one is not None]; "
    "same = lambda a, b: [np.testing.assert_allclose(q, p, 1e-3, 1e-4 * max(1, abs(p).max("
    "initial=0))) for p, q in zip(flat(a), flat(b), strict=True)]"
)
# The variables of one function: a matrix, a row, a number and a counter; a function of its own and
# a layer.
PARTS = (
    "def made(): w = tf.Variable(tf.reshape(tf.range(16.0), (4, 4)) / 16 - .5); "
    "b = tf.Variable([.5, -.25, 0., 1.]); k = tf.Variable(.5); c = tf.Variable(0); "
    "g = tf.function(lambda a: tf.tanh(a * k) + b); "
    "h = tf.function(lambda a: (c.assign_add(1), a * 2)[1]); return w, b, k, c, g, h"
)
# {what an op makes: how}, of {0}: rows of 4, {1}: other such rows, {2}: a number for each row.
ROWS, NUMBERS = "rows of 4", "a number for each row"
EXACT = {
    ROWS: expressions("""
        tf.nn.relu({0}); tf.abs({0}); -{0}; {0} + {1}; {0} - {1}; {0} * .5; {0} + b;
        tf.reverse({0}, [0]); tf.roll({0}, 1, 0); {0}[::-1]; {0}[:, ::-1]; {0} + k;
        tf.where({0} > .2, {0}, {1}); tf.minimum({0}, {1}); tf.maximum({0}, {1}); tf.sort({0}, 1);
        tf.sort({0}, 0); tf.clip_by_value({0}, -1., 1.); tf.sign({0});
        tf.gather({0}, tf.argsort({0}[:, 0], stable=True)); {0} * tf.cast({1} > 0, 'float32');
        tf.concat([{0}[1:], {0}[:1]], 0); tf.reshape({0}, (-1, 4)); tf.stack([{0}, {1}])[1];
        tf.concat([{0}[:, :1], {1}[:, 1:]], 1); tf.cast(tf.cast({0}, 'int32'), 'float32');
        tf.transpose(tf.transpose({0})); tf.reshape({0}, (-1, 2, 2))[:, 0] @ tf.eye(2, 4);
        tf.cond(tf.reduce_sum({0}) > 1., lambda: {0}, lambda: {1}); tf.identity({0});
        tf.where(tf.reduce_any({0} > 1., 1, keepdims=True), {0}, {1}); {0} + {2}[:, None];
        tf.repeat({0}[:, :2], 2, 1); tf.tile({0}[:, :1], (1, 4)); tf.math.floor({0});
        tf.gather({0}, tf.range(tf.shape({0})[0])[::-1]); tf.pad({0}[1:], [[1, 0], [0, 0]]);
        tf.tensor_scatter_nd_update({0}, [[0]], [b]);
        tf.py_function(lambda a: a + 1, [{0}], 'float32') + tf.zeros_like({0});
        tf.reshape(tf.numpy_function(lambda a: a[::-1].copy(), [{0}], 'float32'), (-1, 4));
        tf.one_hot(tf.argmax({0}, 1), 4); tf.unstack({0}, axis=1)[0][:, None] + {1};
        tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * .5), (0, {0}))[1];
        tf.while_loop(lambda a: tf.reduce_max(tf.abs(a)) > 1., lambda a: a * .5, ({0},))[0];
        tf.cond(tf.size({0}) > 8, lambda: {0}, lambda: {1});
        tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a[::-1]), (0, {0}))[1];
        tf.py_function(lambda a: a, [{0}], 'float32');
        tf.numpy_function(lambda a: a, [{0}], 'float32');
        tf.custom_gradient(lambda a: (a, lambda d: d))({0}); tf.function(lambda a: a)({0});
        tf.switch_case(tf.cast({0}[0, 0] > 0., 'int32'), [lambda: {0}, lambda: {0} + {1}]); h({0})
    """),
    NUMBERS: expressions("""
        tf.reduce_max({0}, 1); {0}[:, 2]; tf.reduce_sum({0}, 1); tf.reduce_min({1}, -1);
        tf.cast(tf.argmax({0}, 1), 'float32'); tf.cast(tf.reduce_all({0} > -1., 1), 'float32');
        {2} - tf.reduce_max({2}); tf.cast(tf.math.count_nonzero({0}, 1), 'float32');
        tf.cast(tf.range(tf.shape({0})[0]), 'float32')
    """),
}
SMOOTH = {
    ROWS: expressions("""
        tf.tanh({0}); {0} @ w; tf.nn.softmax({0}); tf.sigmoid({0}) * {1}; g({0});
        {0} - tf.reduce_mean({0}, 0); {0} / (1. + tf.math.reduce_std({0}, 0));
        tf.nn.l2_normalize({0} + .5, 1); tf.cumsum({0}, 1); tf.exp(-tf.abs({0})); {0} * k;
        tf.matmul({0}, {1}, transpose_a=True)[:1] * .01 + {0}; tf.cumsum({0} * .01, 0);
        tf.map_fn(lambda r: r * 2 + tf.reduce_sum(r), {0}); tf.vectorized_map(tf.nn.relu, {0});
        tf.linalg.matvec({0} * .1, b)[:, None] + {0}; tf.einsum('ni,ij->nj', {0}, w);
        tf.math.unsorted_segment_sum({0}, tf.zeros(tf.shape({0})[0], 'int32'), 1) * .01 + {0};
        tf.scan(lambda a, r: a * .5 + r, {0}); tf.nn.dropout({0}, 0.); tf.square({0}) * .1;
        tf.reduce_mean({0}, 0, keepdims=True) + {1}; tf.reduce_logsumexp({0}) + {1};
        tf.stop_gradient({0}) * {1}; tf.nn.relu({0} @ w + b); {0} + tf.reduce_sum({2}) * .01;
        tf.gradients_of(lambda a: tf.reduce_sum(tf.tanh(a @ w) ** 2), {0});
        tf.gradients_of(lambda a: tf.reduce_mean(tf.nn.softmax(a * k) * b), {0});
        tf.recompute_grad(tf.tanh)({0});
        tf.reshape(tf.nn.max_pool1d({0}[:, :, None], 1, 1, 'SAME'), (-1, 4));
        tf.reshape(tf.nn.conv1d({0}[:, :, None], tf.ones((3, 1, 1)), 1, 'SAME'), (-1, 4)) * .3
    """),
    NUMBERS: expressions("""
        tf.norm({0} + .1, axis=1); tf.reduce_mean({0}, 1); tf.reduce_logsumexp({0}, 1);
        tf.nn.sparse_softmax_cross_entropy_with_logits(tf.zeros(tf.shape({0})[0], 'int32'), {0})
    """),
}
# What changes variables, on the way.
CHANGES = expressions("""
    c.assign_add(1); k.assign(tf.reduce_mean({0})); b.assign_add(tf.reduce_mean({0}, 0));
    w.assign(tf.matmul({0}, {1}, transpose_a=True) / 600.); b.assign({0}[0]); k.assign(k * .5);
    k.assign_sub(tf.reduce_max({2}) * .1); c.assign(tf.shape({0})[0]); w[0].assign({0}[-1]);
    c.assign_add(tf.size({0}));
    [v.assign_sub(.1 * d) for v, d in zip((w, b),
     tf.gradients_of(lambda w, b: tf.reduce_mean(tf.tanh({0} @ w + b) ** 2), w, b))];
    tf.cond(tf.reduce_max({0}) > 1., lambda: k.assign(1.), lambda: k.assign_add(.25));
    tf.while_loop(lambda i: i < 2, lambda i: (c.assign_add(1), i + 1)[1:], (0,))
""")
OUTPUTS = expressions("""
    {0}; {0}; {2}; tf.reduce_sum({0}); tf.reduce_mean({0}, 0); w; b.value(); k; c; None; 3;
    {{'a': {0}, 'b': None}}; [{0}, {1}]; ({0}, {{'c': [{2}]}}); tf.shape({0}); {0}[:1]; {0}[-1];
    {0}[:, 0]; tf.reshape({0}, [-1]); tf.transpose({0}); x; w + 0;
    tf.TensorArray('float32', 2).unstack([{0}, {1}]).stack(); tf.size({0}); tf.ones((3,));
    tf.zeros_like({0}); {0}[0, 0]; tf.concat([{0}, {1}], 0); tf.expand_dims({0}, 0);
    tf.broadcast_to(b, tf.shape({0})); tf.reduce_max({0}, keepdims=True); w.read_value();
    tf.stack([{0}, {1}]); tf.constant([1., 2.]); ({0}, {0}); b * 1; (); tf.rank({0})
""")
JUMPING = ["tf.boolean_mask({0}, {0}[:, 0] > 0.)", "tf.argsort({2}, stable=True)", "{0} > .3"]
JUMPING += [
    "tf.where({0} > 1.)",
    "tf.unique(tf.reshape({0}, [-1]))[0]",
    "tf.strings.length(tf.strings.as_string({2}))",
]

# How the function is traced: the last one without values, within another one's trace.
PLAIN = "tf.function(lambda x: f(x, *two))"
TRACED = (
    PLAIN,
    PLAIN,
    "tf.function(lambda x: f(x, *two), reduce_retracing=True)",
    "tf.function(lambda x: f(x, *two), input_signature=[tf.TensorSpec((None, 4))])",
    "(lambda u: tf.function(lambda x: u(x)).get_concrete_function(tf.TensorSpec((None, 4))))"
    f"({PLAIN})",
)

# Shapes that only values tell are not known where a signature leaves sizes open.
HOST_ALONE = "its result is not known in a trace without values"


@dataclass
class Body:
    """What a function has made so far: names of values of each kind; of the exact ones too."""

    chance: random.Random
    lines: list[str] = field(default_factory=list)
    exact: dict[str, list[str]] = field(default_factory=lambda: {ROWS: ["x"], NUMBERS: ["n"]})
    all: dict[str, list[str]] = field(default_factory=lambda: {ROWS: ["x"], NUMBERS: ["n"]})

    def filled(self, template: str, names: dict[str, list[str]]) -> str:
        """The expression with values for its places, rather late ones."""
        pick: Callable[[str], str] = lambda kind: self.chance.choice(names[kind][-4:])  # noqa: E731
        return template.format(pick(ROWS), pick(ROWS), pick(NUMBERS))

    def add(self) -> None:
        """One line more."""
        kind = self.chance.choice((ROWS, ROWS, ROWS, NUMBERS))
        if self.chance.random() < 0.2:
            self.lines.append(self.filled(self.chance.choice(CHANGES), self.all))
            return
        # Variables change by what is not exact, so that what reads them is not either.
        template = self.chance.choice([*EXACT[kind], *SMOOTH[kind]])
        jumps = template in EXACT[kind]
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {self.filled(template, self.exact if jumps else self.all)}")
        self.all[kind].append(name)
        if jumps and not any(part in template for part in ("+ b", "+ k", "[b]")):
            self.exact[kind].append(name)

    def outputs(self) -> str:
        """What it returns."""
        made = [self.filled(one, self.all) for one in self.chance.choices(OUTPUTS, k=2)]
        if self.chance.random() < 0.2:
            made.append(self.filled(self.chance.choice(JUMPING), self.exact))
        return ", ".join(made[: self.chance.choice((1, 2, 3))])


class Torture(Kind):
    """A function, eager and traced, on batches of several sizes, from equal variables on."""

    LIMIT = 20.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        body = Body(chance)
        for _ in range(chance.choice((1, 2, 4, 8, 16))):
            body.add()
        lines = "; ".join(["n = x[:, 0]", *body.lines, f"return {body.outputs()}"])
        traced = chance.choice(TRACED)
        sizes = [chance.choice((1, 2, 3, 8, 31, 64, 100, 256, 512, 600)) for _ in range(3)]
        return Snippet(
            [
                HEAD.format(chance.choice((1, 2, 3))),
                GRADIENTS,
                PARTS,
                f"def f(x, w, b, k, c, g, h): {lines}",
                "one, two = made(), made()",
                f"t = {traced}",
                f"for n in {(*sizes, sizes[0])}: x = rows(n); p = f(x, *one); q = t(x); "
                "same(p, q); same(one[:4], two[:4])",
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return None if HOST_ALONE in str(error) else WRONG


# tf.gradients_of(f, *values): the gradients of a function's result.
GRADIENTS = (
    "exec('def gradients_of(f, *v):\\n with tf.GradientTape() as t:\\n  for one in v: t.watch(one)"
    "\\n  y = f(*v)\\n d = t.gradient(y, v)\\n return d if len(v) > 1 else d[0]'); "
    "tf.gradients_of = gradients_of"
)
