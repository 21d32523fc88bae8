"""Preprocessing layers by sparse and ragged inputs, by inputs of more axes, and what they tell of
their outputs, and bounding boxes. Each code begins with `START`."""

from recorded.code_facts import snippets

START = """
K = tf.keras
L = K.layers
def told(x):
    x = [x.indices, x.values, x.dense_shape] if isinstance(x, tf.SparseTensor) else x
    x = x.to_list() if isinstance(x, tf.RaggedTensor) else x
    return [told(one) for one in x] if isinstance(x, list) else x
NUMBERS = np.array([[1, 2], [0, 3]])
IMAGES = np.arange(96.0, dtype="float32").reshape(2, 6, 8, 1)
BOXES = np.array([[[1, 2, 5, 5], [0, 0, 8, 6]], [[2, 1, 4, 3], [0, 0, 1, 1]]], "float32")
def boxed(layer, form="xyxy", one=False, **options):
    layer = layer(bounding_box_format=form)
    boxes = {"boxes": BOXES, "labels": np.array([[1, 2], [3, 4]])}
    boxes = {name: value[0] for name, value in boxes.items()} if one else boxes
    found = layer({"images": IMAGES[0] if one else IMAGES, "bounding_boxes": boxes}, **options)
    return [found["images"], found["bounding_boxes"]["boxes"], found["bounding_boxes"]["labels"]]
def flips(*arguments): return lambda **options: L.RandomFlip(*arguments, **options)
def sized(cls, *arguments, **own): return lambda **options: cls(*arguments, **own, **options)
def moved(layer, transformation, shape=(2, 6, 8, 1)):
    boxes = {"boxes": BOXES.copy(), "labels": np.array([[1, 2], [3, 4]])}
    layer = layer(bounding_box_format="xyxy")
    transformation = {**transformation, "input_shape": shape}
    return layer.transform_bounding_boxes(boxes, transformation)["boxes"]
def drawn(layer):
    found = layer(seed=3).get_random_transformation(IMAGES, training=True)
    return {k: tuple(getattr(v, "shape", v)) for k, v in found.items()}
def pixels(layer, **transformation):
    found = {name: np.array(value) for name, value in transformation.items()}
    return layer.transform_images(IMAGES, found, training=True)
EVEN = IMAGES % 2 == 0
ZOOMS = {"height_zoom": np.array([[0.5], [1.5]]), "width_zoom": np.array([[2.0], [1.0]])}
SHEARS = {"shear_factor": np.array([[0.3, 0.0], [-0.2, 0.1]])}
SHIFTS = np.array([[1.0, 2.0], [-1.0, 0.5]])
STARTS = np.array([[[0, 0], [7, 0], [0, 5], [7, 5]]] * 2, "float32")
CORNERS = {"start_points": STARTS, "end_points": STARTS * np.float32(1.25) + 1}
def seeded(cls, *arguments): return lambda **options: cls(*arguments, seed=3, **options)
CUBE = np.arange(12.0).reshape(2, 3, 2) / 6
S = tf.sparse.from_dense(NUMBERS)
T = tf.sparse.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 2])
R = tf.ragged.constant([[4], [7, 9]])
def words(mode, **options):
    return L.StringLookup(vocabulary=["a", "b"], output_mode=mode, **options)
def bins(mode, **options):
    return L.Discretization([0.0, 1.0], output_mode=mode, **options)
"""

_SPARSE = """
told(L.CategoryEncoding(4, output_mode="multi_hot")(S))
told(L.CategoryEncoding(4, output_mode="count")(S))
told(L.CategoryEncoding(4, output_mode="multi_hot", sparse=True)(S))
told(L.CategoryEncoding(4, output_mode="count")(S, count_weights=tf.sparse.from_dense(NUMBERS / 2)))
L.CategoryEncoding(4, output_mode="one_hot")(S)
told(L.Hashing(3)(S))
told(L.Hashing(3)(T))
told(L.Hashing(3, mask_value="a")(T))
told(L.Hashing(3, salt=[1, 2])(S))
told(L.Hashing(3, output_mode="multi_hot")(T))
told(L.Hashing(3, output_mode="count")(T))
told(bins("int")(tf.sparse.from_dense(CUBE[0])))
told(bins("multi_hot")(tf.sparse.from_dense(CUBE[0])))
told(words("int")(T))
told(words("multi_hot")(T))
told(words("count")(T))
told(words("tf_idf", idf_weights=[0.5, 0.6])(T))
words("one_hot")(T)
told(L.IntegerLookup(vocabulary=[4, 7], output_mode="multi_hot")(R))
told(L.IntegerLookup(vocabulary=[4, 7])(R))
"""

_AXES = """
L.CategoryEncoding(4, output_mode="multi_hot")(CUBE.astype("int64"))
L.CategoryEncoding(4, output_mode="count")(CUBE.astype("int64"))
bins("multi_hot")(CUBE)
bins("count")(CUBE)
bins("one_hot")(CUBE[..., :1])
words("multi_hot")(np.array([[["a", "b"], ["q", "a"]]]))
[bins("count").compute_output_shape(s) for s in [(None, 4, 1), (), (3,), (None, 4, 3), (None, 3)]]
[bins("one_hot").compute_output_shape(s) for s in [(None, 4, 1), (3,), (None, 4, 3)]]
"""

_TOLD = """
[bins(mode).output_dtype for mode in ("int", "one_hot", "multi_hot")]
bins("int", dtype="int64")(CUBE[0])
L.MelSpectrogram(fft_length=64, sequence_length=128)
"""

_BOXES = """
boxed(flips("horizontal", 1), training=True)
boxed(flips("horizontal_and_vertical", 3), training=True)
boxed(flips("vertical", 5), "xywh", training=True)
boxed(flips("vertical", 5), training=False)
boxed(flips("horizontal", 2), one=True, training=True)
boxed(flips("horizontal", 1), None, training=True)
boxed(sized(L.RandomBrightness, 0.1), training=True)[1:]
boxed(sized(L.RandomContrast, 0.1), training=True)[1:]
boxed(sized(L.RandomSharpness, 0.1), training=True)[1:]
boxed(sized(L.Resizing, 3, 4))
boxed(sized(L.Resizing, 3, 16), "rel_xyxy")[1:]
boxed(sized(L.CenterCrop, 4, 4))
boxed(seeded(L.RandomRotation, 0.1), training=True)[1:]
boxed(seeded(L.RandomRotation, 0.1), training=False)[1:]
boxed(seeded(L.RandomZoom, (0.1, 0.4)), training=True)[1:]
boxed(seeded(L.RandomZoom, (-0.4, 0.2), (-0.2, 0.3)), "xywh", training=True)[1:]
boxed(seeded(L.RandomZoom, (-0.4, 0.2)), one=True, training=True)[1:]
boxed(seeded(L.RandomTranslation, 0.3, 0.2), training=True)[1:]
boxed(seeded(L.RandomTranslation, 0.3, 0.2), "rel_xyxy", training=True)[1:]
boxed(seeded(L.RandomTranslation, 0.3, 0.2), "yxyx", one=True, training=True)[1:]
boxed(seeded(L.RandomShear, 0.3, 0.2), training=True)[1:]
boxed(seeded(L.RandomShear, 0.3, 0.0), "center_xywh", training=True)[1:]
boxed(seeded(L.RandomShear, 0.0, 0.5), one=True, training=True)[1:]
boxed(seeded(L.RandomCrop, 3, 4), training=True)[1:]
boxed(seeded(L.RandomCrop, 3, 4), "xywh", one=True, training=True)[1:]
boxed(seeded(L.RandomCrop, 3, 4), training=False)[1:]
boxed(seeded(L.MixUp, 0.4), training=True)[1:]
boxed(seeded(L.MixUp, 0.4), training=False)[1:]
boxed(seeded(L.CutMix, 0.4), training=True)
boxed(seeded(L.RandomElasticTransform), training=True)
[L.RandomShear(0.3, 0.3, seed=k)(IMAGES, training=True) for k in (1, 4)]
L.RandomFlip(bounding_box_format="xyxy").get_config()["bounding_box_format"]
"bounding_box_format" in L.RandomFlip().get_config()
moved(flips("horizontal"), {"flips": np.reshape([True, False], (2, 1, 1, 1))})
moved(sized(L.RandomTranslation, 0.5, 0.5), {"translations": SHIFTS})
moved(sized(L.RandomZoom, 0.5), ZOOMS)
moved(sized(L.RandomShear, 0.5, 0.5), SHEARS)
moved(L.RandomPerspective, {"apply_perspective": np.array([True, False]), **CORNERS})
boxed(sized(L.Resizing, 9, 5, crop_to_aspect_ratio=True))
boxed(sized(L.Resizing, 9, 5, pad_to_aspect_ratio=True))
boxed(sized(L.Resizing, 9, 5, pad_to_aspect_ratio=True), one=True)
boxed(sized(L.CenterCrop, 9, 5))
boxed(sized(L.CenterCrop, 9, 5), "xywh", one=True)
boxed(sized(L.CenterCrop, 3, 11))
drawn(L.RandomFlip)
drawn(sized(L.RandomTranslation, 0.5, 0.5))
drawn(sized(L.RandomZoom, 0.5))
drawn(sized(L.RandomShear, 0.5, 0.5))
drawn(L.RandomPerspective)
drawn(sized(L.RandomContrast, 0.5))
drawn(sized(L.RandomBrightness, 0.5))
drawn(L.MixUp)
drawn(L.RandomInvert)
drawn(L.Solarization)
drawn(L.RandomGaussianBlur)
pixels(flips("horizontal")(), flips=[[[[True]]], [[[False]]]])
pixels(L.RandomTranslation(0.5, 0.5), translations=SHIFTS, input_shape=(2, 6, 8, 1))
pixels(L.RandomBrightness(0.5), rgb_delta=[[[[3.0]]], [[[-3.0]]]])
pixels(L.MixUp(), mix_weight=[0.25, 0.5], permutation_order=[1, 0])
pixels(L.CutMix(), mix_weight=[[[[0.25]]], [[[0.5]]]], permutation_order=[1, 0], batch_masks=EVEN)
pixels(L.RandomInvert(), apply_inversion=[True, False])
pixels(L.RandomErasing(), apply_erasing=[True, False], batch_masks=EVEN, fill_value=7.0)
L.RandomTranslation((0.5, 0.5), (0.25, 0.25)).get_random_transformation(IMAGES)["translations"]
L.RandomBrightness((0.1, 0.1)).get_random_transformation(IMAGES)["rgb_delta"]
"""

CASES = snippets({"sparse": _SPARSE, "axes": _AXES, "told": _TOLD, "boxes": _BOXES})
