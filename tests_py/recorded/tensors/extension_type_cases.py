"""What TensorFlow's extension types do: fields, specs, functions, datasets, dispatch.

They begin with `START`."""

from recorded.code_facts import snippets

START = """
import typing
from typing import *
XT = tf.experimental.ExtensionType
def parts(x): return tf.nest.flatten(x, expand_composites=True)
class Masked(XT):
    values: tf.Tensor
    mask: tf.Tensor
    name: str = "x"
    def __validate__(self): self.values.shape.assert_is_compatible_with(self.mask.shape)
class Point(XT):
    x: tf.Tensor
    y: tf.Tensor = 3.0
    def norm(self): return tf.sqrt(self.x**2 + self.y**2)
class Made(XT):
    a: tf.Tensor
    k: int
    def __init__(self, n, k=None):
        self.a = tf.ones([n])
        if k is not None: self.k = k
class Nest(XT):
    p: Point
    t: Tuple[tf.Tensor, ...]
    m: Mapping[str, tf.Tensor]
    u: Union[int, tf.Tensor]
    o: Optional[tf.Tensor] = None
    d: tf.DType = tf.float32
    s: tf.TensorShape = tf.TensorShape([None])
class Row(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
class WithSpec(XT):
    a: tf.Tensor
    class Spec:
        def __init__(self, shape, dtype=tf.float32): self.a = tf.TensorSpec(shape, dtype)
        @property
        def shape(self): return self.a.shape
def field(annotation, value, **kw):
    own = {"__annotations__": {"q": annotation}, "__module__": __name__, **kw}
    return type(XT)("Q", (XT,), own)(value).q
def counted(*values):
    f = tf.function(lambda x: Masked(x.values * 2.0, x.mask, x.name))
    for value in values: f(value)
    return f.experimental_get_tracing_count()
M = Masked([1.0, 2.0], [True, False])
N = Nest(Point(1.0, 2.0), [1, 2], {"b": [2.0], "a": 1.0}, 5)
B = Row([[1.0, 2.0], [3.0, 4.0]], [[True, False], [True, True]])
FS, BS = tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool)
D = tf.data.Dataset
def dispatched(register, *calls):
    target = register()
    try:
        return [call() for call in calls]
    finally:
        tf.experimental.unregister_dispatch_for(target)
def reg(api, *signatures, function=None):
    return lambda: tf.experimental.dispatch_for_api(api, *signatures)(function)
def add(x: Masked, y: Masked, name=None): return Masked(x.values + y.values, x.mask & y.mask)
def concat(values: List[Masked], axis, name="concat"):
    return Masked(tf.concat([v.values for v in values], axis), tf.concat([v.mask for v in \
values], axis))
def total(input_tensor: Masked, axis=None, keepdims=False, name=None):
    return tf.reduce_sum(tf.where(input_tensor.mask, input_tensor.values, 0.0), axis)
def unary():
    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def handler(api, x): return Masked(api(x.values), x.mask)
    return handler
def binary():
    @tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Union[Masked, tf.Tensor])
    def handler(api, x, y):
        return Masked(api(x.values, y.values if isinstance(y, Masked) else y), x.mask)
    return handler
"""

TYPES = """
repr(M)
[repr(N.t), type(N.m).__name__, N.m["a"], N.u, N.o, N.d, N.s]
parts(N)
[M == Masked([1.0, 2.0], [True, False]), M != Masked([1.0, 2.0], [True, True]), M == 1]
setattr(M, "values", 1)
setattr(M, "other", 1)
delattr(M, "values")
N.m["a"] = 2
Masked([1.0])
Masked(1, 2, 3, 4)
Masked(values=[1.0], mask=[True], nam="z")
Masked([1.0], [True], 5)
Masked(object(), [True])
Masked([1.0], [True, False])
XT()
[Made(3, k=2).a, Made(3, k=2).k]
Made(3)
hash(M)
Point(1.0).y
repr(WithSpec.Spec([3]))
WithSpec.Spec.from_value(WithSpec([1.0])).shape
repr(Masked.Spec(FS, BS, "y"))
repr(Masked.Spec.from_value(M))
repr(tf.type_spec_from_value(M))
[Masked.Spec(FS, BS, "x").is_compatible_with(M), Masked.Spec(FS, BS, "y").is_compatible_with(M)]
Masked.Spec(FS, BS)
Masked.Spec(FS, BS, 5)
Masked.Spec(FS, 1, "x")
setattr(Masked.Spec(FS, BS, "y"), "name", "z")
issubclass(Masked.Spec, tf.experimental.ExtensionTypeSpec)
sorted(tf.experimental.extension_type.as_dict(M))
[field(int, 1), field(int, True), field(float, 1.5), field(None, None)]
field(int, 1.5)
field(float, 1)
field(str, b"a")
[field(tf.Tensor, [1, 2]), field(tf.Tensor, tf.Variable(2.0)), field(tf.Tensor, np.ones(2))]
[field(tf.DType, "float32"), field(tf.TensorShape, [1, None])]
[field(Optional[int], None), field(Union[int, str], "a"), field(Union[str, tf.Tensor], 1)]
field(Union[int, str], 1.5)
[list(field(Tuple[int, ...], [1, 2])), list(field(Tuple[int, str], (1, "a")))]
field(Tuple[int, str], (1,))
field(Tuple[int, ...], (1, "a"))
dict(field(Mapping[str, int], {"a": 1}))
field(Mapping[str, int], {1: 1})
parts(field(tf.RaggedTensor, tf.ragged.constant([[1], []])))
field(tf.RaggedTensor, [[1]])
field(List[int], [1])
field(Any, 1)
field(dict, {})
type(XT)("Q", (XT,), {"__annotations__": {"Spec": int}, "__module__": __name__})
type(XT)("Q", (XT,), {"q": 3, "__module__": __name__})
"""

USES = """
parts(tf.function(lambda x: Masked(x.values * 2.0, x.mask))(M))
counted(M, Masked([3.0, 2.0], [True, True]))
counted(M, Masked([3.0, 2.0], [True, True], "q"))
counted(M, Masked([3.0], [True]))
parts(tf.function(lambda x: x, input_signature=[Masked.Spec(FS, BS, "x")])(M))
tf.function(lambda x: x, input_signature=[Masked.Spec(FS, BS, "x")])(1.0)
parts(tf.function(lambda p: tf.cond(p, lambda: M, lambda: Masked(M.values * 3.0, \
M.mask)))(tf.constant(False)))
parts(tf.while_loop(lambda i, p: i < 3, lambda i, p: (i + 1, Masked(p.values * 2.0, p.mask)), \
(0, M)))
parts(tf.function(lambda m: tf.while_loop(lambda i, p: i < 3, lambda i, p: (i + 1, \
Masked(p.values * 2.0, p.mask)), (0, m)))(M))
parts(tf.nest.map_structure(lambda x: x, N, expand_composites=True))
[parts(x) for x in D.from_tensors(M).map(lambda x: Masked(x.values + 1.0, x.mask))]
repr(D.from_tensors(M).element_spec)
[parts(x) for x in D.from_tensor_slices(B)]
[parts(x) for x in D.from_tensor_slices(B).batch(2)]
[parts(x) for x in D.from_tensors(B).unbatch()]
tf.map_fn(lambda x: tf.reduce_sum(x.values), B, fn_output_signature=tf.float32)
parts(tf.map_fn(lambda x: Row(x.values * 2.0, x.mask), B))
parts(tf.function(lambda b: tf.map_fn(lambda x: Row(x.values * 2.0, x.mask), b))(B))
tf.stack([M, M])
M + M
tf.reduce_sum(M)
tf.convert_to_tensor(M)
"""

DISPATCH = """
dispatched(reg(tf.add, function=add), lambda: parts(tf.add(M, M)), lambda: tf.add(1, 2))
dispatched(reg(tf.add, {"x": Masked, "y": Masked}, function=add), lambda: parts(tf.add(M, M)))
dispatched(reg(tf.add, function=add), lambda: parts(tf.math.add(M, M)))
dispatched(reg(tf.add, function=add), lambda: tf.add(M, 1.0))
dispatched(reg(tf.concat, function=concat), lambda: parts(tf.concat([M, M], 0)))
dispatched(reg(tf.concat, function=concat), lambda: tf.concat([[1.0], [2.0]], 0))
dispatched(reg(tf.reduce_sum, function=total), lambda: tf.reduce_sum(M))
dispatched(reg(tf.reduce_sum, function=total), lambda: tf.function(tf.reduce_sum)(M))
dispatched(unary, lambda: parts(tf.abs(M)), lambda: parts(tf.nn.relu(M)), lambda: \
parts(tf.cast(M, tf.int32)))
dispatched(unary, lambda: parts(tf.sqrt(M)), lambda: tf.sqrt(4.0))
dispatched(unary, lambda: tf.add(M, M))
dispatched(binary, lambda: parts(tf.add(M, M)), lambda: parts(tf.multiply(M, tf.constant([2.0, \
3.0]))))
dispatched(binary, lambda: parts(tf.maximum(M, M)), lambda: tf.maximum(1, 2))
dispatched(binary, lambda: tf.abs(M))
dispatched(unary, unary)
tf.experimental.unregister_dispatch_for(add)
tf.experimental.dispatch_for_api(len)(add)
tf.experimental.dispatch_for_api(tf.add)(lambda x, y, name=None: x)
tf.experimental.dispatch_for_api(tf.add, {"z": Masked})(add)
"""

CASES = {"types": TYPES, "uses": USES, "dispatch": DISPATCH}
CASES = snippets(CASES)
