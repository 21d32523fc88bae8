"""What concrete functions show, take and refuse, and what saved models of functions give: a value
or a class of error each. They begin with `START`. A line goes on in those that are set in."""

START = """
import re, tempfile, time
def spec(*sizes): return tf.TensorSpec(list(sizes), tf.float32)
ANY = tf.TensorSpec(None, tf.float32)
ONE, TWO, W = tf.constant([1.0]), tf.constant([2.0]), tf.Variable([3.0])
FIXED = tf.Variable(1.0, trainable=False)
@tf.function
def add(a, b, c=3): return a + b * c
@tf.function
def weigh(x, training=False): return {"y": x * W + FIXED, "x": x}
@tf.function
def nested(q): return q["a"] + q["b"][0], None
ADD = add.get_concrete_function(spec(None), spec(None), 2.0)
NAMED = add.get_concrete_function(tf.TensorSpec([None], name="first"), b=spec(None))
WEIGH = weigh.get_concrete_function(spec(None), training=True)
NESTED = nested.get_concrete_function({"a": spec(), "b": [spec()]})
def text(call):
    try:
        call()
    except (TypeError, ValueError) as error:
        return re.sub("0x[0-9a-fA-F]+", "0x", str(error))
class Vec(tf.experimental.ExtensionType):
    __name__ = f"recorded.Vec{time.time_ns()}"
    x: tf.Tensor
    k: int = 3
class Plain(tf.experimental.ExtensionType):
    x: tf.Tensor
class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(2.0)
    @tf.function(input_signature=[ANY])
    def scale(self, x): return x * self.v
    @tf.function(input_signature=[ANY, ANY])
    def both(self, x, y): return {"s": x + y, "t": tf.reduce_sum(x)}
    @tf.function(input_signature=[Vec.Spec(spec(None), 3)])
    def turn(self, v): return Vec(v.x * self.v)
    @tf.function
    def first(self, v): return v.x[0]
    @tf.function
    def call(self, x, training=False, scale=2.0): return x * scale if training else x
    @tf.function(input_signature=[spec()])
    def mutate(self, value): self.v.assign(value)
class Tables(tf.Module):
    def __init__(self):
        super().__init__()
        start = tf.lookup.KeyValueTensorInitializer
        ids = tf.constant([0, 1], tf.int64)
        self.there = tf.lookup.StaticHashTable(start(["a", "b"], ids), -1)
        self.back = tf.lookup.StaticHashTable(start(ids, ["a", "b"]), "?")
        self.open = tf.lookup.StaticVocabularyTable(start(["a", "b"], ids), 2)
        self.layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"], mask_token="")
        self.inverse = tf.keras.layers.StringLookup(vocabulary=["a", "b"], invert=True)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, x):
        found = self.there.lookup(x)
        return {"ids": found, "texts": self.back.lookup(found), "open": self.open.lookup(x)}
    @tf.function
    def number(self, x): return self.layer(x)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
    def text(self, x): return self.inverse(x)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def letters(self, x): return tf.strings.unicode_split(x, "UTF-8").to_tensor()
TABLES, TEXTS = Tables(), tf.constant(["b", "", "zz"])
TABLES.number(TEXTS)
VECTORIZER = tf.keras.Sequential([tf.keras.Input((1,), dtype="string"),
                                  tf.keras.layers.TextVectorization(vocabulary=["one", "two"])])
MODEL = Model()
MODEL.call(tf.constant(1.0)); MODEL.call(tf.constant(1.0), training=True)
MODEL.first(Vec([1.0]))
LOADED = []
def loaded(model=MODEL, **options):
    folder = tempfile.mkdtemp()
    tf.saved_model.save(model, folder, **options)
    LOADED.append(tf.saved_model.load(folder))
    return LOADED[-1]
"""

SHOWN = """
[len(ADD.inputs), ADD.captured_inputs, ADD.variables, ADD.trainable_variables]
[repr(x) for x in ADD.inputs + ADD.outputs + NAMED.inputs]
[repr(x) for x in NESTED.inputs]
[repr(WEIGH.structured_outputs["y"]), repr(WEIGH.structured_outputs["x"]), len(WEIGH.inputs)]
[len(WEIGH.captured_inputs), len(WEIGH.variables), len(WEIGH.trainable_variables)]
[any(h is v.handle for h in WEIGH.captured_inputs) for v in (W, FIXED)]
[repr(ADD.structured_input_signature), repr(WEIGH.structured_input_signature)]
[add.get_concrete_function(spec(None), spec(None), 2.0) is ADD,
    add.get_concrete_function(spec(None), spec(None), 3.0) is ADD]
"""

CALLS = """
[ADD(ONE, TWO), ADD(ONE, TWO, 2.0), ADD(a=ONE, b=TWO), ADD([1.0], [2.0], 2.0)]
[NAMED(ONE, TWO), NAMED(first=ONE, b=TWO), NAMED([1.0], TWO, 3), NAMED(ONE, b=TWO, c=3)]
[WEIGH([1.0], True), WEIGH(x=ONE, training=True), WEIGH(ONE)]
NESTED({"a": tf.constant(1.0), "b": [tf.constant(2.0)]})
NESTED({"a": 1.0, "b": [2.0]})
NESTED(tf.constant(1.0), tf.constant(2.0))
text(lambda: ADD(ONE, TWO, 4.0))
text(lambda: ADD(ONE, TWO, c=2.0, d=3))
text(lambda: ADD(ONE))
text(lambda: ADD([1.0], [2.0]))
text(lambda: WEIGH(ONE, training=False))
text(lambda: NAMED(ONE, first=ONE))
ADD("a", ONE)
ADD(tf.constant([1]), ONE)
"""

UNRANKED = """
[MODEL.scale.get_concrete_function()(x) for x in (3.0, [1.0], [[1.0, 2.0]])]
[loaded().scale(x) for x in (3.0, [1.0], [[1.0, 2.0]])]
[sorted(loaded().both(*x).items()) for x in [(1.0, [1.0]), ([1.0], [[2.0]]), (1.0, 2.0)]]
sorted(loaded(signatures=MODEL.both).signatures["serving_default"](x=ONE, y=TWO).items())
[repr(s.structured_input_signature) for s in [loaded(signatures=MODEL.scale).signatures[
    "serving_default"]]]
[s(tf.constant(x)) for x in (3.0, [1.0]) for s in [loaded(signatures=MODEL.scale).signatures[
    "serving_default"]]]
"""

STORED = """
[(v.x, v.k) for v in [loaded().turn(Vec([1.0, 2.0]))]]
loaded().first(Vec([1.0]))
loaded().first(Vec([1.0, 2.0]))
loaded().first(1.0)
[loaded().call(tf.constant(2.0), *x) for x in [(), (True,), (False, 2.0)]]
text(lambda: loaded().call(tf.constant([2.0])))
text(lambda: loaded().call(tf.constant(1), training=True))
text(lambda: loaded().call(tf.constant(2.0), True, scale=3.0))
text(lambda: loaded().call())
[type("A", (tf.experimental.ExtensionType,), {"__name__": "recorded.Twice"}) for _ in range(2)]
list(loaded().signatures)
loaded(signatures=MODEL.mutate)
loaded(signatures=MODEL.call)
loaded(signatures=MODEL.scale).signatures["serving_default"](y=ONE)
loaded(signatures=MODEL.scale).signatures["serving_default"](tf.constant([1]))
text(lambda: loaded(signatures=MODEL.scale).signatures["serving_default"]())
text(lambda: loaded(signatures=MODEL.scale).signatures["serving_default"](ONE, ONE))
"""

TABLES = """
sorted(loaded(TABLES).look(TEXTS).items())
loaded(TABLES).number(TEXTS)
loaded(TABLES).text(tf.constant([0, 1, 2], tf.int64))
[loaded(TABLES).letters(TEXTS), loaded(TABLES).letters(TEXTS[:0])]
sorted(loaded(TABLES, signatures=TABLES.look).signatures["serving_default"](TEXTS).items())
sorted(loaded(TABLES, signatures=TABLES.look.get_concrete_function()).signatures[
    "serving_default"](TEXTS).items())
[sorted(again.look(TEXTS).items()) for again in [loaded(loaded(TABLES))]]
[TABLES.look(TEXTS)["ids"], TABLES.there.size(), TABLES.variables]
loaded(VECTORIZER).signatures["serving_default"](tf.constant([["two three one"], [""]]))
"""

CASES = {
    name: text.strip().replace("\n    ", " ").splitlines()
    for name, text in {
        "shown": SHOWN,
        "calls": CALLS,
        "unranked": UNRANKED,
        "stored": STORED,
        "tables": TABLES,
    }.items()
}
