"""Calls of TensorFlow's rarer public names whose values, or classes of errors, are facts: a case is
some lines, the last of which is the value. Groups begin with the lines of `STARTS`."""

QUEUES = """
q = tf.queue.FIFOQueue(3, tf.int32)
[q.dtypes, q.names, len(q.shapes)]

q.enqueue("a")

q.enqueue_many([[1, 2]]); q.dequeue_many(2)

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32]); q.enqueue((1, 2))
q.dequeue()

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"]); q.enqueue({"a": 1, "b": 2})
q.dequeue()

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"])
q.enqueue([1, 2.0])

q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"])
q.enqueue({"a": 1})

q.enqueue({"a": 1})

s.enqueue_many([[1, 2]]); x = s.dequeue_many(2); [x, s.size(), s.is_closed()]

s.enqueue_many([[1, 2]]); s.close(); s.dequeue_many(3)

s.enqueue_many([[1, 2]]); s.close(); [s.dequeue_up_to(3), s.is_closed()]

s.close(); s.dequeue_up_to(3)

s.close(); s.dequeue()

s.close(); s.enqueue(1)

s.close(); s.close()

s.enqueue([[1, 2]])

s.enqueue_many([1])

s.dequeue_many(-1)

s.dequeue_many(0)

tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[()])

tf.queue.FIFOQueue(3, [tf.int32, tf.int32], names=["a"])

tf.queue.FIFOQueue(3, [tf.int32], shapes=[[None]])

q = tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[(), ()])
q.enqueue_many([[1, 2], [1]])

p.enqueue([[1, 2]]); p.enqueue([[1]]); p.dequeue_many(2)

p.enqueue([[1, 2]]); p.dequeue()

p.enqueue([1])

r.enqueue([3, "c"]); r.enqueue([1, "a"]); r.enqueue([2, "b"]); [r.dequeue(), r.dequeue_many(2)]

[r.dtypes, r.shapes]

q = tf.queue.RandomShuffleQueue(9, 2, tf.int32, shapes=[()], seed=1)
q.enqueue_many([[1, 2, 3, 4]]); q.close(); tf.sort(q.dequeue_many(4))

tf.queue.RandomShuffleQueue(2, 5, tf.int32)

t = tf.queue.FIFOQueue(2, tf.int32, shapes=[()]); t.enqueue(7)
c = tf.queue.QueueBase.from_list(1, [s, t]); [c.dequeue(), c.shapes]

tf.queue.QueueBase.from_list(0, [q, tf.queue.FIFOQueue(1, tf.float32)])

tf.queue.QueueBase.from_list(0, [])
"""

NAMES = """
bessel_j0 bessel_j1 bessel_y0 bessel_y1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e dawsn expint
fresnel_cos fresnel_sin spence
""".split()
# Where TensorFlow has a value; Y, K, the exponential integral and Spence's not below 0.
SPECIAL = "\n\n".join(
    f"""x = tf.constant([0.05, 0.25, 0.9, 1.0, 1.7, 4.5, 9.0, 26.0, -1.5, -9.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.math.special.{name}(x)
[y, tape.gradient(y, x)[1:8]]"""
    for name in NAMES
)
# Of Y1 TensorFlow gives NaN at 0, where the limit is minus infinity.
SPECIAL += "".join(f"\n\ntf.math.special.{name}([0.0])" for name in NAMES if name != "bessel_y1")
STARTS = {
    "queues": """
q = tf.queue.FIFOQueue(3, tf.int32)
s = tf.queue.FIFOQueue(3, tf.int32, shapes=[()])
p = tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
r = tf.queue.PriorityQueue(3, tf.string, shapes=())
""",
}
GROUPS = {"queues": QUEUES, "special": SPECIAL}


def cases(group):
    """The cases of a group."""
    return GROUPS[group].strip().split("\n\n")


def code_of(group, case):
    """A case with the lines that it begins with; statements of one line stand on several."""
    return STARTS.get(group, "").strip() + "\n" + case.replace("; ", "\n")
