"""keras.ops of sparse tensors, between layers of a functional model and what they refuse, and
boxes. Each code begins with `START`."""

from recorded.code_facts import snippets

START = """
K = tf.keras
ops = K.ops
def told(x):
    x = [x.indices, x.values, x.dense_shape] if isinstance(x, tf.SparseTensor) else x
    return x
S = tf.sparse.from_dense(np.array([[0, 1.0], [2.0, 0]], "float32"))
INTS = np.array([[1, 2], [0, 3]])
B = K.utils.bounding_boxes
x = np.array([[10.0, 20, 110, 120], [20, 30, 120, 130]], "float32")
a = np.array([[1.0, 2, 5, 7], [0, 0, 3, 3], [8, 8, 12, 11]], "float32")
c = np.array([[2.0, 2, 6, 6], [0, 1, 3, 3]], "float32")
def clipped(boxes, **options):
    given = {"boxes": np.array(boxes), "labels": np.array([1, 2, 3][: len(boxes)])}
    return B.clip_to_image_size(given, **options)
def run(f, *shapes):
    inputs = [K.Input(batch_shape=shape) for shape in shapes]
    output = f(*inputs)
    draw = np.random.RandomState(0)
    full = [[2 if size is None else size for size in shape] for shape in shapes]
    data = [draw.uniform(size=shape).astype("float32") for shape in full]
    return [tuple(output.shape), K.Model(inputs, output)(data)]
def changed(name, *arguments, **options):
    inputs = K.Input((None, None, 2))
    output = getattr(ops.image, name)(inputs, *arguments, **options)
    images = np.arange(120.0, dtype="float32").reshape(2, 5, 6, 2)
    return [tuple(output.shape), K.Model(inputs, output)(images)]
def segments(name, **options):
    inputs = [K.Input(batch_shape=(6, 2)), K.Input(batch_shape=(6,), dtype="int32")]
    output = getattr(ops, name)(*inputs, **options)
    data = [np.arange(12.0, dtype="float32").reshape(6, 2), np.array([0, 0, 2, 2, 2, 3], "int32")]
    return [tuple(output.shape), K.Model(inputs, output)(data)]
"""

_SPARSE = """
told(ops.one_hot(np.array([1, 0]), 3, sparse=True))
told(ops.multi_hot(np.array([[1, 0], [2, 2]]), 3, sparse=True))
ops.convert_to_numpy(S)
told(ops.convert_to_tensor(S))
told(ops.convert_to_tensor(S, sparse=False))
told(ops.add(S, S))
told(ops.add(S, 1.0))
told(ops.multiply(S, 2.0))
told(ops.multiply(S, INTS))
told(ops.divide(S, 2.0))
told(ops.matmul(S, np.ones((2, 3), "float32")))
told(ops.abs(S))
told(ops.negative(S))
told(ops.exp(S))
told(ops.sum(S, axis=1))
told(ops.reshape(S, (4,)))
told(ops.concatenate([S, S], axis=1))
told(ops.cast(S, "int32"))
told(ops.transpose(S))
told(ops.expand_dims(S, 0))
told(ops.squeeze(tf.sparse.from_dense(np.ones((1, 2)))))
ops.shape(S)
ops.is_tensor(S)
ops.take(np.ones((3, 2)), tf.sparse.from_dense(np.array([[0, 1], [2, 0]])), axis=0)
"""

_MODELS = """
run(lambda a: ops.squeeze(a), (None, 1))
run(lambda a: ops.squeeze(a), (None, 1, 3))
run(lambda a: ops.associative_scan(lambda p, q: p + q, a, axis=1), (None, 3))
run(lambda a: ops.slice_update(a, [0, 1], ops.zeros((2, 1))), (2, 3))
run(lambda a: ops.repeat(a, [1, 2, 1], axis=1), (None, 3))
run(lambda a: ops.image.resize(a, (3, 3), crop_to_aspect_ratio=True), (None, 4, 6, 1))
"""

_REFUSED = """
ops.convert_to_numpy(K.KerasTensor((2,)))
K.random.dropout(np.ones((2, 3), "float32"), rate=1.0, seed=0)
K.random.dropout(np.ones((2, 3), "float32"), rate=1.5, seed=0)
ops.depth_to_space(np.ones((1, 2, 2, 4)), 0)
ops.space_to_depth(np.ones((1, 2, 2, 4)), 1)
ops.stft(np.ones(20, "float32"), 8, 0, 8)
ops.istft((np.ones((3, 5), "float32"), np.ones((3, 5), "float32")), 8, 0, 8)
ops.segment_sum(np.ones(3), np.array([0, 1]))
ops.image.extract_patches(np.ones((1, 4, 4, 1)), (3, 3, 3, 3))
"""

_BOXES = """
B.convert_format({"boxes":x,"labels":np.array([1,2])},"xyxy","center_xywh")
B.convert_format(x[None],"xyxy","rel_xyxy",height=200,width=400)
B.convert_format(x,"XYXY","yxyx")
B.convert_format(x,"xyxy","rel_xywh",100,200)
B.convert_format(x/1000,"rel_center_xywh","xyxy",100,200)
B.convert_format(x/1000,"rel_center_yxhw","center_yxhw",100,200)
B.convert_format(x/1000,"rel_xyxy","rel_yxyx")
B.convert_format(x/1000,"rel_xyxy","rel_yxyx",10,20)
B.convert_format(x[0],"xyxy","yxyx")
B.convert_format(x[:, :3],"xyxy","yxyx")
B.convert_format(x,"xyxy","rel_xyxy")
B.convert_format(x,"xyxy","zz")
B.convert_format(x,"zz","xyxy")
B.convert_format(x,"xyxy","xyxy")
B.convert_format(x.astype(int),"xyxy","xywh",dtype="float16")
B.convert_format([[1,2,3,4]],"xyxy","xywh")
B.convert_format(np.ones((1,2,3,4)),"xyxy","xywh")
B.compute_iou(a,c,"xyxy")
B.compute_iou(a[None],c,"xyxy")
B.compute_iou(a,c[None],"xywh")
B.compute_iou(np.array([[1.,2,5,7],[-1,-1,-1,-1]]),c,"xyxy",use_masking=True)
B.compute_iou(a/20,c/20,"rel_xyxy",image_shape=(20,40,3))
B.compute_iou(a/20,c/20,"rel_xyxy")
B.compute_iou(a,c[0],"xyxy")
B.compute_iou(a[None],np.stack([c,c]),"xyxy")
B.compute_ciou(a,np.stack([c[0],c[1],c[1]]),"xyxy")
B.compute_ciou(a,a,"yxyx")
B.crop(a,1,2,6,8)
B.crop({"boxes":a,"labels":np.array([1,2,3])},1,2,6,8)
B.pad(a,1,2)
B.pad(a/20,1,2,height=20,width=20,bounding_box_format="rel_xyxy")
B.encode_box_to_deltas(a[:2],c,"xyxy","xyxy")
B.encode_box_to_deltas(a[:2],c,"xyxy","xyxy",encoding_format="center_xywh",variance=[.1,.1,.2,.2])
B.encode_box_to_deltas(a[:2],np.stack([c,c]),"xyxy","xywh")
B.decode_deltas_to_boxes(a[:2],c/10,"xyxy","xyxy")
B.encode_box_to_deltas(a[:2],c,"xyxy","xyxy",encoding_format="xyxy")
B.encode_box_to_deltas(a[:2],c,"xyxy","xyxy",variance=[1,2])
clipped([[-5.0, 3, 50, 60], [70, 80, 90, 95], [1, 1, 2, 2]], height=40, width=30)
clipped([[0.0, 0, 1.5, 1.6], [0.5, 0.4, 0.7, 0.8]], bounding_box_format="rel_xyxy")
clipped([[-5.0, 3, 50, 60]], height=40, width=30, bounding_box_format="xywh")
clipped([[-5.0, 3, 50, 60]])
"""

_OPEN = """
segments("segment_max")
segments("segment_sum", num_segments=5)
segments("segment_max", num_segments=4)
ops.segment_sum(np.ones((4, 2)), np.array([0, 0, 1, 1]), num_segments=2, sorted=True)
ops.segment_sum(K.Input(batch_shape=(3, 2)), K.Input(batch_shape=(4,), dtype="int32"))
changed("crop_images", 1, 2, target_height=3, target_width=2)
changed("crop_images", bottom_cropping=1, right_cropping=2, target_height=3, target_width=2)
changed("pad_images", 1, 2, target_height=8, target_width=9)
changed("pad_images", 1, 2, 3, 4)
changed("pad_images", bottom_padding=1, right_padding=2, target_height=8, target_width=9)
changed("resize", (7, 3), crop_to_aspect_ratio=True)
changed("resize", (7, 3), pad_to_aspect_ratio=True, fill_value=3.0)
changed("pad_images", top_padding=-1, left_padding=1, target_height=3, target_width=8)
"""

CASES = snippets(
    {"sparse": _SPARSE, "models": _MODELS, "refused": _REFUSED, "boxes": _BOXES, "open": _OPEN}
)
